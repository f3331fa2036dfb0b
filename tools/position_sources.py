"""Where positions for the pages of techniques come from: puzzles made at random, or around a pattern."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations, permutations, product

import ninefold as nf
from ninefold.core.position import Position, digits_of

Allowed = Mapping[int, int]  # for some cells, the bits of the candidates that they may have


def symmetric_puzzles(count: int, seed: int) -> Iterator[nf.Grid]:
    """Proper puzzles whose clues stay the same if the board is turned upside down and digits are exchanged."""
    rng = random.Random(seed)
    for _ in range(count):
        # Rows and columns of a cyclic grid, mixed so that each still faces the one it faced.
        rows, columns = (_facing(rng) for _ in range(2))
        names = rng.sample(range(1, 10), 9)
        digits = [names[(3 * (row % 3) + row // 3 + column) % 9] for row in rows for column in columns]
        for cell in rng.sample(range(41), 41):
            kept = digits[cell], digits[80 - cell]
            digits[cell] = digits[80 - cell] = 0
            if not is_proper(digits):
                digits[cell], digits[80 - cell] = kept
        yield nf.Grid(digits)


def _facing(rng: random.Random) -> list[int]:
    """The lines 0 to 8, bands and lines within them mixed, with line i still opposite to line 8 - i."""
    first, middle = rng.sample(range(3), 3), rng.choice([[3, 4, 5], [5, 4, 3]])
    last = [8 - line for line in reversed(first)]
    return [*first, *middle, *last] if rng.random() < 0.5 else [*last, *middle, *first]


def is_proper(digits: list[int]) -> bool:
    """Whether a puzzle has exactly one solution."""
    return nf.solve(nf.Grid(digits), limit=2).status is nf.Status.UNIQUE


def thinned(position: Position, solution: nf.Grid, rng: random.Random) -> Position:
    """The position without some wrong candidates: of one digit, or of all digits."""
    digits = [rng.randint(1, 9)] if rng.random() < 0.6 else list(range(1, 10))
    share = rng.uniform(0.05, 0.6 if len(digits) == 1 else 0.3)
    candidates = list(position.candidates)
    for cell, digit in product(range(81), digits):
        if digit != solution.digits[cell] and rng.random() < share:
            candidates[cell] &= ~(1 << digit - 1)
    return Position(position.layout, bytearray(position.digits), candidates)


# --- puzzles around a pattern ---------------------------------------------------------------------


def with_pattern(technique: str, seed: int) -> Iterator[nf.Grid]:
    """Puzzles with an SK loop or a double exocet, without end."""
    rng = random.Random(seed)
    patterns = _loops if technique == "sk-loop" else _exocets
    while True:
        solution = list(nf.random_grid(rng.randrange(1 << 40)).digits)
        for allowed in patterns(solution, rng):
            yield nf.Grid(around(solution, allowed, rng))


def around(solution: list[int], allowed: Allowed, rng: random.Random) -> list[int]:
    """Clues of a solution, as few as leave one solution and in some cells only the candidates allowed there."""
    peers = nf.Layout(9).peers
    digits = [0 if cell in allowed and allowed[cell] != ALL else digit for cell, digit in enumerate(solution)]
    if not is_proper(digits):
        return list(solution)
    for cell in rng.sample(range(81), 81):
        if not digits[cell]:
            continue
        kept, digits[cell] = digits[cell], 0
        near = [one for one in (cell, *peers[cell]) if not digits[one] and one in allowed]
        fits = all(not _candidates(digits, one, peers) & ~allowed[one] for one in near)
        if not fits or not is_proper(digits):
            digits[cell] = kept
    return digits


ALL = (1 << 9) - 1


def _candidates(digits: list[int], cell: int, peers: tuple[tuple[int, ...], ...]) -> int:
    seen = 0
    for peer in peers[cell]:
        seen |= 1 << digits[peer] >> 1
    return ALL & ~seen


def _bits(digits: set[int]) -> int:
    return sum(1 << digit - 1 for digit in digits)


def _loops(solution: list[int], rng: random.Random) -> Iterator[Allowed]:
    """SK loops: sixteen cells around four corners; each of their four lines and four boxes holds two of the digits."""
    top, bottom, left, right = rng.randrange(3), rng.randrange(3, 9), rng.randrange(3), rng.randrange(3, 9)
    units: dict[tuple[str, int], list[int]] = {}
    corners = [row * 9 + column for row, column in product((top, bottom), (left, right))]
    for corner in corners:
        row, column = divmod(corner, 9)
        box = [
            r * 9 + c
            for r in range(row // 3 * 3, row // 3 * 3 + 3)
            for c in range(column // 3 * 3, column // 3 * 3 + 3)
        ]
        for cell in box:
            if cell != corner and (cell // 9 == row or cell % 9 == column):
                line = ("row", row) if cell // 9 == row else ("column", column)
                units.setdefault(line, []).append(cell)
                units.setdefault(("box", corner), []).append(cell)
    lines = [unit for unit in units if unit[0] != "box"]
    for choice in rng.sample(list(product(*(combinations(units[line], 2) for line in lines))), 60):
        taken = dict(zip(lines, choice, strict=True))
        by_line = {cell for pair in choice for cell in pair}
        if any(len(set(units["box", corner]) - by_line) != 2 for corner in corners):
            continue
        held = {line: {solution[cell] for cell in taken[line]} for line in lines}
        held |= {
            ("box", corner): {solution[cell] for cell in set(units["box", corner]) - by_line} for corner in corners
        }
        yield {
            cell: _bits(set().union(*(held[unit] for unit, cells in units.items() if cell in cells)))
            for line in lines
            for cell in units[line]
        }


def _exocets(solution: list[int], _: random.Random) -> Iterator[Allowed]:
    """Double exocets in the rows: two bases with four digits in all, their targets, and the cells outside the band."""
    for band, (first, second, third) in product(range(3), permutations(range(3))):
        rows = range(3 * band, 3 * band + 3)
        for (row_1, row_2), skip_1, skip_2 in product(permutations(rows, 2), range(3), range(3)):
            bases = [
                [row * 9 + 3 * box + at for at in range(3) if at != skip]
                for row, box, skip in ((row_1, first, skip_1), (row_2, second, skip_2))
            ]
            sets = [{solution[cell] for cell in base} for base in bases]
            if sets[0] & sets[1]:
                continue
            for column in range(3 * third, 3 * third + 3):
                crossing = (3 * first + skip_1, 3 * second + skip_2, column)
                yield from _targets(solution, (row_1, row_2), crossing, sets, bases)


def _targets(
    solution: list[int],
    rows: tuple[int, int],
    columns: tuple[int, int, int],
    sets: list[set[int]],
    bases: list[list[int]],
) -> Iterator[Allowed]:
    """The cells of an exocet with what they may have, if its digits are where they must be."""
    band = range(rows[0] // 3 * 3, rows[0] // 3 * 3 + 3)
    four = sets[0] | sets[1]
    targets: list[int] = []
    for row, others, wanted in ((rows[0], columns[1:], sets[0]), (rows[1], (columns[0], columns[2]), sets[1])):
        found = [r * 9 + c for c in others for r in band if r != row and solution[r * 9 + c] in wanted]
        if len(found) != 2 or len({cell % 9 for cell in found}) != 2:
            return
        targets += found
    allowed = {cell: _bits(four) for base in bases for cell in base} | dict.fromkeys(targets, ALL)
    for row, others in ((rows[0], columns[1:]), (rows[1], (columns[0], columns[2]))):
        for cell in (r * 9 + c for c in others for r in band if r != row):
            if cell not in targets:
                allowed[cell] = ALL & ~_bits(four)
    if any(solution[cell] in four for cell, bits in allowed.items() if bits == ALL & ~_bits(four)):
        return
    places = {
        digit: {r for r in range(9) if r not in band for c in columns if solution[r * 9 + c] == digit} for digit in four
    }
    for row, column in product((r for r in range(9) if r not in band), columns):
        allowed[row * 9 + column] = ALL & ~_bits({digit for digit in four if row not in places[digit]})
    yield allowed


def marks_of(position: Position) -> dict[int, list[int]]:
    """The candidates of a position, as marks."""
    return {cell: list(digits_of(position.candidates[cell])) for cell in position.grid.empty_cells}
