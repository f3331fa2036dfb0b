"""Colourings read from their evidence: which candidates are linked, and which of two colours each has.

A truth of a colouring leaves two coloured candidates: the only two of a cell, or the only two places of a digit in a
unit. So one of them is true and the other false, and the colours alternate along these links.
"""

from __future__ import annotations

from itertools import islice

from ninefold.logic.step import Candidate, Step, Truth

Link = tuple[Candidate, Candidate, Truth]
SLUGS = ("simple-colours-trap", "simple-colours-wrap", "multi-colours-1", "multi-colours-2", "medusa")


def cluster_links(step: Step) -> tuple[Link, ...]:
    """The links of a colouring, each pair of candidates once; for remote pairs, cells that see each other."""
    if step.technique.slug == "remote-pair":
        return _pair_links(step)
    if step.technique.slug not in SLUGS:
        return ()
    coloured = [(cell, digit) for part in step.roles("colour") for cell in part.cells for digit in part.digits]
    found: dict[tuple[Candidate, ...], Truth] = {}
    for truth in step.truths:
        ends = tuple(sorted(one for one in coloured if _is_in(step, truth, one)))
        if len(ends) == 2:
            found.setdefault(ends, truth)
    return tuple((one, other, truth) for (one, other), truth in found.items())


def _is_in(step: Step, truth: Truth, candidate: Candidate) -> bool:
    cell, digit = candidate
    if truth.kind == "cell":
        return cell == truth.what
    return digit == truth.digit and cell in step.layout.units[truth.what].cells


def sights(step: Step) -> tuple[tuple[int, int, int, int], ...]:
    """Two colours of the evidence that are not both right, and a cell of each: these see each other.

    In a wrap, both are the wrong colour. Of two clusters, the first is the wrong colour or one of the first cluster.
    """
    parts, gone = step.roles("colour"), {cell for cell, _ in step.removes}
    wrong = next((index for index, part in enumerate(parts) if gone <= set(part.cells)), 0)
    pairs = {
        "simple-colours-wrap": [(wrong, wrong)],
        "multi-colours-1": [(one, two) for one in (0, 1) for two in (2, 3)],
        "multi-colours-2": [(wrong, other) for other in ((2, 3) if wrong < 2 else (0, 1))],
    }
    found = []
    for one, two in pairs.get(step.technique.slug, []):
        seen = ((a, b) for a in parts[one].cells for b in parts[two].cells if b in step.layout.peers[a])
        found += [(one, two, *cells) for cells in islice(seen, 1)]
    return tuple(found)


def _pair_links(step: Step) -> tuple[Link, ...]:
    """From the first cell outwards: each further cell with one of the other colour that it sees."""
    first, second = step.roles("colour")[:2]
    digit, reached, left = first.digits[0], [first.cells[0]], {*first.cells[1:], *second.cells}
    found: list[Link] = []
    for cell in reached:
        others = second.cells if cell in first.cells else first.cells
        for other in sorted(left.intersection(others, step.layout.peers[cell])):
            found.append(((cell, digit), (other, digit), Truth("cell", other)))
            reached.append(other)
            left.discard(other)
    return tuple(found)


def two_colours(step: Step) -> tuple[set[Candidate], set[Candidate]]:
    """The candidates of one cluster by colour; the first of the evidence has the first colour."""
    part = step.roles("colour")[0]
    colours: tuple[set[Candidate], set[Candidate]] = ({(part.cells[0], part.digits[0])}, set())
    links, before = cluster_links(step), 0
    while before != len(colours[0]) + len(colours[1]):
        before = len(colours[0]) + len(colours[1])
        for one, other, _ in links:
            for colour, opposite in (colours, colours[::-1]):
                if one in colour:
                    opposite.add(other)
                elif other in colour:
                    opposite.add(one)
    return colours
