"""Ratings in a library: computed later, some at a time, found by any part, and written with the puzzles."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from threading import Event

import pytest

import ninefold as nf
from ninefold.library import schema
from ninefold.library.ratings import MIN_BATCH

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "3..2........1.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6"
CHAINS = ".1..2.3897.2......8..4......8..7.962..6.4.15.....9.8.....3....8..38..29......2543"
SMALL = "..4.1......3.1.."


@pytest.fixture
def library() -> nf.Library:
    library = nf.Library(":memory:")
    library.add([nf.Grid(line) for line in (EASY, HARD, CHAINS, SMALL)] + [nf.Grid("." * 81), nf.Grid.empty(4)])
    return library


def test_puzzles_are_rated_after_they_came_in(library: nf.Library) -> None:
    assert library.unrated == 6
    assert library.get(1).rating is None
    assert library.rate() == 6
    assert (library.unrated, library.rate()) == (0, 0)
    for number, line in enumerate((EASY, HARD, CHAINS), 1):
        found, stored = nf.rate(line), library.get(number).rating
        assert stored is not None
        assert found.explainer is not None
        assert (stored.er, stored.ep, stored.ed) == (found.explainer.er, found.explainer.ep, found.explainer.ed)
        scale = found.explainer
        assert (stored.hardest, stored.pearl, stored.diamond) == (scale.hardest, scale.pearl, scale.diamond)
        assert stored.explainer == scale
        assert found.hodoku is not None
        assert (stored.hodoku_level, stored.hodoku_score) == (found.hodoku.level, found.hodoku.score)
        assert (stored.backdoor, stored.guesses) == (found.backdoor, found.guesses)
        assert (stored.minutes, stored.level, stored.techniques) == (found.minutes, found.level, found.techniques)
    small, empty, other = (library.get(number) for number in (4, 5, 6))
    assert (small.level, small.rating and small.rating.er) == ("easy", None)
    assert empty.rating is not None
    assert empty.rating.why == "it has more than one solution"
    assert other.rating is not None
    assert other.rating.why == "it does not have exactly one solution"


def test_rating_continues_after_a_stop(library: nf.Library) -> None:
    cancel = Event()
    cancel.set()
    assert library.rate(cancel=cancel) == 0
    assert library.rate(limit=nf.Limit(seconds=1e-9)) == 0
    assert library.unrated == 6
    done: list[int] = []
    assert library.rate(progress=done.append) == 6
    assert done[-1] == 6


# Rates a library in a process of its own, which says when it has claimed a batch, and waits for a word.
RATER = """
import sys
import ninefold as nf
from ninefold.library import ratings

def rated(*args):
    ratings._rated = own
    print("claimed", flush=True)
    sys.stdin.readline()
    return own(*args)

own, ratings._rated = ratings._rated, rated
with nf.Library({path!r}) as library:
    print(library.rate(threads=1), flush=True)
