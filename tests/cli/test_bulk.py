"""Files of puzzles in bulk: the same output as puzzle by puzzle."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest
from known import counts, hostile
from running import (
    BOX_CLASH,
    IMPOSSIBLE,
    MODULE,
    PROPER,
    ROW_CLASH,
    SOLUTION,
    TWO,
    Done,
    environment,
    ninefold,
    on_terminal,
    shell,
    start,
    wait_until_busy,
)

import ninefold as nf

EMPTY = "." * 81
NINE_IMPOSSIBLE = "53..7....6..195....98....6.8...6...39..8.3..17...2...6.6....28....419..5....8..79"
NINE_TWO = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"
# Far more nodes than needed: a node limit makes `solve` run puzzle by puzzle.
ONE_BY_ONE = ("--nodes", "1000000000000")

NINES = [puzzle.line for puzzle, count, _ in counts() if puzzle.size == 9 and count < 40]
NINES += [
    entry.puzzle.line for entry in hostile() if entry.puzzle.layout == nf.Layout(9) and entry.status != "multiple"
]

MIXED = f"""\
# puzzles of all kinds
{PROPER}
{NINE_TWO}
{NINE_IMPOSSIBLE},with,further fields
{ROW_CLASH}
{TWO}
{EMPTY}
{PROPER[:-1]}
{PROPER.replace(".", "0")}   # a comment
{BOX_CLASH}
{IMPOSSIBLE}
{PROPER[:-1]}x
{SOLUTION}\r
{"½" * 81}

{nf.Grid(PROPER)}

{PROPER} first line with a further field
{SOLUTION[:-1]}.
{"." * 256}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bulk") / "mixed.txt"
    path.write_bytes((MIXED + "\n".join(NINES)).encode())
    return path


def results(done: Done) -> list[dict[str, object]]:
    """JSON results without their times."""
    return [{key: value for key, value in record.items() if key != "seconds"} for record in done.records]


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--limit", "1"),
        ("--limit", "2"),
        ("--limit", "3"),
        ("--seconds", "30"),
        ("--by", "lanes"),
        ("--size", "9"),
        ("--layout", "9"),
        ("--threads", "1"),
        ("--threads", "3", "--limit", "1", "--seconds", "20"),
    ],
    ids=" ".join,
)
def test_a_mixed_file_gives_the_same_output_as_puzzle_by_puzzle(options: tuple[str, ...], file: Path) -> None:
    bulk, single = ninefold("solve", file, *options), ninefold("solve", file, *options, *ONE_BY_ONE)
    assert (bulk.lines, bulk.err, bulk.code) == (single.lines, single.err, single.code)
    bulk, single = (ninefold("solve", "--json", file, *options, *more) for more in ((), ONE_BY_ONE))
    assert results(bulk) == results(single)
    assert (bulk.err, bulk.code) == (single.err, single.code)
    assert [list(record) for record in bulk.records] == [list(record) for record in single.records]


def test_limit_all_prints_all_solutions(tmp_path: Path) -> None:
    path = tmp_path / "several.txt"
    path.write_text("\n".join(NINES))
    bulk, single = (ninefold("solve", path, "--limit", "all", *more) for more in ((), ONE_BY_ONE))
    assert (bulk.out, bulk.code) == (single.out, single.code)


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["lines", "json"])
def test_results_and_messages_are_in_the_order_of_the_file(options: tuple[str, ...], file: Path) -> None:
    line = 'ninefold solve "$@" 2>&1'
    bulk, single = (shell(line, file, *options, *more) for more in ((), ONE_BY_ONE))
    kept = [[part for part in done.out.splitlines() if "seconds" not in part] for done in (bulk, single)]
    assert kept[0] == kept[1]
    marks = [["seconds" in part for part in done.out.splitlines()] for done in (bulk, single)]
    assert marks[0] == marks[1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{PROPER}\n" * 5, 0),
        (f"{PROPER}\n{NINE_IMPOSSIBLE}\n", 1),
        (f"{PROPER}\n{ROW_CLASH}\n", 1),
        (f"{PROPER}\n{NINE_TWO}\n", 1),
        (f"{PROPER}\nbad\n{NINE_TWO}\n", 2),
        ("", 2),
        ("# nothing\n", 2),
    ],
)
def test_the_exit_code_is_the_same(text: str, code: int) -> None:
    bulk, single = (ninefold("solve", *more, stdin=text) for more in ((), ONE_BY_ONE))
    assert (bulk.code, bulk.out, bulk.err) == (code, single.out, single.err)


