// Whether colours alternate: part of the independent check (verify_roles.hpp).
//
// Two candidates are joined if a truth has only these two options; in remote pairs, if two cells see each other. Joined
// candidates have different colours, every candidate of a cluster can be reached from every other, and a part has one
// colour only. One cluster is two parts; in 3D Medusa it is all parts, and multi-colours have two clusters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "logic/position.hpp"
#include "logic/step.hpp"

namespace ninefold::logic {

template <int W>
class Clusters {
  public:
    Clusters(const Position<W>& position, const Step<W>& step) : p_(position), s_(step) {}

    [[nodiscard]] bool hold() {
        for (std::size_t i = 0; i < s_.parts.size(); ++i) {
            for (const int cell : s_.parts[i].cells) {
                if (s_.parts[i].digits & ~p_.candidates(cell)) return false;
                for (const int digit : each(s_.parts[i].digits)) {
                    if (!part_of_.insert({candidate(cell, digit), i}).second) return false;
                }
            }
        }
        if (s_.technique == Technique::remote_pair) return are_equal_pairs() && join_peers() && are_coloured(0, 2);
        if (!join_options()) return false;
        if (s_.technique == Technique::medusa) return are_coloured(0, s_.parts.size());
        const bool two = s_.technique == Technique::multi_colours_1 || s_.technique == Technique::multi_colours_2;
        const auto other_digits = [&](const Part<W>& part) { return part.digits != s_.parts[0].digits || !is_single(part.digits); };
        if (s_.parts.size() != (two ? 4U : 2U) || std::any_of(s_.parts.begin(), s_.parts.end(), other_digits)) return false;
        return are_coloured(0, 2) && (!two || are_coloured(2, 4));
    }

  private:
    [[nodiscard]] bool are_equal_pairs() const {
        return s_.parts.size() == 2 && s_.parts[0].digits == s_.parts[1].digits && is_pair(s_.parts[0].digits) &&
               std::all_of(part_of_.begin(), part_of_.end(), [&](const auto& one) {
                   return p_.candidates(one.first.cell) == s_.parts[0].digits;
               });
    }
    // A cell that is one digit leaves the other to each cell it sees, so one digit is enough to follow.
    bool join_peers() {
        const int digit = first(s_.parts[0].digits);
        std::erase_if(part_of_, [&](const auto& one) { return one.first.digit != digit; });
        for (const auto& [one, part] : part_of_) {
            for (const auto& [other, other_part] : part_of_) {
                if (p_.layout().sees(one.cell, other.cell)) joined_[one].push_back(other);
            }
        }
        return true;
    }
    bool join_options() {
        for (const Truth& truth : s_.truths) {
            std::vector<Candidate> options;
            if (truth.kind == Truth::Kind::cell) {
                for (const int digit : each(p_.candidates(truth.what))) options.push_back(candidate(truth.what, digit));
            } else if (truth.kind == Truth::Kind::unit) {
                for (const int cell : p_.places(truth.what, truth.digit)) options.push_back(candidate(cell, truth.digit));
            }
            if (options.size() != 2 || !part_of_.contains(options[0]) || !part_of_.contains(options[1])) return false;
            joined_[options[0]].push_back(options[1]);
            joined_[options[1]].push_back(options[0]);
        }
        return true;
    }

    // Whether the candidates of these parts are one cluster, each part of one colour, and no two joined ones alike.
    [[nodiscard]] bool are_coloured(std::size_t from, std::size_t to) const {
        std::map<Candidate, int> colour;
        std::vector<Candidate> reached;
        std::size_t wanted = 0;
        for (const auto& [one, part] : part_of_) {
            if (part < from || part >= to) continue;
            ++wanted;
            if (reached.empty()) reached.push_back(one), colour[one] = 0;
        }
        for (std::size_t at = 0; at < reached.size(); ++at) {
            const auto next = joined_.find(reached[at]);
            if (next == joined_.end()) continue;
            for (const Candidate& other : next->second) {
                const auto [place, fresh] = colour.insert({other, 1 - colour[reached[at]]});
                if (fresh) reached.push_back(other);
                if (place->second == colour[reached[at]]) return false;
            }
        }
        std::vector<int> of_part(s_.parts.size(), -1);
        for (const auto& [one, own] : colour) {
            int& known = of_part[part_of_.at(one)];
            if (known >= 0 && known != own) return false;
            known = own;
        }
        return reached.size() == wanted && (to - from != 2 || of_part[from] != of_part[from + 1]);
    }

    const Position<W>& p_;
    const Step<W>& s_;
    std::map<Candidate, std::size_t> part_of_;
    std::map<Candidate, std::vector<Candidate>> joined_;
};

}  // namespace ninefold::logic
