"""The table of methods, their options, and methods of other packages."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import ninefold as nf
from ninefold.solving.method import options_of
from ninefold.solving.methods.propagate import Propagate
from ninefold.solving.registry import explain_auto, find, method_text, parse_method, split_methods
from ninefold.solving.table import TABLE
from ninefold.testing import NonConformance, cases, conform

PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

LUCKY = '''
"""A plug-in: random digits, each one that fits; gives up if none does."""
from dataclasses import dataclass, field
import random
import ninefold as nf

@dataclass(frozen=True)
class Lucky:
    info = nf.MethodInfo(about="fill at random and hope", cooperative=True, traces=("guess",))
    seed: int = field(default=0, metadata={"about": "of the random digits"})
    bold: bool = True
    pace: float | None = None

    def __call__(self, puzzle, run):
        rng, grid = random.Random(self.seed), puzzle
        for cell in puzzle.empty_cells:
            run.tick()
            taken = {grid[peer] for peer in grid.layout.peers[cell]}
            digits = sorted(set(range(1, grid.size + 1)) - taken)
            if not digits:
                raise nf.Stopped("out of luck")
            digit = rng.choice(digits)
            run.guess(cell, digit)
            grid = grid.with_digits({cell: digit})
        yield grid
        raise nf.Stopped("one is all it looks for")

def liar(puzzle, run):
    """Always says that the puzzle is impossible."""
    return iter(())
liar.info = nf.MethodInfo(about="says no", complete=True, cooperative=True)

def boaster(puzzle, run):
    return iter(())
'''


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package with entry points, as an installer lays it out."""
    (tmp_path / "lucky_sudoku.py").write_text(LUCKY)
    info = tmp_path / "lucky_sudoku-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lucky-sudoku\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[ninefold.methods]\n"
        "lucky = lucky_sudoku:Lucky\n"
        "liar = lucky_sudoku:liar\n"
        "boaster = lucky_sudoku:boaster\n"
        "broken = lucky_sudoku:nothing_here\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("lucky_sudoku", None)


def test_the_table_lists_our_methods_in_order_of_preference() -> None:
    names = [info.name for info in nf.methods()]
    assert names[:4] == ["lanes", "search", "propagate", "backtrack"]


def test_the_first_methods_are_available_complete_and_cooperative() -> None:
    for info in nf.methods()[:4]:
        assert (info.available, info.complete, info.cooperative, info.unavailable_reason) == (True, True, True, "")
        assert info.about


def test_availability_is_found_without_importing() -> None:
    info = nf.MethodInfo(name="far", module="nowhere", attribute="Far", needs=("no_such_package.deep", "json"))
    assert not info.available
    assert info.missing == ("no_such_package.deep",)
    with pytest.raises(nf.MethodError, match=r"'far' is not available: needs no_such_package\.deep"):
        info.load()


def test_a_card_prints_as_the_code_that_makes_it() -> None:
    info = nf.methods()[0]
    assert eval(repr(info), {"MethodInfo": nf.MethodInfo}) == info


def test_options_are_the_typed_fields_of_the_method() -> None:
    option, _ = options_of(find("propagate"))
    assert (option.name, option.default, option.values) == ("tries", "fewest", "fewest or first")
    assert option.about


def test_an_option_can_be_set_by_text_or_by_type() -> None:
    by_text = nf.solve(PUZZLE, by="propagate:tries=first")
    by_type = nf.solve(PUZZLE, by=Propagate(tries="first"))
    assert (by_text.method, by_text.stats) == (by_type.method, by_type.stats)


def test_all_wrong_options_are_reported_at_once() -> None:
    with pytest.raises(nf.MethodError) as caught:
        nf.solve(PUZZLE, by="propagate:tries=random:speed=9")
    assert len(caught.value.faults) == 2
    assert "read 'random', expected fewest or first" in str(caught.value)
    assert "read 'speed', expected one of tries" in str(caught.value)


def test_a_wrong_typed_option_is_refused_when_the_method_is_made() -> None:
    with pytest.raises(nf.MethodError, match="expected 'fewest' or 'first'"):
        Propagate(tries="random")


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("search", ("search", {})),
        (" anneal:seed=3: singles=false ", ("anneal", {"seed": "3", "singles": "false"})),
        ("lp:solver=cvxpy:CLARABEL:seed=1", ("lp", {"solver": "cvxpy:CLARABEL", "seed": "1"})),
        ("lp:cuts=a <= 1", ("lp", {"cuts": "a <= 1"})),
        ("x:empty=", ("x", {"empty": ""})),
    ],
)
def test_a_method_is_parsed_from_text(text: str, parsed: tuple[str, dict[str, str]]) -> None:
    assert parse_method(text) == parsed
    assert parse_method(method_text(*parsed)) == parsed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("propagate:tries", "write options as NAME=VALUE"),
        ("propagate:=first", "write options as NAME=VALUE"),
        ("propagate:tries=first:tries=fewest", "option 'tries' is set twice"),
    ],
)
def test_options_must_be_named_once(text: str, words: str) -> None:
    with pytest.raises(nf.MethodError, match=words):
        nf.solve(PUZZLE, by=text)


