"""Pictures of steps as SVG: the board with its candidates, marked by role, with links and a legend.

1. A role has a colour and a shape, so that the picture can be read without seeing colours.
2. A strong link is a solid line, a weak one is dashed; both end in an arrow and bend to pass beside candidates.
3. A group of cells gets an oval. Removed candidates are crossed out, placed digits are large.
4. The board shows its diagonals as lines, and windows and other extra units in grey.
5. Units that the step counts are tinted: bases in one tint, covers with stripes. The place of a contradiction is
   dotted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import ceil, hypot, sqrt

from ninefold.core.drawing import CELL as LINE_CELL
from ninefold.core.drawing import CLUE, FOUND, grid_lines
from ninefold.core.position import Position, digits_of
from ninefold.logic.arrows import step_arrows, step_lines, step_seen
from ninefold.logic.clusters import cluster_links
from ninefold.logic.exocets import cross_lines
from ninefold.logic.legend import (
    BASE,
    COVER,
    DASHES,
    DEAD,
    DOTS,
    SEEN,
    SEEN_FRAME,
    SEES,
    STRONG,
    WEAK,
    Item,
    legend,
    line_items,
    tint_items,
)
from ninefold.logic.looks import BLUE, GREEN, LOOKS, RED, REMOVED, Look, shared_marks, step_marks
from ninefold.logic.step import Candidate, Child, Part, Step
from ninefold.logic.symbols import written

CELL, MARGIN = 48, 4
EXTRA, DIAGONAL = "#f0efeb", "#b9b6ac"
MAX_BACKING = 4  # units that back a pattern without links: more of them would hide it
FONT = "system-ui, sans-serif"


def step_svg(step: Step) -> str:
    """The picture of a step in the position it was found in."""
    marks, tints = step_marks(step), _tints(step)
    side = step.layout.size * CELL + 2 * MARGIN
    fills = [fill for found in tints.values() for fill in found]
    below, height = legend(_legend_items(step, marks.values(), fills), side)
    height += side
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{height}"'
        f' viewBox="{-MARGIN} {-MARGIN} {side} {height}" role="img" aria-label="{escape(step.notation)}"'
        f' font-family="{FONT}" text-anchor="middle">',
        f"<title>{escape(step.notation)}</title>{_DEFS}",
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{side}" height="{height}" fill="#fff"/>',
        *(_tint(step, cell, EXTRA) for cell in sorted(_extra_cells(step))),
        *(_tint(step, cell, fill) for cell, found in tints.items() for fill in found),
        _board(step),
        *_ovals(step),
        *(_mark(step, candidate, look) for candidate, look in marks.items()),
        *(_outline(step, candidate, look) for candidate, look in shared_marks(step, marks)),
        *(_mark(step, candidate, REMOVED) for candidate in step.removes if candidate not in marks),
        *_digits(step),
        *(_cross(step, candidate) for candidate in step.removes),
        *_links(step),
        f'<g transform="translate(0 {side - MARGIN})">{"".join(below)}</g>' if below else "",
        "</svg>",
    ]
    return "".join(parts)


_DEFS = (
    '<defs><pattern id="nf-stripes" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V8" stroke="#8fa3b8" stroke-width="2" opacity=".45"/></pattern>'
    '<pattern id="nf-dots" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.1"'
    ' fill="#c8321f" opacity=".45"/></pattern>'
    '<marker id="nf-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6"'
    ' orient="auto-start-reverse">'
    '<path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>'
)


# --- the board ------------------------------------------------------------------------------------


def _corner(step: Step, cell: int) -> tuple[float, float]:
    return cell % step.layout.size * CELL, cell // step.layout.size * CELL


def _place(step: Step, cell: int, digit: int) -> tuple[float, float]:
    """The centre of a candidate."""
    across = ceil(sqrt(step.layout.size))
    row, column = divmod(digit - 1, across)
    x, y = _corner(step, cell)
    return x + (column + 0.5) * CELL / across, y + (row + 0.5) * CELL / across


def _radius(step: Step) -> float:
    return CELL / ceil(sqrt(step.layout.size)) * 0.5


def _extra_cells(step: Step) -> set[int]:
    """Rule 4, except for diagonals."""
    return {cell for unit in step.layout.extras if unit.kind != "diagonal" for cell in unit.cells}


def _board(step: Step) -> str:
    thin, thick = (grid_lines(step.layout, thick=flag) for flag in (False, True))
    side = step.layout.size * LINE_CELL
    crossed = f"M0 0L{side} {side}M{side} 0L0 {side}"
    diagonals = f'<path d="{crossed}" stroke="{DIAGONAL}" stroke-width=".9"/>' if step.layout.diagonals else ""
    return (
        f'<g transform="scale({CELL / LINE_CELL:g})" fill="none">{diagonals}'
        f'<path d="{thin}" stroke="#aaa" stroke-width=".7"/>'
        f'<path d="{thick}" stroke="#111" stroke-width="1.8" stroke-linecap="square"/></g>'
    )


def _tints(step: Step) -> dict[int, list[str]]:
    """Rule 5, by cell; also the cells that a single sees, the units that a pattern rests on, and sets behind links."""
    fills: dict[int, list[str]] = {}
    for cells, fill in (*_unit_tints(step), *_other_tints(step)):
        for cell in cells:
            if fill not in fills.setdefault(cell, []):
                fills[cell].append(fill)
    return fills


def _unit_tints(step: Step) -> Iterator[tuple[Iterable[int], str]]:
    units = step.layout.units
    own = [part for part in step.parts if part.unit is not None and part.role in ("cover", "base", "subset")]
    backing = {truth.what for truth in step.truths if truth.kind == "unit"}
    if not own and not cluster_links(step) and len(backing) <= MAX_BACKING and not (step.links or step.children):
        yield from ((units[unit].cells, BASE) for unit in sorted(backing))
    for role, fill in (("base", BASE), ("subset", BASE), ("cover", COVER)):
        yield from ((units[part.unit or 0].cells, fill) for part in own if part.role == role)
    yield from ((line.cells, COVER) for line in cross_lines(step))


def _other_tints(step: Step) -> Iterator[tuple[Iterable[int], str]]:
    yield step_seen(step), SEEN
    for link in step.links if step.technique.family == "chains" else ():
        cells = [step.truths[index].what for index in link.truths if step.truths[index].kind == "cell"]
        if len(cells) > 1:
            yield cells, BASE
    for kind, what, _ in (child.ending for child in step.children):
        if kind in ("cell", "unit"):
            yield (what,) if kind == "cell" else step.layout.units[what].cells, DEAD
    for child in step.children:
        if child.ending.kind == "both":
            yield (child.nodes[child.ending.what].cell,), DEAD


def _tint(step: Step, cell: int, fill: str) -> str:
    x, y = _corner(step, cell)
    frame = f' stroke="{SEEN_FRAME}" stroke-width="1.5" stroke-dasharray="4 3"' if fill == SEEN else ""
    inset = 3 if frame else 0
    side = CELL - 2 * inset
    return f'<rect x="{x + inset:g}" y="{y + inset:g}" width="{side}" height="{side}" fill="{fill}"{frame}/>'


def _digits(step: Step) -> Iterator[str]:
    position = step.position or Position(step.layout, bytearray(step.layout.size**2), [0] * step.layout.size**2)
    placed, small = dict(step.places), _radius(step) * 1.45
    pattern = {cell for part in step.roles("rectangle") for cell in part.cells}  # avoidable ones have filled cells
    for cell, digit in enumerate(position.digits):
        x, y = _corner(step, cell)
        if digit:
            if cell in pattern:
                yield _shape(x + CELL / 2, y + CELL / 2, CELL * 0.4, LOOKS["rectangle"])
            yield _text(x + CELL / 2, y + CELL * 0.68, CELL * 0.52, CLUE, written(digit))
            continue
        if cell in placed:
            yield (
                f'<circle cx="{x + CELL / 2}" cy="{y + CELL / 2}" r="{CELL * 0.42:g}" fill="#fff" fill-opacity=".85"'
                f' stroke="{GREEN}" stroke-width="2.5"/>'
            )
            yield _text(x + CELL / 2, y + CELL * 0.68, CELL * 0.52, FOUND, written(placed[cell]), bold=True)
            continue
        for one in digits_of(position.candidates[cell]):
            cx, cy = _place(step, cell, one)
            yield _text(cx, cy + small * 0.36, small, "#222", written(one))


def _text(x: float, y: float, size: float, colour: str, text: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}"{weight}>{escape(text)}</text>'


# --- marks ----------------------------------------------------------------------------------------


def _mark(step: Step, candidate: Candidate, look: Look) -> str:
    x, y = _place(step, *candidate)
    return _shape(x, y, _radius(step) * 0.98, look)


def _outline(step: Step, candidate: Candidate, look: Look) -> str:
    x, y = _place(step, *candidate)
    return _shape(x, y, _radius(step) * 1.12, look, hollow=True)


def _shape(x: float, y: float, r: float, look: Look, *, hollow: bool = False) -> str:
    style = f'fill="{look.colour}" fill-opacity="{0 if hollow else 0.55}" stroke="{look.colour}"'
    if look.shape == "square":
        return f'<rect x="{x - r * 0.85:g}" y="{y - r * 0.85:g}" width="{r * 1.7:g}" height="{r * 1.7:g}" {style}/>'
    if look.shape == "diamond":
        d = r * 1.1
        return f'<path d="M{x:g} {y - d:g}l{d:g} {d:g}l{-d:g} {d:g}l{-d:g} {-d:g}z" {style}/>'
    if look.shape == "hexagon":
        return (
            f'<path d="M{x - r:g} {y:g}l{r / 2:g} {-r * 0.87:g}h{r:g}l{r / 2:g} {r * 0.87:g}l{-r / 2:g} {r * 0.87:g}'
            f'h{-r:g}z" {style}/>'
        )
    if look.shape == "cross":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{RED}" fill-opacity=".18"/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {style}/>'


def _cross(step: Step, candidate: Candidate) -> str:
    (x, y), r = _place(step, *candidate), _radius(step) * 0.8
    return f'<path d="M{x - r:g} {y + r:g}L{x + r:g} {y - r:g}" stroke="{RED}" stroke-width="2.2"/>'


def _ovals(step: Step) -> Iterator[str]:
    """Rule 3, for nodes of several cells."""
    for part in step.roles("node"):
        if step.links and len(part.cells) > 1:
            points = [_place(step, cell, part.digits[0]) for cell in part.cells]
            xs, ys, r = [x for x, _ in points], [y for _, y in points], _radius(step) * 1.25
            if min(xs) < max(xs) and min(ys) < max(ys):  # an oval would take in other cells
                way = "L".join(f"{x:g} {y:g}" for x, y in points)
                yield (
                    f'<path d="M{way}" fill="none" stroke="{BLUE}" stroke-width="{2 * r:g}" stroke-opacity=".25"'
                    ' stroke-linecap="round" stroke-linejoin="round"/>'
                )
                continue
            yield (
                f'<rect x="{min(xs) - r:g}" y="{min(ys) - r:g}" width="{max(xs) - min(xs) + 2 * r:g}"'
                f' height="{max(ys) - min(ys) + 2 * r:g}" rx="{r:g}" fill="{BLUE}" fill-opacity=".15" stroke="{BLUE}"/>'
            )


def _legend_items(step: Step, marks: Iterable[Look], tints: Iterable[str]) -> list[Item]:
    """Every kind of mark, tint and line in the picture."""
    cross = f'{_shape(0, 0, 6, REMOVED)}<path d="M-5 5l10 -10" stroke="{RED}" stroke-width="2"/>'
    ring = f'<circle r="6" fill="none" stroke="{GREEN}" stroke-width="2"/>'
    found = [Item(_shape(0, 0, 6, look), 11, look.words) for look in dict.fromkeys(marks)]
    found += tint_items(step, tints)
    found += [Item(cross, 11, "removed")] if step.removes else []
    found += [Item(ring, 11, "placed")] if step.places else []
    dots = "clue and its image" if step.technique.slug == "gurth" else "loop" if _is_loop(step) else ""
    return found + line_items(step, dots=dots)


# --- links ----------------------------------------------------------------------------------------


def _links(step: Step) -> Iterator[str]:
    """Rule 2, or the arrows of a step without links."""
    for link in step.links:
        start, end = step.parts[link.start], step.parts[link.end]
        yield _curve(step, _nearest(step, start, end), _nearest(step, end, start), strong=link.strong)
    for start_at, end_at, _ in cluster_links(step):
        yield _curve(step, _place(step, *start_at), _place(step, *end_at), strong=True, has_arrow=False)
    for child in step.children:
        for cause, effect in child_links(child):
            yield _curve(step, _place(step, *cause), _place(step, *effect), strong=True)
    for one, other in step_lines(step) if step.technique.slug == "gurth" or _is_loop(step) else ():
        (x1, y1), (x2, y2) = ((x + CELL / 2, y + CELL / 2) for x, y in (_corner(step, one), _corner(step, other)))
        yield _dots(x1, y1, x2, y2, CELL * 0.34)
    for one, other in step_arrows(step):
        (x1, y1), (x2, y2) = ((x + CELL / 2, y + CELL / 2) for x, y in (_corner(step, one), _corner(step, other)))
        yield _arrow(x1, y1, x2, y2, SEES, 0.8, CELL * 0.36)


def _is_loop(step: Step) -> bool:
    return step.technique.slug.startswith("unique-loop")


def _nearest(step: Step, part: Part, other: Part) -> tuple[float, float]:
    """The candidate of a part that is nearest to another part."""
    ends = [_place(step, cell, other.digits[0]) for cell in other.cells]
    points = [_place(step, cell, part.digits[0]) for cell in part.cells]
    return min(points, key=lambda point: min(hypot(point[0] - x, point[1] - y) for x, y in ends))


def child_links(child: Child) -> Iterator[tuple[Candidate, Candidate]]:
    """From each true candidate to those it forces, through the false ones between."""
    for node in child.nodes:
        if not node.holds or node.reason == "start":
            continue
        causes = {
            (one.cell, one.digit)
            for parent in (child.nodes[index] for index in node.parents)
            for one in ([parent] if parent.holds else [child.nodes[index] for index in parent.parents])
            if one.holds
        }
        yield from ((cause, (node.cell, node.digit)) for cause in sorted(causes))


def _curve(
    step: Step, start: tuple[float, float], end: tuple[float, float], *, strong: bool, has_arrow: bool = True
) -> str:
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1) or 1
    r = _radius(step) * 1.05
    if length < 2 * r + 2:
        return ""
    bend = min(14.0, length * 0.12)
    mx, my = (x1 + x2) / 2 - (y2 - y1) / length * bend, (y1 + y2) / 2 + (x2 - x1) / length * bend
    a, b = hypot(mx - x1, my - y1) or 1, hypot(x2 - mx, y2 - my) or 1
    x1, y1, x2, y2 = x1 + (mx - x1) / a * r, y1 + (my - y1) / a * r, x2 - (x2 - mx) / b * r, y2 - (y2 - my) / b * r
    dashes, colour = (DASHES["strong"], STRONG) if strong else (DASHES["weak"], WEAK)
    arrow = ' marker-end="url(#nf-arrow)"' if has_arrow else ""
    return (
        f'<path d="M{x1:g} {y1:g}Q{mx:g} {my:g} {x2:g} {y2:g}" fill="none" stroke="{colour}" stroke-width="1.7"{dashes}'
        f"{arrow}/>"
    )


def _dots(x1: float, y1: float, x2: float, y2: float, gap: float) -> str:
    """A dotted line between two clues that belong together."""
    length = hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / length * gap, (y2 - y1) / length * gap
    line = f"M{x1 + dx:g} {y1 + dy:g}L{x2 - dx:g} {y2 - dy:g}"
    return f'<path d="{line}" stroke="{DOTS}" stroke-width="1.6"{DASHES["dots"]}/>'


def _arrow(x1: float, y1: float, x2: float, y2: float, colour: str, width: float, gap: float) -> str:
    length = hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / length * gap, (y2 - y1) / length * gap
    return (
        f'<path d="M{x1 + dx:g} {y1 + dy:g}L{x2 - dx:g} {y2 - dy:g}" stroke="{colour}" stroke-width="{width + 0.6:g}"'
        ' opacity=".7" marker-end="url(#nf-arrow)"/>'
    )
