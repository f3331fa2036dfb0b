// What a version of the engine offers: the same work, compiled for one kind of vector register.
//
// The versions are compiled with flags that not every CPU understands. So they include nothing whose code could be
// shared with the rest of the program, and reach whoever asks through plain pointers only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ninefold::lanes {

using Word = std::uint32_t;

// A puzzle in the making: nine rows of three words (sweep.hpp tells what is in them) and one to spare.
struct alignas(16) Node {
    Word words[9][4];
};

// A candidate is 9 * its cell + its digit - 1; this is none.
inline constexpr std::uint16_t no_exclusion = 0xFFFF;

enum class Fork { dead, solved, split };

// Every guess, or the sweep just before it, takes at least one candidate: of nine for each cell, all but one can go.
// So there are never more guesses open at once than this; and one more is to write on.
inline constexpr unsigned max_depth = 81 * (9 - 1) + 1;

// The tree of guesses of one puzzle: the node at hand, and the other halves of the guesses that led to it.
struct Branches {
    Node now;
    Node* open;  // max_depth of them
    unsigned depth;
    std::uint64_t guesses;
    std::uint64_t nodes;
    bool ended;
};

// What a thread remembers while it counts, and from count to count: how many solutions are left where the candidates
// that are left are these. What they stand for is told by the number of the numbering (endgame.hpp).
struct alignas(64) CacheEntry {
    std::uint64_t candidates[4];
    std::uint64_t numbering;
    std::uint64_t solutions;
};

struct CountCache {
    static constexpr unsigned bits = 12;

    std::uint64_t numberings;
    CacheEntry places[1 << bits];
};

// A thread's share of many puzzles.
struct Batch {
    void* owner;
    // The next puzzles to take: [first, last). False: there are none left.
    bool (*more)(void* owner, std::size_t& first, std::size_t& last);
    // Told now and then, and at the end, how many solutions were found since.
    void (*found)(void* owner, std::uint64_t solutions);
    // Asked every few dozen microseconds; true: stop.
    bool (*stopped)(void* owner);

    const std::uint8_t* digits;   // 81 for each puzzle …
    const std::uint16_t* excluded;  // a candidate for each, or null; see lanes.hpp
    std::uint64_t limit;          // at least 1
    Node* open;                   // max_depth for each lane

    // Where solutions are only counted, they are told by `found` alone, and may be more than the limit.
    bool counting;
    const Node* nodes;  // where `digits` is null: a node for each …
    const Node* root;   // … below this one
    CountCache* cache;     // zeros at first

    // A place for each puzzle, or null. `ended` becomes 1 with the answer.
    std::uint64_t* counts;
    std::uint8_t* solutions;
    std::uint64_t* guesses;
    std::uint8_t* ended;
};

struct Version {
    const char* name;
    unsigned lanes;
    void (*solve)(const Batch& batch);
    void (*start)(Node& node, const std::uint8_t* digits);
    // One step of a tree: what becomes of a node.
    Fork (*fork)(Node& node, Node& other);
    // Goes on until the next solution (true; it is left in `digits`), or until the end or so many nodes (false).
    bool (*advance)(Branches& branches, std::uint64_t nodes, std::uint8_t* digits);
};

// Null where this build has no such version.
extern const Version* const avx512;
extern const Version* const avx2;
extern const Version baseline;

}  // namespace ninefold::lanes