def test_methods_with_options_are_importable_from_the_package() -> None:
    for info in TABLE:
        assert info.attribute in dir(nf)
    assert nf.Propagate is Propagate
    assert nf.solve(PUZZLE, by=nf.Propagate(tries="first")).method == "propagate"
    with pytest.raises(AttributeError, match="has no attribute 'Quantum'"):
        _ = nf.Quantum


def test_listing_the_methods_imports_no_library() -> None:
    code = """
import sys, ninefold as nf
dir(nf), nf.Lanes(), nf.Search(), nf.Backtrack()
print([name for name in ("numpy", "scipy", "highspy", "ortools", "pysat") if name in sys.modules])
from ninefold import *
print("ortools" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["[]", "False", ""]


def test_errors_show_their_public_names() -> None:
    for error in (nf.ParseError, nf.MethodFault, nf.NinefoldError, nf.Stopped):
        assert error.__module__ == "ninefold"
        assert pickle.loads(pickle.dumps(error("why"))).args == error("why").args


def test_a_method_without_options_takes_none() -> None:
    with pytest.raises(nf.MethodError, match="no option, because it has none"):
        nf.solve(PUZZLE, by="lanes:depth=3")


def test_a_plugin_is_found_listed_and_used(plugin: None) -> None:
    assert [info.name for info in nf.methods()][len(TABLE) :] == ["boaster", "broken", "liar", "lucky"]
    assert find("lucky").about == "fill at random and hope"
    result = nf.solve(nf.Grid("123434122143432."), by="lucky")
    assert (result.status, result.method) == (nf.Status.SOLVED, "lucky")
    assert nf.solve(PUZZLE, by="lucky").why == "out of luck"


def test_the_options_of_a_plugin_are_read_by_their_types(plugin: None) -> None:
    settings = {"seed": "7", "bold": "false", "pace": "0.5"}
    assert nf.solve(nf.Grid.empty(4), by=method_text("lucky", settings)).method == "lucky"
    with pytest.raises(nf.MethodError) as caught:
        nf.solve(nf.Grid.empty(4), by="lucky:seed=x:bold=maybe:pace=fast")
    assert len(caught.value.faults) == 3


def test_a_broken_plugin_is_listed_with_its_reason_and_does_no_harm(plugin: None) -> None:
    info = find("broken")
    assert not info.available
    assert "lucky_sudoku:nothing_here does not load" in info.unavailable_reason
    with pytest.raises(nf.MethodError, match="does not load"):
        nf.solve(PUZZLE, by="broken")


BAD_PLUGINS = {
    "wrong info": (
        "def bad(puzzle, run): ...\nbad.info = {'complete': True}",
        "its info must be a MethodInfo",
    ),
    "invalid info": (
        "import ninefold as nf\ndef bad(puzzle, run): ...\nbad.info = nf.MethodInfo(sizes=9)",
        "field sizes: read 9",
    ),
    "leaving at import": ("raise SystemExit('no licence')", "no licence"),
    "no callable": ("bad = 7", "expected a class or function as module:name"),
    "an error at import": ("1 / 0", "ZeroDivisionError"),
}


def install(folder: Path, code: str, value: str = "bad_plugin:bad") -> None:
    (folder / "bad_plugin.py").write_text(code)
    info = folder / "bad_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[ninefold.methods]\nbad = {value}\n")


@pytest.mark.parametrize(("code", "reason"), BAD_PLUGINS.values(), ids=BAD_PLUGINS)
def test_a_bad_plugin_is_listed_with_its_reason(
    code: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, code)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bad_plugin", raising=False)
    info = nf.methods()[-1]
    assert (info.name, info.available) == ("bad", False)
    assert reason in info.unavailable_reason


def test_a_second_plugin_of_the_same_name_is_ignored(plugin: None, tmp_path: Path) -> None:
    rival = tmp_path / "rival-1.0.dist-info"
    rival.mkdir()
    (rival / "METADATA").write_text("Metadata-Version: 2.1\nName: rival\nVersion: 1.0\n")
    (rival / "entry_points.txt").write_text("[ninefold.methods]\nlucky = lucky_sudoku:liar\n")
    with pytest.warns(UserWarning, match="'lucky' of .* is ignored"):
        assert [info.name for info in nf.methods()].count("lucky") == 1


def test_an_entry_point_must_name_an_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "def bad(puzzle, run): ...", value="bad_plugin")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "expected a class or function as module:name" in find("bad").unavailable_reason


def test_an_option_without_a_default_must_be_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "from dataclasses import dataclass\n"
        "import ninefold as nf\n"
        "@dataclass(frozen=True)\n"
        "class bad:\n"
        "    seed: int\n"
        "    def __call__(self, puzzle, run):\n"
        "        yield from nf.solve(puzzle).solutions\n"
        "bad.info = nf.MethodInfo(cooperative=True)\n"
    )
    install(tmp_path, code)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bad_plugin", raising=False)
    with pytest.raises(nf.MethodError, match="option seed: read nothing, expected a whole number"):
        nf.solve(PUZZLE, by="bad")
    assert nf.solve(PUZZLE, by="bad:seed=3").status is nf.Status.UNIQUE


def test_a_plugin_without_info_is_isolated(plugin: None) -> None:
    info = find("boaster")
    assert not info.cooperative
    assert not info.complete


def test_a_plugin_cannot_take_the_name_of_a_method_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "thief-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: thief\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ninefold.methods]\nsearch = nowhere:Thief\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.warns(UserWarning, match="'search' of nowhere:Thief is ignored"):
        assert [info.name for info in nf.methods()].count("search") == 1


def test_an_honest_plugin_passes_the_conformance_kit(plugin: None) -> None:
    assert [outcome for outcome in conform("lucky") if not outcome.passed] == []


def test_a_plugin_that_lies_does_not(plugin: None) -> None:
    failed = {outcome.name for outcome in conform("liar") if not outcome.passed}
    assert {"proper on 9x9", "multiple", "all solutions", "every grid of 4x4", "full grid"} <= failed
    case = next(case for case in cases("liar") if case.name == "multiple")
    with pytest.raises(NonConformance, match="liar: answers impossible"):
        case.run()


def test_options_are_checked_against_their_defaults_and_bounds() -> None:
    @dataclass(frozen=True)
    class Tuned:
        start: int | None = nf.option(None, "first cell")
        rounds: int = nf.option(3, "rounds", least=1)

        def __post_init__(self) -> None:
            nf.check_options(self)

    assert Tuned(start=4).start == 4  # a default of None says nothing about the type
    with pytest.raises(nf.MethodError, match="option rounds: read 0, expected a whole number from 1"):
        Tuned(rounds=0)


def test_a_value_that_would_be_read_as_another_option_is_refused() -> None:
    with pytest.raises(nf.MethodError, match=r"invalid value for option 'solver': .* contains ':NAME='"):
        method_text("lp", {"solver": "highs:seed=3"})


@pytest.mark.parametrize(("name", "close"), [("LP", "lp"), ("Search", "search"), ("EXACT-COVER", "exact-cover")])
def test_a_name_in_capitals_is_recognised(name: str, close: str) -> None:
    with pytest.raises(nf.MethodError, match=rf"unknown method '{name}' \(did you mean {close}\?\)"):
        nf.solve("." * 16, by=name)


# --- sizes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 9, 16, 25])
def test_every_method_but_lanes_supports_the_sizes_of_the_papers(size: int) -> None:
    refusing = [info.name for info in TABLE if info.unsupported_reason(nf.Layout(size))]
    assert refusing == ["lanes"] * (size != 9)


@pytest.mark.parametrize("by", [info.name for info in TABLE if info.slow_above])
def test_a_slow_method_fills_the_last_cells_of_a_25x25_grid(by: str) -> None:
    full = nf.paper_puzzle("25x25, with the two clues moved").solution
    assert full is not None
    result = nf.solve(full.with_digits(dict.fromkeys(range(0, 625, 90), 0)), by=by, limit=nf.Limit(1, seconds=60))
    assert result.solution == full
    assert find(by).slow_reason(full.layout) == f"method {by!r} seldom finishes above size 16; this board is size 25"
    assert not find(by).slow_reason(nf.Layout(16))


def test_auto_names_the_reason_for_each_method_it_passes_over() -> None:
    assert explain_auto(nf.Layout(9)) == "lanes"
    assert explain_auto(nf.Layout(9, windows=True)).startswith("search, not lanes: it supports rows")


@pytest.mark.parametrize(
    ("text", "methods"),
    [
        ("lp:families=cells,rows", ["lp:families=cells,rows"]),
        (
            "lanes, lp:families=cells,rows:solver=highs-ipm, search",
            ["lanes", "lp:families=cells,rows:solver=highs-ipm", "search"],
        ),
        ("lp:solver=highs-ds:families=cells, rows,lp", ["lp:solver=highs-ds:families=cells, rows", "lp"]),
        ("enumerate:order=counter,norvg", ["enumerate:order=counter", "norvg"]),  # not text: a misspelt method
        ("mine.py:Fast:weights=1,2,other.py:fast,auto", ["mine.py:Fast:weights=1,2", "other.py:fast", "auto"]),
        ("lp,search,", ["lp", "search", ""]),
    ],
)
def test_commas_separate_methods_except_within_text(text: str, methods: list[str]) -> None:
    assert split_methods(text) == methods
