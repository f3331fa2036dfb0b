// What the files of the Python binding share: columns of memory, and long work that Python can interrupt.
//
// Long work runs in a second thread, without the interpreter's lock (background.hpp). Every 20 ms the calling thread
// takes the lock to handle signals (Ctrl-C) and to call `poll`, which gets the number of puzzles done and returns
// whether to stop.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "background.hpp"

namespace ninefold {

namespace nb = nanobind;

inline std::span<const std::uint8_t> to_span(const nb::bytes& values) {
    return {static_cast<const std::uint8_t*>(values.data()), values.size()};
}

// A column: anything with a buffer, such as a NumPy array or a bytearray. Columns are never copied.
template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<T> to_span(const Column<T>& column) {
    return {column.data(), column.size()};
}

// A run in the background that polls Python. The lock is released for the whole run and taken for each poll.
class PolledRun {
  public:
    PolledRun(std::optional<double> seconds, const nb::object& poll)
        : run_(seconds, [poll](std::size_t done) {
              const nb::gil_scoped_acquire held;
              if (PyErr_CheckSignals() != 0) throw nb::python_error();
              return !poll.is_none() && nb::cast<bool>(poll(done));
          }) {}

    // Returns whether the work reached its end.
    bool run(bool is_small, const BackgroundRun::Work& work) {
        const nb::gil_scoped_release released;
        return run_.run(is_small, work);
    }

    std::atomic<std::size_t>& done() { return run_.done; }

  private:
    BackgroundRun run_;
};

}  // namespace ninefold
