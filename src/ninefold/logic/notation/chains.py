"""Chains in HoDoKu's form and in Eureka notation."""

from __future__ import annotations

from dataclasses import replace

from ninefold.logic.notation.pieces import cell_text, compact, digit_text, result
from ninefold.logic.step import Step


def _is_loop(step: Step) -> bool:
    return step.links[-1].end == step.links[0].start and step.links[0].strong != step.links[-1].strong


def _walk(step: Step) -> list[tuple[str, str, int]]:
    """Links between different cells as pairs: the kind and digit of the link, and the cells where it ends.

    Links inside a cell, and those of an almost locked set, are omitted: the change of digit shows them.
    """
    found: list[tuple[str, str, int]] = []
    for link in step.links:
        start, end = step.parts[link.start], step.parts[link.end]
        name = cell_text(step, end)
        if len(link.truths) > 1:
            cells = compact(step.layout, sorted({step.truths[index].what for index in link.truths}))
            if found:
                found[-1] = (found[-1][0], f"ALS:{cells}", found[-1][2])
            continue
        if start.cells == end.cells:
            continue
        found.append(("=" if link.strong else "-", name, end.digits[0]))
    return found


def _path(step: Step) -> str:
    """The first cells, then every link with its digit and the cells where it ends: `r4c8 =5= r4c1 -5- r3c1`."""
    words = [cell_text(step, step.parts[step.links[0].start])]
    words += [f"{kind}{digit}{kind} {name}" for kind, name, digit in _walk(step)]
    return " ".join(words)


def x_chain(step: Step) -> str:
    """A chain of one digit, from the end that comes first on the board."""
    first, last = step.parts[step.links[0].start], step.parts[step.links[-1].end]
    turned = step if min(first.cells) <= min(last.cells) else backwards(step)
    return f"{first.digits[0]} {_path(turned)}"


def backwards(step: Step) -> Step:
    """A chain from its other end; it is the same chain."""
    links = tuple(link._replace(start=link.end, end=link.start) for link in reversed(step.links))
    return replace(step, links=links)


def aic(step: Step) -> str:
    """A chain with the digits at its ends."""
    first, last = (step.parts[step.links[at].start if at == 0 else step.links[at].end].digits[0] for at in (0, -1))
    return f"{digit_text({first, last}, '/')} {first}- {_path(step)} -{last}"


def remote_pair(step: Step) -> str:
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


def nice_loop(step: Step) -> str:
    """A chain that returns to its first cells."""
    if _is_loop(step):
        return _continuous(step)
    digits = digit_text((digit for _, digit in step.places or step.removes), "/")
    words, first = _path(step), cell_text(step, step.parts[step.links[0].start])
    if not words.endswith(first):  # the last candidate sees the first
        words = f"{words} -{step.parts[step.links[0].start].digits[0]}- {first}"
    return f"{digits} {words}"


def _continuous(step: Step) -> str:
    """The loop from a cell in which two strong links meet, if there is one."""
    walk = _walk(step)
    first = cell_text(step, step.parts[step.links[0].start])
    digits = digit_text((digit for _, digit in step.removes), "/")
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
    words, node, digits = [], cell_text(step, first), [str(first.digits[0])]
    for link in step.links:
        end, sign = step.parts[link.end], "=" if link.strong else "-"
        if cell_text(step, end) == node and len(link.truths) < 2:
            digits += [sign, str(end.digits[0])]
            continue
        words += [f"({''.join(digits)}){node}", sign]
        node, digits = cell_text(step, end), [str(end.digits[0])]
    return " ".join([*words, f"({''.join(digits)}){node}", "=>", result(step)])
