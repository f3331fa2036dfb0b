"""Methods in pure Python and NumPy against straightforward versions: each claim as a ratio within one run.

python benchmarks/methods.py [SECTION…] [--puzzles FILE] [--rounds 5]

Sections:
  networks   annealing steps per second of `network` with the lecture's schedule (all sweeps at one β, then a larger
             one), and steps of `divide-and-concur`, on a batch of 64 puzzles, against the same arithmetic written
             straightforwardly in NumPy, one puzzle at a time
  searches   time per puzzle of `exact-cover` and `norvig`, from a line of text to a verified solution, against the
             installed Sudoku packages in pure Python (pip install dlxsudoku sudokutools py-sudoku dokusan), and
             against Norvig's original program if NORVIG names its file

FILE has one 9×9 puzzle per line (default: generated proper puzzles of about 30 clues). Times are CPU times on one core.
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
from ninefold.solving.methods.network import LECTURE, Network
from ninefold.solving.relaxing.boards import DenseBoard, candidates
from ninefold.solving.relaxing.relaxation import ColumnState, Relaxation, StartColumns

BATCH = 64


def puzzles_of(path: str | None) -> list[nf.Grid]:
    if path:
        with open(path, encoding="utf-8") as file:
            return [nf.Grid(line.split()[0]) for line in islice(filter(str.strip, file), BATCH)]
    return [random_puzzle(seed) for seed in range(BATCH)]


def random_puzzle(seed: int) -> nf.Grid:
    """A proper puzzle: 30 random cells of a full grid, and as many more as it needs."""
    full = nf.random_grid(seed)
    order = np.random.default_rng(seed).permutation(81).tolist()
    for clues in range(30, 82):
        puzzle = full.with_digits(dict.fromkeys(order[clues:], 0))
        if nf.solve(puzzle).status is nf.Status.UNIQUE:
            break
    return puzzle


def cpu(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


# --- section networks ----------------------------------------------------------------------------


def start_state(method: Relaxation, puzzles: list[nf.Grid]) -> ColumnState:
    board = DenseBoard.of(Layout.of_size(9))
    clues = board.digits_of(puzzles)
    number = np.zeros(len(puzzles), np.int64)
    return method.begin(
        StartColumns(board, clues, candidates(board, clues), number, np.random.default_rng(0), np.float32)
    )


def plain_network_steps(puzzle: nf.Grid, steps: int) -> np.ndarray:
    """The lecture's network as a first version: 9×9×9 beliefs, three sums and a softmax per cell."""
    s = np.full((9, 9, 9), 1 / 9)
    beta, converge = LECTURE.first, 0.0
    for _ in range(steps):
        for _ in range(10):
            for cell in range(81):
                i, j = divmod(cell, 9)
                box = s[i // 3 * 3 : i // 3 * 3 + 3, j // 3 * 3 : j // 3 * 3 + 3]
                u = 3 * s[i, j] - s[i].sum(axis=0) - s[:, j].sum(axis=0) - box.sum(axis=(0, 1))
                if puzzle.digits[cell]:
                    u[puzzle.digits[cell] - 1] += 1.15
                e = np.exp(beta * u)
                s[i, j] = e / e.sum()
            before, converge = converge, (s * s).sum() / 81
            if abs(converge - before) < 0.003:
                break
        beta *= LECTURE.growth
    return s


def plain_concur_steps(puzzle: nf.Grid, steps: int) -> np.ndarray:
    """Divide and concur as a first version: four copies of 9×9×9 numbers, argmax per group."""
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


def steps_per_second(method: Relaxation, puzzles: list[nf.Grid]) -> float:
    """Steps per second from the first step to the last, without dropping solved puzzles."""
    state = start_state(method, puzzles)
    start, steps = process_time(), 0
    while steps < method.length and not state.is_over:
        state.step()
        steps += 1
    return steps / (process_time() - start)


def networks(puzzles: list[nf.Grid], rounds: int) -> None:
    """Steps per second on the whole batch: one step advances every puzzle once."""
    cases: tuple[tuple[str, Relaxation, Callable[[nf.Grid, int], object]], ...] = (
        ("network", Network(starts=1), plain_network_steps),
        ("divide-and-concur", DivideAndConcur(steps=100), plain_concur_steps),
    )
    print(f"networks: steps per second per core on a batch of {len(puzzles)} puzzles, median of {rounds} rounds")
    print(f"{'method':20}{'ours':>10}{'one by one':>12}{'ratio':>8}")
    for name, method, plain in cases:
        ours, theirs = [], []
        for _ in range(rounds):  # interleaved, so that load on the machine affects both
            ours.append(steps_per_second(method, puzzles))
            theirs.append(4 / cpu(lambda plain=plain: [plain(grid, 4) for grid in puzzles]))
        mine, peer = statistics.median(ours), statistics.median(theirs)
        print(f"{name:20}{mine:10,.0f}{peer:12,.1f}{mine / peer:7.1f}x")


# --- section searches ----------------------------------------------------------------------------


def peers() -> Iterator[tuple[str, Callable[[str], object]]]:
    """The installed pure-Python packages, each with a function that finds one solution of a line."""
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
    if find_spec("dokusan"):
        from dokusan import solvers
        from dokusan.boards import BoxSize
        from dokusan.boards import Sudoku as Dokusan

        yield "dokusan", lambda line: solvers.backtrack(Dokusan.from_string(line.replace(".", "0"), BoxSize(3, 3)))
    if path := os.environ.get("NORVIG"):
        spec = spec_from_file_location("norvig_original", path)
        assert spec
        assert spec.loader
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        yield "Norvig's program", module.solve


def searches(puzzles: list[nf.Grid], rounds: int) -> None:
    """Milliseconds per puzzle for one solution, and the ratio of each peer's time to it."""
    lines = [puzzle.line for puzzle in puzzles]

    def ours(by: str) -> Callable[[str], object]:
        return lambda line: nf.solve(line, by=by, limit=1)

    cases = {name: ours(name) for name in ("exact-cover", "norvig")} | (others := dict(peers()))
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):  # interleaved, so that load on the machine affects all
        for name, solve in cases.items():
            times[name].append(cpu(lambda solve=solve: [solve(line) for line in lines]) / len(lines) * 1000)
    middle = {name: statistics.median(found) for name, found in times.items()}
    print(f"searches: milliseconds per puzzle, {len(puzzles)} puzzles, one solution each, median of {rounds} rounds")
    print(f"{'':20}{'time':>10}" + "".join(f"{f'{name} / it':>24}" for name in others))
    for name, time in middle.items():
        print(f"{name:20}{time:10.2f}" + "".join(f"{middle[other] / time:23.1f}x" for other in others))


SECTIONS: dict[str, Callable[[list[nf.Grid], int], None]] = {"networks": networks, "searches": searches}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"{', '.join(SECTIONS)} (default: all)")
    parser.add_argument("--puzzles", help="file with one 9×9 puzzle per line")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    if unknown := set(args.sections) - set(SECTIONS):
        parser.error(f"unknown section {', '.join(sorted(unknown))} (choose from {', '.join(SECTIONS)})")
    puzzles = puzzles_of(args.puzzles)
    for name in args.sections or SECTIONS:
        SECTIONS[name](puzzles, args.rounds)


if __name__ == "__main__":
    main()
