"""Values that look right and are not, for the commands on many puzzles: refused in words, with exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import PROPER, ninefold


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--recipe", "clues=²"), "recipe: read clues = '²', expected one that can be used: clues is a number"),
        (("--recipe", "levl=hard"), "recipe: read levl, expected one of layout, clues,"),
        (("--recipe", "clues=" + "9" * 5000), "…', expected one that can be used: clues is a number"),
        (("--part", "²/3"), "expected K/N with K from 1 to N"),
        (("--part", "4/3"), "expected K/N with K from 1 to N"),
        (("--validation", "nan"), "validation: read nan, expected a share from 0 to 0.5"),
    ],
    ids=lambda value: " ".join(value)[:20] if isinstance(value, tuple) else "",
)
def test_batch_refuses_what_it_cannot_make(args: tuple[str, ...], words: str, tmp_path: Path) -> None:
    done = ninefold("batch", "make", str(tmp_path / "set"), "--count", "5", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "set").exists()


def test_a_job_file_without_end_is_refused(tmp_path: Path) -> None:
    done = ninefold("batch", "make", str(tmp_path / "set"), "--job", "/dev/zero")
    assert (done.code, done.err) == (2, "ninefold: /dev/zero: read more than 1,048,576 bytes, too many for a job\n")


def test_a_foreign_file_among_the_commits_of_a_batch_is_ignored(tmp_path: Path) -> None:
    folder = str(tmp_path / "set")
    assert ninefold("batch", "make", folder, "--count", "5", "--rows", "5", "--recipe", "layout=4").code == 0
    (tmp_path / "set" / "_commit" / "²").mkdir()
    (tmp_path / "set" / "_commit" / "²" / "².json").write_text("{}")
    (tmp_path / "set" / "_commit" / "².json").write_text("{}")
    assert ninefold("batch", "status", folder).code == 0


def test_a_sweep_of_endless_seeds_is_refused(tmp_path: Path) -> None:
    done = ninefold("sweep", PROPER, "--by", "anneal", "--seeds", "99999999999")
    assert (done.code, done.err) == (2, "ninefold: seed: expected at most 100,000 values\n")


def test_leaks_say_what_was_not_compared(tmp_path: Path) -> None:
    good, empty, bad = tmp_path / "good.txt", tmp_path / "empty.txt", tmp_path / "bad.txt"
    good.write_text(f"{PROPER}\n")
    empty.write_text("")
    bad.write_text(f"{'.' * 81}\nnot a puzzle\n")
    for train, test in ((empty, good), (good, empty)):
        done = ninefold("leaks", train, test)
        assert (done.code, done.err) == (2, f"ninefold: {empty}: no puzzle of layout 9 found\n")
    done = ninefold("leaks", good, good, "--size", "4")  # a board that no row is of
    assert done.code == 2
    assert f"{good}: no puzzle of layout 4 found; 1 row could not be read" in done.err
    done = ninefold("leaks", bad, good)
    assert (done.code, done.out) == (2, "")  # the line that was not read may leak
    assert f"1 row could not be read (the first: {bad}: line 2: read 10 cells" in done.err
    assert "0 of 1 training row is a copy" in done.err


def test_a_file_of_ratings_is_named_if_it_cannot_be_written() -> None:
    done = ninefold("rate", PROPER, "--output", "/dev/full")
    assert (done.code, done.err) == (2, "ninefold: /dev/full: No space left on device\n")
    done = ninefold("rate", PROPER, "--json", "--resume", "--output", "/dev/zero")
    assert (done.code, done.err) == (2, "ninefold: /dev/zero: --resume needs a regular file\n")
