"""The puzzles of the conformance tests: easy ones of every size and kind of layout, and some improper ones."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout


class KnownPuzzle(NamedTuple):
    """A proper puzzle with its solution."""

    name: str
    puzzle: Grid
    solution: Grid


SIZES = (4, 6, 8, 9, 10, 12, 16, 25, 36)

VARIANTS = (
    ("4+diagonals", "....3.2..1......", "1243342121344312"),
    ("3x2", "..3..14......54..........6...5...1.2", "623541431256154623215364362415546132"),
    ("jigsaw:AAABBAACBBDCCCBDDCEEDDEEE", "1.....5........3......2.3", "1435225134435213241551243"),
    (
        "jigsaw:AAABBBAACCBBADCCBEDDDCCEFDDFEEFFFFEE",
        ".......4..26....5..6........3...5...",
        "652413341526126354563241214635435162",
    ),
    (
        "jigsaw:AAAAABBBBCAAAACCBBCCCCCCDBBEEEEDDDDBEEFFDDFDDEGGFFFFFFEGGGHHHHHEGIGHIIIHGGIIIIIHH",
        "....3.5......8..3773.2.5619...1..85...5..729.852.69..3.7...4.8..9.3.8....839.17.2",
        "619732548124586937738245619947123856365817294852469173271694385596378421483951762",
    ),
    (
        "9+diagonals",
        "4..5..2...6.482.191.269..4.6583..7.....8..4.339.76..2..43.76...........4.1.2486..",
        "489513276567482319132697845658324791271859463394761528843176952726935184915248637",
    ),
    (
        "9+windows",
        "736.4.5.149.....28...75.46....6...3.5.7.3.6......8..543.281...5.5.9.3...819.24.7.",
        "736248591495361728128759463241695837587432619963187254372816945654973182819524376",
    ),
    (
        "9+extra:r1c1,r1c9,r3c3,r5c5,r7c7,r9c1,r9c9",
        ".2.....1.51.4....9....79..5..8....7..4.9.5..3....68................1.8..9....34..",
        "429536718517482369863179245658341972741925683392768154184297536235614897976853421",
    ),
)

# Without clashing clues, but without a solution too.
IMPOSSIBLE = (
    Grid("12....3........4"),
    Grid("53..7....6..195....98....6.8...6...39..8.3..17...2...6.6....28....419..5....8..79"),
)

# Two solutions each: a 4×4, and a 9×9 with a rectangle of four cells whose two digits can be swapped.
TWO_SOLUTIONS = (
    (Grid("...1..2..3..4..."), {"2431312413424213", "3241142323144132"}),
    (
        Grid("534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"),
        {
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
            "534768912672195348198342567859671423426853791713924856961537284287419635345286179",
        },
    ),
)


def pattern(layout: Layout) -> Grid:
    """The full grid in which every row is the one above, shifted."""
    assert layout.box is not None
    rows, columns, n = *layout.box, layout.size
    digits = ((columns * (r % rows) + r // rows + c) % n + 1 for r in range(n) for c in range(n))
    return Grid.from_digits(bytes(digits), layout)


@cache
def known_puzzles() -> tuple[KnownPuzzle, ...]:
    """All proper puzzles."""
    found = []
    for size in SIZES:
        full = pattern(Layout.of_size(size))
        holes = {cell: 0 for cell in range(size**2) if (5 * cell + cell // size) % 7 == 0}
        found.append(KnownPuzzle(f"{size}x{size}", full.with_digits(holes), full))
    for word, puzzle, solution in VARIANTS:
        layout = Layout.parse(word)
        name = f"{word.split(':')[0]} of size {layout.size}"
        found.append(KnownPuzzle(name, Grid(puzzle, layout=layout), Grid(solution, layout=layout)))
    return tuple(found)


def relabelled(grid: Grid) -> Grid:
    """The grid with its digits renamed in reverse: 1 becomes N."""
    names = bytes([0, *range(grid.size, 0, -1)])
    return Grid.from_digits(bytes(names[digit] for digit in grid.digits), grid.layout)
