"""Limits: validated when made, shown as code, and refused where a field has no meaning."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from math import inf, nan
from threading import Event

import numpy as np
import pytest

import ninefold as nf
from ninefold.core.limits import MAX_COUNT, check_cancel, read_limit, read_threads


@pytest.mark.parametrize(
    "text",
    ["Limit()", "Limit(1)", "Limit(None)", "Limit(seconds=0.5)", "Limit(None, seconds=3, nodes=7)"],
)
def test_a_limit_prints_as_the_code_that_makes_it(text: str) -> None:
    limit = eval(text, {"Limit": nf.Limit})
    assert repr(limit) == text
    assert pickle.loads(pickle.dumps(limit)) == limit


def test_a_limit_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        nf.Limit().seconds = 5  # type: ignore[misc]


@pytest.mark.parametrize("seconds", [0, -1, nan, inf, True, "1", 10**400])
def test_invalid_seconds_are_refused(seconds: object) -> None:
    with pytest.raises(nf.NinefoldError, match="seconds must be a number above 0"):
        nf.Limit(seconds=seconds)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [0, -5, 0.5, True, "2", -(10**400)])
@pytest.mark.parametrize("field", ["solutions", "nodes"])
def test_invalid_counts_are_refused(field: str, number: object) -> None:
    with pytest.raises(nf.NinefoldError, match=f"{field} must be a whole number from 1"):
        nf.Limit(**{field: number})  # type: ignore[arg-type]


def test_numpy_numbers_become_python_numbers() -> None:
    limit = nf.Limit(np.int64(2), seconds=np.float32(0.5), nodes=np.uint8(200))  # type: ignore[arg-type]
    assert [type(value) for value in (limit.solutions, limit.seconds, limit.nodes)] == [int, float, int]


def test_a_huge_count_becomes_the_largest() -> None:
    assert nf.Limit(10**400, nodes=2**64) == nf.Limit(MAX_COUNT, nodes=MAX_COUNT)


@pytest.mark.parametrize("number", [1, 5, None])
def test_a_number_replaces_the_solutions_of_the_default(number: int | None) -> None:
    assert read_limit(number, nf.Limit(seconds=10)) == nf.Limit(number, seconds=10)


@pytest.mark.parametrize("limit", [0, 1.5, True, "2", {"seconds": 1}])
def test_an_argument_that_is_not_a_limit_is_refused(limit: object) -> None:
    with pytest.raises(nf.NinefoldError, match="limit must be a Limit, a whole number from 1, or None"):
        read_limit(limit, nf.Limit())


def test_a_field_without_meaning_is_refused() -> None:
    assert read_limit(nf.Limit(None, seconds=1), nf.Limit(), unused=("solutions", "nodes")) == nf.Limit(None, seconds=1)
    with pytest.raises(nf.NinefoldError, match=r"only seconds can be limited here; read Limit\(nodes=3\)"):
        read_limit(nf.Limit(nodes=3), nf.Limit(), unused=("solutions", "nodes"))
    with pytest.raises(nf.NinefoldError, match="only seconds and nodes can be limited here"):
        read_limit(3, nf.Limit(), unused=("solutions",))


def test_threads_and_cancel_are_checked() -> None:
    assert (read_threads(None), read_threads(3), read_threads(10**6)) == (0, 3, 256)
    with pytest.raises(nf.NinefoldError, match="threads must be a whole number from 1"):
        read_threads(0)
    check_cancel(Event())
    with pytest.raises(nf.NinefoldError, match=r"cancel must be a threading\.Event"):
        check_cancel(True)


def test_stopped_is_an_error_of_this_package() -> None:
    stop = pickle.loads(pickle.dumps(nf.Stopped("no time left")))
    assert isinstance(stop, nf.NinefoldError)
    assert (stop.why, str(stop), stop.faults) == ("no time left", "no time left", ())
