"""Methods in a file: `--by FILE.py:NAME` in solve, race and conform."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from running import Done

import ninefold as nf

Call = Callable[..., Done]
SMALL, SOLUTION = "..4.1......3.1..", "2341143242133124"
CODE = """
    from __future__ import annotations
    from dataclasses import dataclass
    import ninefold as nf

    ANSWER = 42

    def copied(puzzle, run):
        "Another method under its own name."
        run.tick()
        yield from nf.solve(puzzle).solutions

    @dataclass(frozen=True)
    class Lazy:
        info = nf.MethodInfo(cooperative=True, sizes=(4,), about="gives up")
        words: int = nf.option(1, "words of its excuse", least=1)

        def __post_init__(self):
            nf.check_options(self)

        def __call__(self, puzzle, run):
            raise nf.Stopped(" ".join(["later"] * self.words))
            yield

    def stuck(puzzle, run):
        "Never looks at its deadline."
        while True:
            pass
        yield puzzle

    class Needy:
        def __init__(self, what):
            pass

    class Thing:
        pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(textwrap.dedent(CODE))
    return path


def test_solve_runs_a_function_or_class_of_a_file(call: Call, file: Path) -> None:
    assert call("solve", SMALL, "--by", f"{file}:copied").out == f"{SOLUTION}\n"
    (record,) = call("solve", SMALL, "--by", f"{file}:Lazy:words=2", "--json").records
    assert (record["method"], record["why"]) == ("Lazy", "later later")


def test_a_method_of_a_file_races_and_runs_in_its_own_process(call: Call, file: Path) -> None:
    done = call("race", SMALL, "--by", f"search, {file}:copied", "--json")
    found = {record["method"]: (record["answered"], record["faults"]) for record in done.records}
    assert (done.code, found) == (0, {"search": (1, 0), "copied": (1, 0)})
    assert call("solve", SMALL, "--by", f"{file}:copied", "--isolate").out == f"{SOLUTION}\n"


def test_a_method_of_a_file_that_never_looks_at_its_deadline_is_stopped(call: Call, file: Path) -> None:
    (record,) = call("solve", SMALL, "--by", f"{file}:stuck", "--seconds", "0.5", "--json").records
    assert (record["status"], record["why"]) == ("unknown", "the limit of 0.5 seconds was reached")


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("nowhere.py:copied", "--by nowhere.py: no such file"),
        ("{folder}/folder.py:copied", "folder.py: is a directory"),
        ("{file}", "name a method in it as FILE.py:NAME; it defines copied, Lazy, stuck, Needy, Thing"),
        ("{file}:", "name a method in it as FILE.py:NAME"),
        ("{file}:copeid", "there is no 'copeid' in it; did you mean copied?"),
        ("{file}:ANSWER", "mine.py:ANSWER is not a method"),
        ("{file}:Thing", "mine.py:Thing is not a method"),
        ("{file}:Needy", "mine.py:Needy cannot be made without arguments"),
        ("{file}:Lazy:words=0", "option words: read 0, expected a whole number from 1"),
        ("{file}:Lazy:wrds=1", "read 'wrds', expected one of words"),
        ("{folder}/broken.py:f", "broken.py does not load (SyntaxError"),
        ("{folder}/leaves.py:f", "leaves.py does not load (SystemExit: 3)"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "race", "conform"])
def test_what_is_wrong_with_a_file_is_reported(call: Call, file: Path, command: str, by: str, words: str) -> None:
    (file.parent / "broken.py").write_text("def f(:\n")
    (file.parent / "leaves.py").write_text("raise SystemExit(3)\n")
    (file.parent / "folder.py").mkdir()
    named = by.format(file=file, folder=file.parent)
    done = call("conform", named) if command == "conform" else call(command, SMALL, "--by", named)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_only_the_command_line_reads_files(file: Path) -> None:
    with pytest.raises(nf.MethodError):
        nf.solve(SMALL, by=f"{file}:copied")
