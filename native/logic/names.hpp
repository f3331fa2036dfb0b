// What techniques and units are called in notations.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "logic/layout.hpp"
#include "logic/technique.hpp"

namespace ninefold::logic {

// Techniques by number; units by a letter (one of rcbdwx) and a number: r4, b7.
struct Names {
    std::vector<std::string> techniques, units;
};

// The names that are given; those that are not are made up.
inline Names complete(Names names, const Shape& shape) {
    if (names.techniques.empty()) names.techniques.assign(technique_names.begin(), technique_names.end());
    if (names.units.empty()) {
        std::array<int, 4> number{};
        for (const Kind kind : shape.kinds) {
            const auto k = static_cast<std::size_t>(kind);
            names.units.push_back("rcbx"[k] + std::to_string(++number[k]));
        }
    }
    if (names.techniques.size() != technique_names.size() || names.units.size() != shape.units.size()) {
        throw std::invalid_argument("expected a name for every technique and every unit");
    }
    return names;
}

}  // namespace ninefold::logic
