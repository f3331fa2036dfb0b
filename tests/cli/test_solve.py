"""`ninefold solve`: input, options, results and errors."""

from __future__ import annotations

import json
import os
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest
from running import (
    BOX_CLASH,
    ENDLESS,
    IMPOSSIBLE,
    MODULE,
    PROPER,
    ROW_CLASH,
    SCRIPT,
    SOLUTION,
    TWO,
    TWO_SOLUTIONS,
    ninefold,
    plug_in,
    shell,
)

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EMPTY_4 = "." * 16
MULTIPLE = " ".join(("multiple", *TWO_SOLUTIONS))


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with two files of puzzles."""
    (tmp_path / "proper.txt").write_text(f"# a well-known one\n{PROPER}\n")
    (tmp_path / "small.txt").write_text(f"{TWO}\n{IMPOSSIBLE}\n")
    return tmp_path


# --- input --------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [MODULE, SCRIPT], ids=["module", "script"])
def test_a_puzzle_given_as_an_argument_is_solved(command: tuple[str, ...]) -> None:
    done = ninefold("solve", PROPER, command=command)
    assert (done.code, done.out, done.err) == (0, SOLUTION + "\n", "")


@pytest.mark.parametrize(
    "line",
    [
        'ninefold solve "$1/proper.txt"',
        'ninefold solve < "$1/proper.txt"',
        'cat "$1/proper.txt" | ninefold solve -',
        'ninefold solve /dev/stdin < "$1/proper.txt"',
        'ninefold solve <(cat "$1/proper.txt")',
    ],
)
def test_a_puzzle_is_read_from_any_source(line: str, files: Path) -> None:
    done = shell(line, files)
    assert (done.code, done.out, done.err) == (0, SOLUTION + "\n", "")


def test_arguments_files_and_standard_input_are_solved_in_order(files: Path) -> None:
    done = ninefold("solve", files / "small.txt", PROPER, "-", files / "proper.txt", stdin=IMPOSSIBLE)
    assert done.lines == [MULTIPLE, "impossible", SOLUTION, "impossible", SOLUTION]
    assert (done.code, done.err) == (1, "")


@pytest.mark.parametrize(
    "args",
    [
        (TWO, "--by", "search", PROPER, "--limit", "2", "-"),
        ("--by", "search", TWO, PROPER, "--limit", "2", "--", "-"),
    ],
)
def test_puzzles_may_be_on_both_sides_of_an_option(args: tuple[str, ...]) -> None:
    assert ninefold("solve", *args, stdin=IMPOSSIBLE).lines == [MULTIPLE, SOLUTION, "impossible"]


# --- results -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "status", "solutions", "code"),
    [
        ((PROPER,), "unique", [SOLUTION], 0),
        ((PROPER, "--limit", "1"), "solved", [SOLUTION], 0),
        ((PROPER, "--limit", "all"), "unique", [SOLUTION], 0),
        ((SOLUTION,), "unique", [SOLUTION], 0),
        ((TWO,), "multiple", [*TWO_SOLUTIONS], 1),
        ((TWO, "--limit", "2"), "multiple", [*TWO_SOLUTIONS], 0),
        ((TWO, "--limit", "all"), "multiple", [*TWO_SOLUTIONS], 0),
        ((TWO, "--limit", "1", "--by", "backtrack"), "solved", [TWO_SOLUTIONS[0]], 0),
        ((IMPOSSIBLE,), "impossible", [], 1),
        ((IMPOSSIBLE, "--limit", "all"), "impossible", [], 1),
        ((ROW_CLASH,), "impossible", [], 1),
        ((BOX_CLASH, "--limit", "1"), "impossible", [], 1),
        ((PROPER, "--by", "backtrack", "--nodes", "1"), "unknown", [], 1),
    ],
)
def test_status_and_exit_code(args: tuple[str, ...], status: str, solutions: list[str], code: int) -> None:
    done = ninefold("solve", "--json", *args)
    (record,) = done.records
    assert (record["status"], record["solutions"], done.code, done.err) == (status, solutions, code, "")


def test_a_json_result_has_exactly_the_documented_keys() -> None:
    (record,) = ninefold("solve", "--json", PROPER, "--by", "propagate").records
    keys = "puzzle layout status solutions method seconds startup_seconds why stats"
    assert list(record) == keys.split()
    assert (record["puzzle"], record["layout"], record["method"], record["why"]) == (PROPER, "9", "propagate", "")
    assert isinstance(record["seconds"], float)
    assert record["stats"]["nodes"] == record["stats"]["steps"] > 0


def test_each_puzzle_has_one_line_whatever_the_result() -> None:
    puzzles = [PROPER, TWO, IMPOSSIBLE, ROW_CLASH, EMPTY_4]
    done = ninefold("solve", "--limit", "all", stdin="\n".join(puzzles))
    assert [line.split("  # ")[0] for line in done.lines[:4]] == [SOLUTION, MULTIPLE, "impossible", "impossible"]
    assert len(done.lines) == len(puzzles)
    assert len(set(done.lines[4].split())) == 1 + 288


def test_each_puzzle_has_one_json_object_on_one_line() -> None:
    puzzles = [PROPER, TWO, IMPOSSIBLE, ROW_CLASH]
    done = ninefold("solve", "--json", stdin="\n".join(puzzles))
    assert [record["puzzle"] for record in done.records] == puzzles


@pytest.mark.parametrize(
    ("args", "line"),
    [
        ((ROW_CLASH,), "impossible  # the clues clash: 1 twice in row 1 (r1c1, r1c2); 1 twice in box 1 (r1c1, r1c2)"),
        ((BOX_CLASH,), "impossible  # the clues clash: 1 twice in box 2 (r1c4, r2c5)"),
        ((PROPER, "--by", "backtrack", "--nodes", "7"), "unknown  # the limit of 7 nodes was reached"),
        ((ENDLESS, "--by", "backtrack", "--seconds", "0.1"), "unknown  # the limit of 0.1 seconds was reached"),
    ],
)
def test_a_result_without_a_solution_gives_the_reason_after_a_hash(args: tuple[str, ...], line: str) -> None:
    done = ninefold("solve", *args)
    assert (done.code, done.lines) == (1, [line])


def test_to_board_draws_a_board_in_a_pipe() -> None:
    done = ninefold("solve", "--to", "board", TWO)
    words, *board = done.lines
    assert words.startswith("multiple by search in ")
    assert board[:3] == ["+-----+-----+", "| 2 4 | 3 1 |", "| 3 1 | 2 4 |"]
    assert board[7:10] == ["+-----+-----+", "| 3 2 | 4 1 |", "| 1 4 | 2 3 |"]


def test_to_board_draws_the_puzzle_without_a_solution() -> None:
    assert "| 1 2 | . . |" in ninefold("solve", "--to", "board", IMPOSSIBLE).lines


# --- options -----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["lanes", "search", "propagate", "backtrack"])
def test_every_method_finds_the_same_solution(method: str) -> None:
    (record,) = ninefold("solve", "--json", "--by", method, PROPER).records
    assert (record["method"], record["status"], record["solutions"]) == (method, "unique", [SOLUTION])


def test_a_method_option_changes_the_run() -> None:
    tries = [
        ninefold("solve", "--json", "--by", f"propagate:tries={value}", HARD).records[0]["stats"]["tries"]
        for value in ("fewest", "first")
    ]
    assert 0 < tries[0] < tries[1]


def test_an_isolated_method_gives_the_same_results(tmp_path: Path) -> None:
    done = ninefold("solve", "--json", "--isolate", "--by", "propagate", TWO, PROPER, "--trace", tmp_path / "trace")
    results = [(record["status"], record["solutions"]) for record in done.records]
    assert results == [("multiple", [*TWO_SOLUTIONS]), ("unique", [SOLUTION])]
    assert '"event": "place"' in (tmp_path / "trace").read_text()


PARENT = """\
import os
from ninefold import MethodInfo

