// The Python binding of the reasoning engine.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bind_logic.hpp"
#include "bind_run.hpp"
#include "logic.hpp"
#include "logic/stop.hpp"

namespace nb = nanobind;
namespace logic = ninefold::logic;
using namespace nb::literals;
using ninefold::to_span;

static_assert(std::endian::native == std::endian::little, "the wire format is little endian");

namespace {

template <class Values>
nb::bytes to_bytes(const Values& values) {
    return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(*values.data()));
}

// Bytes that Python may read; they belong to the memory view, as copying many paths would cost a fifth of finding them.
using View = nb::ndarray<nb::memview, const std::uint8_t, nb::ndim<1>>;

template <class Values>
View to_view(Values&& values) {
    auto* kept = new Values(std::move(values));
    const nb::capsule owner(kept, [](void* mine) noexcept { delete static_cast<Values*>(mine); });
    return View(kept->data(), {kept->size() * sizeof(*kept->data())}, owner);
}

std::unique_ptr<logic::Reasoner> make(int n, const std::vector<int>& kinds, const std::vector<std::vector<int>>& units,
                                      const std::vector<std::string>& unit_names,
                                      const std::vector<std::string>& techniques) {
    logic::Shape shape{n, {}, units};
    for (const int kind : kinds) {
        if (kind < 0 || kind > static_cast<int>(logic::Kind::other)) throw std::invalid_argument("kinds are 0 to 3");
        shape.kinds.push_back(static_cast<logic::Kind>(kind));
    }
    return logic::make_reasoner(shape, {techniques, unit_names});
}

std::vector<logic::Technique> to_techniques(const std::vector<int>& numbers) {
    std::vector<logic::Technique> techniques;
    for (const int number : numbers) {
        if (number < 0 || number >= logic::technique_count) throw std::invalid_argument("there is no such technique");
        techniques.push_back(static_cast<logic::Technique>(number));
    }
    return techniques;
}

const logic::Order& to_order(std::string_view name) {
    const logic::Order* order = logic::order_named(name);
    if (!order) throw std::invalid_argument("there is no order named " + std::string(name));
    return *order;
}

// The words that `find` returns; None if it was stopped.
template <class Find>
std::optional<nb::bytes> polled(std::optional<double> seconds, const nb::object& poll, const Find& find) {
    logic::Wire wire;
    const bool is_complete = ninefold::PolledRun(seconds, poll).run(true, [&](const ninefold::lanes::Stop& stop) {
        return logic::run_until(stop, [&] { wire = find(); });
    });
    if (!is_complete) return std::nullopt;
    return to_bytes(wire);
}

std::optional<nb::bytes> steps(const logic::Reasoner& self, const nb::bytes& values,
                               const std::vector<std::uint32_t>& candidates, const nb::bytes& givens,
                               const std::vector<int>& techniques, std::size_t limit, bool unique,
                               std::optional<double> seconds, const nb::object& poll) {
    const logic::Start start{to_span(values), candidates, to_span(givens)};
    const auto wanted = to_techniques(techniques);
    return polled(seconds, poll, [&] { return self.steps(start, wanted, limit, unique); });
}

std::optional<nb::bytes> path(const logic::Reasoner& self, const nb::bytes& values,
                              const std::vector<std::uint32_t>& candidates, const nb::bytes& givens,
                              std::string_view order, bool unique, bool evidence, std::optional<double> seconds,
                              const nb::object& poll) {
    const logic::Start start{to_span(values), candidates, to_span(givens)};
    const logic::Order& chosen = to_order(order);
    return polled(seconds, poll, [&] { return self.path(start, chosen, unique, evidence); });
}

std::vector<std::int16_t> to_words(const nb::bytes& record) {
    const auto bytes = to_span(record);
    std::vector<std::int16_t> words(bytes.size() / sizeof(std::int16_t));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::int16_t));
    return words;
}

std::string notation(const logic::Reasoner& self, const nb::bytes& record, std::string_view form) {
    using enum logic::Form;
    if (form != "line" && form != "result" && form != "eureka") {
        throw std::invalid_argument("there is no notation named " + std::string(form));
    }
    return self.notation(to_words(record), form == "line" ? line : form == "result" ? result : eureka);
}

