"""Ratings of the puzzles of a library: computed after they were added, some at a time, and stored beside them.

1. A puzzle without a row in the table `ratings` is still to be rated. Rows are written in batches, each in one
   transaction, so that an interrupt or a crash loses one batch at most, and the next call continues.
   Puzzles that take too long for a batch wait for the next call, so that they do not hold up the others.
2. Standard 9×9 puzzles are rated on every scale. Puzzles on other boards get a level.
3. A puzzle that has no rating, such as one with several solutions, has a row that says why.
4. Processes that rate at the same time share the work: each one claims its batch in the table `claims`, and the others
   pass over it. A claim is only a hint. When nothing else is left, the claims of others are dropped and their puzzles
   rated too, so that a process that was killed holds up nobody. As batches become smaller towards the end, few
   puzzles are rated twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import LibraryError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, CheckLimits, Limit, Stopped
from ninefold.core.puzzle import Puzzle
from ninefold.core.reading import CELLS
from ninefold.core.values import check_callable
from ninefold.logic.engine import run_of
from ninefold.rating.explainer import ExplainerRating
from ninefold.rating.levels import LEVELS, level_until
from ninefold.rating.rate import Difficulty, rate_in_time
from ninefold.solving.run import Run

if TYPE_CHECKING:
    from ninefold.library.store import Library

FIELDS = (
    *("er", "ep", "ed", "minutes", "rated_level", "hodoku_level", "hodoku_score", "hardest", "techniques", "why"),
    *("backdoor", "guesses", "pearl", "diamond"),
)
COLUMNS = ", ".join(FIELDS)
TABLE = "puzzles LEFT JOIN ratings ON ratings.puzzle = puzzles.number"
INSERT = f"INSERT OR REPLACE INTO ratings (puzzle, {COLUMNS}) VALUES (?{', ?' * len(FIELDS)})"  # noqa: S608
UNRATED = """
    SELECT number, layout, clues, status FROM puzzles
    WHERE number > ? AND number NOT IN (SELECT puzzle FROM ratings)
    AND NOT EXISTS (SELECT 1 FROM claims WHERE rater != ? AND number BETWEEN first AND last)
    ORDER BY number LIMIT ?
"""
CLAIM = "INSERT OR REPLACE INTO claims (rater, first, last) VALUES (?, ?, ?)"
# A batch takes about so long: the most that is lost.
BATCH_SECONDS, MIN_BATCH, MAX_BATCH = 1.0, 16, 1024
SHARE = 4  # a batch is at most this part of the puzzles that are left
LONGEST_BATCH = 0.5  # of the time of a call
OTHER_SECONDS = 5.0  # for the level of a puzzle on another board
NOT_UNIQUE = "it does not have exactly one solution"


@dataclass(frozen=True, kw_only=True)
class StoredRating:
    """How hard a puzzle of a library is, as far as the scales cover it.

    Args:
        level: the level; empty without a rating.
        minutes: the time of a practised person.
        er: the rating of Sudoku Explainer; `ep` and `ed` are that of the first placement and of the first step.
        hodoku_level: the level that HoDoKu gives.
        hodoku_score: its score.
        hardest: the technique behind ER; `pearl` and `diamond` are those behind EP and ED.
        techniques: how often each technique is needed, easiest first.
        why: why there is no rating; empty if there is one.
        backdoor: the fewest cells to fill in before singles solve the rest.
        guesses: how often a person would have to guess.
    """

    level: str = ""
    minutes: float | None = None
    er: float | None = None
    ep: float | None = None
    ed: float | None = None
    hodoku_level: str | None = None
    hodoku_score: int | None = None
    hardest: str | None = None
    pearl: str | None = None
    diamond: str | None = None
    techniques: dict[str, int] = field(default_factory=dict)
    why: str = ""
    backdoor: int | None = None
    guesses: int | None = None

    @classmethod
    def of(cls, found: Difficulty) -> StoredRating:
        """What a library stores of a rating."""
        scale, hodoku = found.explainer, getattr(found, "hodoku", None)
        if scale is None:
            return cls(why=found.why)
        return cls(
            level=found.level,
            minutes=found.minutes,
            er=scale.er,
            ep=scale.ep,
            ed=scale.ed,
            hodoku_level=None if hodoku is None else str(hodoku.level),
            hodoku_score=None if hodoku is None else int(hodoku.score),
            hardest=scale.hardest,
            pearl=scale.pearl,
            diamond=scale.diamond,
            techniques=found.techniques,
            backdoor=found.backdoor,
            guesses=found.guesses,
        )

    @classmethod
    def of_row(cls, row: tuple[Any, ...]) -> StoredRating | None:
        """The rating of a row of `COLUMNS`; None if the puzzle is still to be rated."""
        values = dict(zip(FIELDS, row, strict=True))
        if values["techniques"] is None:
            return None
        values["techniques"] = json.loads(values["techniques"])
        return cls(level=values.pop("rated_level"), **values)

    @property
    def explainer(self) -> ExplainerRating | None:
        """ER, EP and ED with the techniques behind them."""
        if self.er is None or self.ep is None or self.ed is None:
            return None
        return ExplainerRating(self.er, self.ep, self.ed, self.hardest or "", self.pearl or "", self.diamond or "")

    def row(self) -> tuple[object, ...]:
        """The values of `COLUMNS`."""
        values = {**vars(self), "rated_level": self.level, "techniques": json.dumps(self.techniques)}
        return tuple(values[name] for name in FIELDS)

    def texts(self) -> dict[str, str]:
        """The rating as texts of a puzzle, for a file or a book."""
        known = {
            "level": self.level,
            "rating": "" if self.er is None else f"{self.er:.1f}",
            "ep": "" if self.ep is None else f"{self.ep:.1f}",
            "ed": "" if self.ed is None else f"{self.ed:.1f}",
            "hodoku_level": self.hodoku_level or "",
            "hodoku_score": "" if self.hodoku_score is None else str(self.hodoku_score),
            "minutes": "" if self.minutes is None else f"{self.minutes:g}",
            "techniques": ", ".join(f"{name} {count}" for name, count in self.techniques.items()),
        }
        return {name: text for name, text in known.items() if text}

    def put_on(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with this rating in its texts; texts that it has stay."""
        return puzzle.replace(meta=self.texts() | puzzle.meta)