def parent(puzzle, run):
    run.note("parent", os.getppid())
    yield from ()

parent.info = MethodInfo(cooperative=True)
"""


def test_an_isolated_method_runs_in_another_process(tmp_path: Path) -> None:
    env = plug_in(tmp_path, "parent", PARENT)
    parents = [
        ninefold("solve", "--json", "--by", "parent", *options, TWO, env=env).records[0]["stats"]["parent"]
        for options in ((), ("--isolate",))
    ]
    assert [process == os.getpid() for process in parents] == [True, False]


def test_a_size_decides_between_many_small_puzzles_and_a_large_one() -> None:
    text = f"{TWO}\n" * 16
    assert ninefold("solve", "--size", "4", stdin=text).lines == [MULTIPLE] * 16
    refused = ninefold("solve", stdin=text)
    assert (refused.code, refused.out) == (2, "")
    assert (
        "standard input, line 1: the 16 lines from here could be 16 puzzles of size 4 or one of size 16" in refused.err
    )


@cache
def latin_squares() -> list[str]:
    """All 576 grids of size 4 whose rows and columns have no digit twice."""
    rows = ["".join(row) for row in permutations("1234")]
    return [
        "".join(grid)
        for grid in product(rows, repeat=4)
        if all(len({*column}) == 4 for column in zip(*grid, strict=True))
    ]


BOXES = ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15))
DIAGONALS = ((0, 5, 10, 15), (3, 6, 9, 12))
JIGSAW = "AAAB CADB CDDB CCDB".replace(" ", "")
REGIONS = tuple(tuple(cell for cell in range(16) if JIGSAW[cell] == label) for label in "ABCD")


@pytest.mark.parametrize(
    ("layout", "units"),
    [
        ("4", BOXES),
        ("2x2", BOXES),
        ("1x4", ()),
        ("4x1", ()),
        ("4+diagonals", BOXES + DIAGONALS),
        ("1x4+diagonals", DIAGONALS),
        ("4+windows", (*BOXES, (5, 6, 9, 10))),
        ("4+extra:r1c1,r2c3", (*BOXES, (0, 6))),
        ("4+extra:r1c1,r2c3+diagonals+extra:r1c2,r3c3,r4c4", (*BOXES, *DIAGONALS, (0, 6), (1, 10, 15))),
        (f"jigsaw:{JIGSAW}", REGIONS),
        (f"jigsaw:{JIGSAW}+diagonals", REGIONS + DIAGONALS),
    ],
)
def test_a_layout_allows_exactly_the_grids_whose_units_have_no_digit_twice(
    layout: str, units: tuple[tuple[int, ...], ...]
) -> None:
    right = [grid for grid in latin_squares() if all(len({grid[c] for c in unit}) == len(unit) for unit in units)]
    (record,) = ninefold("solve", "--json", "--layout", layout, "--limit", "all", EMPTY_4).records
    assert sorted(record["solutions"]) == right


def test_a_jigsaw_map_may_be_a_file(tmp_path: Path) -> None:
    map_file = tmp_path / "map.txt"
    map_file.write_text("\ufeffAAAB\nCADB\nCDDB\nCCDB\n")
    (record,) = ninefold("solve", "--json", "--layout", f"jigsaw:@{map_file}+diagonals", EMPTY_4).records
    assert record["layout"] == f"jigsaw:{JIGSAW}+diagonals"


def test_two_by_three_and_three_by_two_are_different_boards() -> None:
    clashes_in_a_low_box = "1..." + "." * 4 + "1" + "." * 27  # r1c1 and r2c3
    assert ninefold("solve", "--layout", "2x3", "--limit", "1", clashes_in_a_low_box).code == 1
    done = ninefold("solve", "--json", "--layout", "3x2", "--limit", "1", "--size", "6", clashes_in_a_low_box)
    assert (done.code, done.records[0]["layout"]) == (0, "3x2")


# --- the trace ---------------------------------------------------------------------------------


EVENTS = ("start", "found", "found", "end", "start", "found", "end", "start", "end")


def test_a_trace_file_has_every_puzzle_from_start_to_end(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    ninefold("solve", "--by", "propagate", "--trace", file, TWO, PROPER, IMPOSSIBLE)
    events = [json.loads(line) for line in file.read_text().splitlines()]
    main = [event for event in events if event["event"] in ("start", "found", "end")]
    assert [event["event"] for event in main] == list(EVENTS)
    assert [event["puzzle"] for event in events if event["event"] == "start"] == [TWO, PROPER, IMPOSSIBLE]
    assert [event["solution"] for event in events if event["event"] == "found"] == [*TWO_SOLUTIONS, SOLUTION]
    assert [event["status"] for event in events if event["event"] == "end"] == ["multiple", "unique", "impossible"]
    assert {"place", "guess", "undo", "note"} < {event["event"] for event in events}


def test_a_trace_file_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_text("old\n" * 1000)
    ninefold("solve", "--trace", file, TWO)
    assert file.read_text().startswith('{"seconds": ')
    assert "old" not in file.read_text()


def test_a_trace_in_words_goes_to_standard_error() -> None:
    done = ninefold("solve", "--by", "backtrack", "--trace", "-", TWO)
    first, second, *_, last = done.err.splitlines()
    assert done.out == MULTIPLE + "\n"
    assert first == f"start puzzle={TWO} layout=4 method=backtrack"
    assert second == "guess r1c1=2"
    assert last == "end status=multiple why=the limit of 2 solutions was reached"


# --- errors ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--by", "bactrack"], "unknown method 'bactrack' (did you mean backtrack?)"),
        (["--by", "quantum"], "choose from lanes, search, propagate, backtrack"),
        (["--by", "propagate:tires=first"], "read 'tires', expected one of tries"),
        (["--by", "propagate:tries=last"], "read 'last', expected fewest or first"),
        (["--by", "propagate:tries"], "write options as NAME=VALUE after a colon"),
        (["--by", "norvig:tries=first"], "no option, because it has none"),
        (["--limit", "0"], "--limit: expected a whole number from 1, or all (got '0')"),
        (["--limit", "-1"], "--limit: expected a whole number from 1, or all (got '-1')"),
        (["--limit", "x"], "--limit: expected a whole number from 1, or all (got 'x')"),
        (["--limit", "٣"], "--limit: expected a whole number from 1, or all (got '٣')"),
        (["--limit", "9" * 5000], "--limit: expected a whole number from 1, or all (got '999"),
        (["--seconds", "0"], "--seconds: expected a number above 0 (got '0')"),
        (["--seconds", "-1"], "--seconds: expected a number above 0 (got '-1')"),
        (["--seconds", "nan"], "--seconds: expected a number above 0 (got 'nan')"),
        (["--seconds", "inf"], "--seconds: expected a number above 0 (got 'inf')"),
        (["--seconds", "soon"], "--seconds: expected a number above 0 (got 'soon')"),
        (["--nodes", "0"], "--nodes: expected a whole number from 1"),
        (["--nodes", "few"], "--nodes: expected a whole number from 1 (got 'few')"),
        (["--size", "4"], "read 81 cells, expected 16 (size 4)"),
        (["--size", "7"], "no default box for size 7"),
        (["--size", "1"], "size 1 is out of range: expected 2 to 64"),
        (["--size", "4", "--layout", "9"], "--size 4 contradicts --layout 9, which has size 9"),
        (["--layout", "9y"], "layout '9y': expected a size"),
        (["--layout", "9+triangles"], "layout '9+triangles': expected +diagonals"),
        (["--layout", "9+extra:r1c1,r1c10"], "unknown cell 'r1c10'"),
        (["--layout", "jigsaw:AABB"], "read 81 cells, expected 4 (size 2)"),
        (["--layout", "jigsaw:AAABCADBCDDBCCCB"], "region C: read 5 cells, expected 4"),
        (["--layout", "jigsaw:@no_such_map"], "no_such_map: No such file or directory"),
        (["--layout", "jigsaw:@/"], "/: Is a directory"),
        (["--trace", "/"], "/: Is a directory"),
        (["--trace", "/no_such_folder/trace"], "/no_such_folder/trace: No such file or directory"),
        (["--json", "--to", "line"], "not allowed with argument"),
        (["--to", "svg"], "unknown value 'svg'"),
        (["--quickly"], "unrecognized arguments: --quickly"),
        (["--lim=1"], "unrecognized arguments: --lim=1"),
        (["--by"], "expected one argument"),
    ],
)
def test_solve_reports_usage_errors(args: list[str], words: str) -> None:
    done = ninefold("solve", PROPER, *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        ("missing.txt", "'missing.txt' is neither a file nor a puzzle: read 11 cells"),
        ("/", "/: Is a directory"),
        ("/dev/null", "/dev/null: no puzzle found"),
        ("", "'' is neither a file nor a puzzle: read 0 cells"),
        ("123", "read 3 cells, expected the square of a size"),
        (PROPER.replace("7", "x", 1), "r1c5 (line 1, column 5): read 'x', expected a digit 1-9"),
        ("½" * 81, "r1c1 (line 1, column 1): read '½', expected a digit 1-9"),
        ("a" * 100_000, "read 100,000 characters"),
    ],
    ids=lambda text: text[:20],
)
def test_unreadable_arguments_are_reported(puzzle: str, words: str) -> None:
    done = ninefold("solve", puzzle)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ": no puzzle found"),
        (b"# only a comment\n\n", ": no puzzle found"),
        (b"\xfd\xfe\x00\x01", ": unknown file format"),
        ("Ā".encode("utf-16"), ", line 1: read 1 cell"),
        (b"12\x0034" * 16, ", line 1: read 80 cells"),
        (bytes(81), ", line 1: "),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, ": unknown file format"),
    ],
    ids=["empty", "comment", "no text", "text in UTF-16", "zero bytes", "only zero bytes", "picture"],
)
def test_input_without_puzzles_is_an_error(content: bytes, words: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    strict = {"PYTHONIOENCODING": "utf-8:strict"}
    for name, done in (
        (file, ninefold("solve", file)),
        ("standard input", ninefold("solve", stdin=content, env=strict)),
    ):
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"ninefold: {name}{words}")


def test_a_bad_line_is_reported_and_the_others_are_solved(tmp_path: Path) -> None:
    file = tmp_path / "mixed.txt"
    file.write_text(f"{PROPER}\n# a comment counts as a line\n{PROPER[:-1]}\n{IMPOSSIBLE}\n{PROPER[:-1]}x\n{TWO}\n")
    done = ninefold("solve", file)
    assert (done.code, done.lines) == (2, [SOLUTION, "impossible", MULTIPLE])
    assert f"ninefold: {file}, line 3: read 80 cells" in done.err
    assert f"ninefold: {file}, line 5: " in done.err
    assert "r9c9 (line 5, column 81): read 'x'" in done.err


def test_a_bad_source_is_reported_and_the_others_are_solved(files: Path) -> None:
    done = ninefold("solve", files / "missing.txt", PROPER, files, "-", files / "small.txt", stdin="bad")
    assert (done.code, done.lines) == (2, [SOLUTION, MULTIPLE, "impossible"])
    assert f"ninefold: {files}: Is a directory\n" in done.err
    assert "ninefold: standard input, line 1: read 3 cells" in done.err


def test_a_binary_map_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "map"
    file.write_bytes(bytes(range(128, 144)))
    done = ninefold("solve", EMPTY_4, "--layout", f"jigsaw:@{file}")
    assert (done.code, done.out) == (2, "")
    assert "the regions do not fit a board of size 4" in done.err


def test_a_wrong_solution_exits_with_70(tmp_path: Path) -> None:
    env = plug_in(tmp_path, "liar", "def liar(puzzle, run):\n    yield puzzle\n")
    done = ninefold("solve", "--by", "liar", PROPER, env=env)
    assert (done.code, done.out) == (70, "")
    assert "The fault is in the method, not in the puzzle." in done.err


def test_an_unsupported_board_is_reported_and_the_others_are_solved(tmp_path: Path) -> None:
    code = (
        "import ninefold as nf\n"
        "def small(puzzle, run):\n"
        "    yield from nf.solve(puzzle).solutions\n"
        "small.info = nf.MethodInfo(cooperative=True, sizes=(4,))\n"
    )
    done = ninefold("solve", "--by", "small", PROPER, TWO, env=plug_in(tmp_path, "small", code))
    assert (done.code, done.lines) == (2, [MULTIPLE])
    assert f"{PROPER}: method 'small' cannot solve this puzzle: it supports size 4" in done.err


def test_an_unknown_method_is_reported_once(tmp_path: Path) -> None:
    done = ninefold("solve", "--by", "quantum", PROPER, TWO, IMPOSSIBLE)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("unknown method 'quantum'") == 1


def test_a_trace_does_not_overwrite_the_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{PROPER}\n")
    done = ninefold("solve", file, "--trace", file)
    assert (done.code, done.out) == (2, "")
    assert "would overwrite a file of puzzles" in done.err
    assert file.read_text() == f"{PROPER}\n"


def test_a_large_puzzle_is_shortened_in_messages() -> None:
    done = ninefold("solve", "." * 625, "--by", "lanes")
    assert done.code == 2
    assert len(done.err) < 250
    assert "… (25×25): method 'lanes' cannot solve this puzzle: it supports size 9 only" in done.err


def test_a_method_that_is_slow_on_large_boards_warns_once() -> None:
    done = ninefold("solve", ENDLESS, ENDLESS, "--by", "harmony", "--nodes", "1")
    assert done.err == "ninefold: method 'harmony' seldom finishes above size 16; this board is size 25\n"
    assert [line.split()[0] for line in done.lines] == ["unknown", "unknown"]
    assert not ninefold("solve", TWO, "--by", "harmony").err
