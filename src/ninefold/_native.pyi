"""The native core of Ninefold."""

from collections.abc import Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Progress(enum.Enum):
    """The state of a search after a slice."""

    paused = 0
    """The slice is over; there is more to search."""

    found = 1
    """A solution was found; there may be more."""

    ended = 2
    """Everything was searched; there are no more solutions."""

class NativeBoard:
    """A layout prepared for the search; built once, shared by searches."""

    def __init__(self, size: int, units: Sequence[Sequence[int]]) -> None:
        """Build a board of N digits from the cells of its units."""

class NativeSearch:
    """Finds the solutions of any layout, one by one."""

    def __init__(self, board: NativeBoard, digits: bytes) -> None:
        """Start a search on a board from N² digits, 0 for empty."""

    def require_difference(self, grid: bytes, cells: Sequence[int]) -> None:
        """
        Only find solutions that differ from a full grid in one of these cells; call before `advance`.
        """

    def advance(self, nodes: int) -> Progress:
        """
        Search for at most `nodes` nodes, or until the next solution, without holding the GIL.
        """

    def count(self, limit: int, seconds: float | None = None, poll: object | None = None) -> tuple[int, bool, bool]:
        """
        Count the solutions not found yet: the count, whether it is final, and whether it overflowed 64 bits.
        """

    @property
    def digits(self) -> bytes:
        """The N² digits of the latest solution."""

    @property
    def nodes(self) -> int:
        """The nodes searched so far."""

class Tree:
    """Finds the solutions of a 9×9 puzzle, one by one."""

    def __init__(self, digits: bytes) -> None:
        """Start a search from 81 digits, 0 for empty."""

    def advance(self, nodes: int) -> Progress:
        """
        Search for at most `nodes` nodes, or until the next solution, without holding the GIL.
        """

    @property
    def digits(self) -> bytes:
        """The 81 digits of the latest solution."""

    @property
    def nodes(self) -> int:
        """The nodes searched so far: guesses and backtracks."""

    @property
    def guesses(self) -> int:
        """The guesses made so far."""

def solve_many(digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], limit: int, threads: int, statuses: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], ended: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], counts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], guesses: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], seconds: float | None = None, poll: object | None = None) -> bool:
    """
    Solve the 9×9 puzzles of a column of digits into the given columns; return whether all were answered.
    """

def first_wrong(digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], statuses: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1) -> int:
    """
    The first puzzle whose solution is wrong; the number of puzzles if there is none.
    """

def find_second(digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], statuses: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], second_solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], seconds: float | None = None, poll: object | None = None) -> bool:
    """
    Find the second solution of each puzzle that has several; return whether all were found.
    """

def first_wrong_second(digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], second_solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], statuses: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """
    The first puzzle whose second solution is wrong or repeated; the number of puzzles if there is none.
    """

def has_clash(digits: bytes) -> bool:
    """Whether a digit of a 9×9 puzzle appears twice in a unit."""

def count(digits: bytes, limit: int, threads: int, seconds: float | None = None, poll: object | None = None) -> tuple[int, bool, bool]:
    """
    Count the solutions of a 9×9 puzzle: the count, whether it is final, whether it overflowed 64 bits.
    """

def versions() -> list[str]:
    """The versions of the 9×9 engine that this CPU can run, best first."""

def version() -> str:
    """The version of the 9×9 engine in use."""

def canonical(digits: bytes) -> tuple[bytes, bytes, bytes, int]:
    """
    The canonical form of a 9×9 grid, the source cell of each position, the label of each digit, and the number of automorphisms.
    """

def make_many(seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], groups: bytes, solution: bytes, threads: int, solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], removed_at: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], proper: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], seconds: float | None = None, poll: object | None = None) -> bool:
    """
    Make a 9×9 puzzle from each seed: its solution, and when each clue was removed; return whether all were made.
    """

def full_grids(seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], box_rows: int, box_columns: int, threads: int, digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Make a random full grid from each seed, on a board with boxes of this shape.
    """

def make_few_clues(seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], clues: int, steps: int, threads: int, puzzles: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], clue_counts: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], seconds: float | None = None, poll: object | None = None) -> bool:
    """
    Search from each seed for a 9×9 puzzle with few clues; return whether all searches finished.
    """

def read_lines(text: bytes, start: int, is_last: bool, in_list: bool, digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, int, int, bool]:
    """
    Read plain lines: the number of puzzles, lines and bytes, and whether the next line continues a list.
    """

def write_lines(digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], statuses: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], guesses: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], second_solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], row: int, end: int, accept_solved: bool, templates: tuple[str, str, str]) -> tuple[str, int]:
    """
    The plain answers from a row on, written by the templates, and the first row that is not plain.
    """

class RowBoard:
    """A board prepared for work on the rows of an array."""

    def __init__(self, size: int, units: Sequence[Sequence[int]]) -> None:
        """Build a board of N digits, at most 32, from the cells of its units."""

def canonical_rows(digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, lines: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], automorphisms: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Write the canonical form of each 9×9 grid, and its number of automorphisms; 0 if its digits clash.
    """

