// A step as 16-bit words, and back. This layout is described here and nowhere else.
//
//   step   size_low size_high   the words of the step, these two included: size_low + 32768 · size_high
//          technique flags length                     flags: bit 0, assumes a unique solution
//          places removes parts links truths children         how many there are of each; then each of them:
//   place, remove   cell digit                                digits count from 1, everything else from 0
//   part   role unit digits_low digits_high cells cell…       digits: bit d of low is digit d+1, of high d+16
//   link   from to strong first_truth truths
//   truth  kind what digit                                    digit 0: none
//   child  cell digit holds nodes lemmas kind what with       kind: of its ending; then nodes, then lemmas (steps)
//   node   cell digit holds reason why parents parent…
//
// Words are little endian in bytes. Several steps follow one another without separators.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logic/step.hpp"

namespace ninefold::logic {

// Leaves what a vector grows by as it is: a writer fills it at once, and zeros would be written for nothing.
template <class T>
struct Unfilled : std::allocator<T> {
    template <class Other>
    struct rebind {
        using other = Unfilled<Other>;
    };
    Unfilled() = default;
    template <class Other>
    Unfilled(const Unfilled<Other>&) noexcept {}  // NOLINT: allocators convert implicitly
    template <class U>
    void construct(U* place) noexcept {
        ::new (static_cast<void*>(place)) U;
    }
    template <class U, class Value>
    void construct(U* place, Value&& value) {
        ::new (static_cast<void*>(place)) U(std::forward<Value>(value));
    }
};

using Wire = std::vector<std::int16_t, Unfilled<std::int16_t>>;

template <int W>
class WireWriter {
  public:
    // Only singles need a flag that says whether evidence is wanted; other steps have it or not.
    WireWriter(Wire& wire, bool with_evidence) : wire_(wire), with_evidence_(with_evidence) {}

    void write(const Step<W>& step) {
        const std::size_t size = size_of(step);
        make_room(size);
        put(step, size);
    }
    void write(const Single& single) {
        constexpr std::size_t plain = head + 2, most = plain + of_part + 1 + of_truth;
        const int reasons = with_evidence_;
        const std::size_t size = with_evidence_ ? most : plain;
        make_room(size);
        words(size, 0, single.technique, 0, 0, 1, 0, reasons, 0, reasons, 0, single.cell, single.digit + 1);
        if (with_evidence_) {
            words(Role::base, single.unit, bit(single.digit) & 0x7fff, bit(single.digit) >> 15, 1, single.cell);
            put(single.truth());
        }
    }

  private:
    static constexpr std::size_t head = 11, of_part = 5, of_truth = 3, of_child = 8, of_node = 6;  // words before their lists

    static std::size_t size_of(const Step<W>& step) {
        std::size_t size = head + 2 * (step.places.size() + step.removes.size()) + of_part * step.parts.size() +
                           5 * step.links.size() + of_truth * step.truths.size();
        for (const Part<W>& part : step.parts) size += static_cast<std::size_t>(part.cells.size());
        for (const Child<W>& child : step.children) {
            size += of_child + of_node * child.nodes.size();
            for (const Node& node : child.nodes) size += node.parents.size();
            for (const Step<W>& lemma : child.lemmas) size += size_of(lemma);
        }
        return size;
    }

    void make_room(std::size_t size) {
        const std::size_t start = wire_.size();
        wire_.resize(start + size);
        next_ = wire_.data() + start;
    }
    template <class... Values>
    void words(Values... values) {
        ((*next_++ = static_cast<std::int16_t>(values)), ...);
    }
    void put(const Step<W>& step, std::size_t size) {
        words(size & 0x7fff, size >> 15, step.technique, step.assumes_unique, step.length, step.places.size(),
              step.removes.size(), step.parts.size(), step.links.size(), step.truths.size(), step.children.size());
        for (const Candidate& c : step.places) words(c.cell, c.digit + 1);
        for (const Candidate& c : step.removes) words(c.cell, c.digit + 1);
        for (const Part<W>& part : step.parts) put(part);
        for (const Link& link : step.links) words(link.from, link.to, link.strong, link.first_truth, link.truths);
        for (const Truth& truth : step.truths) put(truth);
        for (const Child<W>& child : step.children) put(child);
    }
    void put(const Truth& truth) { words(truth.kind, truth.what, truth.digit + 1); }
    void put(const Part<W>& part) {
        words(part.role, part.unit, part.digits & 0x7fff, part.digits >> 15, part.cells.size());
        for (const int cell : part.cells) words(cell);
    }
    void put(const Child<W>& child) {
        words(child.assumption.cell, child.assumption.digit + 1, child.holds, child.nodes.size(), child.lemmas.size(),
              child.ending.kind, child.ending.what, child.ending.with);
        for (const Node& node : child.nodes) {
            words(node.candidate.cell, node.candidate.digit + 1, node.holds, node.reason, node.why, node.parents.size());
            for (const std::int16_t parent : node.parents) words(parent);
        }
        for (const Step<W>& lemma : child.lemmas) put(lemma, size_of(lemma));
    }

