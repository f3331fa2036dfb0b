"""Notations: HoDoKu's one-line form of a step, and Eureka for chains.

1. Cells are written together: those in the row of the first cell, else those in its column (`r1c23`, `r45c6`).
2. Removed candidates are grouped by digit, in the order in which the digits come up.
3. Boards above 9×9 need two figures for a row, so nothing is written together there.

Techniques that HoDoKu does not know are written in the same manner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ninefold.core.layout import Layout, Unit
from ninefold.core.position import digits_of
from ninefold.logic.step import Candidates, Part, Step, Truth
from ninefold.logic.techniques import NUMBERS

# Techniques whose removed candidates HoDoKu sorts by digit, then by cell; all others by cell, then by digit.
BY_DIGIT = ("remote-pair", "aic", "grouped-aic", "continuous-nice-loop", "grouped-continuous-nice-loop")
LETTERS = {"row": "r", "column": "c", "box": "b", "diagonal": "d", "window": "w", "extra": "x"}


def hodoku_line(step: Step) -> str:
    """The step in one line, such as `Naked Pair: 2,5 in r3c34 => r3c1<>5`."""
    own = step.technique.hodoku
    name = own.name if own else step.technique.title
    writer = _BY_SLUG.get(step.technique.slug) or _BY_FAMILY.get(step.technique.family)
    body = writer(step) if writer else _parts(step)
    if step.technique.family == "singles":
        return f"{name}: {result(step)}"
    return f"{name}{f': {body}' if body else ''} => {result(step)}"


# --- pieces ---------------------------------------------------------------------------------------


def compact(layout: Layout, cells: Iterable[int]) -> str:
    """Rules 1 and 3: cells written together.

    >>> compact(Layout(9), [0, 3, 10, 28])
    'r1c14,r24c2'
    """
    n, left, found = layout.size, list(cells), []
    if n > 9:
        return ",".join(map(layout.name, left))
    while left:
        row, column = divmod(left[0], n)
        beside = [cell for cell in left if cell // n == row]
        group = beside if len(beside) > 1 else [cell for cell in left if cell % n == column]
        if len(beside) > 1:
            found.append(f"r{row + 1}c{''.join(str(cell % n + 1) for cell in group)}")
        else:
            found.append(f"r{''.join(str(cell // n + 1) for cell in group)}c{column + 1}")
        left = [cell for cell in left if cell not in group]
    return ",".join(found)


def result(step: Step) -> str:
    """What follows: `r1c6=8`, or the removed candidates (rule 2)."""
    words = [f"{step.layout.name(cell)}={digit}" for cell, digit in step.places]
    if step.technique.slug == "bug-1" and step.places and step.position is not None:  # HoDoKu removes the others
        (cell, digit), *_ = step.places
        others = [(cell, other) for other in digits_of(step.position.candidates[cell]) if other != digit]
        return removed(step.layout, others)
    if step.removes:
        words.append(removed(step.layout, _in_order(step)))
    return ", ".join(words)


def removed(layout: Layout, pairs: Iterable[tuple[int, int]]) -> str:
    """Removed candidates: `r4c12<>9, r5c1<>3`."""
    by_digit: dict[int, list[int]] = {}
    for cell, digit in pairs:
        by_digit.setdefault(digit, []).append(cell)
    return ", ".join(f"{compact(layout, sorted(cells))}<>{digit}" for digit, cells in by_digit.items())


def _in_order(step: Step) -> Candidates:
    if step.technique.slug in BY_DIGIT:
        return tuple(sorted(step.removes, key=lambda pair: (pair[1], pair[0])))
    if step.technique.slug in ("locked-pair", "locked-triple", "sue-de-coq"):
        first = _first_losing(step)
        return tuple(sorted(step.removes, key=lambda pair: (pair[0] not in first.cells, pair)))
    return tuple(sorted(step.removes))


def _first_losing(step: Step) -> Unit:
    """The unit whose candidates HoDoKu removes first: the line of a locked subset, the box of a Sue de Coq."""
    if step.technique.slug == "sue-de-coq":
        return step.layout.units[step.parts[-1].unit or 0]
    cells = set(step.parts[0].cells)
    return next(unit for unit in step.layout.units if cells <= set(unit.cells))


def units(step: Step, parts: Sequence[Part]) -> str:
    """Units written together: `r28`, `c36b4`."""
    words: dict[str, list[str]] = {}
    for part in parts:
        if part.unit is not None:
            unit = step.layout.units[part.unit]
            words.setdefault(LETTERS[unit.kind], []).append(str(unit.number))
    order = {letter: index for index, letter in enumerate(LETTERS.values())}
    between = "" if step.layout.size < 10 else "/"
    return "".join(f"{letter}{between.join(words[letter])}" for letter in sorted(words, key=lambda one: order[one]))


def _cells(step: Step, *parts: Part) -> str:
    return compact(step.layout, sorted({cell for part in parts for cell in part.cells}))


def _digits(digits: Iterable[int], between: str = "") -> str:
    return between.join(map(str, sorted(set(digits))))


def _set(step: Step, part: Part) -> str:
    return f"{_cells(step, part)} {{{_digits(part.digits, '' if step.layout.size < 10 else ',')}}}"


def _unit(step: Step, index: int | None) -> str:
    unit = step.layout.units[index or 0]
    return f"{LETTERS[unit.kind]}{unit.number}"


# --- families -------------------------------------------------------------------------------------


def _locked(step: Step) -> str:
    return f"{step.parts[0].digits[0]} in {_unit(step, step.parts[0].unit)}"


def _direct(step: Step) -> str:
    part = step.parts[0]
    if part.role == "subset":
        return f"{_digits(part.digits, ',')} in {_cells(step, part)}"
    return f"{part.digits[0]} in {_unit(step, part.unit)}"


def _subset(step: Step) -> str:
    part = step.roles("subset")[0]
    return f"{_digits(part.digits, ',')} in {_cells(step, part)}"


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
        kites.append(f"{ends[0].digits[0]} in {_cells(step, *ends)} (connected by {_cells(step, *near)})")
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
        words.append(f"{ends[0].digits[0]} in {_truth_unit(step, box.truths)} ({_cells(step, *ends)})")
    return " / ".join(words)


def _truth_unit(step: Step, truths: Sequence[int]) -> str:
    found: list[Truth] = [step.truths[index] for index in truths if step.truths[index].kind == "unit"]
    return _unit(step, found[0].what) if found else ""


def _xy_wing(step: Step) -> str:
    z = step.removes[0][1]
    pivot = step.roles("pivot")[0]
    digits = f"{_digits(pivot.digits, '/')}/{z}" if z not in pivot.digits else _digits(pivot.digits, "/")
    return f"{digits} in {_cells(step, *step.roles('pivot', 'pincer'))}"


def _w_wing(step: Step) -> str:
    """Nodes: z and x of the first cell, the two places of x in the unit, x and z of the second cell."""
    first, _, *ends, _, last = step.parts
    x = ends[0].digits[0]
    return f"{first.digits[0]}/{x} in {_cells(step, first, last)} connected by {x} in {_cells(step, *ends)}"


def _rectangle(step: Step) -> str:
    classes = step.roles("rectangle")
    digits = _rectangle_digits(step, classes)
    return f"{'/'.join(map(str, digits))} in {_cells(step, *classes)}"


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
    if len(sets) == 2:
        words = [f"A={_set(step, sets[0])}", f"B={_set(step, sets[1])}", f"X={','.join(map(str, sorted(common)))}"]
        return ", ".join(words if len(common) > 1 else [*words, f"Z={z}"])
    first, middle, last = sets[:3]
    return (
        f"A={_set(step, first)}, B={_set(step, last)}, C={_set(step, middle)},"
        f" X,Y={','.join(map(str, sorted(common)))}, Z={z}"
    )


def _als_chain(step: Step) -> str:
    sets, common = step.roles("als"), [digits[0] for digits in step.restricted if digits]
    z = ",".join(map(str, sorted({digit for _, digit in step.removes})))
    words = [_set(step, sets[0])]
    for x, part in zip(common, sets[1:], strict=False):
        words.append(f"-{x}- {_set(step, part)}")
    return f"{z}- {' '.join(words)} -{z}"


def _sue_de_coq(step: Step) -> str:
    crossing, (line, box) = step.roles("crossing")[0], step.roles("als")[:2]
    sets = [f"{_cells(step, part)} - {{{_digits(part.digits)}}}" for part in (crossing, line, box)]
    return f"{sets[0]} ({sets[1]}, {sets[2]})"


def _death_blossom(step: Step) -> str:
    stem, petals = step.roles("stem")[0], step.roles("petal")
    z = _digits((digit for _, digit in step.removes), ",")
    return f"{z}, stem {_set(step, stem)}, petals {', '.join(_set(step, petal) for petal in petals)}"


def _forcing(step: Step) -> str:
    """The roots of all chains; HoDoKu lists the chains below."""
    roots = [f"{step.layout.name(child.cell)}{'=' if child.holds else '<>'}{child.digit}" for child in step.children]
    return ", ".join(roots)


def _parts(step: Step) -> str:
    """A technique without a form of its own: every part with its cells and digits."""
    words = []
    for part in step.parts:
        unit = f" in {_unit(step, part.unit)}" if part.unit is not None else ""
        words.append(f"{part.role} {_digits(part.digits, ',')} {_cells(step, part)}{unit}")
    return ", ".join(words[: len(NUMBERS)])


# --- chains ---------------------------------------------------------------------------------------


def _is_loop(step: Step) -> bool:
    return step.links[-1].end == step.links[0].start and step.links[0].strong != step.links[-1].strong


def _walk(step: Step) -> list[tuple[str, str, int]]:
    """Links between different cells as pairs: the kind and digit of the link, and the cells where it ends.

    Links inside a cell, and those of an almost locked set, are left out: the change of digit shows them.
    """
    found: list[tuple[str, str, int]] = []
    for link in step.links:
        start, end = step.parts[link.start], step.parts[link.end]
        name = _node(step, end)
        if len(link.truths) > 1:
            cells = compact(step.layout, sorted({step.truths[index].what for index in link.truths}))
            if found:
                found[-1] = (found[-1][0], f"ALS:{cells}", found[-1][2])
            continue
        if start.cells == end.cells:
            continue
        found.append(("=" if link.strong else "-", name, end.digits[0]))
    return found


def _node(step: Step, part: Part) -> str:
    return compact(step.layout, sorted(part.cells))


def _path(step: Step) -> str:
    """The first cells, then every link with its digit and the cells where it ends: `r4c8 =5= r4c1 -5- r3c1`."""
    words = [_node(step, step.parts[step.links[0].start])]
    words += [f"{kind}{digit}{kind} {name}" for kind, name, digit in _walk(step)]
    return " ".join(words)


def _x_chain(step: Step) -> str:
    """A chain of one digit, from the end that comes first on the board."""
    first, last = step.parts[step.links[0].start], step.parts[step.links[-1].end]
    turned = step if min(first.cells) <= min(last.cells) else backwards(step)
    return f"{first.digits[0]} {_path(turned)}"


def backwards(step: Step) -> Step:
    """A chain from its other end; it is the same chain."""
    links = tuple(link._replace(start=link.end, end=link.start) for link in reversed(step.links))
    return replace(step, links=links)


def _aic(step: Step) -> str:
    first, last = (step.parts[step.links[at].start if at == 0 else step.links[at].end].digits[0] for at in (0, -1))
    return f"{_digits({first, last}, '/')} {first}- {_path(step)} -{last}"


def _remote_pair(step: Step) -> str:
    """A chain of at least four cells, both ends of which see a removed candidate."""
    one, other = step.roles("colour")[0].digits
    way = _pair_chain(step)
    links = [f"-{(other, one)[at % 2]}- {step.layout.name(cell)}" for at, cell in enumerate(way[1:])]
    return f"{one}/{other} {' '.join([step.layout.name(way[0]), *links])}"


def _pair_chain(step: Step) -> list[int]:
    """The shortest way through the cells of both colours between two that see the first removed candidate."""
    blue, green = (set(part.cells) for part in step.roles("colour")[:2])
    peers, gone = step.layout.peers, step.removes[0][0]
    ways = [[cell] for cell in sorted(blue | green) if cell in peers[gone]]
    while ways:
        longer = []
        for way in ways:
            if len(way) > 3 and way[-1] in peers[gone] and (way[0] in blue) != (way[-1] in blue):
                return way
            others = green if way[-1] in blue else blue
            longer += [[*way, cell] for cell in sorted(others) if cell in peers[way[-1]] and cell not in way]
        ways = longer
    return sorted(blue | green)


def _nice_loop(step: Step) -> str:
    if _is_loop(step):
        return _continuous(step)
    digits = _digits((digit for _, digit in step.places or step.removes), "/")
    words, first = _path(step), _node(step, step.parts[step.links[0].start])
    if not words.endswith(first):  # the last candidate sees the first
        words = f"{words} -{step.parts[step.links[0].start].digits[0]}- {first}"
    return f"{digits} {words}"


def _continuous(step: Step) -> str:
    """The loop from a cell in which two strong links meet, if there is one."""
    walk = _walk(step)
    first = _node(step, step.parts[step.links[0].start])
    digits = _digits((digit for _, digit in step.removes), "/")
    if walk[-1][1] != first:
        walk.append((*walk[-1][:1], first, walk[0][2]))
    words = " ".join(f"{kind}{digit}{kind} {name}" for kind, name, digit in walk)
    last, start = walk[-1], walk[0]
    return f"{digits} {last[2]}{last[0]} {first} {words} {start[0]}{start[2]}"


def eureka(step: Step) -> str:
    """A chain in Eureka notation: `(5)r4c8 = (5)r4c1 - (5-3)r3c1 = …`; empty if the step has no links."""
    if not step.links:
        return ""
    first = step.parts[step.links[0].start]
    words, node, digits = [], _node(step, first), [str(first.digits[0])]
    for link in step.links:
        end, sign = step.parts[link.end], "=" if link.strong else "-"
        if _node(step, end) == node and len(link.truths) < 2:
            digits += [sign, str(end.digits[0])]
            continue
        words += [f"({''.join(digits)}){node}", sign]
        node, digits = _node(step, end), [str(end.digits[0])]
    return " ".join([*words, f"({''.join(digits)}){node}", "=>", result(step)])


_BY_SLUG: dict[str, Callable[[Step], str]] = {
    "skyscraper": _two_links,
    "two-string-kite": _two_links,
    "dual-two-string-kite": _two_links,
    "empty-rectangle": _empty_rectangle,
    "dual-empty-rectangle": _empty_rectangle,
    "xy-wing": _xy_wing,
    "xyz-wing": _xy_wing,
    "w-wing": _w_wing,
    "remote-pair": _remote_pair,
    "xy-chain": _aic,
    "aic": _aic,
    "grouped-aic": _aic,
    "x-chain": _x_chain,
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
    "single-digit": _x_chain,
    "rectangles": _rectangle,
    "bug": lambda _: "",
    "colours": _colours,
    "chains": _nice_loop,
    "als": _als,
    "forcing": _forcing,
}
