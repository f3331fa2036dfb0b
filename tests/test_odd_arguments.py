"""Arguments of a wrong type or size: refused in words by public functions; NumPy's numbers are as good as Python's."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ninefold as nf
from ninefold.environments import Items, SudokuVectorEnv

SMALL = "..4.1......3.1.."
POINT: Any = np.array(1)  # an array without dimensions: it has `__iter__`, which raises
FOUR: Any = np.int64(4)
WORDS: Any = np.array(["a", "b"])  # an array: comparing it with a text gives an array again
ODD: Any = 1.5
FLAGS: Any = np.array([True, False])
NUL = "a\0b"
GAME = nf.Puzzle(nf.Grid(SMALL))
PATH = "a path must be a Path or text without NUL, not "
PROGRESS = "progress must be a callable such as print, not 1.5"


def library() -> nf.Library:
    return nf.Library(":memory:")


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "marks": (lambda: nf.hint(SMALL, marks={1: 2}), "r1c2: read 2, expected digits 1 to 4"),  # type: ignore[dict-item]
    "endless marks": (lambda: nf.hint(SMALL, marks={1: repeat(9)}), "expected digits 1 to 4"),
    "order": (lambda: nf.explain(SMALL, order=WORDS), "unknown order array"),
    "layout of rows": (lambda: nf.canonical_many([SMALL], layout="4"), "size must be a whole number, not '4'"),  # type: ignore[arg-type]
    "layout": (lambda: nf.move_count("4"), "layout must be a Layout such as Layout(9), not '4'"),  # type: ignore[arg-type]
    "canonical layout": (lambda: nf.has_canonical(4), "layout must be a Layout such as Layout(9), not 4"),  # type: ignore[arg-type]
    "technique": (lambda: nf.Recipe(technique=3), "technique: a name such as 'x-wing', or several, not 3"),  # type: ignore[arg-type]
    "level": (lambda: nf.Recipe(level=WORDS), "unknown level array"),
    "required": (lambda: nf.Recipe(required=POINT), "cells must be text such as 'r1c1 r2c2', or a sequence"),
    "kind": (lambda: nf.model(SMALL, kind=WORDS), "unknown kind of model array"),
    "families": (lambda: nf.model(SMALL, families=3), "families must be names such as cells, rows, not 3"),  # type: ignore[arg-type]
    "endless families": (lambda: nf.model(SMALL, families=repeat("x")), "unknown family 'x'"),
    "cuts": (lambda: nf.model(SMALL, cuts=3), "cuts: read 3, expected a list of cuts, or text"),  # type: ignore[arg-type]
    "objective": (
        lambda: nf.relaxation(SMALL, objective=nf.Grid("." * 81)),
        "objective: read a grid of size 9, expected a grid of size 4",
    ),
    "replayed events": (lambda: list(nf.replay(nf.Grid(SMALL), 3)), "a replay needs a Grid and events"),  # type: ignore[arg-type]
    "endless answers": (lambda: nf.score_many([SMALL], repeat(SMALL), layout=4), "1 puzzle and 2 answers"),
    "answers": (lambda: nf.score_many([SMALL], POINT, layout=4), "answers must be an array or a list"),
    "raced puzzles": (lambda: nf.race(POINT), "puzzles must be grids, texts or a file"),
    "swept puzzles": (lambda: nf.sweep(POINT, by="anneal"), "puzzles must be grids, texts or a file"),
    "swept values": (lambda: nf.sweep([SMALL], by="anneal", seeds=POINT), "seed: expected a list of values"),
    "relaxed puzzles": (lambda: nf.relax_many(POINT), "puzzles must be a list of grids"),
    "method": (lambda: nf.check_options(None), "expected a method with options, such as nf.LP(), not None"),
    "class of methods": (lambda: nf.check_options(nf.LP), "expected a method with options"),
    "cell of a proof": (lambda: nf.why_not(SMALL, 17, 1), "unknown cell 17: expected r1c1 to r4c4"),
    "digit of a proof": (lambda: nf.why_not(SMALL, 0, 9), "digit must be 1 to 4, not 9"),
    "layout of a symmetry": (lambda: nf.Symmetry.random(FOUR), "layout must be a Layout such as Layout(9)"),
    "extra units": (lambda: nf.Layout(9, extra=POINT), "extra must be a list of cell sets"),
    "events": (lambda: nf.tree(POINT), "expected a result or a list of trace events"),
    "picture": (lambda: nf.Picture(grid=SMALL), "a picture is of a Grid, not '..4.1"),  # type: ignore[arg-type]
    "large scale": (lambda: nf.Picture(grid=nf.Grid(SMALL)).png(scale=1e308), "invalid scale 1e+308"),
    "small scale": (lambda: nf.Picture(grid=nf.Grid(SMALL)).png(scale=1e-300), "invalid scale 1e-300"),
    "job": (lambda: nf.batch("nowhere", "easy"), "a job must be a BatchJob, or a mapping"),  # type: ignore[arg-type]
    "progress of generate": (lambda: nf.generate(4, progress=ODD), PROGRESS),
    "progress of rate_many": (lambda: nf.rate_many(["." * 81], progress=ODD), PROGRESS),
    "progress of sweep": (lambda: nf.sweep([SMALL], by="anneal", progress=ODD), PROGRESS),
    "progress of a batch": (lambda: nf.batch("nowhere", count=1, recipe={"layout": 4}, progress=ODD), PROGRESS),
    "job of a data set": (lambda: nf.DataSet("nowhere", job=ODD), "a job must be a BatchJob"),
    "where of a data set": (lambda: nf.DataSet(ODD), PATH),
    "item": (lambda: Items()[ODD], "the number of an item is a whole number from 0, not "),
    "items": (lambda: Items().questions(0, ODD), "count must be a whole number"),
    "isolate": (lambda: nf.solve(SMALL, isolate=FLAGS), "isolate must be True, False or None"),
    "unique": (lambda: nf.explain(SMALL, unique=FLAGS), "unique must be True or False"),
    "unique of steps": (lambda: nf.steps(SMALL, unique=FLAGS), "unique must be True or False"),
    "propagated": (lambda: nf.candidates(SMALL, propagated=FLAGS), "propagated must be True or False"),
    "minimal": (lambda: nf.Recipe(4, minimal=FLAGS), "minimal is True, False or None"),
    "uniqueness": (lambda: nf.Recipe(4, uniqueness=FLAGS), "uniqueness is True, False or None"),
    "levels": (lambda: nf.generate(4, levels=FLAGS), "levels must be True or False"),
    "weights": (lambda: nf.generate_arrays(4, seed=1, weights=FLAGS), "weights must be True or False"),
    "sukaku": (lambda: nf.rate("." * 81, sukaku=FLAGS), "sukaku must be True or False"),
    "answers of a book": (lambda: nf.Book(answers=FLAGS), "answers must be True or False"),
    "path of a library": (lambda: nf.Library(1.5), PATH),  # type: ignore[arg-type]
    "NUL in a library": (lambda: nf.Library(NUL), PATH),
    "NUL in a file": (lambda: nf.read_file(NUL), PATH),
    "NUL in a trace": (lambda: nf.read_trace(NUL), PATH),
    "NUL in a sink": (lambda: nf.solve(SMALL, trace=NUL), PATH),
    "NUL in many": (lambda: nf.solve_many(Path(NUL)), PATH),
    "NUL in a race": (lambda: nf.race(Path(NUL), by="search"), PATH),
    "NUL in a data set": (lambda: nf.DataSet(NUL), PATH),
    "make": (lambda: nf.Library(":memory:", make=FLAGS), "make must be True or False"),
    "added puzzles": (lambda: library().add(ODD), "puzzles must be a list of puzzles or grids"),
    "tags": (lambda: library().add([], ODD), "tags is a list of texts"),
    "tag": (lambda: library().add([], [[]]), "a tag is a short text without commas, not []"),  # type: ignore[list-item]
    "query": (lambda: library().count(ODD), "a query must be a Query"),
    "searched query": (lambda: library().search(ODD), "a query must be a Query"),
    "random query": (lambda: library().random(ODD), "a query must be a Query"),
    "numbers of a query": (lambda: nf.Query(numbers=ODD), "numbers must be a list of whole numbers"),
    "texts": (lambda: library().edit(1, ODD), "texts must be a dictionary"),
    "name of a text": (lambda: library().edit(1, {ODD: "x"}), "the name of a text must be UTF-8 text, not 1.5"),
    "removed": (lambda: library().remove(["x"]), "numbers must be a list of whole numbers"),  # type: ignore[list-item]
    "progress of a library": (lambda: library().rate(progress=ODD), PROGRESS),
    "library of games": (lambda: nf.Games(ODD), "games are those of a Library, not of 1.5"),
    "added games": (lambda: nf.Games(library()).add(ODD), "a game to add is the number of its puzzle and a Puzzle"),
    "saved puzzle": (lambda: nf.Games(library()).save("k", ODD, seconds=1), "a game is saved as a Puzzle"),
    "seconds of a game": (lambda: nf.Games(library()).save("k", GAME, seconds=FLAGS), "seconds is a number from 0"),
    "solved": (lambda: nf.Games(library()).save("k", GAME, seconds=1, solved=FLAGS), "solved must be True or False"),
    "seen": (lambda: nf.Games(library()).save("k", GAME, seconds=1, seen=FLAGS), "seen is the number of a version"),
    "solved games": (lambda: nf.Games(library()).all(solved=FLAGS), "solved must be True or False"),
    "choice": (lambda: nf.LP(solver=WORDS), "option solver: read array"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_argument_is_refused_in_words(name: str) -> None:
    call, words = REFUSED[name]
    with pytest.raises(nf.NinefoldError, match=re.escape(words)):
        call()


def test_a_batch_needs_a_worker(tmp_path: Path) -> None:
    with pytest.raises(nf.NinefoldError, match="workers must be a whole number from 1"):
        nf.batch(tmp_path / "set", count=1, recipe={"layout": 4}, workers=0)
    assert not (tmp_path / "set").exists()


def test_numpy_numbers_are_accepted() -> None:
    assert (nf.canonical_many([SMALL], layout=FOUR) == nf.canonical_many([SMALL], layout=4)).all()
    assert nf.explain(SMALL, unique=np.bool_(True)) == nf.explain(SMALL, unique=True)  # type: ignore[arg-type]
    assert len(nf.relax_many([SMALL], width=FOUR)) == 1
    assert Items()[np.int8(3)] == Items()[3]
    assert library().remove(np.array([1, 2])) == 0  # type: ignore[arg-type]
    assert nf.Query(numbers=np.array([1])) == nf.Query(numbers=(1,))  # type: ignore[arg-type]
    assert SudokuVectorEnv(FOUR, 4, pool=4).num_envs == 4


@pytest.mark.parametrize("read", [nf.read_file, nf.read_trace], ids=lambda read: read.__name__)
def test_a_number_is_not_taken_for_an_open_file(read: Callable[[Any], object], tmp_path: Path) -> None:
    """Python opens the file descriptor of that number, and closes it when the file is read."""
    with open(tmp_path / "open.txt", "w+") as file:
        with pytest.raises(nf.NinefoldError, match="a path must be"):
            read(file.fileno())
        file.write("still open")
