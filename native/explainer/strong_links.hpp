// Chains of two, three or four strong links of one digit, as SukakuExplainer 1.18.1 finds them: skyscrapers, kites,
// turbot fish, empty rectangles and longer ones of the kind.
//
// 1. The links of a chain (link_ends.hpp) share no cell. Each is joined to the next by a unit with an end of both.
// 2. The digit goes from all cells that see both free ends, outside the units of the links and of the joints. If a unit
//    holds the free ends as well, the chain is a ring: the joints may be inside, and the digit also goes from all cells
//    that see both ends at a joint.
// 3. The rating grows with the number of links; by 0.3 if one of them is grouped; else by 0.1 if boxes take part, and
//    by 0.1 if lines of both directions do.
// 4. The best is the lowest rating, then the most removals (a ring may count some twice), then the lowest name (the
//    number of grouped links and the kinds of all links, rows and columns exchanged if that is lower), then the first
//    found: by the kinds of the links, the digit, the links in order of their units, their sequence in the chain, and
//    which of their ends come first.
#pragma once

#include <algorithm>
#include <utility>

#include "link_ends.hpp"
#include "subsets.hpp"

namespace ninefold::explainer::NINEFOLD_VERSION {

// The order in which SukakuExplainer tries the sequences of links: Phillip Paul Fuchs's QuickPerm algorithm.
class SequenceOrder {
  public:
    SequenceOrder() {
        for (int size = 2; size <= 4; ++size) number(size);
    }
    int operator()(int size, const int* sequence) const { return order_[size][code(size, sequence)]; }

  private:
    static int code(int size, const int* sequence) {
        int result = 0;
        for (int i = 0; i < size; ++i) result = 4 * result + sequence[i];
        return result;
    }

    void number(int size) {
        int sequence[4], left[5], found = 0;
        for (int i = 0; i < 5; ++i) left[i] = i;
        for (int i = 0; i < 4; ++i) sequence[i] = i;
        order_[size][code(size, sequence)] = found++;
        for (int i = 1; i < size;) {
            --left[i];
            std::swap(sequence[i % 2 ? left[i] : 0], sequence[i]);
            order_[size][code(size, sequence)] = found++;
            for (i = 1; left[i] == 0; ++i) left[i] = i;
        }
    }

    int order_[5][256] = {};
};

inline const SequenceOrder sequence_order;

class StrongLinks {
  public:
    StrongLinks(const Position& position, int size, Step& step) : position_(position), size_(size), step_(step) {}

    bool find() {
        for (digit_ = 0; digit_ < 9; ++digit_) {
            prepare();
            for (int link = 0; link < links_.size(); ++link) start(link);
        }
        if (!found_) return false;
        step_.clear();
        removed_.each([&](int cell) { step_.remove(cell, bit(removed_digit_)); });
        static constexpr BySize by_size[] = {
            {Technique::strong_links_2, 4.0}, {Technique::strong_links_3, 5.4}, {Technique::strong_links_4, 5.8}};
        static constexpr double more[] = {0, 0.1, 0.2, 0.3};
        return step_.set(by_size[size_ - 2].technique, by_size[size_ - 2].rating + more[rank_.extra]);
    }

  private:
    struct ChainRank {
        int extra, removals, name;
        Word order;

        bool beats(const ChainRank& other) const {
            if (extra != other.extra) return extra < other.extra;
            if (removals != other.removals) return removals > other.removals;
            return name != other.name ? name < other.name : order < other.order;
        }
    };

    struct Name {
        int extra, number;
    };

    void prepare() {
        links_.clear();
        for (int unit = 0; unit < 27; ++unit) LinkFinder(position_, unit, digit_, links_);
        has_.clear();
        for (int cell = 0; cell < 81; ++cell) {
            if (position_.has(cell, digit_)) has_.set(cell);
        }
    }

    void start(int link) {
        for (const int first : {0, 1}) {
            path_[0] = link;
            first_[0] = first;
            extend(1, links_[link].places, board.cells_of[links_[link].unit]);
        }
    }

    const LinkEnd& near(int i) const { return links_[path_[i]].end[first_[i]]; }
    const LinkEnd& far(int i) const { return links_[path_[i]].end[1 - first_[i]]; }

