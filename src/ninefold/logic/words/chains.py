"""Sentences for chains and loops: every inference with its reason, from one end to the other.

1. A strong link: if its start is false, its end is true. It rests on a cell, on a unit or on an almost locked set.
2. A weak link: if its start is true, its end is false, since they share a cell or see each other.
3. A chain that starts with a strong link supposes that its start is false, any other that its start is true.
"""

from __future__ import annotations

from collections.abc import Sequence

from ninefold.logic.step import Part, Step, StepLink
from ninefold.logic.symbols import candidates_of
from ninefold.logic.words import phrases as p


def chain(step: Step) -> str:
    """A chain with two ends, a chain back to its start, or a loop."""
    links, parts = step.links, step.parts
    if links[-1].end == links[0].start and links[0].strong != links[-1].strong:
        return _loop(step)
    first, last = parts[links[0].start], parts[links[-1].end]
    said = narrate(step, links)
    if not links[0].strong:
        ending = _contradiction(step, first, last, links[-1].strong)
        return f"Suppose {p.holds(step.layout, first)}. {_then(said)} {ending}"
    start = f"If {p.fails(step.layout, first)}, {_small(_then(said))}"
    if (first.digits, first.cells) == (last.digits, last.cells):
        return f"{start} So {p.holds(step.layout, first)} in any case, and {p.conclusion(step)}."
    return f"{start} So {_one_end(step, first, last)}."


def _then(text: str) -> str:
    """`Then r4c7 is 5 …`, unless the text begins so."""
    starts_with_cell = text[0] == "r" and text[1].isdigit()
    return text if text.startswith("Then ") else f"Then {text if starts_with_cell else _small(text)}"


def _small(text: str) -> str:
    return text[0].lower() + text[1:]


def _contradiction(step: Step, first: Part, last: Part, ends_strong: bool) -> str:
    same = set(first.cells) == set(last.cells)
    if not ends_strong:
        return f"That is a contradiction, so {p.conclusion(step)}."
    if same:
        return f"But then {p.fails(step.layout, first)}: a contradiction. So {p.conclusion(step)}."
    return f"But {p.cells(step.layout, first.cells)} sees that: a contradiction. So {p.conclusion(step)}."


def _one_end(step: Step, first: Part, last: Part) -> str:
    """One of the ends is true, and what that removes."""
    if first.digits == last.digits and len(first.cells) == len(last.cells) == 1:
        gone = sorted({cell for cell, _ in step.removes})
        either = p.one_of(step.layout, first.cells + last.cells, first.digits[0])
        many = len(gone) > 1
        names = p.cells(step.layout, gone)
        return f"{either}. {names} {'see' if many else 'sees'} both, so {p.conclusion(step)}"
    return f"{_either(step, first, last)}. Either way {p.conclusion(step)}"


def _either(step: Step, one: Part, other: Part) -> str:
    """`r1c1 is 5 or r1c4 is 5`; with a comma if one of them is a group: `5 is in r1c1 or r1c2, or r1c4 is 5`."""
    comma = "," * (len(one.cells) > 1 or len(other.cells) > 1)
    return f"{p.holds(step.layout, one)}{comma} or {p.holds(step.layout, other)}"


def _loop(step: Step) -> str:
    """A continuous loop: of every weak link one end is true."""
    links, parts = step.links, step.parts
    start = next(index for index, link in enumerate(links) if link.strong)
    around = (*links[start:], *links[:start])
    said = narrate(step, around[:-1])
    first = parts[around[0].start]
    pairs = [_either(step, parts[link.start], parts[link.end]) for link in links if not link.strong]
    return (
        f"If {p.fails(step.layout, first)}, {_small(_then(said))}"
        f" If {p.holds(step.layout, first)}, the same links lead the other way round."
        f" So in any case one of each pair is true: {'; '.join(pairs)}."
        f" What both sides of a pair rule out can go: {p.conclusion(step)}."
    )


def narrate(step: Step, links: Sequence[StepLink]) -> str:
    """The inferences along some links, one sentence for each candidate that becomes true."""
    said: list[str] = []
    failed = ""
    for link in links:
        end = step.parts[link.end]
        if not link.strong:
            failed = p.fails(step.layout, end)
            continue
        true = f"{p.holds(step.layout, end)} ({reason(step, link)})"
        opening = "So " if said else ""
        said.append(p.sentence(f"{opening}{failed}, and {_it(step, link, true)}" if failed else _it(step, link, true)))
        failed = ""
    if failed:
        said.append(p.sentence(f"So {failed}" if said else f"then {failed}"))
    return " ".join(said)


def _it(step: Step, link: StepLink, true: str) -> str:
    """`it is 6` instead of repeating the cell."""
    start, end = step.parts[link.start], step.parts[link.end]
    if len(start.cells) == 1 and start.cells == end.cells:
        return true.replace(step.layout.name(end.cells[0]), "it", 1)
    return true


def reason(step: Step, link: StepLink) -> str:
    """What a strong link rests on."""
    truths = [step.truths[index] for index in link.truths]
    start, end = step.parts[link.start], step.parts[link.end]
    if len(truths) == 1 and truths[0].kind == "unit":
        return f"the only other place{'s' * (len(end.cells) > 1)} in {p.in_unit(step, truths[0])}"
    if len(truths) == 1 and truths[0].kind == "cell":
        return "its only other candidate"
    names = sorted(truth.what for truth in truths if truth.kind == "cell")
    if step.position is None or not names:
        return f"{p.cells(step.layout, names or end.cells)} must hold {end.digits[0]} without {start.digits[0]}"
    left = {digit for cell in names for digit in candidates_of(step, cell)} - {start.digits[0]}
    which = f"the {p.number(len(names))} cells {p.cells(step.layout, names)}"
    return f"without {start.digits[0]}, {which} need all of {p.digits(left)}"


def several(step: Step) -> str:
    """One chain or more: a dual kite has two, each of which begins where a part is not the end of a link before it."""
    starts = [at for at, link in enumerate(step.links) if at == 0 or link.start != step.links[at - 1].end]
    if len(starts) < 2:
        return chain(step)
    said = []
    for start, stop in zip(starts, [*starts[1:], len(step.links)], strict=True):
        links = step.links[start:stop]
        first, last = step.parts[links[0].start], step.parts[links[-1].end]
        said.append(
            f"If {p.fails(step.layout, first)}, {_small(_then(narrate(step, links)))} So {_either(step, first, last)}."
        )
    return f"{' '.join(said)} What sees both ends of one of these goes: {p.conclusion(step)}."
