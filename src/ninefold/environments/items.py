"""Items: questions about puzzles with a scorer that checks the answers, in the shape of a reasoning-gym data set.

1. Item k of a seed is puzzle k of that seed: they never end, and two seeds do not share any.
2. An answer scores 1 if it is a solution of the puzzle, in any notation. With `partial`, a wrong one scores the share
   of empty cells that are right, below 1; an answer that changes a clue scores 0. Anything unreadable scores 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ninefold.batching.splits import NAMES, codes_of_shares
from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.drawing import draw
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr, whole_number
from ninefold.environments.puzzles import NumberedPuzzles
from ninefold.make.full_grids import read_first
from ninefold.make.recipe import Recipe
from ninefold.rating.levels import level_of
from ninefold.solving.arrays import digests_many, letters
from ninefold.solving.scores import score_many

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOTATIONS = ("line", "rows", "board")
QUESTION = (
    "Solve this Sudoku. Fill each empty cell ({blank}) with {digits} so that every row, column and box"
    " holds each digit once{more}.\n\n{grid}\n\nAnswer with the completed grid in the same form and nothing else."
)
_NOT_A_CELL = re.compile(r"[^0-9A-Za-z.]+")


@dataclass
class Items:
    """Sudoku questions, by number.

    >>> items = Items(seed=7, recipe=Recipe(4))
    >>> item = items[3]
    >>> items.score_answer(item["answer"], item)
    1.0

    Args:
        seed: a whole number from 0.
        size: how many items there are; None for no end.
        recipe: what to generate, such as a board, a level or a technique.
        empty: how many cells are empty, or the fewest and the most.
        notation: how grids are written: `line`, `rows` (digits with spaces) or `board`.
        partial: whether wrong answers can score more than 0 (rule 2).
    """

    seed: int = 0
    size: int | None = None
    recipe: Recipe | Layout | int | str = 9
    empty: tuple[int, int] | int | None = None
    notation: str = "rows"
    partial: bool = False

    def __post_init__(self) -> None:
        self.recipe = Recipe.of(self.recipe)
        if self.notation not in NOTATIONS:
            raise NinefoldError(f"unknown notation {short_repr(self.notation)} (choose from {', '.join(NOTATIONS)})")
        if self.size is not None and (whole_number(self.size) is None or self.size < 0):
            raise NinefoldError(f"size is a whole number from 0, or None for no end, not {short_repr(self.size)}")
        self._puzzles = NumberedPuzzles(self.recipe, self.seed, self.empty)  # type: ignore[arg-type]

    @property
    def board(self) -> Layout:
        """The board of all items."""
        assert isinstance(self.recipe, Recipe)
        return self.recipe.layout

    def __len__(self) -> int:
        """The number of items."""
        if self.size is None:
            raise NinefoldError("these items have no end; give a size")
        return self.size

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The items in order."""
        number = 0
        while self.size is None or number < self.size:
            yield self[number]
            number += 1

    def __getitem__(self, number: int) -> dict[str, Any]:
        """An item: question, answer and metadata."""
        place = whole_number(number)
        if place is None:
            raise NinefoldError(f"the number of an item is a whole number from 0, not {short_repr(number)}")
        if place < 0 or (self.size is not None and place >= self.size):
            raise IndexError(f"there is no item {place}" + f" of {self.size}" * (self.size is not None))
        clues, solution = self._puzzles[place]
        return self._item(place, clues, solution)

    def questions(self, first: int, count: int) -> list[dict[str, Any]]:
        """Many items at once, without the metadata that takes time."""
        if (wanted := whole_number(count)) is None:
            raise NinefoldError(f"count must be a whole number from 1, not {short_repr(count)}")
        made = self._puzzles.rows(read_first(first), wanted)
        clues = (made.puzzles > 0).sum(axis=1).tolist()
        texts = zip(self._texts(made.puzzles), self._texts(made.solutions), clues, strict=True)
        start, end = self._frame
        return [
            {
                "question": f"{start}{puzzle}{end}",
                "answer": answer,
                "metadata": {"seed": self.seed, "number": number, "puzzle": puzzle, "clues": given},
            }
            for number, (puzzle, answer, given) in enumerate(texts, first)
        ]

    def _item(self, number: int, clues: NDArray[np.uint8], solution: NDArray[np.uint8]) -> dict[str, Any]:
        puzzle, answer = self._texts(clues[None])[0], self._texts(solution[None])[0]
        metadata = {"seed": self.seed, "number": number, "puzzle": puzzle, "clues": int((clues > 0).sum())}
        item: dict[str, Any] = {"question": puzzle.join(self._frame), "answer": answer, "metadata": metadata}
        digests = [digests_many(row[None], layout=self.board, threads=1) for row in (clues, solution)]
        item["metadata"] |= {
            "id": str(letters(digests[0])[0]),
            "grid_id": str(letters(digests[1])[0]),
            "level": level_of(Grid.from_digits(bytes(clues), self.board)),
            "split": NAMES[int(codes_of_shares(digests[1], 0.01, 0.01)[0])],
            "layout": str(self.board),
        }
        return item

    def score_answer(self, answer: object, entry: dict[str, Any]) -> float:
        """The score of an answer (rule 2)."""
        try:
            puzzle = Grid(self._bare(entry["metadata"]["puzzle"]), layout=self.board)
        except (KeyError, TypeError, AttributeError, NinefoldError) as error:
            raise NinefoldError(f"this is not one of these items: {short_repr(entry)}") from error
        found = self._bare(answer) if isinstance(answer, str) else answer
        scores = score_many([puzzle], [found], layout=self.board, threads=1)
        score = float(scores.partial[0])
        return score if self.partial or score == 1 else 0.0

    def _bare(self, text: str) -> str:
        """The cells of a grid in any of the notations, without ruling; only numbers above 9 need spaces."""
        cells = _NOT_A_CELL.sub(" ", text.replace("_", ".")).split()
        is_numbers = len(cells) == self.board.size**2 and max(map(len, cells)) > 1
        return (" " if is_numbers else "").join(cells)

    # --- texts --------------------------------------------------------------------------------

    @cached_property
    def _frame(self) -> tuple[str, str]:
        board = self.board
        extra = ", and so does every marked unit" if board.diagonals or board.windows or board.extra else ""
        blank = "." if self.notation != "rows" else "_"
        digits = f"a digit from 1 to {board.size}"
        if board.size > 9 and self.notation != "board":
            digits = f"one of {symbols_of(default_alphabet(board.size), board.size)}"
        text = QUESTION.format(blank=blank, digits=digits, more=extra, grid="\0")
        start, _, end = text.partition("\0")
        return start, end

    def _texts(self, rows: NDArray[np.uint8]) -> list[str]:
        """The grids of some rows in the notation."""
        import numpy as np

        if self.notation == "board":
            return [draw(bytes(row), self.board) for row in rows]
        size = self.board.size
        blank = b"_" if self.notation == "rows" else b"."
        symbols = np.frombuffer(blank + symbols_of(default_alphabet(size), size).encode(), np.uint8)[rows]
        if self.notation == "rows":
            spaced = np.full((len(rows), size * size, 2), ord(" "), np.uint8)
            spaced[:, :, 0] = symbols
            spaced[:, size - 1 :: size, 1] = ord("\n")
            symbols = spaced.reshape(len(rows), -1)
        text, width = symbols.tobytes().decode(), symbols.shape[1]
        last = width - (self.notation == "rows")  # without the last line end
        return [text[at : at + last] for at in range(0, len(text), width)]