def test_several_solutions_exit_with_0_if_a_limit_is_given() -> None:
    assert ninefold("solve", "--limit", "2", stdin=f"{PROPER}\n{NINE_TWO}\n").code == 0
    assert ninefold("solve", "--limit", "1", stdin=f"{PROPER}\n{NINE_TWO}\n").code == 0


def test_every_puzzle_has_its_own_seconds() -> None:
    text = f"{EMPTY}\n{PROPER}\n"
    done = ninefold("solve", "--json", "--limit", "all", "--seconds", "0.3", stdin=text)
    first, second = done.records
    assert (first["status"], first["why"]) == ("multiple", "the limit of 0.3 seconds was reached")
    assert (second["status"], second["why"]) == ("unique", "")
    rushed = ninefold("solve", "--seconds", "0.000001", "--json", stdin=f"{PROPER}\n" * 3)
    assert {record["status"] for record in rushed.records} <= {"unknown", "solved", "unique"}
    assert all(record["why"] == "the limit of 1e-06 seconds was reached" for record in rushed.records if record["why"])


def test_a_long_file_is_solved_completely(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(f"{PROPER}\n{NINE_TWO}\n{PROPER}\n" * 10_000)
    done = ninefold("solve", path)
    assert len(done.lines) == 30_000
    assert done.lines[::3] == done.lines[2::3] == [SOLUTION] * 10_000
    assert len(set(done.lines[1::3])) == 1
    records = ninefold("solve", "--json", path).records
    assert [record["puzzle"] for record in records[:3]] == [PROPER, NINE_TWO, PROPER]
    assert len(records) == 30_000


def test_files_arguments_and_standard_input_mix(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text(f"{PROPER}\n{TWO}\n")
    done = ninefold("solve", path, NINE_TWO, "-", path, stdin=f"{SOLUTION}\n{NINE_IMPOSSIBLE}\n")
    assert [line.split()[0] for line in done.lines] == [
        *(SOLUTION, "multiple", "multiple", SOLUTION, "impossible", SOLUTION, "multiple")
    ]


def test_each_json_result_is_printed_at_once() -> None:
    with subprocess.Popen(
        [*MODULE, "solve", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        for puzzle in (PROPER, NINE_TWO, TWO, PROPER):
            print(puzzle, file=process.stdin, flush=True)
            assert json.loads(process.stdout.readline())["puzzle"] == puzzle


def test_an_interrupt_exits_with_130(tmp_path: Path) -> None:
    path = tmp_path / "endless.txt"
    path.write_text(f"{PROPER}\n" + f"{EMPTY}\n" * 3)
    process = start("solve", path, "--limit", "all")
    assert process.stdout is not None
    assert process.stdout.readline() == f"{SOLUTION}\n"
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130


def test_an_interrupt_stops_the_native_solver(tmp_path: Path) -> None:
    process = start("count", EMPTY)
    wait_until_busy(process)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130


@pytest.mark.parametrize("number", ["0", "-1", "x"])
def test_an_invalid_number_of_threads_is_an_error(number: str) -> None:
    done = ninefold("solve", f"--threads={number}", PROPER)
    assert (done.code, done.out) == (2, "")
    assert "threads" in done.err


def test_progress_is_shown_while_a_long_file_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "slow.txt"
    path.write_text(f"{PROPER}\n{EMPTY}\n")
    done = on_terminal("solve", path, "--limit", "all", "--seconds", "1", streams="stderr")
    assert (done.code, len(done.lines)) == (0, 2)


@pytest.mark.parametrize("version", ["baseline", "avx2", "avx512"])
def test_every_native_version_gives_the_same_results(version: str, file: Path) -> None:
    from ninefold import _native

    done = ninefold("solve", "--json", file, env={"NINEFOLD_LANES": version})
    if version in _native.versions():
        assert results(done) == results(ninefold("solve", "--json", file))
    else:
        assert (done.code, done.out) == (2, "")
        assert f"NINEFOLD_LANES is '{version}'" in done.err


def test_an_unknown_native_version_is_an_error() -> None:
    for args in (("solve", PROPER), ("count", PROPER)):
        done = ninefold(*args, env={"NINEFOLD_LANES": "quantum"})
        assert (done.code, done.out) == (2, "")
        assert "method 'lanes' is not available: NINEFOLD_LANES is 'quantum'" in done.err
