"""Two charts of a race as one scene: the cactus plot and the performance profile.

Cactus plot: a method's times in order of length, so that it has answered x questions within y seconds each.
Performance profile (Dolan and Moré 2002): the share y of the questions that a method answered in at most x times the
time of whoever was quickest there. Questions that nobody answered do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist, floor, log10

from ninefold.draw.scene import Box, Line, Scene, Shape, Text
from ninefold.racing.outcome import Standing

WIDTH, HEIGHT, LEFT, TOP, GAP, FOOT = 420.0, 280.0, 60.0, 40.0, 90.0, 50.0
CELL, ROW, SMALL, LARGE = 110.0, 26.0, 10.0, 13.0
INK, RULE = "#222222", "#dddddd"
# Told apart by people who see few colours, too (Okabe and Ito, the yellow made darker).
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#222222", "#b8a600")
# More points than these are not seen, a curve of few has a mark at each, and a dash is so long.
MAX_POINTS, FEW, DASH = 300, 30, 4.0
# No clock is better than that, and a logarithm needs something.
SHORTEST = 1e-6

Point = tuple[float, float]


def charts(standings: Sequence[Standing]) -> Scene:
    """Both charts side by side, and below them which curve is whose."""
    asked = [standing for standing in standings if standing.outcomes]
    columns = int((2 * WIDTH + GAP) // CELL)
    height = TOP + HEIGHT + FOOT + ROW * ceil(len(asked) / columns) + 20
    width = LEFT + 2 * WIDTH + GAP + 30
    shapes: list[Shape] = [Box(0, 0, width, height, "#ffffff")]
    shapes += _cactus(asked, LEFT)
    shapes += _profile(asked, LEFT + WIDTH + GAP)
    for at, standing in enumerate(asked):
        x, y = LEFT + CELL * (at % columns + 0.5), TOP + HEIGHT + FOOT + ROW * (at // columns)
        shapes += [_stroke((x - 20, y), (x + 20, y), at), Text(x, y + 13, standing.method, SMALL, INK)]
    title = f"A race of {len(asked)} methods: cactus plot and performance profile"
    return Scene(width, height, tuple(shapes), title)


def _cactus(standings: Sequence[Standing], left: float) -> list[Shape]:
    curves = [[(at, log10(max(time, SHORTEST))) for at, time in enumerate(s.times, 1)] for s in standings]
    most = max((len(standing.outcomes) for standing in standings), default=1)
    heights = [y for curve in curves for _, y in curve] or [0.0]
    low, high = floor(min(heights)), max(floor(min(heights)) + 1, ceil(max(heights)))
    plane = Axes(left, (0, most), (low, high))
    return [
        *plane.frame("answered questions", "seconds each, at most"),
        *plane.x_ticks({at: str(at) for at in _whole_steps(most)}),
        *plane.y_ticks({power: _power(power) for power in range(low, high + 1)}),
        *(shape for at, curve in enumerate(curves) for shape in plane.curve(curve, at)),
    ]


def _profile(standings: Sequence[Standing], left: float) -> list[Shape]:
    ratios = ratios_to_best(standings)
    most = max((max(found, default=1.0) for found in ratios), default=1.0)
    high = max(1, ceil(log10(most)))
    questions = max(1, len({outcome.heat for standing in standings for outcome in standing.answered}))
    plane = Axes(left, (0, high), (0, 1))
    return [
        *plane.frame("times as long as the quickest, at most", "share of the questions answered"),
        *plane.x_ticks({power: f"{10**power:,}" if power < 5 else f"10^{power}" for power in range(high + 1)}),
        *plane.y_ticks({share / 4: f"{25 * share} %" for share in range(5)}),
        *(
            shape
            for at, found in enumerate(ratios)
            for shape in plane.curve(_steps(found, questions, float(high)), at, marks=False)
        ),
    ]


def ratios_to_best(standings: Sequence[Standing]) -> list[list[float]]:
    """For each method how many times as long it took as the quickest, for every question it answered, in order."""
    best: dict[int, float] = {}
    for standing in standings:
        for outcome in standing.answered:
            best[outcome.heat] = min(best.get(outcome.heat, outcome.seconds), outcome.seconds)
    return [
        sorted(max(o.seconds, SHORTEST) / max(best[o.heat], SHORTEST) for o in standing.answered)
        for standing in standings
    ]


def _steps(ratios: Sequence[float], questions: int, end: float) -> list[Point]:
    """The profile as a staircase: at each ratio one more question is answered."""
    points: list[Point] = []
    for at, ratio in enumerate(ratios):
        points += [(log10(ratio), at / questions), (log10(ratio), (at + 1) / questions)]
    return [*points, (end, len(ratios) / questions)] if points else []


@dataclass(frozen=True)
class Axes:
    """A chart's frame: where it stands, and which numbers its edges are."""

    left: float
    xs: tuple[float, float]
    ys: tuple[float, float]

    def at(self, point: Point) -> Point:
        """Where a point of the chart is drawn."""
        (low, high), (bottom, top) = self.xs, self.ys
        x = self.left + WIDTH * (point[0] - low) / (high - low)
        return round(x, 2), round(TOP + HEIGHT * (1 - (point[1] - bottom) / (top - bottom)), 2)

    def frame(self, below: str, above: str) -> list[Shape]:
        """The two axes and what they mean; upright words only, so the second stands above."""
        foot, right = TOP + HEIGHT, self.left + WIDTH
        return [
            Line(self.left, foot, right, foot, INK, 1),
            Line(self.left, TOP, self.left, foot, INK, 1),
            Text(self.left + WIDTH / 2, foot + 32, below, LARGE, INK),
            Text(self.left + WIDTH / 2, TOP - 14, above, LARGE, INK),
        ]

    def x_ticks(self, ticks: dict[int, str]) -> list[Shape]:
        """A number and an upright rule at each."""
        places = {self.at((x, self.ys[0]))[0]: text for x, text in ticks.items()}
        rules: list[Shape] = [Line(x, TOP, x, TOP + HEIGHT, RULE, 0.5) for x in places]
        return rules + [Text(x, TOP + HEIGHT + 15, text, SMALL, INK) for x, text in places.items()]

    def y_ticks(self, ticks: dict[float, str]) -> list[Shape]:
        """A number and a level rule at each."""
        places = {self.at((self.xs[0], y))[1]: text for y, text in ticks.items()}
        rules: list[Shape] = [Line(self.left, y, self.left + WIDTH, y, RULE, 0.5) for y in places]
        return rules + [Text(self.left - 26, y + 3.5, text, SMALL, INK) for y, text in places.items()]

    def curve(self, points: Sequence[Point], number: int, *, marks: bool = True) -> list[Shape]:
        """The points joined; where they are few, each with a mark."""
        drawn = [self.at(point) for point in _thinned(points)]
        strokes: list[Shape] = list(_strokes(drawn, number))
        if marks and len(drawn) <= FEW:
            strokes += [Box(x - 2, y - 2, 4, 4, COLOURS[number % len(COLOURS)]) for x, y in drawn]
        return strokes


