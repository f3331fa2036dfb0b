"""The further methods beside straightforward ones, section by section: each claim as a ratio within one run.

python benchmarks/methods.py [SECTION…] [--puzzles FILE] [--rounds 5]

Sections:
  networks   annealing steps a second of `network` (a move of all neurons, then a larger β), and steps of
             `divide-and-concur`, on a batch of 64 puzzles, beside the same arithmetic written straightforwardly
             in NumPy, one puzzle after another
  searches   time a puzzle of `exact-cover` and `norvig`, from a line of text to a judged solution, beside the Sudoku
             packages in pure Python that are installed (pip install dlxsudoku sudokutools py-sudoku), and beside
             Norvig's own program if NORVIG names its file

FILE has a 9×9 puzzle a line; left out, puzzles of 30 clues are made. Times are CPU time on one core.
"""

# ruff: noqa: E402 (NumPy reads the number of threads when it is loaded)

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Callable, Iterator
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import islice
from time import process_time

for threads in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # before NumPy is loaded: the claims are per core

import numpy as np

import ninefold as nf
from ninefold.core.layout import Layout
from ninefold.solving.methods.divide_and_concur import DivideAndConcur
from ninefold.solving.methods.network import Network
from ninefold.solving.relaxing.board import Board
from ninefold.solving.relaxing.columns import Start, State
from ninefold.solving.relaxing.relaxation import Relaxation
from ninefold.solving.relaxing.singles import candidates

BATCH, STEPS = 64, 100


def puzzles_of(path: str | None) -> list[nf.Grid]:
    if path:
        with open(path, encoding="utf-8") as file:
            return [nf.Grid(line.split()[0]) for line in islice(filter(str.strip, file), BATCH)]
    chosen = np.random.default_rng(0)
    made = []
    for seed in range(BATCH):
        kept = set(chosen.choice(81, 30, replace=False).tolist())
        full = nf.random_grid(seed)
        made.append(full.having({cell: 0 for cell in range(81) if cell not in kept}))
    return made


