"""Notations: HoDoKu's one-line form of a step, and Eureka for chains.

1. Cells are written together: those in the row of the first cell, else those in its column (`r1c23`, `r45c6`).
2. Removed candidates are grouped by digit, in the order in which the digits come up.
3. Boards above 9×9 need two figures for a row, so nothing is written together there.

Techniques that HoDoKu does not know are written in the same manner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ninefold.logic.notation.chains import aic, eureka, nice_loop, remote_pair, x_chain
from ninefold.logic.notation.pieces import cell_text, digit_text, result, set_text, unit_text, units
from ninefold.logic.step import Part, Step, Truth

__all__ = ["eureka", "hodoku_line", "result"]

MAX_PARTS = 6  # written of a technique that has no special form


def hodoku_line(step: Step) -> str:
    """The step in one line, such as `Naked Pair: 2,5 in r3c34 => r3c1<>5`."""
    own = step.technique.hodoku
    name = own.name if own else step.technique.title
    writer = _BY_SLUG.get(step.technique.slug) or _BY_FAMILY.get(step.technique.family)
    body = writer(step) if writer else _parts(step)
    if step.technique.family == "singles":
        return f"{name}: {result(step)}"
    return f"{name}{f': {body}' if body else ''} => {result(step)}"


# --- families -------------------------------------------------------------------------------------


def _locked(step: Step) -> str:
    return f"{step.parts[0].digits[0]} in {unit_text(step, step.parts[0].unit)}"


def _direct(step: Step) -> str:
    part = step.parts[0]
    if part.role == "subset":
        return f"{digit_text(part.digits, ',')} in {cell_text(step, part)}"
    return f"{part.digits[0]} in {unit_text(step, part.unit)}"


def _subset(step: Step) -> str:
    part = step.roles("subset")[0]
    return f"{digit_text(part.digits, ',')} in {cell_text(step, part)}"


def _fish(step: Step) -> str:
    bases, covers = step.roles("base"), step.roles("cover")
    words = [str(bases[0].digits[0]), units(step, bases), units(step, covers)]
    for role, letters in (("fin", "f"), ("endofin", "ef")):
        cells = sorted({cell for part in step.parts if part.role == role for cell in part.cells})
        words += [f"{letters}{step.layout.name(cell)}" for cell in cells]
    return " ".join(words)


def _two_links(step: Step) -> str:
    """Skyscrapers and kites: the ends, and the cells between."""
    kites = []
    for at in range(0, len(step.parts), 4):
        ends, near = (step.parts[at], step.parts[at + 3]), step.parts[at + 1 : at + 3]
        kites.append(f"{ends[0].digits[0]} in {cell_text(step, *ends)} (connected by {cell_text(step, *near)})")
    return " / ".join(kites)


def _empty_rectangle(step: Step) -> str:
    """The box, and the line with two places: the link of two single cells that rests on a line."""
    words = []
    links = [link for link in step.links if link.strong]
    for at in range(0, len(links), 2):
        pair = links[at : at + 2]
        boxes = [link for link in pair if _truth_unit(step, link.truths).startswith("b")]
        box = boxes[-1] if boxes else pair[-1]
        line = next(link for link in pair if link is not box)
        ends = (step.parts[line.start], step.parts[line.end])
        words.append(f"{ends[0].digits[0]} in {_truth_unit(step, box.truths)} ({cell_text(step, *ends)})")
    return " / ".join(words)


def _truth_unit(step: Step, truths: Sequence[int]) -> str:
    found: list[Truth] = [step.truths[index] for index in truths if step.truths[index].kind == "unit"]
    return unit_text(step, found[0].what) if found else ""


def _xy_wing(step: Step) -> str:
    z = step.removes[0][1]
    pivot = step.roles("pivot")[0]
    digits = f"{digit_text(pivot.digits, '/')}/{z}" if z not in pivot.digits else digit_text(pivot.digits, "/")
    return f"{digits} in {cell_text(step, *step.roles('pivot', 'pincer'))}"


def _w_wing(step: Step) -> str:
    """Nodes: z and x of the first cell, the two places of x in the unit, x and z of the second cell."""
    first, _, *ends, _, last = step.parts
    x = ends[0].digits[0]
    return f"{first.digits[0]}/{x} in {cell_text(step, first, last)} connected by {x} in {cell_text(step, *ends)}"


def _rectangle(step: Step) -> str:
    classes = step.roles("rectangle")
    digits = _rectangle_digits(step, classes)
    return f"{'/'.join(map(str, digits))} in {cell_text(step, *classes)}"


def _rectangle_digits(step: Step, classes: Sequence[Part]) -> list[int]:
    digits = sorted({digit for part in classes for digit in part.digits})
    if not step.technique.slug.startswith("avoidable") or step.position is None:
        return digits
    first = min(cell for part in classes for cell in part.cells)
    placed = [step.position.digits[cell] for part in classes for cell in sorted(part.cells)]
    start = step.position.digits[first] or next((digit for digit in placed if digit), digits[0])
    return [start, *(digit for digit in digits if digit != start)]


def _colours(step: Step) -> str:
    parts = step.roles("colour")
    words = []
    for at in range(0, len(parts), 2):
        pair = [f"({','.join(map(step.layout.name, sorted(part.cells)))})" for part in parts[at : at + 2]]
        words.append(" / ".join(pair))
    return f"{parts[0].digits[0]} {', '.join(words)}"


def _als(step: Step) -> str:
    """ALS-XZ and ALS-XY-wing."""
    sets = step.roles("als")
    common = [digit for digits in step.restricted for digit in (digits if len(sets) == 2 else digits[:1])]
    z = ",".join(map(str, sorted({digit for _, digit in step.removes})))
    x = ",".join(map(str, sorted(common)))
    if len(sets) == 2:
        words = [f"A={set_text(step, sets[0])}", f"B={set_text(step, sets[1])}", f"X={x}"]
        return ", ".join(words if len(common) > 1 else [*words, f"Z={z}"])
    first, middle, last = sets[:3]
    return f"A={set_text(step, first)}, B={set_text(step, last)}, C={set_text(step, middle)}, X,Y={x}, Z={z}"


def _als_chain(step: Step) -> str:
    sets, common = step.roles("als"), [digits[0] for digits in step.restricted if digits]
    z = ",".join(map(str, sorted({digit for _, digit in step.removes})))
    words = [set_text(step, sets[0])]
    for x, part in zip(common, sets[1:], strict=False):
        words.append(f"-{x}- {set_text(step, part)}")
    return f"{z}- {' '.join(words)} -{z}"


def _sue_de_coq(step: Step) -> str:
    crossing, (line, box) = step.roles("crossing")[0], step.roles("als")[:2]
    sets = [f"{cell_text(step, part)} - {{{digit_text(part.digits)}}}" for part in (crossing, line, box)]
    return f"{sets[0]} ({sets[1]}, {sets[2]})"


def _death_blossom(step: Step) -> str:
    stem, petals = step.roles("stem")[0], step.roles("petal")
    z = digit_text((digit for _, digit in step.removes), ",")
    return f"{z}, stem {set_text(step, stem)}, petals {', '.join(set_text(step, petal) for petal in petals)}"


def _forcing(step: Step) -> str:
    """The roots of all chains; HoDoKu lists the chains below."""
    roots = [f"{step.layout.name(child.cell)}{'=' if child.holds else '<>'}{child.digit}" for child in step.children]
    return ", ".join(roots)


def _parts(step: Step) -> str:
    """A technique that has no special form: every part with its cells and digits."""
    words = []
    for part in step.parts:
        unit = f" in {unit_text(step, part.unit)}" if part.unit is not None else ""
        words.append(f"{part.role} {digit_text(part.digits, ',')} {cell_text(step, part)}{unit}")
    return ", ".join(words[:MAX_PARTS])


_BY_SLUG: dict[str, Callable[[Step], str]] = {
    "skyscraper": _two_links,
    "two-string-kite": _two_links,
    "dual-two-string-kite": _two_links,
    "empty-rectangle": _empty_rectangle,
    "dual-empty-rectangle": _empty_rectangle,
    "xy-wing": _xy_wing,
    "xyz-wing": _xy_wing,
    "w-wing": _w_wing,
    "remote-pair": remote_pair,
    "xy-chain": aic,
    "aic": aic,
    "grouped-aic": aic,
    "x-chain": x_chain,
    "als-chain": _als_chain,
    "sue-de-coq": _sue_de_coq,
    "death-blossom": _death_blossom,
    "medusa": _parts,
}
_BY_FAMILY: dict[str, Callable[[Step], str]] = {
    "singles": lambda _: "",
    "direct": _direct,
    "locked": _locked,
    "subsets": _subset,
    "fish": _fish,
    "kraken": _fish,
    "single-digit": x_chain,
    "rectangles": _rectangle,
    "bug": lambda _: "",
    "colours": _colours,
    "chains": nice_loop,
    "als": _als,
    "forcing": _forcing,
}
