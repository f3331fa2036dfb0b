// Without libFuzzer: random inputs for a fuzzing program, the same every time, for the given number of seconds.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int arguments, char** argument) {
    using Clock = std::chrono::steady_clock;
    static constexpr std::string_view common = "....0123456789\n\n\r#,;| \t*_";
    const auto end = Clock::now() + std::chrono::seconds(arguments > 1 ? std::atoi(argument[1]) : 60);
    std::mt19937 random(2025);
    unsigned long runs = 0;
    for (; Clock::now() < end; ++runs) {
        std::vector<std::uint8_t> input(1 + random() % 700);
        const bool is_text = random() % 2 == 0;
        for (std::uint8_t& byte : input) {
            const std::size_t kinds = random() % 8 ? 14 : common.size();  // mostly cells
            byte = static_cast<std::uint8_t>(random());
            if (is_text && random() % 100) byte = static_cast<std::uint8_t>(common[random() % kinds]);
        }
        if (random() % 3 && input.size() > 170) input[4 + 81] = '\n';
        input[0] = static_cast<std::uint8_t>(random());
        LLVMFuzzerTestOneInput(input.data(), input.size());
    }
    std::printf("%lu inputs, all passed\n", runs);
    return 0;
}