def levels(board: RowBoard, digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, levels: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Write the level of each row: 0 easy, 1 medium, 2 hard."""

def scores(board: RowBoard, puzzles: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], answers: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, solved: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], kept: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], correct: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu')], clashing: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Score answers: solved, clues kept, cells as in the solution, units with a repeated digit.
    """

def legal(board: RowBoard, digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, found: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Write 1 for each candidate of an empty cell that no peer has, else 0."""

def least_forms(board: RowBoard, moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, lines: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], automorphisms: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Write the smallest line of each row over some moves, and how many give it; 0 if its digits clash.
    """

def draw_symmetries(box_rows: int, box_columns: int, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, lines: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], names: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Draw a random symmetry from each seed."""

def apply_symmetries(size: int, digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], lines: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], names: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], undo: bool, threads: int, moved: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Apply a symmetry to each row, or undo it."""

class Reasoner:
    """Finds steps with reasons on one layout; shared by threads."""

    def __init__(self, n: int, kinds: Sequence[int], units: Sequence[Sequence[int]], unit_names: Sequence[str] = [], techniques: Sequence[str] = []) -> None:
        """
        Prepare a layout of N digits: the kind (0 row, 1 column, 2 box, 3 other) and the cells of every unit. Names are for notations: those of units (r4, b7) and those of techniques.
        """

    def steps(self, values: bytes, candidates: Sequence[int], givens: bytes, techniques: Sequence[int], limit: int, unique: bool, seconds: float | None = None, poll: object | None = None) -> bytes | None:
        """
        The steps of these techniques as wire (native/logic/wire.hpp), at most `limit` of them; None if stopped.
        """

    def path(self, values: bytes, candidates: Sequence[int], givens: bytes, order: str, unique: bool, evidence: bool, seconds: float | None = None, poll: object | None = None) -> bytes | None:
        """The steps of a path as wire; None if stopped."""

    def verify(self, values: bytes, candidates: Sequence[int], givens: bytes, record: bytes) -> str:
        """
        Empty if the evidence of a step (one record of wire) proves it, else which rule failed and where.
        """

    def notation(self, record: bytes, form: str) -> str:
        """
        A step (one record of wire) as text: its `line` in HoDoKu's form, its `result` alone, or `eureka`.
        """

    def lines(self, digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], order: str, unique: bool, threads: int) -> tuple[bytes, Annotated[memoryview, dict(dtype='uint8', shape=(None,), writable=False)]]:
        """
        The paths of many puzzles as text, a line per step: where each ends (64-bit, in bytes), and the text.
        """

    def paths(self, digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], order: str, unique: bool, evidence: bool, threads: int) -> tuple[bytes, Annotated[memoryview, dict(dtype='uint8', shape=(None,), writable=False)]]:
        """
        The paths of many puzzles: where each ends (64-bit, in words), and the words.
        """

def technique_names() -> list[str]:
    """The names of all techniques; a technique's number is its place here."""

def rungs(order: str) -> list[list[int]]:
    """
    The techniques of an order, by number; those of a rung are searched together.
    """

def explain_many(digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, explanations: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], seconds: float | None = None, poll: object | None = None, sukaku: bool = False) -> bool:
    """
    Rate 9×9 puzzles with one solution as Sudoku Explainer 1.2.1 does, or SukakuExplainer 1.18.1: seven bytes each, the state, ER, EP and ED in tenths, and the techniques behind them; return whether all were rated.
    """

def measure_many(digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, measured: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], seconds: float | None = None, poll: object | None = None, brief: bool = False) -> bool:
    """
    Count what a person does to solve 9×9 puzzles with these solutions; return whether all were measured. If brief, only as far as levels need.
    """

def score_many(digits: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, scored: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], seconds: float | None = None, poll: object | None = None, backdoors: bool = True) -> bool:
    """
    Score 9×9 puzzles with these solutions as HoDoKu 2.2.0 does, and find their backdoors if wanted; return whether all were scored.
    """

def hodoku_steps() -> list[str]:
    """The steps that HoDoKu uses by default, in its order."""

def rating_version() -> str:
    """The version of the raters in use."""
