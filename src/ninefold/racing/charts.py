"""Charts of a race: the cactus plot and the performance profile, side by side in one scene.

1. Cactus plot: the times of a method in ascending order. A point (x, y) means that it solved x puzzles in at most y
   seconds each.
2. Performance profile (Dolan and Moré 2002): the share y of the puzzles that a method solved in at most x times the
   time of the fastest method on that puzzle. Puzzles that no method solved do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist, floor, log10

from ninefold.core.values import counted
from ninefold.draw.scene import Box, Line, Scene, Shape, Text
from ninefold.racing.outcome import Standing

# Lengths in points: of one chart and the space around it, then of the legend and the fonts.
WIDTH, HEIGHT, LEFT, TOP, GAP, FOOT = 420.0, 280.0, 60.0, 40.0, 90.0, 50.0
CELL, ROW, TALL_ROW, SMALL, LARGE = 110.0, 26.0, 38.0, 10.0, 13.0
INK, RULE, ALARM = "#222222", "#dddddd", "#b00020"
# The palette of Okabe and Ito, which colour-blind people can distinguish, with a darker yellow.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#222222", "#b8a600")
MAX_POINTS = 300  # of a curve; more are not visible
MAX_MARKED_POINTS = 30  # a curve with at most this many points gets a mark at each
DASH = 4.0
# Clocks are not more precise, and the logarithm needs a positive number.
MIN_SECONDS = 1e-6

Point = tuple[float, float]


def charts(standings: Sequence[Standing]) -> Scene:
    """Both charts side by side, with a legend below."""
    ran = [standing for standing in standings if standing.outcomes]
    columns = int((2 * WIDTH + GAP) // CELL)
    row = ROW if all(map(_is_sound, ran)) else TALL_ROW
    height = TOP + HEIGHT + FOOT + row * ceil(len(ran) / columns) + 20
    width = LEFT + 2 * WIDTH + GAP + 30
    shapes: list[Shape] = [Box(0, 0, width, height, "#ffffff")]
    shapes += _cactus(ran, LEFT)
    shapes += _profile(ran, LEFT + WIDTH + GAP)
    for at, standing in enumerate(ran):
        x, y = LEFT + CELL * (at % columns + 0.5), TOP + HEIGHT + FOOT + row * (at // columns)
        shapes += [_stroke((x - 20, y), (x + 20, y), at), Text(x, y + 13, standing.method, SMALL, INK)]
        if not _is_sound(standing):
            shapes.append(Text(x, y + 25, _trouble(standing), SMALL, ALARM))
    title = f"Race of {counted(len(ran), 'method')}: cactus plot and performance profile"
    return Scene(width, height, tuple(shapes), title)


def _is_sound(standing: Standing) -> bool:
    return not (standing.faults or standing.wrong)


def _trouble(standing: Standing) -> str:
    """Faults and wrong answers of a method, below its name in the legend."""
    faults = [counted(len(standing.faults), "fault")] if standing.faults else []
    return ", ".join(faults + ([f"{len(standing.wrong)} wrong"] if standing.wrong else []))


def _cactus(standings: Sequence[Standing], left: float) -> list[Shape]:
    curves = [[(at, log10(max(time, MIN_SECONDS))) for at, time in enumerate(s.times, 1)] for s in standings]
    most = max((len(standing.outcomes) for standing in standings), default=1)
    heights = [y for curve in curves for _, y in curve] or [0.0]
    low, high = floor(min(heights)), max(floor(min(heights)) + 1, ceil(max(heights)))
    axes = Axes(left, (0, most), (low, high))
    return [
        *axes.frame("puzzles solved", "maximum time per puzzle"),
        *axes.x_ticks({at: str(at) for at in _whole_steps(most)}),
        *axes.y_ticks({power: _power(power) for power in range(low, high + 1)}),
        *(shape for at, curve in enumerate(curves) for shape in axes.curve(curve, at)),
    ]


def _profile(standings: Sequence[Standing], left: float) -> list[Shape]:
    ratios = ratios_to_best(standings)
    most = max((max(found, default=1.0) for found in ratios), default=1.0)
    high = max(1, ceil(log10(most)))
    heats = max(1, len({outcome.heat for standing in standings for outcome in standing.answered}))
    axes = Axes(left, (0, high), (0, 1))
    return [
        *axes.frame("time relative to the fastest method", "share of puzzles solved"),
        *axes.x_ticks({power: f"{10**power:,}" if power < 5 else f"10^{power}" for power in range(high + 1)}),
        *axes.y_ticks({share / 4: f"{25 * share} %" for share in range(5)}),
        *(
            shape
            for at, found in enumerate(ratios)
            for shape in axes.curve(_steps(found, heats, float(high)), at, marks=False)
        ),
    ]


def ratios_to_best(standings: Sequence[Standing]) -> list[list[float]]:
    """For each method, its times relative to the fastest method of the same heat, in ascending order."""
    best: dict[int, float] = {}
    for standing in standings:
        for outcome in standing.answered:
            best[outcome.heat] = min(best.get(outcome.heat, outcome.seconds), outcome.seconds)
    return [
        sorted(max(o.seconds, MIN_SECONDS) / max(best[o.heat], MIN_SECONDS) for o in standing.answered)
        for standing in standings
    ]


def _steps(ratios: Sequence[float], heats: int, end: float) -> list[Point]:
    """The profile as a staircase: one step up at each ratio."""
    points: list[Point] = []
    for at, ratio in enumerate(ratios):
        points += [(log10(ratio), at / heats), (log10(ratio), (at + 1) / heats)]
    return [*points, (end, len(ratios) / heats)] if points else []


@dataclass(frozen=True)
class Axes:
    """The axes of a chart: its left edge on the page, and the values at its four edges."""

    left: float
    xs: tuple[float, float]
    ys: tuple[float, float]

    def at(self, point: Point) -> Point:
        """Where a point of the chart is drawn."""
        (low, high), (bottom, top) = self.xs, self.ys
        x = self.left + WIDTH * (point[0] - low) / (high - low)
        return round(x, 2), round(TOP + HEIGHT * (1 - (point[1] - bottom) / (top - bottom)), 2)

    def frame(self, below: str, above: str) -> list[Shape]:
        """The two axes and their labels; scenes have no rotated text, so the label of the y axis is above the chart."""
        foot, right = TOP + HEIGHT, self.left + WIDTH
        return [
            Line(self.left, foot, right, foot, INK, 1),
            Line(self.left, TOP, self.left, foot, INK, 1),
            Text(self.left + WIDTH / 2, foot + 32, below, LARGE, INK),
            Text(self.left + WIDTH / 2, TOP - 14, above, LARGE, INK),
        ]

    def x_ticks(self, ticks: dict[int, str]) -> list[Shape]:
        """A label and a vertical grid line at each tick."""
        places = {self.at((x, self.ys[0]))[0]: text for x, text in ticks.items()}
        rules: list[Shape] = [Line(x, TOP, x, TOP + HEIGHT, RULE, 0.5) for x in places]
        return rules + [Text(x, TOP + HEIGHT + 15, text, SMALL, INK) for x, text in places.items()]

    def y_ticks(self, ticks: dict[float, str]) -> list[Shape]:
        """A label and a horizontal grid line at each tick."""
        places = {self.at((self.xs[0], y))[1]: text for y, text in ticks.items()}
        rules: list[Shape] = [Line(self.left, y, self.left + WIDTH, y, RULE, 0.5) for y in places]
        return rules + [Text(self.left - 26, y + 3.5, text, SMALL, INK) for y, text in places.items()]

    def curve(self, points: Sequence[Point], number: int, *, marks: bool = True) -> list[Shape]:
        """The points connected by lines; a curve with few points gets a mark at each."""
        drawn = [self.at(point) for point in _thinned(points)]
        strokes: list[Shape] = list(_strokes(drawn, number))
        if marks and len(drawn) <= MAX_MARKED_POINTS:
            strokes += [Box(x - 2, y - 2, 4, 4, COLOURS[number % len(COLOURS)]) for x, y in drawn]
        return strokes


def _strokes(points: Sequence[Point], number: int) -> Iterator[Line]:
    """The lines of a curve; a dashed curve skips some of the lines that are shorter than a dash."""
    along = 0.0
    for start, end in pairwise(points):
        line, length = _stroke(start, end, number), dist(start, end)
        if not line.dashed or length > 2 * DASH or along // DASH % 2 == 0:
            yield line
        along += length


def _stroke(start: Point, end: Point, number: int) -> Line:
    """A line of a curve: each colour once, then again dashed, thick, and thick and dashed."""
    cycle = number // len(COLOURS)
    width = 1.5 if cycle % 4 < 2 else 3.0
    return Line(*start, *end, COLOURS[number % len(COLOURS)], width, dashed=bool(cycle % 2))


def _thinned(points: Sequence[Point]) -> list[Point]:
    """At most MAX_POINTS of the points, including the last."""
    step = max(1, ceil(len(points) / MAX_POINTS))
    return [*points[:-1:step], *points[-1:]]


def _whole_steps(most: int) -> range:
    """About ten whole numbers from 0 to `most`."""
    size = max(1, ceil(most / 10))
    power = 10 ** (len(str(size)) - 1)
    return range(0, most + 1, -(-size // power) * power)


def _power(power: int) -> str:
    """A power of ten of seconds as text."""
    return f"{10**power:,} s" if power >= 0 else f"{10.0 ** (power + 3):g} ms"
