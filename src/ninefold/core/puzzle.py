"""Puzzle: clues with everything known about them, the one value from the generator to library, file, page and book.

clues     the digits the puzzle gives
solution  the full grid, if known
proper    whether exactly one solution exists; True and False come from a proof in this process, never from a file
level     one of our seven levels, or whatever a file says
rating    how hard the puzzle is as a number, on the scale of its source
seed      the seed of the `generate` run that made it
source    where it comes from
about     other texts by name: name, author, url …
play      a game in progress: placed digits, marks, time and history

Files have all texts in one object, "meta". So `Puzzle.meta` is `about` together with source, level, rating and seed as
texts, and `Puzzle.from_parts` reads that back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from ninefold.core.drawing import svg
from ninefold.core.errors import Fault, GridError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import MAX_SEED, read_seed, short_repr, whole_number

Marks = dict[int, tuple[int, ...]]

# The texts of a puzzle in the order they are shown. A format may add its own names, with a dot.
META = (
    *("name", "author", "source", "level", "rating", "description", "comment", "rules", "created", "url", "id"),
    *("technique", "tags", "seed"),
)
FIELDS = ("source", "level", "rating")  # texts that are fields of a Puzzle and so never in `about`
PARTS = ("solution", "placed", "centre", "corner", "seconds", "history", "extra")  # what a format may keep or lose
PLAY_PARTS = PARTS[1:]


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is, exactly as its source wrote it.

    >>> Rating("7.10").value
    7.1

    Args:
        text: a number for most scales, such as `"7.1"`; some sources write several, such as `"7.1/1.2/1.2"`.
    """

    text: str

    @cached_property
    def value(self) -> float | None:
        """The rating as a number; None if the text is not one."""
        try:
            return float(self.text) if len(self.text) < 30 else None
        except ValueError:
            return None

    def __str__(self) -> str:
        """The text."""
        return self.text


