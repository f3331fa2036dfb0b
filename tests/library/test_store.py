"""The library file: no doubles, found again, versions, two processes, and nothing lost when killed."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from puzzle_strategies import SOLUTION, WIKIPEDIA

import ninefold as nf
from ninefold.core.canonical import library_id
from ninefold.core.puzzle import Puzzle
from ninefold.library import schema
from ninefold.library.games import Games
from ninefold.library.query import Query, read_range
from ninefold.library.rows import join_tags
from ninefold.library.store import Library, default_path
from ninefold.library.upkeep import stats, verify

GRID = nf.Grid(WIKIPEDIA)
SMALL = nf.Grid("..4.1......3.1..")
KILLS = Path(__file__).parents[1] / "long" / "kills.py"


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "library.sqlite")


@pytest.fixture
def library(path: str) -> Iterator[Library]:
    with Library(path) as library:
        yield library


def puzzles(count: int) -> list[Puzzle]:
    """Different puzzles: a full grid with other cells emptied each time."""
    cells = [(7 * i + 3 * k) % 81 for k in range(count) for i in range(30)]
    grid = nf.Grid(SOLUTION)
    return [Puzzle(grid.with_digits(dict.fromkeys(cells[30 * k : 30 * k + 20 + k % 11], 0))) for k in range(count)]


# --- taking in ------------------------------------------------------------------------------------


def test_a_puzzle_turned_and_relabelled_is_not_new(library: Library) -> None:
    turns = [nf.Symmetry.random(nf.Layout(9), seed) for seed in range(20)]
    added = library.add([Puzzle.from_parts(GRID, meta={"name": "first"}), *(Puzzle(turn(GRID)) for turn in turns)])
    assert (added.new, added.known, set(added.numbers)) == (1, 20, {1})
    entry = library.get(1)
    assert entry.puzzle == Puzzle.from_parts(GRID, solution=nf.Grid(SOLUTION), meta={"name": "first"})
    assert (entry.id, str(entry.status)) == (nf.puzzle_id(GRID), "unique")


def test_the_same_again_changes_nothing(library: Library) -> None:
    first = library.add(puzzles(50))
    again = library.add(puzzles(50))
    assert (again.new, again.numbers) == (0, first.numbers)
    assert library.count() == first.new


def test_every_board_has_its_place(library: Library) -> None:
    diagonals = [nf.Layout(size, diagonals=True) for size in (9, 16, 25)]
    boards = [nf.Layout(4), nf.Layout(16), nf.Layout(6, box=(3, 2)), *diagonals]
    library.add(
        [Puzzle.from_parts(nf.Grid.empty(board).with_digits({0: 1}), meta={"name": str(board)}) for board in boards]
    )
    for entry in library.search():
        assert str(entry.puzzle.layout) == entry.puzzle.meta["name"]
        assert entry.id == library_id(entry.puzzle.clues)
        assert entry.id.startswith("x") == (entry.puzzle.layout.size == 25)
    assert library.count() == len(boards)
    turned = nf.Grid.empty(nf.Layout(6)).with_digits({30: 6})  # the puzzle on 3×2 boxes, transposed and turned
    assert [entry.puzzle.layout.box for entry in library.search() if entry.id == library_id(turned)] == [(3, 2)]


FURTHER = ["6+diagonals", "9+diagonals", "9+windows", "jigsaw:ABBBAABCADCCDDDC"]


@pytest.mark.parametrize("board", ["4", "6", "8", "9", "12", "16", "25", *FURTHER])
def test_a_puzzle_turned_and_relabelled_is_a_duplicate(library: Library, board: str) -> None:
    puzzle = nf.generate(board, seed=1).clues
    copies = [nf.Symmetry.random(puzzle.layout, seed=seed)(puzzle) for seed in (1, 2)]
    assert copies[0] != copies[1]
    added = library.add([Puzzle(puzzle), *map(Puzzle, copies)])
    assert (added.new, library.count()) == (1, 1)


def test_improper_severalare_stored_with_their_status(library: Library) -> None:
    clash = nf.Grid("11" + "." * 79)
    library.add([Puzzle(clash), Puzzle(nf.Grid.empty()), Puzzle(GRID), Puzzle(SMALL)])
    assert [str(entry.status) for entry in library.search()] == ["impossible", "multiple", "unique", "unique"]
    assert library.get(1).id.startswith("x")
    assert library.random(Query(size=9, status="unique")).number == 3


def test_a_grid_is_added_as_a_puzzle(library: Library) -> None:
    assert library.add([GRID, Puzzle(SMALL)]).new == 2
    assert library.get(1).puzzle.clues == GRID
    with pytest.raises(nf.GridError, match="the clues of a puzzle are a Grid, not '53"):
        library.add([WIKIPEDIA])  # type: ignore[list-item]


def test_a_known_puzzle_gets_texts_it_lacked_and_nothing_else_changes(library: Library) -> None:
    turned = nf.Symmetry.random(nf.Layout(9), 1)(GRID)
    library.add([Puzzle.from_parts(GRID, meta={"name": "first"})])
    texts = {"name": "other", "author": "Wu", "level": "hard", "rating": "3.5"}
    assert library.add([Puzzle.from_parts(turned, meta=texts), Puzzle(SMALL)])[:2] == (1, 1)
    assert dict(library.get(1).puzzle.meta) == texts | {"name": "first"}
    assert library.get(1).puzzle.clues == GRID
    assert [entry.number for entry in library.search(Query(level="hard"))] == [1]
    assert library.rows("SELECT author, rating FROM puzzles WHERE number = 1") == [("Wu", 3.5)]


def test_completed_severalare_counted(library: Library) -> None:
    several = [
        Puzzle(GRID),
        Puzzle.from_parts(GRID, meta={"name": "a"}),
        Puzzle.from_parts(GRID, meta={"level": "easy"}),
        Puzzle(SMALL),
    ]
    assert library.add(several).completed == 1  # twice, but it is one puzzle
    assert library.add(several).completed == 0
    assert library.add([Puzzle.from_parts(SMALL, meta={"name": "b"})]) == (0, 1, (2,), 1)


def test_tags_of_a_file_become_tags(library: Library) -> None:
    library.add([Puzzle.from_parts(GRID, meta={"tags": "june, mine,, june", "name": "a"}), Puzzle(SMALL)], ["all"])
    entry, other = library.search()
    assert (entry.tags, dict(entry.puzzle.meta)) == (("all", "june", "mine"), {"name": "a"})
    assert other.tags == ("all",)
    long = "x" * 101
    library.add([Puzzle.from_parts(nf.Grid.empty(4), meta={"tags": long})])
    assert (library.get(3).tags, library.get(3).puzzle.meta["tags"]) == ((), long)


def test_tags_go_out_and_come_back(library: Library) -> None:
    library.add([Puzzle.from_parts(GRID, meta={"name": "a"})], ["mine", "june"])
    puzzle = join_tags(library.get(1).puzzle, library.get(1).tags)
    assert puzzle.meta["tags"] == "june, mine"
    with Library(":memory:") as other:
        other.add([puzzle])
        assert (other.get(1).tags, other.get(1).puzzle) == (library.get(1).tags, library.get(1).puzzle)


def test_puzzles_are_added_in_batches(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninefold.library.store.BATCH", 7)
    added = library.add(iter(puzzles(30)))
    assert len(added.numbers) == 30
    assert [entry.number for entry in library.search()] == sorted(set(added.numbers))
    assert [entry.number for entry in library.search(limit=9, start=3)] == sorted(set(added.numbers))[3:12]


# --- finding --------------------------------------------------------------------------------------


@pytest.fixture
def filled(library: Library) -> Library:
    library.add(
        [Puzzle.from_parts(GRID, meta={"name": "100% Wiki_pedia", "level": "Easy", "comment": "a classic"})], ["known"]
    )
    library.add([Puzzle.from_parts(SMALL, meta={"author": "Wu", "level": "hard"})], ["known", "small"])
    library.add([Puzzle.from_parts(nf.Grid.empty(6), meta={"name": "Änne, Straße 7"})])
    library.add(puzzles(10))
    return library


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        (Query(size=4), [2]),
        (Query(level="easy"), [1]),
        (Query(clues=(30, 30), tag="known"), [1]),
        (Query(tag="known"), [1, 2]),
        (Query(text="WIKI classic"), [1]),
        (Query(text="100%"), [1]),
        (Query(text="1_0"), []),
        (Query(text="100%pedia"), []),
        (Query(text="wu"), [2]),
        (Query(text="äNNE"), [3]),
        (Query(text="straSSe"), [3]),
        (Query(text="A\u0308nne"), [3]),
        (Query(text="small"), [2]),  # a tag
        (Query(text="known easy"), [1]),
        (Query(text=GRID.line[:30]), [1]),
        *((Query(text=text), []) for text in ("name", "author", "level", ":", "{", '"', "\\u00c4")),
        (Query(text="  "), [1, 2, 3, *range(4, 14)]),
        (Query(layout="4"), [2]),
        (Query(numbers=(2, 1, 99, 10**30, -1)), [1, 2]),
        (Query(text="'; DROP TABLE puzzles; --"), []),
    ],
)
def test_a_query_finds_what_it_says(filled: Library, query: Query, numbers: list[int]) -> None:
    assert [entry.number for entry in filled.search(query)] == numbers
    assert filled.count(query) == len(numbers)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"size": 10**30}, "a size is a number from 2 to 64, not 1000"),
        ({"size": 1}, "a size is a number from 2 to 64, not 1"),
        ({"size": "9"}, "a size is a number from 2 to 64, not '9'"),
        ({"status": "bogus"}, "unknown status 'bogus' .choose from unique, "),
        ({"hodoku": "severe"}, "unknown level of HoDoKu 'severe' .choose from Easy, Medium"),
        ({"text": "\udcff"}, r"the text of a query must be UTF-8 text, not '\\udcff'"),
        ({"tag": "\udcff"}, "the tag of a query must be UTF-8 text"),
        ({"level": 3}, "the level of a query must be UTF-8 text, not 3"),
    ],
)
def test_an_impossible_query_is_an_error(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(nf.LibraryError, match=words):
        Query(**arguments)


@pytest.mark.parametrize(("text", "words"), [("40-20", "20-40, not 40-20"), ("x", "such as 20-25, not 'x'")])
def test_an_invalid_range_is_an_error(text: str, words: str) -> None:
    with pytest.raises(nf.LibraryError, match=words):
        read_range(text)


@pytest.mark.parametrize("key", [10**30, 0, -1, 99, "\udcff", "none", "Ä", None])
def test_a_puzzle_that_cannot_be_there_is_not_there(filled: Library, key: int | str) -> None:
    with pytest.raises(nf.LibraryError, match="no puzzle"):
        filled.get(key)
    if isinstance(key, int):
        assert filled.remove([key]) == 0


@pytest.mark.parametrize("given", [{"limit": -1}, {"start": -1}, {"limit": 10**30}, {"limit": "1"}])
def test_an_invalid_limit_or_start_is_an_error(filled: Library, given: dict[str, Any]) -> None:
    with pytest.raises(nf.LibraryError, match="is a whole number from 0, not"):
        filled.search(**given)
    assert list(filled.search(limit=0)) == []


def test_what_sqlite_does_not_take_is_an_error_of_ours(filled: Library) -> None:
    for value in (10**30, "\udcff"):
        with pytest.raises(nf.LibraryError, match="a value cannot be stored"):
            filled.rows("SELECT ?", [value])


def test_a_damaged_text_does_not_hide_the_others_from_a_search(filled: Library) -> None:
    with filled.writing() as db:
        db.execute("UPDATE puzzles SET meta = '{\"name' WHERE number = 2")
    assert [entry.number for entry in filled.search(Query(text="classic"))] == [1]


def test_many_severalare_found_with_one_question(filled: Library) -> None:
    arguments: list[str] = []
    filled._db.set_trace_callback(arguments.append)
    assert len(list(filled.search())) == filled.count() > 10
    assert len(arguments) == 2  # the other is the count


def test_a_random_puzzle_is_the_same_for_the_same_seed(filled: Library) -> None:
    assert filled.random(seed=3) == filled.random(seed=3)
    assert len({filled.random(seed=seed).number for seed in range(60)}) > 5
    with pytest.raises(nf.LibraryError, match="no matching puzzle"):
        filled.random(Query(size=25))


def test_an_empty_library_says_how_it_is_filled(library: Library) -> None:
    with pytest.raises(nf.LibraryError, match="the library is empty: `ninefold library init`"):
        library.random()


def test_tags_come_and_go(filled: Library) -> None:
    filled.tag(1, add=["new", "known"], remove=["small"])
    filled.tag(2, remove=["known"])
    assert (filled.get(1).tags, filled.get(2).tags) == (("known", "new"), ("small",))
    for bad in ("", " a", "a,b", "a\nb", "\x1b[31m", "x" * 101):
        with pytest.raises(nf.LibraryError, match="a tag is a short text"):
            filled.tag(1, add=[bad])
    with pytest.raises(nf.LibraryError, match=r"a tag must be UTF-8 text, not '\\udcff'"):
        filled.tag(1, add=["\udcff"])


def test_a_single_text_is_not_a_list_of_tags(filled: Library) -> None:
    for refused in (
        lambda: filled.add([Puzzle(GRID)], tags="abc"),
        lambda: filled.tag(1, add="abc"),
        lambda: filled.tag(1, remove="abc"),
    ):
        with pytest.raises(nf.LibraryError, match=r"tags is a list such as \['abc'\]"):
            refused()
    assert filled.get(1).tags == ("known",)


def test_texts_of_a_puzzle_are_changed(filled: Library) -> None:
    filled.edit(1, {"name": "", "author": "Wu", "level": "hard", "rating": "2"})
    assert dict(filled.get(1).puzzle.meta) == {"author": "Wu", "level": "hard", "rating": "2", "comment": "a classic"}
    assert filled.rows("SELECT name, author, level, rating FROM puzzles WHERE number = 1") == [
        (None, "Wu", "hard", 2.0)
    ]
    for texts, words in (({"tags": "a"}, "use `tag` to change tags"), ({"name": "\udcff"}, "must be UTF-8 text")):
        with pytest.raises(nf.LibraryError, match=words):
            filled.edit(1, texts)
    with pytest.raises(nf.LibraryError, match="no puzzle 99"):
        filled.edit(99, {"name": "a"})


def test_what_is_removed_is_gone_with_its_games_and_tags(filled: Library) -> None:
    game = Games(filled).start(1)
    assert filled.remove([1, 999]) == 1
    for lost in (lambda: filled.get(1), lambda: Games(filled).get(game.id)):
        with pytest.raises(nf.LibraryError, match=r"no (puzzle|game)"):
            lost()
    assert stats(filled)["tags"] == {"known": 1, "small": 1}
    assert filled.add([Puzzle(GRID)]).new == 1


def test_it_is_counted_and_sound(filled: Library) -> None:
    found = stats(filled)
    assert found["puzzles"] == filled.count()
    assert found["layouts"]["4"] == 1
    assert list(verify(filled)) == []


def test_a_changed_row_is_found_out(filled: Library) -> None:
    with filled.writing() as db:
        db.execute("UPDATE puzzles SET clues = replace(clues, '5', '.') WHERE number = 1")
        db.execute("UPDATE puzzles SET solution = '1111111111111111' WHERE number = 2")
    texts = " ".join(verify(filled))
    assert "puzzle 1 has the ID" in texts
    assert "puzzle 2" in texts


# --- games ----------------------------------------------------------------------------------------


def test_a_game_is_stored_with_its_play(filled: Library, path: str) -> None:
    games = Games(filled)
    game = games.start(1)
    puzzle = game.state.replace(
        placed={2: 4},
        centre={3: (2, 6)},
        corner={5: (1,)},
        history=[["r1c3", 4]],
        extra={"colours": {"r1c1": 2}},
    )
    games.save(game.id, puzzle, seconds=12.5)
    with Library(path) as again:
        (found,) = Games(again).all(solved=False)
        assert (found.state, found.seconds, found.puzzle) == (puzzle, 12.5, 1)
        Games(again).save(found.id, puzzle, seconds=20, solved=True)
        assert Games(again).all(solved=False) == []
        with pytest.raises(nf.LibraryError, match="belongs to another puzzle"):
            Games(again).save(found.id, Puzzle(SMALL), seconds=1)


# --- the file -------------------------------------------------------------------------------------


def test_an_older_file_is_brought_up_to_date(path: str) -> None:
    with Library(path) as library:
        library.add([Puzzle(GRID)])
    with sqlite3.connect(path) as db:  # as version 1 left it
        db.execute("DROP TABLE games")
        db.execute("DROP TABLE claims")
        db.execute("DROP TABLE ratings")
        db.execute("PRAGMA user_version = 1")
    db.close()
    with Library(path) as library:
        assert Games(library).start(1).puzzle == 1
        assert library.rows("PRAGMA user_version") == [(schema.VERSION,)]


@pytest.mark.parametrize("board", ["16", "8", "1x5", "9+diagonals", "9+windows"])
def test_puzzles_of_an_older_file_get_canonical_ids(path: str, board: str) -> None:
    puzzle, other = (nf.generate(board, seed=seed).clues for seed in (1, 2))
    copy = nf.Symmetry.random(puzzle.layout, seed=1)(puzzle)
    with Library(path) as library:
        numbers = library.add([Puzzle(puzzle), Puzzle(other)]).numbers
    with sqlite3.connect(path) as db:  # as version 3 left it: by what they are, with a double and one that is damaged
        db.execute("UPDATE puzzles SET id = 'xa' || number")
        columns = "layout, size, clue_count, status, solution, meta, added"
        for key, clues in (("xcopy", copy.line), ("xbad", "?")):
            db.execute(
                f"INSERT INTO puzzles (id, clues, {columns}) SELECT ?, ?, {columns} FROM puzzles LIMIT 1", (key, clues)
            )
        db.execute("DROP TABLE games")
        db.execute("DROP TABLE claims")
        db.execute("DROP TABLE ratings")
        for command in (*schema.SCRIPTS[1], *schema.SCRIPTS[2]):
            db.execute(str(command))
        db.execute("PRAGMA user_version = 3")
    db.close()
    with Library(path) as library:
        found = dict(library.rows("SELECT number, id FROM puzzles"))
        assert [found[number] for number in numbers] == [library_id(puzzle), library_id(other)]
        assert {"xbad", "xcopy"} < set(found.values())
        assert library.add([Puzzle(copy)]).new == 0


def test_a_migration_that_fails_leaves_the_old_version(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Library(path).close()
    broken = (*schema.SCRIPTS, ("CREATE TABLE extra (a)", "CREATE TABLE extra (a)"))
    with monkeypatch.context() as patch:
        patch.setattr(schema, "SCRIPTS", broken)
        patch.setattr(schema, "VERSION", len(broken))
        patch.setattr("ninefold.library.opening.VERSION", len(broken))
        with pytest.raises(nf.LibraryError, match="already exists"):
            Library(path)
    with Library(path) as library:
        assert library.rows("SELECT name FROM sqlite_master WHERE name = 'extra'") == []


def test_other_files_are_not_libraries(path: str, tmp_path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE other (a)")
    db.close()
    with pytest.raises(nf.LibraryError, match="another program"):
        Library(path)
    (tmp_path / "text").write_text("no database at all, but long enough to look at " * 10)
    with pytest.raises(nf.LibraryError, match="not a database"):
        Library(str(tmp_path / "text"))
    with pytest.raises(nf.LibraryError, match="no such file"):
        Library(str(tmp_path / "none"), make=False)
    (tmp_path / "file").write_text("")
    with pytest.raises(nf.LibraryError, match="no such folder"):
        Library(str(tmp_path / "file" / "library"))


def test_a_file_of_a_later_version_is_left_alone(path: str) -> None:
    Library(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(nf.LibraryError, match=r"needs a newer Ninefold .it has version 99"):
        Library(path)


def test_one_writes_while_another_reads(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library(path) as one, Library(path) as other:
        one.add([Puzzle(GRID)])
        with one.writing() as db:
            db.execute("DELETE FROM puzzles")
            assert other.count() == 1
        assert other.count() == 0


def test_a_second_writer_that_waited_in_vain_says_so(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library(path) as one:
        monkeypatch.setattr("ninefold.library.opening.WAIT", 0.05)
        texts = pytest.raises(nf.LibraryError, match="another program is writing to it")
        with Library(path) as other, one.writing(), texts:
            other.add([Puzzle(GRID)])


def test_a_failure_in_the_middle_changes_nothing(filled: Library) -> None:
    before = filled.count()
    with pytest.raises(nf.LibraryError, match="no such table"), filled.writing() as db:
        _ = [db.execute(f"DELETE FROM {table}") for table in ("puzzles", "missing")]
    assert filled.count() == before


def test_writes_are_synchronised(library: Library) -> None:
    assert library.rows("PRAGMA journal_mode") == [("wal",)]
    assert library.rows("PRAGMA synchronous") == [(2,)]


def test_the_default_file_is_in_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NINEFOLD_LIBRARY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setattr("sys.platform", "linux")
    assert default_path() == "/data/ninefold/library.sqlite"
    monkeypatch.setenv("NINEFOLD_LIBRARY", "/else.sqlite")
    assert default_path() == "/else.sqlite"


def test_killed_at_any_moment_nothing_reported_is_lost(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(KILLS), "20", str(tmp_path)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("20 kills: ")


def test_two_processes_take_the_same_severalin(tmp_path: Path) -> None:
    path, text = str(tmp_path / "l.sqlite"), "\n".join(puzzle.clues.line for puzzle in islice(puzzles(200), 200))
    command = [sys.executable, "-m", "ninefold", "library", "--file", path, "import", "-"]
    runs = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    texts = [run.communicate(text) for run in runs]
    assert [run.returncode for run in runs] == [0, 0], texts
    with Library(path) as library:
        new = sum(int(out.split()[0]) for out, _ in texts)
        assert new == library.count()
        assert list(verify(library)) == []


def test_a_folder_is_created_for_the_default_library_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mistyped = tmp_path / "pzuzles" / "library.sqlite"
    with pytest.raises(nf.LibraryError, match=f"no such folder: {mistyped.parent}"):
        Library(str(mistyped))
    assert not mistyped.parent.exists()
    monkeypatch.delenv("NINEFOLD_LIBRARY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "new" / "data"))
    with Library() as library:
        assert library.path.startswith(str(tmp_path / "new" / "data"))
