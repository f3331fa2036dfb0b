"""`POST /api/rate`: how hard a puzzle is for people."""

from __future__ import annotations

from dataclasses import dataclass

from ninefold import records
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit, Stopped
from ninefold.processes.child import Context
from ninefold.rating.rate import rate_many
from ninefold.web.endpoints.endpoint import Body, Flag, GridText, LayoutText, Seconds, layout_of, router, runs_in
from ninefold.web.errors import ApiError


@dataclass(frozen=True, kw_only=True)
class RateRequest(Body):
    """A puzzle to rate."""

    puzzle: GridText
    layout: LayoutText | None = None
    sukaku: Flag = False  # whether to add the numbers of SukakuExplainer
    seconds: Seconds = 10.0


@router.post("/api/rate")
@runs_in("worker", seconds=10)
def rate(request: RateRequest, context: Context) -> records.RatingRecord:
    """How hard a puzzle is; `why` says why there is no rating, or only a level."""
    grid = Grid(request.puzzle, layout=layout_of(request.layout))
    limit = Limit(seconds=request.seconds)
    try:
        (found,) = rate_many([grid], sukaku=request.sukaku, limit=limit, threads=1, cancel=context.cancel)
    except Stopped as stop:
        raise ApiError("time", f"the puzzle was not rated: {stop.why}") from None
    return records.RatingRecord.of(found)