def rate_unrated(
    library: Library,
    *,
    limit: Limit | None = None,
    threads: int | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Rate the puzzles that have no rating yet, until all have one or the time is up; returns how many were rated."""
    check_callable("progress", progress)
    run = run_of(Layout.of_size(9), limit, cancel)
    done, seconds, rater = 0, run.limit.seconds, token_hex(8)
    if not library.unrated:
        return 0
    try:
        # Those that take long come last; those that others have claimed, at the very end.
        for longest in (inf, None) if seconds is None else (seconds * LONGEST_BATCH, inf, None):
            if longest is None:
                with library.writing() as db:
                    db.execute("DELETE FROM claims WHERE rater != ?", [rater])
            for known in _batches(library, rater, run, longest or inf, threads, cancel):
                done += known
                if progress is not None:
                    progress(done)
    except Stopped:
        pass
    finally:
        with suppress(LibraryError), library.writing() as db:
            db.execute("DELETE FROM claims WHERE rater = ?", [rater])
    return done


def _batches(
    library: Library, rater: str, run: Run, longest: float, threads: int | None, cancel: Cancel | None
) -> Iterator[int]:
    """Rate and store one batch after the other; yields how many puzzles of each are rated."""
    after, size = 0, MIN_BATCH
    while rows := _claimed(library, rater, after, size):
        start = monotonic()
        run.check_limits()
        found = _rated(rows, run, longest, threads, cancel)
        with library.writing() as db:
            known = [row for row in found if db.execute("SELECT 1 FROM puzzles WHERE number = ?", row[:1]).fetchone()]
            db.executemany(INSERT, known)
        yield len(known)
        after = rows[-1][0]
        pace = size * BATCH_SECONDS / max(monotonic() - start, 1e-6)
        size = max(MIN_BATCH, min(2 * size, int(pace), MAX_BATCH))


def _claimed(library: Library, rater: str, after: int, size: int) -> list[tuple[Any, ...]]:
    """The rows of the next batch, claimed."""
    with library.writing() as db:
        rows = db.execute(UNRATED, [after, rater, size * SHARE]).fetchall()
        rows = rows[: max(MIN_BATCH, len(rows) // SHARE)]
        if rows:
            db.execute(CLAIM, [rater, rows[0][0], rows[-1][0]])
    return rows


def unrated_count(library: Library) -> int:
    """How many puzzles have no rating yet."""
    return int(library.rows("SELECT count(*) FROM puzzles WHERE number NOT IN (SELECT puzzle FROM ratings)")[0][0])


def _rated(
    rows: list[tuple[Any, ...]], run: Run, longest: float, threads: int | None, cancel: Cancel | None
) -> list[tuple[object, ...]]:
    """The values of `INSERT` for rows of `UNRATED`, but not for those that take too long."""
    nine = [_valid_clues(clues) for _, layout, clues, _ in rows if layout == "9"]
    seconds = min(longest, run.seconds_left)
    limit = Limit(seconds=None if seconds == inf else max(0.001, seconds))
    found = iter(rate_in_time(nine, limit=limit, threads=threads, cancel=cancel) if nine else [])
    ratings = [
        (number, _standard(next(found)) if layout == "9" else _other(layout, clues, status, run))
        for number, layout, clues, status in rows
    ]
    return [(number, *rating.row()) for number, rating in ratings if rating is not None]


def _standard(found: Difficulty | None) -> StoredRating | None:
    return None if found is None else StoredRating.of(found)


def _valid_clues(clues: str) -> str:
    """The clues; an empty grid for damaged ones, which `verify` reports."""
    return clues if len(clues) == CELLS and not clues.strip(".123456789") else "." * CELLS


def _other(layout: str, clues: str, status: str, run: Run) -> StoredRating:
    """The rating of a puzzle on another board (rule 2)."""
    if status != "unique":
        return StoredRating(why=NOT_UNIQUE)
    try:
        return StoredRating(level=level_until(Grid(clues, layout=Layout.parse(layout)), _until(run)))
    except Stopped:
        run.check_limits()
        return StoredRating(level=LEVELS[-1])  # no technique solved it in all that time
    except NinefoldError as error:
        return StoredRating(why=str(error))


def _until(run: Run) -> CheckLimits:
    end = monotonic() + OTHER_SECONDS

    def check_limits() -> None:
        run.check_limits()
        if monotonic() > end:
            raise Stopped("time is up")

    return check_limits