std::string verify(const logic::Reasoner& self, const nb::bytes& values, const std::vector<std::uint32_t>& candidates,
                   const nb::bytes& givens, const nb::bytes& record) {
    const auto words = to_words(record);
    const nb::gil_scoped_release released;
    return self.verify({to_span(values), candidates, to_span(givens)}, words);
}

using Puzzles = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check_puzzles(const logic::Reasoner& self, std::span<const std::uint8_t> puzzles) {
    const int n = self.digits();
    const bool whole = puzzles.size() % static_cast<std::size_t>(self.cells()) == 0;
    if (!whole || std::any_of(puzzles.begin(), puzzles.end(), [&](int value) { return value > n; })) {
        throw std::invalid_argument("expected whole rows of digits, one row per puzzle");
    }
}

std::tuple<nb::bytes, View> paths(const logic::Reasoner& self, const Puzzles& digits, std::string_view order,
                                       bool unique, bool evidence, unsigned threads) {
    const std::span<const std::uint8_t> puzzles{digits.data(), digits.size()};
    const logic::Order& chosen = to_order(order);
    check_puzzles(self, puzzles);
    logic::Paths all;
    {
        const nb::gil_scoped_release released;
        all = logic::paths(self, puzzles, chosen, unique, evidence, threads);
    }
    return {to_bytes(all.ends), to_view(std::move(all.entries))};
}

std::tuple<nb::bytes, View> lines(const logic::Reasoner& self, const Puzzles& digits, std::string_view order,
                                       bool unique, unsigned threads) {
    const std::span<const std::uint8_t> puzzles{digits.data(), digits.size()};
    const logic::Order& chosen = to_order(order);
    check_puzzles(self, puzzles);
    logic::Lines all;
    {
        const nb::gil_scoped_release released;
        all = logic::lines(self, puzzles, chosen, unique, threads);
    }
    return {to_bytes(all.ends), to_view(std::move(all.entries))};
}

std::vector<std::vector<int>> rungs(std::string_view name) {
    std::vector<std::vector<int>> numbers;
    for (const logic::Rung& rung : to_order(name).rungs) {
        auto& several = numbers.emplace_back();
        for (const logic::Technique technique : rung.all()) several.push_back(static_cast<int>(technique));
    }
    return numbers;
}

}  // namespace

void bind_logic(nb::module_& module) {
    nb::class_<logic::Reasoner>(module, "Reasoner", "Finds steps with reasons on one layout; shared by threads.")
        .def(nb::new_(&make), "n"_a, "kinds"_a, "units"_a, "unit_names"_a = std::vector<std::string>(),
             "techniques"_a = std::vector<std::string>(),
             "Prepare a layout of N digits: the kind (0 row, 1 column, 2 box, 3 other) and the cells of every unit. Names "
             "are for notations: those of units (r4, b7) and those of techniques.")
        .def("steps", &steps, "values"_a, "candidates"_a, "givens"_a, "techniques"_a, "limit"_a, "unique"_a,
             "seconds"_a = nb::none(), "poll"_a = nb::none(),
             "The steps of these techniques as wire (native/logic/wire.hpp), at most `limit` of them; None if stopped.")
        .def("path", &path, "values"_a, "candidates"_a, "givens"_a, "order"_a, "unique"_a, "evidence"_a,
             "seconds"_a = nb::none(), "poll"_a = nb::none(), "The steps of a path as wire; None if stopped.")
        .def("verify", &verify, "values"_a, "candidates"_a, "givens"_a, "record"_a,
             "Empty if the evidence of a step (one record of wire) proves it, else which rule failed and where.")
        .def("notation", &notation, "record"_a, "form"_a,
             "A step (one record of wire) as text: its `line` in HoDoKu's form, its `result` alone, or `eureka`.")
        .def("lines", &lines, "digits"_a.noconvert(), "order"_a, "unique"_a, "threads"_a,
             "The paths of many puzzles as text, a line per step: where each ends (64-bit, in bytes), and the text.")
        .def("paths", &paths, "digits"_a.noconvert(), "order"_a, "unique"_a, "evidence"_a, "threads"_a,
             "The paths of many puzzles: where each ends (64-bit, in words), and the words.");
    module.def("technique_names", [] {
        return std::vector<std::string>(logic::technique_names.begin(), logic::technique_names.end());
    }, "The names of all techniques; a technique's number is its place here.");
    module.def("rungs", &rungs, "order"_a, "The techniques of an order, by number; those of a rung are searched together.");
}
