// Sets as bits: of digits, of places in a unit, of cells, of candidates; and a list with signed indices.
//
// Everything is inside the namespace of a version (rating/version.hpp), so that no function that counts bits is shared
// between a version compiled for CPUs with a popcount instruction and the rest of the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ninefold::explainer::NINEFOLD_VERSION {

using Bits = std::uint32_t;  // up to nine of them: digits 0…8, or places in a unit
using Nine = std::uint16_t;  // the same, stored
using Word = std::uint64_t;

inline int count(Bits bits) { return __builtin_popcount(bits); }
inline int count(Word bits) { return __builtin_popcountll(bits); }
inline int lowest(Bits bits) { return __builtin_ctz(bits); }
inline int lowest(Word bits) { return __builtin_ctzll(bits); }
constexpr Bits bit(int index) { return Bits{1} << index; }
inline void remove(Nine& set, Bits bits) { set = static_cast<Nine>(set & ~bits); }
inline void add(Nine& set, Bits bits) { set = static_cast<Nine>(set | bits); }

// The members of a set of bits in ascending order: `for (int digit : each(bits))`.
template <class Set>
class Each {
  public:
    explicit Each(Set bits) : bits_(bits) {}
    Each begin() const { return *this; }
    Each end() const { return Each(0); }
    int operator*() const { return lowest(bits_); }
    Each& operator++() {
        bits_ &= bits_ - 1;
        return *this;
    }
    bool operator!=(const Each& other) const { return bits_ != other.bits_; }

  private:
    Set bits_;
};

inline Each<Bits> each(Bits bits) { return Each<Bits>(bits); }

// A set of up to 64 * Words things.
template <int Words>
struct BitSet {
    Word words[std::size_t{Words}] = {};

    static Word only(int index) { return Word{1} << (index & 63); }
    bool has(int index) const { return words[index >> 6] & only(index); }
    void set(int index) { words[index >> 6] |= only(index); }
    void unset(int index) { words[index >> 6] &= ~only(index); }
    void clear() {
        for (Word& word : words) word = 0;
    }
    bool empty() const {
        Word all = 0;
        for (const Word word : words) all |= word;
        return !all;
    }
    int size() const {
        int total = 0;
        for (const Word word : words) total += count(word);
        return total;
    }
    // Whether `other` has a member that this set lacks.
    bool lacks(const BitSet& other) const {
        Word more = 0;
        for (int i = 0; i < Words; ++i) more |= other.words[i] & ~words[i];
        return more;
    }
    BitSet& operator|=(const BitSet& other) {
        for (int i = 0; i < Words; ++i) words[i] |= other.words[i];
        return *this;
    }
    BitSet& operator&=(const BitSet& other) {
        for (int i = 0; i < Words; ++i) words[i] &= other.words[i];
        return *this;
    }
    BitSet& operator-=(const BitSet& other) {
        for (int i = 0; i < Words; ++i) words[i] &= ~other.words[i];
        return *this;
    }
    friend BitSet operator|(BitSet a, const BitSet& b) { return a |= b; }
    friend BitSet operator&(BitSet a, const BitSet& b) { return a &= b; }
    friend BitSet operator-(BitSet a, const BitSet& b) { return a -= b; }
    friend BitSet operator^(BitSet a, const BitSet& b) {
        for (int i = 0; i < Words; ++i) a.words[i] ^= b.words[i];
        return a;
    }
    bool operator==(const BitSet&) const = default;

    template <class Do>
    void each(Do&& act) const {
        for (int i = 0; i < Words; ++i) {
            for (const int index : Each<Word>(words[i])) act(64 * i + index);
        }
    }
};

using Cells = BitSet<2>;  // of the 81

// A vector indexed with int, as everything here is small and differences of indices are common.
template <class T>
class List {
  public:
    List() = default;
    List(int size, const T& value) : items_(static_cast<std::size_t>(size), value) {}
    T& operator[](int index) { return items_[static_cast<std::size_t>(index)]; }
    const T& operator[](int index) const { return items_[static_cast<std::size_t>(index)]; }
    int size() const { return static_cast<int>(items_.size()); }
    bool empty() const { return items_.empty(); }
    void clear() { items_.clear(); }
    void resize(int size) { items_.resize(static_cast<std::size_t>(size)); }
    void assign(int size, const T& value) { items_.assign(static_cast<std::size_t>(size), value); }
    void push(const T& item) { items_.push_back(item); }
    void pop() { items_.pop_back(); }
    T& last() { return items_.back(); }
    T* data() { return items_.data(); }
    auto begin() { return items_.begin(); }
    auto end() { return items_.end(); }
    auto begin() const { return items_.begin(); }
    auto end() const { return items_.end(); }

  private:
    std::vector<T> items_;
};

}  // namespace ninefold::explainer::NINEFOLD_VERSION