@dataclass(frozen=True)
class Play:
    """A game in progress.

    Args:
        placed: for cells without a clue, the digit placed there.
        centre: digits marked in the centre of a cell: its candidates.
        corner: digits marked in the corners of a cell: where in a box they can go.
        seconds: the time played.
        history: the moves, as JSON values.
        extra: JSON values by name that an app keeps with the game, such as its clock and colours.
    """

    placed: Mapping[int, int] = field(default_factory=dict)
    centre: Mapping[int, Iterable[int]] = field(default_factory=dict)
    corner: Mapping[int, Iterable[int]] = field(default_factory=dict)
    seconds: float = 0
    history: Sequence[Any] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything was played."""
        return any(getattr(self, name) for name in PLAY_PARTS)

    def __hash__(self) -> int:
        """Agrees with equality."""
        return hash((frozenset(self.placed.items()), self.seconds))

    def __repr__(self) -> str:
        """The code that makes it."""
        return f"Play({_arguments(self, PLAY_PARTS)})"


_NO_PLAY = Play()


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A puzzle with everything known about it.

    >>> puzzle = Puzzle(Grid("..4.1......3.1.."), level="easy", about={"name": "small"}, play=Play(placed={0: 2}))
    >>> puzzle
    Puzzle(Grid('..4.1......3.1..'), level='easy', about={'name': 'small'}, play=Play(placed={0: 2}))
    >>> puzzle.grid.line
    '2.4.1......3.1..'
    >>> puzzle.meta
    {'name': 'small', 'level': 'easy'}

    Args:
        clues: the grid of clues.
        solution: the full grid; it must agree with the clues.
        proper: whether exactly one solution exists, if that was proved in this process. True needs the solution.
        level: the level.
        rating: the rating.
        seed: the seed that generated it.
        source: where it comes from.
        about: other texts by name.
        play: a game in progress.
    """

    clues: Grid
    solution: Grid | None = field(default=None, kw_only=True)
    proper: bool | None = field(default=None, kw_only=True)
    level: str = field(default="", kw_only=True)
    rating: Rating | None = field(default=None, kw_only=True)
    seed: int | None = field(default=None, kw_only=True)
    source: str = field(default="", kw_only=True)
    about: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    play: Play | None = field(default=None, kw_only=True)

    @classmethod
    def from_parts(
        cls, clues: Grid, *, solution: Grid | None = None, meta: Mapping[str, str] | None = None, **play: Any
    ) -> Puzzle:
        """A puzzle as files describe it: with its texts in one mapping and the parts of its game side by side.

        >>> Puzzle.from_parts(Grid("..4.1......3.1.."), meta={"name": "small", "level": "easy"}, placed={0: 2})
        Puzzle(Grid('..4.1......3.1..'), level='easy', about={'name': 'small'}, play=Play(placed={0: 2}))

        Args:
            clues: the grid of clues.
            solution: the full grid.
            meta: all texts by name, source, level, rating and seed among them.
            play: the fields of `Play`.
        """
        return cls(clues, solution=solution, play=Play(**play) if play else None, **_fields_of(meta or {}))

    @classmethod
    def proved(
        cls, clues: Grid, solution: Grid, *, level: str = "", rating: Rating | None = None, seed: int | None = None
    ) -> Puzzle:
        """A puzzle whose only solution was just found and proved unique, without checking either again."""
        puzzle = object.__new__(cls)
        # The generator makes tens of thousands a second; `__init__` and its checks would take as long as the search.
        vars(puzzle).update(
            {"clues": clues, "solution": solution, "proper": True, "level": level, "rating": rating, "seed": seed}
        )
        vars(puzzle).update({"source": "", "about": {}, "play": None})
        return puzzle

    def __post_init__(self) -> None:
        """Check every part and bring it to its one normal form."""
        if not isinstance(self.clues, Grid):
            raise GridError(f"the clues of a puzzle are a Grid, not {short_repr(self.clues)}")
        faults: list[Fault] = []
        if self.play is not None:
            self._set("play", self._read_play(self.play, faults))
        if self.solution is not None:
            self._check_solution(self.solution, faults)
        if faults:
            raise GridError("some parts do not fit the clues of the puzzle", faults)
        self._check_fields()
        self._read_texts()

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check_fields(self) -> None:
        if self.proper not in (None, True, False):
            raise GridError(f"proper is True, False or None, not {short_repr(self.proper)}")
        if self.proper and self.solution is None:
            raise GridError("a puzzle proved to have exactly one solution needs that solution")
        if self.seed is not None:
            read_seed(self.seed, GridError)

    def _read_texts(self) -> None:
        if self.rating is not None and not isinstance(self.rating, Rating):
            raise GridError(f"a rating is a Rating, such as Rating('7.1'), not {short_repr(self.rating)}")
        for name in FIELDS:
            if name in self.about:
                raise GridError(f"{name} is a field of its own: Puzzle(…, {name}=…), not about={{{name!r}: …}}")
        for name in ("level", "source"):
            if text := getattr(self, name):
                self._set(name, _encodable(text))
        if self.rating is not None:
            self._set("rating", Rating(_encodable(self.rating.text)) if self.rating.text else None)
        if self.about:
            texts = sorted(self.about.items(), key=_meta_key)
            self._set("about", {name: _encodable(text) for name, text in texts if text})

    def _read_play(self, play: Play, faults: list[Fault]) -> Play | None:
        if not isinstance(play, Play):
            raise GridError(f"the play of a puzzle is a Play, not {short_repr(play)}")
        if not play:
            return None
        if not isinstance(play.seconds, int | float) or isinstance(play.seconds, bool) or not play.seconds >= 0:
            faults.append(Fault("seconds", short_repr(play.seconds), "a number from 0"))
        read = Play(
            self._read_placed(play.placed, faults),
            self._read_marks(play.centre, faults),
            self._read_marks(play.corner, faults),
            play.seconds,
            tuple(play.history),
            dict(play.extra),
        )
        return read or None

    def _read_placed(self, given: Mapping[int, int], faults: list[Fault]) -> dict[int, int]:
        placed = {}
        for cell, digit in sorted(given.items()):
            name, number = self.layout.name(cell), whole_number(digit)
            if number is None or not 0 < number <= self.clues.size:
                faults.append(Fault(name, short_repr(digit), f"a digit 1 to {self.clues.size}"))
            elif self.clues.digits[cell]:
                faults.append(Fault(name, f"{number} placed", f"its clue {self.clues.digits[cell]} and nothing else"))
            else:
                placed[cell] = number
        return placed

    def _read_marks(self, marks: Mapping[int, Iterable[int]], faults: list[Fault]) -> Marks:
        read = {}
        for cell, digits in sorted(marks.items()):
            name = self.layout.name(cell)
            numbers = [whole_number(digit) for digit in digits]
            if bad := [digit for digit in numbers if digit is None or not 0 < digit <= self.clues.size]:
                faults.append(Fault(name, short_repr(bad[0]), f"marks 1 to {self.clues.size}"))
            elif numbers:
                read[cell] = tuple(sorted({digit for digit in numbers if digit}))
        return read

    def _check_solution(self, solution: Grid, faults: list[Fault]) -> None:
        if solution.layout != self.layout or not solution.is_full:
            faults.append(Fault("solution", short_repr(solution.line), f"a full grid of {self.layout}"))
            return
        if _agree(self.clues.digits, solution.digits):
            return
        for cell in self.clues.filled_cells:
            if solution.digits[cell] != self.clues.digits[cell]:
                expected = f"the clue {self.clues.digits[cell]}"
                faults.append(Fault(f"solution {self.layout.name(cell)}", str(solution.digits[cell]), expected))

    @property
    def layout(self) -> Layout:
        """The board."""
        return self.clues.layout

    @property
    def grid(self) -> Grid:
        """The clues and the placed digits together."""
        return self.clues.with_digits(self.placed) if self.placed else self.clues

    @property
    def placed(self) -> Mapping[int, int]:
        """The placed digits by cell."""
        return (self.play or _NO_PLAY).placed

    @property
    def centre(self) -> Marks:
        """The centre marks by cell, sorted."""
        return (self.play or _NO_PLAY).centre  # type: ignore[return-value]  # normal since __post_init__

    @property
    def corner(self) -> Marks:
        """The corner marks by cell, sorted."""
        return (self.play or _NO_PLAY).corner  # type: ignore[return-value]

    @property
    def seconds(self) -> float:
        """The time played."""
        return (self.play or _NO_PLAY).seconds

    @property
    def history(self) -> Sequence[Any]:
        """The moves played."""
        return (self.play or _NO_PLAY).history

    @property
    def extra(self) -> Mapping[str, Any]:
        """What an app keeps with the game."""
        return (self.play or _NO_PLAY).extra

    @property
    def meta(self) -> dict[str, str]:
        """All texts by name, in one order: `about` with source, level, rating and seed."""
        found = dict(self.about)
        if self.source or self.level or self.rating or self.seed is not None:
            found |= {name: str(value) for name in FIELDS if (value := getattr(self, name))}
            found |= {} if self.seed is None else {"seed": str(self.seed)}
            return dict(sorted(found.items(), key=_meta_key))
        return found

    def replace(self, **changes: Any) -> Puzzle:
        """A copy with other fields.

        Besides the fields of a Puzzle it accepts those of its `Play`, and `meta` for all texts at once. With other
        clues the copy is no longer known to be proper.
        """
        if changes.keys() == {"meta"} and changes["meta"] == self.meta:  # common, and checking again takes time
            return self
        if "meta" in changes:
            changes |= _fields_of(changes.pop("meta"))
        if play := {name: changes.pop(name) for name in PLAY_PARTS if name in changes}:
            changes["play"] = replace(changes.get("play", self.play) or _NO_PLAY, **play)
        if changes.get("clues", self.clues) != self.clues:
            changes.setdefault("proper", None)
        return replace(self, **changes)

    def only(self, parts: Iterable[str], meta: Iterable[str]) -> Puzzle:
        """What a file keeps: the clues with some of `PARTS` and some texts, and no proof."""
        kept, names, texts = set(parts), set(meta), self.meta
        if (
            self.proper is None
            and names.issuperset(texts)
            and not any(getattr(self, p) for p in PARTS if p not in kept)
        ):
            return self
        texts = {name: text for name, text in texts.items() if name in names}
        return Puzzle.from_parts(self.clues, meta=texts, **{name: getattr(self, name) for name in kept})

    def __hash__(self) -> int:
        """Agrees with equality."""
        return hash(self.clues)

    def __repr__(self) -> str:
        """The code that makes it."""
        rest = _arguments(self, [f.name for f in fields(self)[1:]])
        return f"Puzzle({self.clues!r}{', ' if rest else ''}{rest})"

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the clues, the digits in play, and the level."""
        placed = self.play.placed if self.play else {}
        shown = self.clues.with_digits(placed) if placed else self.clues
        return svg(shown.digits, shown.layout, clues=self.clues.digits, caption=self.level)


def _arguments(value: object, names: Iterable[str]) -> str:
    """The fields of a value that are not empty, as code."""
    pairs = [(name, getattr(value, name)) for name in names]
    return ", ".join(f"{name}={it!r}" for name, it in pairs if it or (name in ("seed", "proper") and it is not None))


def _fields_of(meta: Mapping[str, str]) -> dict[str, Any]:
    """All texts as the fields of a puzzle; a seed that is not a whole number stays a text."""
    about = {name: text for name, text in meta.items() if name not in FIELDS}
    rating, seed = meta.get("rating", ""), about.get("seed", "")
    is_seed = seed.isascii() and seed.isdecimal() and len(seed) <= 20 and str(int(seed)) == seed
    number = int(seed) if is_seed and int(seed) <= MAX_SEED else None
    if number is not None:
        del about["seed"]
    return {
        "level": meta.get("level", ""),
        "rating": Rating(rating) if rating else None,
        "seed": number,
        "source": meta.get("source", ""),
        "about": about,
    }


_MASK = b"\0" + b"\xff" * 255


def _agree(clues: bytes, solution: bytes) -> bool:
    """Whether a full grid has every clue: all cells at once, each a byte of a large number."""
    mask = int.from_bytes(clues.translate(_MASK), "big")
    return int.from_bytes(solution, "big") & mask == int.from_bytes(clues, "big")


def _encodable(text: str) -> str:
    """A text that any file can hold: JSON may contain lone surrogates, which UTF-8 cannot."""
    return str(text).encode("utf-8", "replace").decode()


def _meta_key(item: tuple[str, str]) -> tuple[int, str]:
    return (META.index(item[0]) if item[0] in META else len(META), item[0])
