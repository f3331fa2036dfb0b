"""Odd files: only our own errors ever, and soon. `make fuzzformats` does the same for as long as you like."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

PATH = Path(__file__).parents[1] / "long" / "fuzz_formats.py"
SPEC = importlib.util.spec_from_file_location("fuzz_formats", PATH)
assert SPEC
assert SPEC.loader
fuzz = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(fuzz)


def test_odd_files_raise_nothing_but_our_errors() -> None:
    count, faults = fuzz.run(600, None, seed=7)
    assert count >= 600
    assert faults == []


@pytest.mark.parametrize("broken", ["ZeroDivisionError", "KeyError", "RecursionError"])
def test_a_reader_that_breaks_is_found(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_source: object) -> None:
        raise {"ZeroDivisionError": ZeroDivisionError, "KeyError": KeyError, "RecursionError": RecursionError}[broken]

    class Broken:
        name = "line"

    monkeypatch.setattr("ninefold.formats.files.find", lambda _name: type("F", (), {"read": staticmethod(read)}))
    assert fuzz.attempt(Broken(), b"x").startswith(broken)