    Wire& wire_;
    bool with_evidence_;
    std::int16_t* next_ = nullptr;
};

// Reads one step. Whatever the words say, the step has only cells, digits, units and indices that exist; if that is not
// possible, nothing is returned.
template <int W>
class WireReader {
  public:
    WireReader(std::span<const std::int16_t> words, int n, int units) : words_(words), n_(n), units_(units) {}

    std::optional<Step<W>> read() {
        Step<W> step;
        if (!read_step(step, 0) || at_ != words_.size()) return std::nullopt;
        return step;
    }

  private:
    static constexpr int max_depth = 8;  // of lemmas within children within lemmas
    static constexpr int max_word = 0x7fff;

    // The next word, which must be from low to high.
    int word(int low, int high) {
        if (at_ == words_.size()) return failed_ = true, low;
        const int value = words_[at_++];
        if (value < low || value > high) return failed_ = true, low;
        return value;
    }
    std::int16_t small(int low, int high) { return static_cast<std::int16_t>(word(low, high)); }
    // A number of things that follow, each of a word at least.
    std::size_t size() {
        const std::size_t left = std::min<std::size_t>(words_.size() - at_, max_word);
        return static_cast<std::size_t>(word(0, static_cast<int>(left)));
    }

    Candidate read_candidate() {
        const int cell = word(0, n_ * n_ - 1);
        return candidate(cell, word(1, n_) - 1);
    }

    bool read_step(Step<W>& step, int depth) {
        word(0, max_word);
        word(0, max_word);
        step.technique = static_cast<Technique>(word(0, technique_count - 1));
        step.assumes_unique = word(0, 1);
        step.length = small(0, max_word);
        std::size_t counts[6];
        for (std::size_t& n : counts) n = size();
        for (std::size_t i = 0; i < counts[0] && !failed_; ++i) step.places.push_back(read_candidate());
        for (std::size_t i = 0; i < counts[1] && !failed_; ++i) step.removes.push_back(read_candidate());
        for (std::size_t i = 0; i < counts[2] && !failed_; ++i) step.parts.push_back(read_part());
        for (std::size_t i = 0; i < counts[3] && !failed_; ++i) step.links.push_back(read_link(counts[2], counts[4]));
        for (std::size_t i = 0; i < counts[4] && !failed_; ++i) step.truths.push_back(read_truth());
        for (std::size_t i = 0; i < counts[5] && !failed_; ++i) step.children.push_back(read_child(depth));
        return !failed_;
    }

    Part<W> read_part() {
        Part<W> part;
        part.role = static_cast<Role>(word(0, static_cast<int>(Role::assumption)));
        part.unit = small(-1, units_ - 1);
        const int low = word(0, max_word);
        const int high = word(0, max_word);
        part.digits = static_cast<Digits>(low) | static_cast<Digits>(high) << 15;
        if (part.digits >> n_) failed_ = true;
        const std::size_t n = size();
        for (std::size_t i = 0; i < n && !failed_; ++i) part.cells.add(word(0, n_ * n_ - 1));
        return part;
    }
    Link read_link(std::size_t parts, std::size_t truths) {
        Link link;
        link.from = small(0, static_cast<int>(parts) - 1);
        link.to = small(0, static_cast<int>(parts) - 1);
        link.strong = word(0, 1);
        link.first_truth = small(0, static_cast<int>(truths));
        link.truths = small(0, static_cast<int>(truths) - link.first_truth);
        return link;
    }
    Truth read_truth() {
        Truth truth;
        truth.kind = static_cast<Truth::Kind>(word(0, static_cast<int>(Truth::Kind::pattern)));
        const bool is_cell = truth.kind == Truth::Kind::cell;
        const bool is_unit = truth.kind == Truth::Kind::unit;
        truth.what = is_cell ? small(0, n_ * n_ - 1) : is_unit ? small(0, units_ - 1) : small(-1, -1);
        truth.digit = static_cast<std::int16_t>((is_unit ? word(1, n_) : word(0, 0)) - 1);
        return truth;
    }
    Node read_node(std::size_t index) {
        Node node;
        node.candidate = read_candidate();
        node.holds = word(0, 1);
        node.reason = static_cast<Node::Reason>(word(0, static_cast<int>(Node::Reason::lemma)));
        node.why = small(-1, max_word);
        const std::size_t n = size();
        for (std::size_t i = 0; i < n && !failed_; ++i) node.parents.push_back(small(0, static_cast<int>(index) - 1));
        return node;
    }
    Child<W> read_child(int depth) {
        Child<W> child;
        child.assumption = read_candidate();
        child.holds = word(0, 1);
        const std::size_t nodes = size();
        const std::size_t lemmas = size();
        child.ending.kind = static_cast<Ending::Kind>(word(0, static_cast<int>(Ending::Kind::conclusion)));
        child.ending.what = small(-1, max_word);
        child.ending.with = small(-1, max_word);
        for (std::size_t i = 0; i < nodes && !failed_; ++i) child.nodes.push_back(read_node(i));
        if (lemmas && depth == max_depth) failed_ = true;
        for (std::size_t i = 0; i < lemmas && !failed_; ++i) read_step(child.lemmas.emplace_back(), depth + 1);
        return child;
    }

    std::span<const std::int16_t> words_;
    int n_, units_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

}  // namespace ninefold::logic
