"""Games in the library: of its puzzles and of any other, with versions; and those that older files hold."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_strategies import WIKIPEDIA

import ninefold as nf
from ninefold.core.puzzle import Puzzle
from ninefold.library import schema
from ninefold.library.games import Games
from ninefold.library.store import Library

PUZZLE = Puzzle.from_parts(nf.Grid(WIKIPEDIA), placed={2: 4}, history=[["r1c3", 4]])
SMALL = Puzzle(nf.Grid("..4.1......3.1.."))


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "library.sqlite")


@pytest.fixture
def library(path: str) -> Iterator[Library]:
    with Library(path) as library:
        yield library


def test_a_game_needs_no_puzzle_in_the_library(library: Library) -> None:
    games = Games(library)
    assert games.save("mine", PUZZLE, seconds=1.5, name="my game") == 1
    assert games.save("mine", SMALL, seconds=2, name="my game") == 2  # one's own puzzle may still change
    found = games.get("mine")
    assert (found.puzzle, found.name, found.state, found.seconds, found.version) == (None, "my game", SMALL, 2, 2)
    assert games.remove("mine")
    assert not games.remove("mine")
    assert games.find("mine") is None
    with pytest.raises(nf.LibraryError, match="no game mine"):
        games.get("mine")


def test_a_save_based_on_an_old_version_is_rejected(library: Library, path: str) -> None:
    games = Games(library)
    assert games.save("mine", PUZZLE, seconds=1, seen=1) == 0  # nothing is there yet
    assert games.save("mine", PUZZLE, seconds=1, seen=0) == 1
    with Library(path) as other:
        assert Games(other).save("mine", PUZZLE, seconds=2, seen=1) == 2
    assert games.save("mine", PUZZLE, seconds=3, seen=1) == 0
    assert games.get("mine").seconds == 2


def test_only_games_without_a_puzzle_are_pruned(library: Library) -> None:
    games = Games(library)
    library.add([PUZZLE])
    started = games.start(1).id
    for number in range(5):
        games.save(f"own-{number}", SMALL, seconds=0)
    games.save("own-0", SMALL, seconds=1)
    games.keep(2)
    assert [game.id for game in games.all()] == ["own-0", "own-4", started]


def test_a_damaged_game_does_not_hide_the_others(library: Library) -> None:
    games = Games(library)
    games.save("good", PUZZLE, seconds=0)
    games.save("bad", PUZZLE, seconds=0)
    with library.writing() as db:
        db.execute("UPDATE games SET state = '{' WHERE id = 'bad'")
    bad, good = games.all()
    assert good.state == PUZZLE
    with pytest.raises(nf.LibraryError, match="game bad is damaged"):
        assert bad.state


def test_a_clock_that_runs_backwards_does_not_cost_a_game(library: Library) -> None:
    """The clock was ahead for 200 games, and was set back."""
    games = Games(library)
    for number in range(200):
        games.save(f"g{number}", SMALL, seconds=0)
    with library.writing() as db:
        db.execute("UPDATE games SET changed = '2036' || substr(changed, 5), started = '2036-01-01'")
    games.save("new", SMALL, seconds=0)
    games.keep(200)
    assert [game.id for game in games.all(limit=2)] == ["new", "g199"]
    assert [game.id for game in games.summaries(limit=2)] == ["new", "g199"]
    assert (games.find("g0"), len(games.all(limit=999))) == (None, 200)
    games.save("g1", SMALL, seconds=1)  # played again: now the last one
    assert next(iter(games.all())).id == "g1"


def test_games_of_an_older_file_keep_their_order(path: str) -> None:
    with sqlite3.connect(path) as db:  # as version 3 left it
        for command in (*schema.SCRIPTS[0], *schema.SCRIPTS[1], *schema.SCRIPTS[2]):
            db.execute(str(command))
        db.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        db.execute("PRAGMA user_version = 3")
        for name, day in (("b", 2), ("c", 3), ("a", 1), ("d", 3)):
            db.execute("INSERT INTO games VALUES (?, NULL, '', '{}', 0, 0, 1, '', ?)", (name, f"2026-01-0{day}"))
    db.close()
    with Library(path) as library:
        assert [game.id for game in Games(library).all()] == ["d", "c", "b", "a"]


def test_games_of_an_older_file_are_kept(path: str) -> None:
    with sqlite3.connect(path) as db:  # as version 2 left it, when pages had a separate table
        for command in (*schema.SCRIPTS[0], *schema.SCRIPTS[1]):
            db.execute(command)
        db.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        db.execute("PRAGMA user_version = 2")
        puzzle = ("x", "9", 9, WIKIPEDIA, 30, "unique", "{}", "2026-01-01")
        columns = "id, layout, size, clues, clue_count, status, meta, added"
        db.execute(f"INSERT INTO puzzles ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", puzzle)
        text = json.dumps({"format": "ninefold/1", "layout": "9", "clues": WIKIPEDIA, "placed": {"r1c3": 4}})
        db.execute("INSERT INTO games VALUES (7, 1, ?, 12.5, 0, '2026-01-01', '2026-01-02')", (text,))
        db.execute("CREATE TABLE web_games (id TEXT PRIMARY KEY, name, sheet, solved, version, saved) WITHOUT ROWID")
        db.execute("INSERT INTO web_games VALUES ('page', 'hers', ?, 1, 41, '2026-01-03')", (text,))
    db.close()
    with Library(path) as library:
        page, old = Games(library).all()
        assert (page.id, page.name, page.puzzle, page.solved, page.version) == ("page", "hers", None, True, 41)
        assert (old.puzzle, old.seconds, old.started, old.changed) == (1, 12.5, "2026-01-01", "2026-01-02")
        assert page.state.placed == old.state.placed == {2: 4}
        assert Games(library).save("page", page.state, seconds=3, seen=41) == 42
        library.remove([1])
        assert [game.id for game in Games(library).all()] == ["page"]
        assert library.rows("SELECT name FROM sqlite_master WHERE name = 'web_games'") == []


def test_a_game_of_a_file_is_added_once_and_never_overwritten(library: Library) -> None:
    library.add([SMALL])
    games, puzzle = Games(library), SMALL.replace(placed={0: 2}, centre={1: (3, 4)}, seconds=12)
    solved = map(int, "2341143242133124")
    full = SMALL.replace(placed={cell: digit for cell, digit in enumerate(solved) if not SMALL.clues[cell]})
    assert games.add([(1, puzzle), (1, full), (1, puzzle)]) == 2
    (kept,) = games.all(solved=False)
    assert (kept.state, kept.puzzle, kept.seconds, kept.version) == (puzzle, 1, 12.0, 1)
    assert games.all(solved=True)[0].state == full
    games.save(kept.id, puzzle.replace(placed={0: 2, 1: 3}), seconds=20)
    assert games.add([(1, puzzle)]) == 0
    assert games.get(kept.id).state.placed == {0: 2, 1: 3}
    with pytest.raises(nf.LibraryError, match="FOREIGN KEY"):
        games.add([(99, puzzle.replace(placed={}))])
