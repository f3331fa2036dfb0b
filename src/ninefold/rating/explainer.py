"""The scales of Sudoku Explainer 1.2.1 and SukakuExplainer 1.18.1: ER, EP and ED of 9×9 puzzles, exactly as they do.

ER  the rating of the hardest step
EP  that of the hardest step up to and including the first that places a digit ("pearl" if equal to ER)
ED  that of the very first step ("diamond" if equal to ER)

SukakuExplainer also knows chains of strong links and larger wings, and searches in a slightly different order, so its
numbers are often lower. Both look at cells, digits and units in a fixed order and sometimes rate symmetric copies
differently; these ratings follow them in that. The work is done natively (native/explainer).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefold.core.reading import CELLS
from ninefold.solving.solvers.native import NativeMonitor, native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# In the order of `Technique` in native/explainer/techniques.hpp.
TECHNIQUES = (
    *("", "Last in Unit", "Hidden Single", "Direct Pointing", "Direct Claiming", "Direct Hidden Pair"),
    *("Naked Single", "Direct Hidden Triplet", "Pointing", "Claiming", "Naked Pair", "X-Wing", "Hidden Pair"),
    *("Naked Triplet", "Swordfish", "Hidden Triplet", "XY-Wing", "XYZ-Wing", "Unique Rectangle", "Unique Loop"),
    *("Naked Quad", "Jellyfish", "Hidden Quad", "Bivalue Universal Grave", "Aligned Pair Exclusion"),
    *("X-Cycle", "Y-Cycle", "Bidirectional Cycle", "Forcing X-Chain", "Forcing Chain", "Aligned Triplet Exclusion"),
    *("Nishio Forcing Chains", "Cell Forcing Chains", "Region Forcing Chains", "Contradiction Forcing Chains"),
    *("Double Forcing Chains", "Dynamic Cell Forcing Chains", "Dynamic Region Forcing Chains"),
    *("Dynamic Contradiction Forcing Chains", "Dynamic Double Forcing Chains", "Dynamic Forcing Chains (+)"),
    *("Nested Forcing Chains (level 2)", "Nested Forcing Chains (level 3)"),
    *("Nested Forcing Chains (level 4)", "Nested Forcing Chains (level 5)"),
)
# Those that only SukakuExplainer uses follow them.
SUKAKU_TECHNIQUES = (
    *("2 Strong Links", "3 Strong Links", "4 Strong Links"),
    *("WXYZ-Wing", "VWXYZ-Wing", "UVWXYZ-Wing", "TUVWXYZ-Wing"),
)
_NAMES = TECHNIQUES + SUKAKU_TECHNIQUES
FIELDS = 7  # bytes per puzzle: state, ER, EP, ED, and the technique behind each
RATED = 1


@dataclass(frozen=True)
class ExplainerRating:
    """The rating of a puzzle on the scale of Sudoku Explainer 1.2.1 or SukakuExplainer 1.18.1.

    >>> ExplainerRating(7.1, 1.2, 1.2, "Forcing Chain", "Hidden Single", "Hidden Single").is_pearl
    False

    Args:
        er: the rating of the hardest step; 20.0 if no technique helps.
        ep: that of the hardest step up to the first placement.
        ed: that of the first step.
        hardest: the technique behind ER.
        pearl: the technique behind EP.
        diamond: the technique behind ED.
    """

    er: float
    ep: float
    ed: float
    hardest: str
    pearl: str
    diamond: str

    @property
    def is_pearl(self) -> bool:
        """Whether the first placement is as hard as anything that follows."""
        return self.er == self.ep

    @property
    def is_diamond(self) -> bool:
        """Whether the very first step is as hard as anything that follows."""
        return self.er == self.ed

    @property
    def details(self) -> str:
        """The numbers with the techniques behind them."""
        return f"ER {self.er} ({self.hardest}), EP {self.ep} ({self.pearl}), ED {self.ed} ({self.diamond})"

    def __str__(self) -> str:
        """As serate writes it: `7.1/1.2/1.2`."""
        return f"{self.er}/{self.ep}/{self.ed}"


def explain_rows(
    digits: NDArray[np.uint8], threads: int, monitor: NativeMonitor, *, sukaku: bool = False
) -> list[ExplainerRating | None]:
    """The rating of each puzzle of a column of digits; None for those not reached in time.

    With `sukaku` it is that of SukakuExplainer. Every puzzle must have exactly one solution. Hard ones are finished
    last and do not hold up the others.
    """
    import numpy as np

    found = np.zeros(len(digits) // CELLS * FIELDS, np.uint8)
    native().explain_many(digits, threads, found, monitor.seconds, monitor.poll, sukaku)
    return [_rating(row) if row[0] == RATED else None for row in found.reshape(-1, FIELDS).tolist()]


def _rating(row: list[int]) -> ExplainerRating:
    _, er, ep, ed, hardest, pearl, diamond = row
    return ExplainerRating(er / 10, ep / 10, ed / 10, _NAMES[hardest], _NAMES[pearl], _NAMES[diamond])
