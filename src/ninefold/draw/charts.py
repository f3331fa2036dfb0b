"""Charts as scenes: the cactus plot and the performance profile of a race, and the bars of a study.

1. Cactus plot: the times of a method in ascending order. A point (x, y) means that it solved x puzzles in at most y
   seconds each.
2. Performance profile (Dolan and Moré 2002): the share y of the puzzles that a method solved in at most x times the
   time of the fastest method on that puzzle. Puzzles that no method solved do not count.
3. Bars: one group of bars per set of puzzles, one bar per method; the dark part of a bar is proved unique, the light
   part found without a proof.
4. Time against size: the median seconds of the answered puzzles of each size of board.
5. Shares: the share of successful runs at each value, with a vertical line over its confidence interval.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist, floor, log10

from ninefold.core.values import counted
from ninefold.draw.scene import Box, Line, Scene, Shape, Text

# Lengths in points: of one chart and the space around it, then of the legend and the fonts.
WIDTH, HEIGHT, LEFT, TOP, GAP, FOOT = 420.0, 280.0, 60.0, 40.0, 90.0, 50.0
CELL, ROW, TALL_ROW, SMALL, LARGE = 110.0, 26.0, 38.0, 10.0, 13.0
BAR, BETWEEN = 26.0, 30.0  # the width of a bar, and the space between two groups
INK, RULE, ALARM = "#222222", "#dddddd", "#b00020"
# The palette of Okabe and Ito, which colour-blind people can distinguish, with a darker yellow.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#222222", "#b8a600")
MAX_POINTS = 300  # of a curve; more are not visible
MAX_MARKED_POINTS = 30  # a curve with at most this many points gets a mark at each
DASH = 4.0
# Clocks are not more precise, and the logarithm needs a positive number.
MIN_SECONDS = 1e-6

Point = tuple[float, float]


@dataclass(frozen=True)
class Runs:
    """The runs of one method in a race; for each with an answer, its round and puzzle, and the seconds it took.

    `trouble` says how many faults and wrong answers it had, if any; `sizes` has the median seconds for each size of
    board.
    """

    method: str
    count: int
    answered: tuple[tuple[tuple[int, int], float], ...]
    trouble: str = ""
    sizes: tuple[tuple[int, float], ...] = ()


def race_charts(race: Sequence[Runs]) -> Scene:
    """The charts of a race side by side, with a legend below (rules 1, 2 and, for boards of several sizes, 4)."""
    width = LEFT + 2 * WIDTH + GAP + 30
    shapes = [*_cactus(race, LEFT), *_profile(race, LEFT + WIDTH + GAP)]
    title = f"Race of {counted(len(race), 'method')}: cactus plot and performance profile"
    if len({size for runs in race for size, _ in runs.sizes}) > 1:
        shapes += _by_size(race, LEFT + 2 * (WIDTH + GAP))
        width, title = width + WIDTH + GAP, f"{title}, time against size"
    return _page(width, shapes, {runs.method: runs.trouble for runs in race}, title)


@dataclass(frozen=True)
class Bar:
    """A bar: its group, its method, the shares up to which it is dark and light, and the text shown on hovering."""

    group: str
    method: str
    dark: float
    light: float
    about: str


def bar_chart(bars: Sequence[Bar], title: str) -> Scene:
    """The bars in groups, with the share above each and a legend below (rule 3)."""
    groups, methods = list(dict.fromkeys(bar.group for bar in bars)), list(dict.fromkeys(bar.method for bar in bars))
    slot = BAR * len(methods) + BETWEEN
    axes = Axes(LEFT, (0, 1), (0, 1), max(WIDTH, slot * len(groups)))
    shapes = [*axes.frame("", "share of puzzles solved"), *axes.share_ticks()]
    for bar in bars:
        x = LEFT + BETWEEN / 2 + slot * groups.index(bar.group) + BAR * methods.index(bar.method)
        colour = COLOURS[methods.index(bar.method) % len(COLOURS)]
        for share, opacity in ((bar.light, 0.4), (bar.dark, 1.0)):
            top = axes.at((0, share))[1]
            shapes.append(Box(x, top, BAR - 3, round(TOP + HEIGHT - top, 2), colour, opacity, bar.about))
        top = axes.at((0, bar.light))[1]
        shapes.append(Text(x + BAR / 2 - 1.5, top - 4, f"{100 * bar.light:.0f}", SMALL, INK))
    for at, name in enumerate(groups):
        shapes.append(Text(LEFT + slot * (at + 0.5), TOP + HEIGHT + 18, name, SMALL, INK))
    return _page(LEFT + axes.width + 30, shapes, dict.fromkeys(methods, ""), title)


def _page(width: float, shapes: Sequence[Shape], methods: Mapping[str, str], title: str) -> Scene:
    """Charts on white paper, with a legend of the methods below, each with its trouble in red."""
    row = TALL_ROW if any(methods.values()) else ROW
    columns = int((width - LEFT - 30) // CELL)
    height = TOP + HEIGHT + FOOT + row * ceil(len(methods) / columns) + 20
    legend: list[Shape] = []
    for at, (method, trouble) in enumerate(methods.items()):
        x, y = LEFT + CELL * (at % columns + 0.5), TOP + HEIGHT + FOOT + row * (at // columns)
        legend += [_stroke((x - 20, y), (x + 20, y), at), Text(x, y + 13, method, SMALL, INK)]
        legend += [Text(x, y + 25, trouble, SMALL, ALARM)] if trouble else []
    return Scene(width, height, (Box(0, 0, width, height, "#ffffff"), *shapes, *legend), title)


def _cactus(race: Sequence[Runs], left: float) -> list[Shape]:
    times = [sorted(seconds for _, seconds in runs.answered) for runs in race]
    curves = [[(at, log10(max(time, MIN_SECONDS))) for at, time in enumerate(found, 1)] for found in times]
    most = max((runs.count for runs in race), default=1)
    heights = [y for curve in curves for _, y in curve] or [0.0]
    low, high = floor(min(heights)), max(floor(min(heights)) + 1, ceil(max(heights)))
    axes = Axes(left, (0, most), (low, high))
    return [
        *axes.frame("puzzles solved", "maximum time per puzzle"),
        *axes.x_ticks({at: str(at) for at in _whole_steps(most)}),
        *axes.y_ticks({power: _power(power) for power in range(low, high + 1)}),
        *(shape for at, curve in enumerate(curves) for shape in axes.curve(curve, at)),
    ]


def _profile(race: Sequence[Runs], left: float) -> list[Shape]:
    ratios = ratios_to_best(race)
    most = max((max(found, default=1.0) for found in ratios), default=1.0)
    high = max(1, ceil(log10(most)))
    total = max(1, len({puzzle for runs in race for puzzle, _ in runs.answered}))
    axes = Axes(left, (0, high), (0, 1))
    return [
        *axes.frame("time relative to the fastest method", "share of puzzles solved"),
        *axes.x_ticks({power: f"{10**power:,}" if power < 5 else f"10^{power}" for power in range(high + 1)}),
        *axes.share_ticks(),
        *(
            shape
            for at, found in enumerate(ratios)
            for shape in axes.curve(_steps(found, total, float(high)), at, marks=False)
        ),
    ]


def _by_size(race: Sequence[Runs], left: float) -> list[Shape]:
    sizes = sorted({size for runs in race for size, _ in runs.sizes})
    heights = [log10(max(seconds, MIN_SECONDS)) for runs in race for _, seconds in runs.sizes]
    low, high = floor(min(heights)), max(floor(min(heights)) + 1, ceil(max(heights)))
    axes = Axes(left, (sizes[0], sizes[-1]), (low, high))
    curves = [[(size, log10(max(seconds, MIN_SECONDS))) for size, seconds in runs.sizes] for runs in race]
    return [
        *axes.frame("size of the board", "median time per puzzle"),
        *axes.x_ticks({size: str(size) for size in sizes}),
        *axes.y_ticks({power: _power(power) for power in range(low, high + 1)}),
        *(shape for at, curve in enumerate(curves) for shape in axes.curve(curve, at)),
    ]


@dataclass(frozen=True)
class Share:
    """A share of successful runs at a value, with its confidence interval; shares of one curve are connected."""

    curve: str
    value: str
    share: float
    low: float
    high: float


def share_chart(shares: Sequence[Share], below: str, title: str) -> Scene:
    """The shares at each value, one curve for each name, with a legend below (rule 5)."""
    values, curves = list(dict.fromkeys(one.value for one in shares)), list(dict.fromkeys(one.curve for one in shares))
    axes = Axes(LEFT, (-0.5, len(values) - 0.5), (0, 1))
    shapes = [*axes.frame(below, "share of runs solved"), *axes.share_ticks()]
    shapes += axes.x_ticks(dict(enumerate(values)))
    for at, name in enumerate(curves):
        mine = [one for one in shares if one.curve == name]
        shapes += axes.curve([(values.index(one.value), one.share) for one in mine], at)
        for one in mine:
            x = values.index(one.value) + (at - (len(curves) - 1) / 2) * 0.04  # beside each other, so that all are seen
            shapes.append(_stroke(axes.at((x, one.low)), axes.at((x, one.high)), at))
    return _page(LEFT + WIDTH + 30, shapes, dict.fromkeys(curves, ""), title)


def ratios_to_best(race: Sequence[Runs]) -> list[list[float]]:
    """For each method, its times relative to the fastest method on that puzzle in that round, in ascending order."""
    best: dict[tuple[int, int], float] = {}
    for runs in race:
        for puzzle, seconds in runs.answered:
            best[puzzle] = min(best.get(puzzle, seconds), seconds)
    return [
        sorted(max(seconds, MIN_SECONDS) / max(best[puzzle], MIN_SECONDS) for puzzle, seconds in runs.answered)
        for runs in race
    ]


def _steps(ratios: Sequence[float], total: int, end: float) -> list[Point]:
    """The profile as a staircase: one step up at each ratio."""
    points: list[Point] = []
    for at, ratio in enumerate(ratios):
        points += [(log10(ratio), at / total), (log10(ratio), (at + 1) / total)]
    return [*points, (end, len(ratios) / total)] if points else []


@dataclass(frozen=True)
class Axes:
    """The axes of a chart: its left edge on the page, the values at its four edges, and its width."""

    left: float
    xs: tuple[float, float]
    ys: tuple[float, float]
    width: float = WIDTH

    def at(self, point: Point) -> Point:
        """Where a point of the chart is drawn."""
        (low, high), (bottom, top) = self.xs, self.ys
        x = self.left + self.width * (point[0] - low) / (high - low)
        return round(x, 2), round(TOP + HEIGHT * (1 - (point[1] - bottom) / (top - bottom)), 2)

    def frame(self, below: str, above: str) -> list[Shape]:
        """The two axes and their labels; scenes have no rotated text, so the label of the y axis is above the chart."""
        foot, right = TOP + HEIGHT, self.left + self.width
        return [
            Line(self.left, foot, right, foot, INK, 1),
            Line(self.left, TOP, self.left, foot, INK, 1),
            Text(self.left + self.width / 2, foot + 32, below, LARGE, INK),
            Text(self.left + self.width / 2, TOP - 14, above, LARGE, INK),
        ]

    def x_ticks(self, ticks: dict[int, str]) -> list[Shape]:
        """A label and a vertical grid line at each tick."""
        places = {self.at((x, self.ys[0]))[0]: text for x, text in ticks.items()}
        rules: list[Shape] = [Line(x, TOP, x, TOP + HEIGHT, RULE, 0.5) for x in places]
        return rules + [Text(x, TOP + HEIGHT + 15, text, SMALL, INK) for x, text in places.items()]

    def y_ticks(self, ticks: dict[float, str]) -> list[Shape]:
        """A label and a horizontal grid line at each tick."""
        places = {self.at((self.xs[0], y))[1]: text for y, text in ticks.items()}
        rules: list[Shape] = [Line(self.left, y, self.left + self.width, y, RULE, 0.5) for y in places]
        return rules + [Text(self.left - 26, y + 3.5, text, SMALL, INK) for y, text in places.items()]

    def share_ticks(self) -> list[Shape]:
        """A y axis of shares, with a tick at every quarter."""
        return self.y_ticks({quarter / 4: f"{25 * quarter} %" for quarter in range(5)})

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
