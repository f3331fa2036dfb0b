"""Draw the picture of each essay: what the method believes of a small puzzle, or the solution it finds.

python docs/methods_pictures.py      writes docs/methods/pictures/NAME.svg for every method
"""

from __future__ import annotations

from pathlib import Path

import ninefold as nf
from ninefold.solving.trace import Belief, Event, Guess, Place

HERE = Path(__file__).parent / "methods" / "pictures"
SMALL = nf.Grid("...1..2..3..4...")  # two solutions, so that a relaxation has something to be unsure of
USUAL = nf.Grid("..4.1......3.1..")


def picture(info: nf.MethodInfo) -> nf.Picture:
    """Beliefs where the method tells some, else its solution with the cells that it guessed or placed first."""
    puzzle = nf.Grid("." * 81) if info.refuses(nf.Layout(4)) else SMALL if "belief" in info.traces else USUAL
    events: list[Event] = []
    result = nf.solve(puzzle, by=info.name, limit=1, seconds=20, trace=events, isolate=False)
    told = [event.values for event in events if isinstance(event, Belief)]
    if told:
        return nf.Picture(grid=puzzle, beliefs=told[len(told) // 2], caption=f"{info.name}: beliefs, half way")
    tones = {event.cell: "other" for event in events if isinstance(event, Guess)}
    tones |= {event.cell: "good" for event in events if isinstance(event, Place)}
    grid = result.solution or puzzle
    return nf.Picture(grid=grid, clues=puzzle, highlights=tones, caption=f"{info.name}: {result.status}")


def main() -> None:
    """Write them all."""
    HERE.mkdir(exist_ok=True)
    for info in nf.methods():
        (HERE / f"{info.name}.svg").write_text(picture(info).svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
