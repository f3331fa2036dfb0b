"""Pictures for the method essays: one characteristic moment of each method.

python docs/methods_pictures.py      writes docs/methods/pictures/NAME.svg for every method

A caption below a 4×4 fits about 24 characters; the essay explains the picture in the text under it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise, takewhile
from pathlib import Path

import ninefold as nf
from ninefold.models.clauses import clauses
from ninefold.solving.methods.anneal import Anneal
from ninefold.solving.methods.divide_and_concur import DivideAndConcur
from ninefold.solving.methods.genetic import Genetic
from ninefold.solving.methods.harmony import Harmony
from ninefold.solving.methods.hill_climb import HillClimb
from ninefold.solving.trace import Belief, Candidate, Drop, Event, Guess, Note, Undo

HERE = Path(__file__).parent / "methods" / "pictures"
SINGLES = nf.Grid("..4.1......3.1..")  # the 4×4 of Ptasiewicz's paper: singles are enough
TWO = nf.Grid("...1..2..3..4...")  # two solutions, so that a relaxation has something to leave undecided
KNOTTY = nf.Grid(".....4.3.1.4....", layout=nf.Layout(4, extra=["r1c1 r2c2 r3c3"]))  # singles are not enough
NINE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
FOUR = nf.Grid(".34..43.42133124")  # two solutions that differ in four cells
SOLVED = nf.Grid("2341143242133124")


# --- events of a run --------------------------------------------------------------------------------


def events_of(puzzle: nf.Grid, by: str | nf.Method) -> list[Event]:
    """The events of a run."""
    events: list[Event] = []
    nf.solve(puzzle, by=by, limit=nf.Limit(1, seconds=20), trace=events, isolate=False)
    return events


def candidates(grid: nf.Grid) -> dict[int, list[int]]:
    """The digits that no peer has, for each empty cell."""
    peers, digits = grid.layout.peers, range(1, grid.size + 1)
    return {
        cell: [digit for digit in digits if digit not in {grid.digits[peer] for peer in peers[cell]}]
        for cell in grid.empty_cells
    }


def filled(grid: nf.Grid, events: Iterable[Event]) -> nf.Grid:
    """The grid with the digits that these events place or guess."""
    return grid.with_digits({event.cell: event.digit for event in events if isinstance(event, Candidate)})


def tones(events: Iterable[Event]) -> dict[int, str]:
    """A tone for each cell that was guessed or placed."""
    return {
        event.cell: "other" if isinstance(event, Guess) else "good" for event in events if isinstance(event, Candidate)
    }


# --- one moment for each method ---------------------------------------------------------------------


def beliefs(puzzle: nf.Grid, caption: str, at: float = 0.5, by: str | nf.Method = "") -> nf.Picture:
    """The beliefs at a given fraction of the run."""
    seen = [event.values for event in events_of(puzzle, by or caption.partition(":")[0]) if isinstance(event, Belief)]
    return nf.Picture(grid=puzzle, beliefs=seen[int(at * (len(seen) - 1))], caption=caption)


def filling(by: nf.Method, look: int, caption: str, what: str = "faults") -> nf.Picture:
    """A full grid that is still wrong: the conflicting cells are red."""
    events = events_of(SINGLES, by)
    seen = [event.values for event in events if isinstance(event, Belief)]
    counts = [event.value for event in events if isinstance(event, Note) and event.name == what]
    grid = nf.Grid.from_digits(bytes(row.index(1.0) + 1 for row in seen[look]), SINGLES.layout)
    conflicting = dict.fromkeys(nf.check(grid).clashing_cells, "bad")
    return nf.Picture(grid=grid, clues=SINGLES, highlights=conflicting, caption=caption.format(counts[look]))


def lanes() -> nf.Picture:
    """The only way for the 8 in the upper band: r2c4 to r2c6 are full, so it is in the yellow triads."""
    seen = {20: "good"} | dict.fromkeys((12, 13, 14), "bad") | dict.fromkeys((3, 4, 5, 15, 16, 17), "main")
    return nf.Picture(grid=NINE, highlights=seen, caption="lanes: the only way for the 8 through the upper band")


def search() -> nf.Picture:
    """Why r1c2 is not 2: the chain of reasons behind a conflict."""
    grid = KNOTTY.with_digits({2: 4, 12: 4})  # the singles
    chain = [(1, 2), (13, 3), (8, 2), (10, 3), (0, 3)]
    links = tuple(
        nf.Link(start, end, start_digit, end_digit, weak=end == 0)
        for (start, start_digit), (end, end_digit) in pairwise(chain)
    )
    marks = {1: "other", 0: "bad"}
    return nf.Picture(
        grid=grid,
        clues=KNOTTY,
        candidates=candidates(grid),
        links=links,
        highlights=marks,
        caption="search: why r1c2 is not 2",
    )


def propagate() -> nf.Picture:
    """The singles of the first step, and the candidates left in the other cells."""
    events = events_of(SINGLES, "propagate")
    second = next(at for at, event in enumerate(events) if isinstance(event, Note) and event.value == 2)
    grid = filled(SINGLES, events[:second])
    return nf.Picture(
        grid=grid,
        clues=SINGLES,
        candidates=candidates(grid),
        highlights=tones(events[:second]),
        caption="propagate: one step",
    )


def stuck(puzzle: nf.Grid, name: str, caption: str, at: int) -> nf.Picture:
    """The grid just before the first guess is undone; nothing fits in the red cell."""
    until = list(takewhile(lambda event: not isinstance(event, Undo), events_of(puzzle, name)))
    grid = filled(puzzle, until)
    return nf.Picture(
        grid=grid,
        clues=puzzle,
        candidates=candidates(grid),
        highlights=tones(until) | {at: "bad"},
        caption=f"{name}: {caption}",
    )


def sat() -> nf.Picture:
    """The clauses that say that two 2s are not both true."""
    model = clauses(TWO)
    pairs = [[-literal - 1 for literal in clause] for clause in model.clauses if len(clause) == 2 and clause[0] < 0]
    links = tuple(
        nf.Link(one // 4, other // 4, 2, 2, weak=True) for one, other in pairs if one % 4 == 1 and other % 4 == 1
    )
    return nf.Picture(grid=TWO, candidates=candidates(TWO), links=links, caption="sat: not both are true")


def cp() -> nf.Picture:
    """The domains of the cells that one rule covers."""
    box = [cell for cell in (2, 3, 6, 7) if not SINGLES.digits[cell]]
    domains = {cell: few for cell, few in candidates(SINGLES).items() if cell in box}
    marks = dict.fromkeys((2, 3, 6, 7), "main")
    return nf.Picture(grid=SINGLES, candidates=domains, highlights=marks, caption="cp: all different")


def mip() -> nf.Picture:
    """The four cells in which two solutions differ."""
    marks = dict.fromkeys(FOUR.empty_cells, "main")
    return nf.Picture(grid=FOUR, candidates=candidates(FOUR), highlights=marks, caption="mip: four cells differ")


def mip_integer() -> nf.Picture:
    """The order variables of r1c1: a line to each peer, solid if the peer is larger."""
    links = tuple(
        nf.Link(0, peer, weak=SOLVED.digits[peer] < SOLVED.digits[0])
        for peer in (1, 4, 5)  # the others lie behind these
    )
    return nf.Picture(grid=SOLVED, clues=SINGLES, links=links, highlights={0: "main"}, caption="mip-integer: order")


def lp_probe() -> nf.Picture:
    """The candidate that a linear program drops, and the cells involved in its proof."""
    events = events_of(KNOTTY, "lp-probe")
    found = next(event for event in events if isinstance(event, Drop) and event.why.startswith("LP"))
    before = events[: events.index(found)]
    grid = filled(KNOTTY, (event for event in before if not isinstance(event, Drop)))
    marks = {8: "other", 10: "other", 0: "other", found.cell: "bad"}
    return nf.Picture(
        grid=grid,
        clues=KNOTTY,
        candidates=candidates(grid),
        highlights=marks,
        caption=f"lp-probe: {found.name} is not {found.digit}",
    )


def exact_cover() -> nf.Picture:
    """The options of every item; the cells with one option are green."""
    options = candidates(SINGLES)
    marks = {cell: "good" for cell, few in options.items() if len(few) == 1}
    count = sum(map(len, options.values()))
    return nf.Picture(grid=SINGLES, candidates=options, highlights=marks, caption=f"exact-cover: {count} options")


def colour() -> nf.Picture:
    """The vertex coloured first, and its edges to coloured neighbours."""
    first = next(event for event in events_of(SINGLES, "colour") if isinstance(event, Guess))
    seen = [peer for peer in SINGLES.layout.peers[first.cell] if SINGLES.digits[peer]]
    links = tuple(nf.Link(first.cell, peer) for peer in seen)
    return nf.Picture(
        grid=SINGLES,
        candidates=candidates(SINGLES),
        links=links,
        highlights={first.cell: "main"},
        caption="colour: it sees 1, 3 and 4",
    )


def enumerated() -> nf.Picture:
    """The combination just before the solution: the first cell is one too small."""
    grid = SOLVED.with_digits({0: SOLVED.digits[0] - 1})
    conflicting = dict.fromkeys(nf.check(grid).clashing_cells, "bad")
    return nf.Picture(grid=grid, clues=SINGLES, highlights=conflicting, caption="enumerate: one too small")


def rewrite() -> nf.Picture:
    """Rule 3: the 1 of row 1 is in the green cells, so the red ones lose it."""
    puzzle = nf.Grid("..23..........32")
    events = events_of(puzzle, "rewrite")
    first = takewhile(lambda event: not isinstance(event, Note), events)
    lost = {event.cell: "bad" for event in first if isinstance(event, Drop)}
    marks = dict.fromkeys((0, 1), "good") | lost
    return nf.Picture(grid=puzzle, candidates=candidates(puzzle), highlights=marks, caption="rewrite: rule 3")


PICTURES: dict[str, Callable[[], nf.Picture]] = {
    "lanes": lanes,
    "search": search,
    "propagate": propagate,
    "backtrack": lambda: stuck(SINGLES, "backtrack", "nothing fits", 7),
    "sat": sat,
    "cp": cp,
    "mip": mip,
    "mip-integer": mip_integer,
    "lp-lift": lambda: beliefs(TWO, "lp-lift: half and half"),
    "lp-probe": lp_probe,
    "lp-reweighted": lambda: beliefs(KNOTTY, "lp-reweighted: found", 0),
    "lp": lambda: beliefs(KNOTTY, "lp: a fractional point"),
    "divide-and-concur": lambda: beliefs(KNOTTY, "divide-and-concur: votes", 0, DivideAndConcur(width=1)),
    "network": lambda: beliefs(SINGLES, "network: while it cools", 0.83),
    "sinkhorn": lambda: beliefs(SINGLES, "sinkhorn: ten sweeps", 0),
    "hopfield": lambda: beliefs(TWO, "hopfield: neurons on"),
    "exact-cover": exact_cover,
    "norvig": lambda: stuck(KNOTTY, "norvig", "a try that fails", 0),
    "colour": colour,
    "enumerate": enumerated,
    "rewrite": rewrite,
    "anneal": lambda: filling(Anneal(chain=1), 0, "anneal: {} faults"),
    "hill-climb": lambda: filling(HillClimb(singles=False), 1, "hill-climb: {} faults"),
    "genetic": lambda: filling(Genetic(), 0, "genetic: {} faults"),
    "harmony": lambda: filling(Harmony(), 3, "harmony: discord {}", "discord"),
}


def picture(info: nf.MethodInfo) -> nf.Picture:
    """The picture of a method."""
    return PICTURES[info.name]()


def main() -> None:
    """Write all pictures."""
    HERE.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        (HERE / f"{name}.svg").write_text(draw().svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