def cpu(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


# --- section networks ----------------------------------------------------------------------------


def begun(method: Relaxation, puzzles: list[nf.Grid]) -> State:
    board = Board.of(Layout.of_size(9))
    clues = board.digits_of(puzzles)
    number = np.zeros(len(puzzles), np.int64)
    return method.begin(Start(board, clues, candidates(board, clues), number, np.random.default_rng(0), np.float32))


def plain_network_steps(puzzle: nf.Grid, steps: int) -> np.ndarray:
    """The lecture's network as one would first write it: three sums a cell, one softmax, 9×9×9 beliefs."""
    s = np.full((9, 9, 9), 1 / 9)
    clue = np.zeros((9, 9, 9))
    for cell in puzzle.filled_cells:
        clue[cell // 9, cell % 9, puzzle.digits[cell] - 1] = 1
    beta = 0.1
    for _ in range(steps):
        rows = s.sum(axis=1, keepdims=True)
        columns = s.sum(axis=0, keepdims=True)
        boxes = s.reshape(3, 3, 3, 3, 9).sum(axis=(1, 3))
        boxes = np.repeat(np.repeat(boxes, 3, axis=0), 3, axis=1)
        u = -(rows + columns + boxes - 3 * s) + 1.15 * clue
        e = np.exp(beta * u)
        s = 0.5 * s + 0.5 * e / e.sum(axis=2, keepdims=True)
        beta *= 1.001
    return s


def plain_concur_steps(puzzle: nf.Grid, steps: int) -> np.ndarray:
    """Divide and concur as one would first write it: four copies of 9×9×9 numbers, argmax for each group."""
    x = np.random.default_rng(0).random((4, 9, 9, 9))
    known = np.array(list(puzzle.digits)).reshape(9, 9)
    for _ in range(steps):
        a = np.zeros_like(x)
        for i in range(9):
            for j in range(9):
                a[0, i, j, x[0, i, j].argmax()] = 1
                a[1, i, x[1, i, :, j].argmax(), j] = 1
                a[2, x[2, :, i, j].argmax(), i, j] = 1
                r, c = divmod(int(x[3, i // 3 * 3 : i // 3 * 3 + 3, i % 3 * 3 : i % 3 * 3 + 3, j].argmax()), 3)
                a[3, i // 3 * 3 + r, i % 3 * 3 + c, j] = 1
        mean = (2 * a - x).mean(axis=0)
        mean[known > 0] = np.eye(9)[known[known > 0] - 1]
        x += 0.9 * (mean - a)
    return x


def networks(puzzles: list[nf.Grid], rounds: int) -> None:
    """Steps a second on the whole batch: a step moves every puzzle of it once."""
    cases: tuple[tuple[str, Relaxation, Callable[[nf.Grid, int], object], int], ...] = (
        ("network", Network(moves=1, growth=1.001), plain_network_steps, STEPS),
        ("divide-and-concur", DivideAndConcur(), plain_concur_steps, 4),
    )
    print(f"networks: steps a second per core on a batch of {len(puzzles)} puzzles, median of {rounds} rounds")
    print(f"{'method':20}{'ours':>10}{'one by one':>12}{'ratio':>8}")
    for name, method, plain, steps in cases:
        ours, theirs = [], []
        for _ in range(rounds):  # in turn, so that a busy moment hits both
            state = begun(method, puzzles)
            ours.append(STEPS / cpu(lambda state=state: [state.step() for _ in range(STEPS)]))
            theirs.append(steps / cpu(lambda plain=plain, steps=steps: [plain(grid, steps) for grid in puzzles]))
        mine, peer = statistics.median(ours), statistics.median(theirs)
        print(f"{name:20}{mine:10,.0f}{peer:12,.1f}{mine / peer:7.1f}x")


# --- section searches ----------------------------------------------------------------------------


def peers() -> Iterator[tuple[str, Callable[[str], object]]]:
    """The pure-Python packages that are here, each with how it finds one solution of a line."""
    if find_spec("dlxsudoku"):
        from dlxsudoku import Sudoku as Dlx

        yield "dlxsudoku", lambda line: Dlx(line.replace(".", "0")).solve()
    if find_spec("sudokutools"):
        from sudokutools.solve import dlx
        from sudokutools.sudoku import Sudoku as Tools

        yield "sudokutools (dlx)", lambda line: next(dlx(Tools.decode(line.replace(".", "0"))))
    if find_spec("sudoku"):
        from sudoku import Sudoku

        rows = range(0, 81, 9)
        yield (
            "py-sudoku",
            lambda line: Sudoku(3, 3, [[*map(int, line[i : i + 9].replace(".", "0"))] for i in rows]).solve(),
        )
    if path := os.environ.get("NORVIG"):
        spec = spec_from_file_location("norvig_original", path)
        assert spec
        assert spec.loader
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        yield "Norvig's program", module.solve


def searches(puzzles: list[nf.Grid], rounds: int) -> None:
    """Milliseconds a puzzle for one solution; the ratio is to the quickest of the others."""
    lines = [puzzle.line for puzzle in puzzles]

    def ours(by: str) -> Callable[[str], object]:
        return lambda line: nf.solve(line, by=by, limit=1)

    cases = {name: ours(name) for name in ("exact-cover", "norvig")} | (others := dict(peers()))
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):  # in turn, so that a busy moment hits all
        for name, solve in cases.items():
            times[name].append(cpu(lambda solve=solve: [solve(line) for line in lines]) / len(lines) * 1000)
    middle = {name: statistics.median(found) for name, found in times.items()}
    print(f"searches: milliseconds a puzzle, {len(puzzles)} puzzles, one solution each, median of {rounds} rounds")
    print(f"{'':20}{'time':>10}" + "".join(f"{f'{name} / it':>24}" for name in others))
    for name, time in middle.items():
        print(f"{name:20}{time:10.2f}" + "".join(f"{middle[other] / time:23.1f}x" for other in others))


SECTIONS: dict[str, Callable[[list[nf.Grid], int], None]] = {"networks": networks, "searches": searches}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}; left out, all")
    parser.add_argument("--puzzles", help="a file with a 9×9 puzzle a line")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    if unknown := set(args.sections) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}")
    puzzles = puzzles_of(args.puzzles)
    for name in args.sections or SECTIONS:
        SECTIONS[name](puzzles, args.rounds)


if __name__ == "__main__":
    main()
