// The interface of a version of the raters: the same code, compiled with or without the CPU's popcount instruction.
//
// Trap: a version compiled for special CPUs must not share code with the rest of the program. Its flag, -mpopcnt,
// changes nothing but how bits are counted, and all code that counts bits is in the version's own namespace.
#pragma once

#include <cstddef>
#include <cstdint>

#include "explainer/techniques.hpp"
#include "hodoku/techniques.hpp"
#include "measure/views.hpp"

namespace ninefold::rating {

// Called before every assumption of a forcing chain, and between steps; true means give up.
struct StopCheck {
    bool (*is_over)(const void* owner) = [](const void*) { return false; };
    const void* owner = nullptr;

    [[nodiscard]] bool now() const { return is_over(owner); }
};

using explainer::Program;

// A rating on the scale of Sudoku Explainer 1.2.1 or SukakuExplainer 1.18.1, in tenths, and the techniques behind it.
struct Explained {
    std::uint8_t er, ep, ed;
    explainer::Technique hardest, pearl, diamond;
};

inline constexpr std::uint8_t unsolved_rating = 200;  // no technique helps: 20.0

enum class Explaining : std::uint8_t { done, hard, stopped };

// A rating in progress: the memory of the version's own `Case`.
struct Unfinished {
    alignas(8) unsigned char memory[1024];
};

// What measure/scanner.hpp counts while it solves a puzzle as a person would.
struct Measured {
    static constexpr int max_stages = 160;

    float entries, search, locked, subsets, hard;          // averages over the runs
    float line_singles;                                    // hidden singles of rows and columns at the start
    std::uint8_t counts[48];                               // of each explainer::Technique, in the first run
    std::uint8_t openings[max_stages], empty[max_stages];  // singles to choose from, and empty cells, at each stage
    std::uint8_t stages, guesses, unused[2];
};
static_assert(sizeof(Measured) == 396);

// The rating of HoDoKu 2.2.0: its level and score, and how often it uses each step; and the size of a backdoor.
struct Scored {
    std::uint8_t is_done;
    hodoku::Level level;
    std::uint8_t backdoor;  // the fewest cells to fill in before singles solve the rest
    std::uint8_t unused;
    std::int32_t score;
    std::uint8_t counts[64];  // of each hodoku::Kind
};
static_assert(sizeof(Scored) == 72 && hodoku::kind_count <= 64);

struct Version {
    const char* name;
    // A rater keeps its memory from puzzle to puzzle; each thread has its own.
    void* (*make_rater)(Program program, const StopCheck& stop);
    void (*delete_rater)(void* rater);
    // Starts with 81 digits; false if a clue clashes with another.
    bool (*begin)(Unfinished& puzzle, const std::uint8_t* digits);
    // Continues to the end; with `only_fast`, returns `hard` before the first dynamic chain.
    Explaining (*explain)(void* rater, Unfinished& puzzle, bool only_fast);
    Explained (*explained)(const Unfinished& puzzle);
    // Measures puzzles in canonical form, 81 digits each, with their solutions; `look` as in measure/look.hpp. A brief
    // measure is enough for the level: see measure/scanner.hpp.
    void (*measure)(const std::uint8_t* puzzles, const std::uint8_t* solutions, Measured* measured, std::size_t rows,
                    measure::LookFunction look, bool is_brief);
    // Scores puzzles, 81 digits each, with their solutions; those not reached before the stop are not done. Backdoors
    // are found only if wanted; they do not affect the score.
    void (*score)(const std::uint8_t* puzzles, const std::uint8_t* solutions, Scored* scored, std::size_t rows,
                  bool backdoors, const StopCheck& stop);
};

// Null if this build lacks the version.
extern const Version* const with_popcount;
extern const Version baseline;

}  // namespace ninefold::rating
