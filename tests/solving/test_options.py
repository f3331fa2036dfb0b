"""Options check themselves: whatever the text, a method is made, or the error says what is valid."""

from dataclasses import dataclass, fields

import pytest
from nasty_settings import VALUES, all_settings

import ninefold as nf
from ninefold.solving.method import make, option, options_of
from ninefold.solving.registry import find
from ninefold.solving.table import TABLE


def test_every_option_reads_or_refuses_every_text() -> None:
    errors = [error for error in map(_error_of, all_settings()) if error is not None]
    assert len(errors) > len(VALUES) * 50
    assert all(error.faults for error in errors)
    assert max(len(str(error)) for error in errors) < 1000


def _error_of(setting: tuple[str, str, str]) -> nf.MethodError | None:
    method, name, text = setting
    try:
        make(find(method), {name: text})
    except nf.MethodError as error:
        return error
    return None


@pytest.mark.parametrize("info", [info for info in TABLE if info.available], ids=lambda info: info.name)
def test_defaults_are_valid_and_numbers_have_bounds(info: nf.MethodInfo) -> None:
    make(info, {})
    kind = info.load()
    for part in fields(kind) if options_of(info) else ():  # type: ignore[arg-type]
        if isinstance(part.default, int | float) and not isinstance(part.default, bool):
            rules = part.metadata
            assert {"least", "above"} & {name for name, value in rules.items() if value is not None}, part.name


def test_sets_larger_than_the_board_are_not_searched() -> None:
    assert nf.solve("..4.1...........", by="rewrite:largest=64").why.startswith("no rule applies")
    with pytest.raises(nf.MethodError, match="a whole number from 1 to 64"):
        make(find("rewrite"), {"largest": "2147483647"})


@dataclass(frozen=True)
class Tuned:
    share: float = nf.option(0.5, "a share", above=0, below=1)
    even: int = option(2, "an even number", check=lambda number: _check_even(number))

    def __call__(self, puzzle: nf.Grid, run: nf.Run) -> object:
        raise nf.MethodError("this board needs another option")


def _check_even(number: int) -> None:
    if number % 2:
        raise nf.NinefoldError("an even number")


def test_bounds_and_checks_of_a_plugin_are_enforced_without_its_help() -> None:
    info = nf.MethodInfo(name="tuned", module=__name__, attribute="Tuned")
    with pytest.raises(nf.MethodError) as caught:
        make(info, {"share": "1", "even": "3"})
    assert [str(fault) for fault in caught.value.faults] == [
        "option share: read 1.0, expected a number above 0 to below 1",
        "option even: read 3, expected an even number",
    ]


def test_what_a_method_refuses_in_its_own_process_is_not_its_fault() -> None:
    with pytest.raises(nf.MethodError, match="this board needs another option"):
        nf.solve("..4.1......3.1..", by=Tuned(), isolate=True)  # type: ignore[arg-type]
