"""Checking: whether a step follows from its evidence, or a certificate proves its claim.

A step is checked by code that shares nothing with what found it: only the evidence, the grid and the layout are read.
Certificates are checked by `ninefold.models.checker`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, overload

from ninefold.core.errors import CertificateError, Fault, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.position import Marks, Position
from ninefold.core.values import short_repr
from ninefold.logic.engine import read_position, reasoner
from ninefold.logic.step import Step
from ninefold.logic.wire import encode
from ninefold.models import checker
from ninefold.models.certificates import Certificate
from ninefold.models.checker import ProofCheck


@dataclass(frozen=True)
class StepCheck:
    """What checking a step found out.

    Attributes:
        step: the step.
        fault: which rule failed and where; empty if the step is proved.
    """

    step: Step
    fault: str = ""

    @property
    def verdict(self) -> str:
        """`proved`, `proved if the puzzle has one solution`, or `not proved`."""
        if self.fault:
            return "not proved"
        return "proved if the puzzle has one solution" if self.step.assumes_unique else "proved"

    def __bool__(self) -> bool:
        """Whether the step is proved."""
        return not self.fault

    def __str__(self) -> str:
        """The verdict and the step in its notation."""
        return f"{self.verdict}: {self.step.notation}{f' ({self.fault})' if self.fault else ''}"


@overload
def verify(
    claim: Step,
    grid: GridLike | Position | None = ...,
    *,
    clues: GridLike | None = ...,
    marks: Marks | None = ...,
) -> StepCheck: ...
@overload
def verify(claim: Certificate | Mapping[str, Any] | str) -> ProofCheck: ...
def verify(
    claim: Step | Certificate | Mapping[str, Any] | str,
    grid: GridLike | Position | None = None,
    *,
    clues: GridLike | None = None,
    marks: Marks | None = None,
) -> StepCheck | ProofCheck:
    """Check a step in a grid, or a certificate; return what it proves.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> import ninefold as nf
    >>> print(verify(next(nf.steps(puzzle)), puzzle))
    proved: Hidden Single: r1c6=8
    >>> print(verify('{"certificate": "elimination", "layout": "4", "puzzle": "12..............", '
    ...              '"candidate": "x_r2c3_3", "weights": {"row_1_3": -1, "box_2_3": 1}}'))
    proved: r2c3 is not 3 in 12.............. (layout 4)

    Args:
        claim: a step, or a certificate or its JSON.
        grid: for a step, the grid it is in (default: the position it was found in).
        clues: the puzzle, if some digits of the grid are not clues; patterns that assume one solution need it.
        marks: for some cells, the candidates that are left there.

    Raises:
        CertificateError: the claim cannot be read, or is not proved; the faults say where it fails.
    """
    if not isinstance(claim, Step):
        return checker.verify(claim)
    found = check_step(claim, grid, clues=clues, marks=marks)
    if found.fault:
        raise CertificateError(
            f"the step does not prove {claim.result}", [Fault(str(claim.technique), found.fault, "a proof")]
        )
    return found


def check_step(
    step: Step, grid: GridLike | Position | None = None, *, clues: GridLike | None = None, marks: Marks | None = None
) -> StepCheck:
    """Check a step; one that is not proved is reported, not raised."""
    position = _position(step, grid, marks)
    given = position.grid if clues is None else Grid(clues, layout=position.layout)
    try:
        record = encode(step)
    except (OverflowError, ValueError, TypeError) as error:
        return StepCheck(step, f"the evidence is malformed: {error}")
    fault = reasoner(step.layout).verify(bytes(position.digits), position.candidates, given.digits, record)
    return StepCheck(step, fault)


def _position(step: Step, grid: GridLike | Position | None, marks: Marks | None) -> Position:
    if isinstance(grid, Position):
        return grid
    if grid is None:
        if step.position is None:
            raise NinefoldError("pass the grid that the step is in: this step does not know its position")
        return step.position
    board = grid if isinstance(grid, Grid) else Grid(grid)
    if board.layout != step.layout:
        raise NinefoldError(
            f"the step is for layout {short_repr(str(step.layout))},"
            f" the grid has layout {short_repr(str(board.layout))}"
        )
    return read_position(board, marks)
