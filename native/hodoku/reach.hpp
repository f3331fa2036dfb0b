// Which candidates and groups follow from which being true, however long the chain: for all of them at once.
//
// This is much faster than to follow the chains one by one, and shows where that is worth it.
#pragma once

#include <utility>

#include "hodoku/tables.hpp"

namespace ninefold::hodoku::NINEFOLD_VERSION {

class Reach {
  public:
    // The tables must be built.
    void build(Tables& tables) {
        const List<int>& nodes = tables.nodes();
        choose_width(nodes.size());
        if (id_.size() < tables.states() / 2) id_.resize(tables.states() / 2);
        for (int id = 0; id < nodes.size(); ++id) id_[nodes[id]] = id;
        rows_.assign(words_ * nodes.size(), 0);
        excluded_.assign(words_ * nodes.size(), 0);
        from_off_.assign(words_, 0);
        links_.clear();
        starts_.clear();
        linked_from_.assign(nodes.size(), -1);
        for (int id = 0; id < nodes.size(); ++id) link(tables, id, nodes[id]);
        starts_.push(links_.size());
        (this->*close_)(nodes.size());
    }

    // Begins with "the node is false".
    void start_off(Tables& tables, int node) {
        std::fill(from_off_.begin(), from_off_.end(), 0);
        for (const int state : tables.direct(2 * node)) join(from_off_.data(), row(id_[state >> 1]));
    }
    // Whether the node follows from that; whether its contrary does.
    bool is_on(int node) const { return from_off_[id_[node] >> 6] >> (id_[node] & 63) & 1; }
    bool is_off(int node) const { return meets(&from_off_[0], excluders(node)); }
    // Whether a node leads to its own contrary.
    bool excludes_itself(int node) const { return meets(&rows_[words_ * id_[node]], excluders(node)); }

  private:
    Word* row(int id) { return &rows_[words_ * id]; }
    const Word* excluders(int node) const { return &excluded_[words_ * id_[node]]; }
    static void set(Word* bits, int id) { bits[id >> 6] |= Word{1} << (id & 63); }

    // Two links in one: true → false → true.
    void link(Tables& tables, int id, int node) {
        starts_.push(links_.size());
        set(row(id), id);
        for (const int off : tables.direct(2 * node + 1)) {
            set(&excluded_[words_ * id], id_[off >> 1]);
            for (const int state : tables.direct(off)) {
                const int on = id_[state >> 1];
                if (std::exchange(linked_from_[on], id) != id) links_.push(on);
            }
        }
    }

    // Compilers make good code for sets of a known size.
    void choose_width(int nodes) {
        words_ = (nodes + 63) / 64;
        if (take_width<3>() || take_width<4>() || take_width<6>() || take_width<8>()) return;
        close_ = &Reach::close<0>;
    }
    template <int Words>
    bool take_width() {
        if (words_ > Words) return false;
        words_ = Words;
        close_ = &Reach::close<Words>;
        return true;
    }

    // Back and forth, until nothing more follows.
    template <int Words>
    void close(int nodes) {
        for (bool changes = true; changes;) {
            changes = false;
            for (int id = 0; id < nodes; ++id) changes |= extend<Words>(id);
            if (!changes) return;
            changes = false;
            for (int id = nodes - 1; id >= 0; --id) changes |= extend<Words>(id);
        }
    }
    template <int Words>
    bool extend(int id) {
        const int words = Words ? Words : words_;
        Word* const own = row(id);
        Word gained = 0;
        for (int k = starts_[id]; k < starts_[id + 1]; ++k) {
            const Word* more = row(links_[k]);
            for (int i = 0; i < words; ++i) {
                gained |= more[i] & ~own[i];
                own[i] |= more[i];
            }
        }
        return gained;
    }

    void join(Word* bits, const Word* more) const {
        for (int i = 0; i < words_; ++i) bits[i] |= more[i];
    }
    bool meets(const Word* a, const Word* b) const {
        Word both = 0;
        for (int i = 0; i < words_; ++i) both |= a[i] & b[i];
        return both;
    }

    int words_ = 0;
    void (Reach::*close_)(int nodes) = nullptr;
    List<int> id_;             // of each node
    List<int> links_, starts_;  // what directly follows from each
    List<int> linked_from_;     // by node: the latest with a link to it
    List<Word> rows_;          // what follows from each, itself included
    List<Word> excluded_;      // the nodes that exclude each
    List<Word> from_off_;
};

}  // namespace ninefold::hodoku::NINEFOLD_VERSION
