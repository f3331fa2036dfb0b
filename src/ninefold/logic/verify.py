"""Checking: whether steps follow from their evidence, or a certificate proves its claim.

A step is checked by code that shares nothing with what found it: only the evidence, the grid and the layout are read.
Certificates are checked by `ninefold.models.checker`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

from ninefold.core.errors import CertificateError, Fault, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.position import Marks, Position
from ninefold.core.values import short_repr
from ninefold.logic.engine import read_position
from ninefold.logic.explain import Path
from ninefold.logic.step import Step
from ninefold.logic.step_json import read_step
from ninefold.logic.verify_path import PathCheck, StepCheck, check_path, fault_of, is_path, read_path
from ninefold.models import checker
from ninefold.models.certificate_json import parse_json
from ninefold.models.certificates import Certificate
from ninefold.models.checker import ProofCheck


@overload
def verify(
    claim: Step | Mapping[str, Any] | str,
    grid: GridLike | Position,
    *,
    clues: GridLike | None = ...,
    marks: Marks | None = ...,
) -> StepCheck: ...
@overload
def verify(
    claim: Step,
    grid: None = ...,
    *,
    clues: GridLike | None = ...,
    marks: Marks | None = ...,
) -> StepCheck: ...
@overload
def verify(claim: Path) -> PathCheck: ...
@overload
def verify(claim: Certificate | Mapping[str, Any] | str) -> ProofCheck | PathCheck: ...
def verify(
    claim: Step | Path | Certificate | Mapping[str, Any] | str,
    grid: GridLike | Position | None = None,
    *,
    clues: GridLike | None = None,
    marks: Marks | None = None,
) -> StepCheck | PathCheck | ProofCheck:
    """Check a step in a grid, a path, or a certificate; return what it proves.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> import ninefold as nf
    >>> print(verify(next(nf.steps(puzzle)), puzzle))
    proved: Hidden Single: r1c6=8
    >>> print(verify('{"certificate": "elimination", "layout": "4", "puzzle": "12..............", '
    ...              '"candidate": "x_r2c3_3", "weights": {"row_1_3": -1, "box_2_3": 1}}'))
    proved: r2c3 is not 3 in 12.............. (layout 4)

    Args:
        claim: a step, a path, a certificate, or the JSON of one.
        grid: for a step, the grid it is in (default: the position it was found in; the JSON of a step needs a grid).
        clues: the puzzle, if some digits of the grid are not clues; patterns that assume one solution need it.
        marks: for some cells, the candidates that are left there.

    Raises:
        CertificateError: the claim cannot be read, or is not proved; the faults say where it fails.
    """
    if grid is not None and isinstance(claim, Mapping | str):
        claim = _saved_step(claim, grid)
    if not isinstance(claim, Step):
        return _verify_saved(claim)
    found = check_step(claim, grid, clues=clues, marks=marks)
    if found.fault:
        raise CertificateError(
            f"the step does not prove {_result(claim)}", [Fault(str(claim.technique), found.fault, "a proof")]
        )
    return found


def _result(step: Step) -> str:
    """What a step claims; malformed ones have no notation."""
    try:
        return step.result
    except (OverflowError, ValueError, TypeError):
        return "its conclusion"


def check_step(
    step: Step, grid: GridLike | Position | None = None, *, clues: GridLike | None = None, marks: Marks | None = None
) -> StepCheck:
    """Check a step; one that is not proved is reported, not raised."""
    position = _position(step, grid, marks)
    given = position.grid if clues is None else Grid(clues, layout=position.layout)
    return StepCheck(step, fault_of(step, position, given))


def _saved_step(claim: Mapping[str, Any] | str, grid: GridLike | Position) -> Step:
    """A step from its record."""
    record = parse_json(claim) if isinstance(claim, str) else claim
    try:
        return read_step(record, grid.layout if isinstance(grid, Grid | Position) else Grid(grid).layout)
    except NinefoldError as error:
        raise CertificateError(str(error), error.faults) from error


def _verify_saved(claim: Path | Certificate | Mapping[str, Any] | str) -> ProofCheck | PathCheck:
    if isinstance(claim, Path):
        found = check_path(claim, claim.start)
    else:
        record = parse_json(claim) if isinstance(claim, str) else claim
        if not is_path(record):
            return checker.verify(claim)
        start, steps = read_path(record)
        found = check_path(steps, start)
    if found.fault:
        raise CertificateError("the path is not proved", [Fault("the path", found.fault, "a proof")])
    return found


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
