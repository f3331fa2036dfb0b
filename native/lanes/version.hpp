// The interface of a version of the engine: the same code, compiled for one kind of vector register.
//
// Trap: versions are compiled with flags that not every CPU supports. So they include nothing whose code the linker
// could share with the rest of the program, and communicate through plain pointers only. `make native` checks this.
#pragma once

#include <cstddef>
#include <cstdint>

#include "measure/views.hpp"

namespace ninefold::lanes {

using Word = std::uint32_t;

// A puzzle being solved: nine rows of three words (see sweep.hpp) and one of padding.
struct alignas(16) Node {
    Word words[9][4];
};

// A candidate is 9 * cell + digit - 1; this value means none.
inline constexpr std::uint16_t no_exclusion = 0xFFFF;

enum class Fork { dead, solved, split };

// Every guess, or the sweep just before it, removes at least one candidate, and of nine per cell at most eight can go.
// So no more guesses than this are open at once; one more node is scratch space.
inline constexpr unsigned max_depth = 81 * (9 - 1) + 1;

// The tree of guesses of one puzzle: the current node, and the other halves of the guesses that led to it.
struct Branches {
    Node now;
    Node* open;  // max_depth of them
    unsigned depth;
    std::uint64_t guesses;
    std::uint64_t nodes;
    bool ended;
};

// A cached count: the number of solutions for a set of remaining candidates. The bits have a meaning only within one
// numbering of the cells (endgame.hpp), which is part of the key.
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
    // Fetches the next puzzles: [first, last). Returns false if there are none left.
    bool (*more)(void* owner, std::size_t& first, std::size_t& last);
    // Called now and then, and at the end, with the solutions found since the last call.
    void (*found)(void* owner, std::uint64_t solutions);
    // Called every few dozen microseconds; true means stop.
    bool (*stopped)(void* owner);

    const std::uint8_t* digits;     // 81 per puzzle …
    const std::uint16_t* excluded;  // one candidate per puzzle, or null; see lanes.hpp
    std::uint64_t limit;            // at least 1
    Node* open;                     // max_depth per lane

    // If solutions are only counted, `found` alone reports them, and they may exceed the limit.
    bool counting;
    const Node* nodes;  // if `digits` is null: the nodes to count below …
    const Node* root;   // … which are all below this one
    CountCache* cache;  // zeroed at first

    // One entry per puzzle, or null. `ended` becomes 1 with the answer.
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
    // One step of a tree: expands a node.
    Fork (*fork)(Node& node, Node& other);
    // Continues until the next solution (returns true; it is in `digits`), or until the end or `nodes` nodes (false).
    bool (*advance)(Branches& branches, std::uint64_t nodes, std::uint8_t* digits);
    // See measure/look.hpp.
    void (*look)(measure::Views& views);
};

// Null if this build lacks the version.
extern const Version* const avx512;
extern const Version* const avx2;
extern const Version baseline;

}  // namespace ninefold::lanes
