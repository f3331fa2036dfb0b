// One round of benchmarks/engine.py: solves a file of puzzles with our engine, or with a peer's C function, and prints
// one line of JSON with the CPU seconds it took.
//
//   engine_worker many|repeated|single|count FILE LIMIT THREADS MAX [PEER.so SYMBOL]
//
// `many` solves all puzzles in one call; `repeated` does too, with the file repeated until it takes a few tenths of a
// second; `single` solves them one by one; `count` counts the solutions of each up to LIMIT. A peer is a shared library
// with tdoku's function: size_t f(const char* puzzle, size_t limit, uint32_t, char* solution, size_t* guesses).
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "lanes.hpp"

namespace {

namespace lanes = ninefold::lanes;

using Peer = std::size_t (*)(const char*, std::size_t, std::uint32_t, char*, std::size_t*);

struct Puzzles {
    std::string text;                  // 82 characters each, '.' for empty
    std::vector<std::uint8_t> digits;  // 81 each
    std::size_t n = 0;
};

struct Sums {
    std::uint64_t solutions = 0;
    std::uint64_t guesses = 0;
};

Puzzles read(const std::string& name, std::size_t max_puzzles) {
    Puzzles puzzles;
    std::ifstream file(name);
    if (!file) throw std::runtime_error("cannot read " + name);
    for (std::string line; puzzles.n < max_puzzles && std::getline(file, line);) {
        if (line.size() < lanes::cells || line[0] == '#') continue;
        line.resize(lanes::cells);
        for (char& c : line) {
            if (c < '1' || c > '9') c = '.';
            puzzles.digits.push_back(c == '.' ? 0 : static_cast<std::uint8_t>(c - '0'));
        }
        puzzles.text += line + '\n';
        ++puzzles.n;
    }
    puzzles.text.append(64, '\n');  // peers may read whole registers
    return puzzles;
}

double seconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Sums by_peer(const Puzzles& puzzles, std::uint64_t limit, Peer peer) {
    Sums sums;
    char solution[128];
    for (std::size_t i = 0; i < puzzles.n; ++i) {
        std::size_t guesses = 0;
        sums.solutions += peer(puzzles.text.data() + 82 * i, limit, 0, solution, &guesses);
        sums.guesses += guesses;
    }
    return sums;
}

struct Columns {
    std::vector<std::uint64_t> counts, guesses;
    std::vector<std::uint8_t> solutions;

    explicit Columns(std::size_t n) : counts(n), guesses(n), solutions(n * lanes::cells) {}

    [[nodiscard]] Sums sums() const {
        Sums result;
        for (const std::uint64_t count : counts) result.solutions += count;
        for (const std::uint64_t guess : guesses) result.guesses += guess;
        return result;
    }
};

Sums many(const Puzzles& puzzles, std::uint64_t limit, unsigned threads, Columns& columns) {
    const lanes::Answers answers{columns.counts.data(), columns.solutions.data(), columns.guesses.data(), nullptr,
                                 nullptr};
    lanes::solve_many(puzzles.digits, limit, threads, answers);
    return columns.sums();
}

// Repeats the puzzles, so that the start and end of threads do not weigh.
void repeat(Puzzles& puzzles, std::uint64_t limit) {
    constexpr double enough = 0.3;
    Columns columns(puzzles.n);
    many(puzzles, limit, 1, columns);
    const double start = seconds(CLOCK_MONOTONIC);
    many(puzzles, limit, 1, columns);
    const auto times = static_cast<std::size_t>(enough / (seconds(CLOCK_MONOTONIC) - start)) + 1;
    const auto once = puzzles.digits;
    for (std::size_t k = 1; k < times; ++k) puzzles.digits.insert(puzzles.digits.end(), once.begin(), once.end());
    puzzles.n *= times;
}

Sums single(const Puzzles& puzzles, std::uint64_t limit, Columns& columns) {
    for (std::size_t i = 0; i < puzzles.n; ++i) {
        const auto one = std::span(puzzles.digits).subspan(i * lanes::cells, lanes::cells);
        lanes::solve_many(one, limit, 1,
                          {&columns.counts[i], &columns.solutions[i * lanes::cells], &columns.guesses[i], nullptr,
                           nullptr});
    }
    return columns.sums();
}

Sums count(const Puzzles& puzzles, std::uint64_t limit, unsigned threads) {
    Sums sums;
    for (std::size_t i = 0; i < puzzles.n; ++i) {
        const auto one = std::span(puzzles.digits).subspan(i * lanes::cells).first<lanes::cells>();
        sums.solutions += lanes::count(one, limit, threads).solutions;
    }
    return sums;
}

Peer load(const char* library, const char* symbol) {
    void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) throw std::runtime_error(dlerror());
    void* found = dlsym(handle, symbol);
    if (!found) throw std::runtime_error(std::string(library) + " has no function " + symbol);
    return reinterpret_cast<Peer>(found);
}

void run(int argc, char** argv) {
    if (argc != 6 && argc != 8) {
        throw std::runtime_error("many|repeated|single|count FILE LIMIT THREADS MAX [PEER.so SYMBOL]");
    }
    const std::string mode = argv[1];
    const std::uint64_t limit = std::stoull(argv[3]);
    const auto threads = static_cast<unsigned>(std::stoul(argv[4]));
    Puzzles puzzles = read(argv[2], std::stoull(argv[5]));
    if (mode == "repeated") repeat(puzzles, limit);
    const Peer peer = argc == 8 ? load(argv[6], argv[7]) : nullptr;
    Columns columns(puzzles.n);
    Sums sums;
    std::size_t passes = 0;
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    do {  // small sets run several times, to exceed the clock's resolution
        sums = peer ? by_peer(puzzles, limit, peer)
               : mode == "many" || mode == "repeated" ? many(puzzles, limit, threads, columns)
               : mode == "single" ? single(puzzles, limit, columns)
                                  : count(puzzles, limit, threads);
        ++passes;
    } while (seconds(CLOCK_MONOTONIC) - wall < 0.05);
    const double times = static_cast<double>(passes);
    std::printf("{\"version\": \"%s\", \"n\": %zu, \"cpu\": %.9f, \"wall\": %.9f, "
                "\"solutions\": %llu, \"guesses\": %llu}\n",
                peer ? "peer" : std::string(lanes::version()).c_str(), puzzles.n,
                (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / times, (seconds(CLOCK_MONOTONIC) - wall) / times,
                static_cast<unsigned long long>(sums.solutions), static_cast<unsigned long long>(sums.guesses));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "engine_worker: " << error.what() << '\n';
        return 1;
    }
}