    // `used` are the places of the links so far, `inside` all cells of their units.
    void extend(int length, const Cells& used, const Cells& inside) {
        if (length == size_ || length == most) {
            if (path_[0] < path_[size_ - 1]) judge(inside);
            return;
        }
        for (int link = 0; link < links_.size(); ++link) {
            const StrongLink& next = links_[link];
            if (!(used & next.places).empty()) continue;
            for (const int first : {0, 1}) {
                joint_[length - 1] = far(length - 1).joint(next.end[first]);
                if (joint_[length - 1] < 0) continue;
                path_[length] = link;
                first_[length] = first;
                extend(length + 1, used | next.places, inside | board.cells_of[next.unit]);
            }
        }
    }

    // Rule 2.
    void judge(const Cells& inside) {
        Cells out = (near(0).sees & far(size_ - 1).sees & has_) - inside;
        int removals = 0;
        if (near(0).joint(far(size_ - 1)) < 0) {
            for (int i = 0; i + 1 < size_; ++i) out -= board.cells_of[joint_[i]];
            removals = out.size();
        } else {
            for (int i = 1; i < size_; ++i) {
                if (path_[i] < path_[0]) return;  // the same ring was found from there
            }
            if (first_[0] != 0) return;
            removals = out.size();
            for (int i = 0; i + 1 < size_; ++i) {
                const Cells more = (far(i).sees & near(i + 1).sees & has_) - inside;
                removals += more.size();
                out |= more;
            }
        }
        if (!removals) return;
        const Name name = named();
        const ChainRank rank{name.extra, removals, name.number, order()};
        if (found_ && !rank.beats(rank_)) return;
        found_ = true;
        rank_ = rank;
        removed_ = out;
        removed_digit_ = digit_;
    }

    // Rules 3 and 4. Kinds are 0 for a box, 1 for a row, 2 for a column.
    Name named() const {
        int grouped = 0, forth = 0, back = 0, other_forth = 0, other_back = 0;
        bool has_row = false;
        for (int i = 0; i < size_; ++i) {
            const int kind = links_[path_[i]].kind(), last = links_[path_[size_ - 1 - i]].kind();
            grouped += links_[path_[i]].is_grouped;
            has_row |= kind == 1;
            forth = 3 * forth + kind;
            back = 3 * back + last;
            other_forth = 3 * other_forth + exchanged(kind);
            other_back = 3 * other_back + exchanged(last);
        }
        // Without rows, columns count as rows, in the direction chosen before.
        const int number = has_row        ? std::min({forth, back, other_forth, other_back})
                           : forth <= back ? other_forth
                                           : other_back;
        bool boxes = false, both = false;
        for (int i = 0, rest = number; i < size_; ++i, rest /= 3) {
            boxes |= rest % 3 == 0;
            both |= rest % 3 == 2;
        }
        return {grouped ? 3 : boxes + both, 81 * grouped + number};
    }

    static int exchanged(int kind) { return kind == 0 ? 0 : 3 - kind; }

    Word order() const {
        int sorted[most], sequence[most];
        for (int i = 0; i < size_; ++i) {
            sequence[i] = 0;
            for (int k = 0; k < size_; ++k) sequence[i] += path_[k] < path_[i];
            sorted[sequence[i]] = path_[i];
        }
        Word result = 0;
        for (int i = size_ - 1; i >= 0; --i) result = 4 * result + static_cast<Word>(links_[sorted[i]].kind());
        result = 16 * result + static_cast<Word>(digit_);
        for (int i = 0; i < size_; ++i) result = 64 * result + static_cast<Word>(sorted[i]);
        result = 32 * result + static_cast<Word>(sequence_order(size_, sequence));
        for (int i = 0; i < size_; ++i) result = 2 * result + static_cast<Word>(first_[i]);
        return result;
    }

    static constexpr int most = 4;

    const Position& position_;
    const int size_;  // 2 to `most`
    Step& step_;
    int digit_ = 0;
    List<StrongLink> links_;
    Cells has_;
    int path_[most], first_[most], joint_[most];  // links, which of their ends comes first, and the units between them
    bool found_ = false;
    ChainRank rank_{};
    Cells removed_;
    int removed_digit_ = 0;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
