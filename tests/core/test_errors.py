"""Tests of the exceptions and their messages."""

from __future__ import annotations

import copy
import pickle

import pytest

from ninefold import (
    Fault,
    Grid,
    GridError,
    Layout,
    LayoutError,
    MethodError,
    MethodFault,
    NinefoldError,
    ParseError,
    solve_many,
)

ALL = [LayoutError, GridError, ParseError, MethodError, MethodFault]


@pytest.mark.parametrize("kind", ALL)
def test_every_error_is_a_ninefold_error_and_a_value_error(kind):
    assert issubclass(kind, NinefoldError)
    assert issubclass(kind, ValueError)


def test_parse_error_is_a_grid_error():
    with pytest.raises(GridError):
        Grid("not a grid")


@pytest.mark.parametrize("kind", [LayoutError, MethodError, MethodFault])
def test_error_classes_do_not_catch_each_other(kind):
    assert not issubclass(kind, GridError)
    assert not issubclass(GridError, kind)


def test_fault_names_place_value_and_expectation():
    assert str(Fault("r2c5", "'x'", "a digit 1-9")) == "r2c5: read 'x', expected a digit 1-9"


def test_error_prints_one_line_per_fault():
    faults = [Fault("r1c1", "12", "1 to 9"), Fault("r2c5", "'x'", "1 to 9")]
    assert str(GridError("invalid cells", faults)).splitlines() == [
        "invalid cells",
        "  r1c1: read 12, expected 1 to 9",
        "  r2c5: read 'x', expected 1 to 9",
    ]


def test_error_without_faults_prints_only_its_message():
    assert str(LayoutError("no such board")) == "no such board"


@pytest.mark.parametrize(
    ("count", "last"), [(12, "  r12c1: read 0, expected 1"), (13, "  and 1 more"), (81, "  and 69 more")]
)
def test_long_list_of_faults_is_cut_only_in_the_message(count, last):
    error = GridError("wrong", [Fault(f"r{row}c1", "0", "1") for row in range(1, count + 1)])
    assert len(str(error).splitlines()) <= 14
    assert str(error).splitlines()[-1] == last
    assert len(error.faults) == count


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_can_be_copied_and_pickled(clone):
    error = ParseError("wrong", [Fault("r1c1", "12", "1 to 9")])
    again = clone(error)
    assert type(again) is ParseError
    assert (again.message, again.faults, str(again)) == (error.message, error.faults, str(error))


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no words for it")


@pytest.mark.parametrize(
    "value", [10**5000, Unprintable(), "x" * 100_000, [0] * 100_000], ids=["int", "mute", "text", "list"]
)
def test_message_about_any_object_is_short(value):
    for make in (lambda: Layout(value), lambda: Layout(9).cell(value), lambda: Grid([value] * 81)):
        with pytest.raises(NinefoldError) as caught:
            make()
        assert len(str(caught.value)) < 2000


def test_a_long_text_is_cut_inside_its_quotes():
    with pytest.raises(NinefoldError, match=r"not '5+…'; pass a list"):
        solve_many("5" * 90)