def _strokes(points: Sequence[Point], number: int) -> Iterator[Line]:
    """The parts of a curve; a dashed one whose parts are shorter than a dash leaves some of them out."""
    along = 0.0
    for start, end in pairwise(points):
        line, length = _stroke(start, end, number), dist(start, end)
        if not line.dashed or length > 2 * DASH or along // DASH % 2 == 0:
            yield line
        along += length


def _stroke(start: Point, end: Point, number: int) -> Line:
    """A part of a curve: colours for the first few, then the same dashed, thick and both."""
    turn = number // len(COLOURS)
    width = 1.5 if turn % 4 < 2 else 3.0
    return Line(*start, *end, COLOURS[number % len(COLOURS)], width, dashed=bool(turn % 2))


def _thinned(points: Sequence[Point]) -> list[Point]:
    """At most so many of the points, the last among them."""
    step = max(1, ceil(len(points) / MAX_POINTS))
    return [*points[:-1:step], *points[-1:]]


def _whole_steps(most: int) -> range:
    """Whole numbers from 0 on, ten or so of them."""
    size = max(1, ceil(most / 10))
    power = 10 ** (len(str(size)) - 1)
    return range(0, most + 1, -(-size // power) * power)


def _power(power: int) -> str:
    """A power of ten of seconds in words."""
    return f"{10**power:,} s" if power >= 0 else f"{10.0 ** (power + 3):g} ms"