"""


@pytest.fixture
def shared(tmp_path: Path) -> str:
    """A library with 600 puzzles."""
    path = str(tmp_path / "library.sqlite")
    with nf.Library(path) as library:
        library.add(nf.generate(nf.Recipe(), count=600, seed=1))
    return path


def rater(path: str) -> subprocess.Popen[str]:
    """A process that rates a library, and has claimed its first batch."""
    process = subprocess.Popen([sys.executable, "-c", RATER.format(path=path)], stdin=PIPE, stdout=PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "claimed\n"
    return process


def test_two_processes_share_the_work(shared: str) -> None:
    """Each starts after both have claimed a batch."""
    both = [rater(shared), rater(shared)]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    counts = [int(process.communicate(timeout=60)[0]) for process in both]
    assert min(counts) >= MIN_BATCH
    assert 600 <= sum(counts) <= 900, "without claims, both rate nearly all of them"
    with nf.Library(shared) as library:
        assert library.unrated == 0


def test_a_killed_process_holds_up_nobody(shared: str) -> None:
    process = rater(shared)
    with nf.Library(shared) as library:
        first: list[int] = []

        def progress(_: int) -> None:
            if not first:
                first.extend(number for (number,) in library.rows("SELECT puzzle FROM ratings ORDER BY puzzle"))

        process.kill()
        process.communicate()
        assert library.rate(progress=progress) == 600
        assert first == list(range(MIN_BATCH + 1, 2 * MIN_BATCH + 1))  # the claim was passed over …
        assert library.unrated == 0  # … until the end
        assert library.rows("SELECT count(*) FROM claims") == [(0,)]


def test_a_puzzle_that_takes_long_holds_up_nobody() -> None:
    library = nf.Library(":memory:")
    nugget = "000000039000001005003050800008090006070002000100400000009080050020000600400700000"
    library.add([nf.Grid(line) for line in (nugget, EASY, HARD, CHAINS, SMALL)])
    library.rate(limit=nf.Limit(seconds=2))
    assert {number for number in (2, 3, 4, 5) if library.get(number).rating is None} == set()


def test_ep_and_ed_find_puzzles(library: nf.Library) -> None:
    """The seventh puzzle is rated 2.8/2.3/2.3."""
    library.add([nf.Grid(".....9...8.2.3..9....7..41.15..8......4..5...2.3.71..........8.....9..7456..1....")])
    library.rate()
    for query, numbers in (
        (nf.Query(ep=(1.0, 1.2)), [1, 2, 3]),
        (nf.Query(ep=(2.3, 2.3)), [7]),
        (nf.Query(ed=(2.3, 2.3)), [7]),
        (nf.Query(ep=(9.0, 12.0)), []),
    ):
        assert [entry.number for entry in library.search(query)] == numbers, query


def test_any_part_of_a_rating_finds_and_sorts(library: nf.Library) -> None:
    library.add([nf.Puzzle(nf.Grid("." * 80 + "1"), level="fiendish")])
    library.rate()
    for query, numbers in (
        (nf.Query(er=(1.0, 1.2)), [1]),
        (nf.Query(minutes=(0, 5)), [1]),
        (nf.Query(level="SEVERE"), [3]),
        (nf.Query(level="easy"), [4]),
        (nf.Query(level="Fiendish"), [7]),
        (nf.Query(hodoku="easy"), [1]),
        (nf.Query(backdoor=(0, 0), guesses=(0, 0)), [1]),
        (nf.Query(backdoor=(1, 9)), [2, 3]),
        (nf.Query(technique="hidden single", er=(2, 12)), [2, 3]),
        (nf.Query(technique="hidden-single-box", er=(2, 12)), [2, 3]),
    ):
        assert [entry.number for entry in library.search(query)] == numbers, query
    assert [entry.number for entry in library.search(nf.Query(er=(1, 12)), sort="-er")] == [3, 2, 1]
    found = [entry.rating.minutes for entry in library.search(sort="minutes", limit=3) if entry.rating]
    assert found == sorted(minutes or 0 for minutes in found)
    assert [entry.level for entry in library.search(sort="level", limit=4)] == ["gentle", "easy", "tricky", "severe"]
    assert [entry.number for entry in library.search(sort="er", start=1, limit=2)] == [2, 3]
    assert {entry.number for entry in library.search(sort="-ed")} == set(range(1, 8))
    for bad in ("size", "er; DROP TABLE puzzles", "", 3):
        with pytest.raises(nf.LibraryError, match="unknown order"):
            library.search(sort=bad)  # type: ignore[arg-type]
    for span in ((3, 1), (1,), "1-2", (float("nan"), 2)):
        with pytest.raises(nf.LibraryError, match="er must be the lowest and the highest"):
            nf.Query(er=span)  # type: ignore[arg-type]


def test_a_rating_goes_with_its_puzzle(library: nf.Library, tmp_path: Path) -> None:
    library.rate()
    rated = library.get(2).rated
    assert rated.rating is not None
    assert (rated.level, rated.rating.text) == ("tricky", "3.2")
    assert rated.about["techniques"].startswith("Last in Unit ")
    nf.write_file(str(tmp_path / "a.json"), [rated])
    (again,) = nf.read_file(str(tmp_path / "a.json"))
    assert (again.level, again.rating, again.about) == (rated.level, rated.rating, rated.about)
    named = nf.Puzzle(nf.Grid(EASY), level="beginner", rating=nf.Rating("0.5"))
    assert library.get(1).rating.put_on(named).meta["level"] == "beginner"  # type: ignore[union-attr]
    library.remove([1])
    assert library.rows("SELECT count(*) FROM ratings") == [(5,)]


def test_an_older_library_gets_ratings_and_our_old_levels_are_renamed(tmp_path: Path) -> None:
    path = str(tmp_path / "library.sqlite")
    with nf.Library(path) as library:
        ours = nf.Puzzle(nf.Grid(HARD), level="medium", source="Ninefold")
        theirs = nf.Puzzle(nf.Grid(EASY), level="medium", source="The Paper")
        library.add([ours, theirs])
    with sqlite3.connect(path) as db:  # as version 7 left it
        db.execute("DROP TABLE claims")
        db.execute("DROP TABLE ratings")
        db.execute("PRAGMA user_version = 7")
    db.close()
    with nf.Library(path) as library:
        assert library.rows("PRAGMA user_version") == [(schema.VERSION,)]
        assert [entry.level for entry in library.search()] == ["moderate", "medium"]
        assert [json.loads(meta)["level"] for (meta,) in library.rows("SELECT meta FROM puzzles")] == [
            *("moderate", "medium")
        ]
        assert library.unrated == 2
        library.rate()
        assert [entry.level for entry in library.search()] == ["tricky", "gentle"]


def test_an_older_library_is_rated_again_for_the_techniques_behind_ep_and_ed(tmp_path: Path) -> None:
    path = str(tmp_path / "library.sqlite")
    with nf.Library(path) as library:
        library.add([nf.Grid(HARD), nf.Grid(SMALL)])
        library.rate()
    with sqlite3.connect(path) as db:  # as version 9 left it
        db.execute("DROP TABLE claims")
        db.execute("ALTER TABLE ratings DROP COLUMN pearl")
        db.execute("ALTER TABLE ratings DROP COLUMN diamond")
        db.execute("PRAGMA user_version = 9")
    db.close()
    with nf.Library(path) as library:
        assert library.unrated == 1  # the other has a level only
        library.rate()
        assert [entry.rating.pearl for entry in library.search() if entry.rating] == ["Hidden Single", None]


def test_a_damaged_puzzle_does_not_stop_the_others(library: nf.Library) -> None:
    with library.writing() as db:
        db.execute("UPDATE puzzles SET clues = '?' WHERE number IN (1, 4)")
    assert library.rate() == 6
    assert library.get(3).level == "severe"


def test_a_technique_that_no_rating_counts_is_an_error() -> None:
    with pytest.raises(nf.NinefoldError, match=r"unknown technique 'nope'"):
        nf.Query(technique="nope")
    with pytest.raises(nf.NinefoldError, match=r"ratings do not count .w-wing. .choose from Last in Unit"):
        nf.Query(technique="w-wing")
