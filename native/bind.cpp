// The Python face of the native code; the only file here that knows Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

nb::bytes to_bytes(const std::vector<std::uint8_t>& values) {
    return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size());
}

std::span<const std::uint8_t> to_span(const nb::bytes& values) {
    return {static_cast<const std::uint8_t*>(values.data()), values.size()};
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The native core of Ninefold.";

    nb::enum_<ninefold::Progress>(module, "Progress", "Where a search stands after a stretch.")
        .value("paused", ninefold::Progress::paused, "The stretch is over; there is more to search.")
        .value("found", ninefold::Progress::found, "A solution was found; there may be more.")
        .value("ended", ninefold::Progress::ended, "Everything was searched; there are no more solutions.");

    nb::class_<ninefold::Board>(module, "Board", "A layout as the search needs it; made once, shared by searches.")
        .def(nb::init<int, std::vector<std::vector<ninefold::Cell>>>(), "size"_a, "units"_a,
             "A board of N digits and the cells of its units.");

    nb::class_<ninefold::Search>(module, "Search", "Finds the solutions of any layout, one after the other.")
        .def(
            "__init__",
            [](ninefold::Search* self, std::shared_ptr<const ninefold::Board> board, const nb::bytes& digits) {
                new (self) ninefold::Search(std::move(board), to_span(digits));
            },
            "board"_a, "digits"_a, "A search on a board with N² digits, 0 for empty.")
        .def("advance", &ninefold::Search::advance, "nodes"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Search on for at most so many nodes, or until the next solution, without holding the GIL.")
        .def_prop_ro(
            "digits", [](const ninefold::Search& self) { return to_bytes(self.digits()); },
            "The N² digits of the solution last found.")
        .def_prop_ro("nodes", &ninefold::Search::nodes, "The nodes searched so far.");
}
