"""Sentences for chains and loops: every inference with its reason, from one end to the other.

1. A strong link: if its start is false, its end is true. It rests on a cell, on a unit or on an almost locked set.
2. A weak link: if its start is true, its end is false, since they share a cell or see each other.
3. A chain that starts with a strong link supposes that its start is false, any other that its start is true.
"""

from __future__ import annotations

from collections.abc import Sequence

from ninefold.logic.step import Candidate, Part, Step, StepLink, chain_starts
from ninefold.logic.symbols import candidates_of
from ninefold.logic.words import phrases as p


def chain(step: Step) -> str:
    """A chain with two ends, a chain back to its start, or a loop."""
    links, parts = step.links, step.parts
    if links[-1].end == links[0].start and links[0].strong != links[-1].strong:
        return _loop(step)
    first, last = parts[links[0].start], _true_end(step, links[-1])
    if not links[0].strong:
        said = narrate(step, links if links[-1].strong else links[:-1])
        return f"Suppose {p.holds(step.layout, first)}. {_then(said)} {_contradiction(step, first, links[-1])}"
    start = f"If {p.fails(step.layout, first)}, {_small(_then(narrate(step, links)))}"
    if (first.digits, first.cells) == (last.digits, last.cells):
        return f"{start} So {p.holds(step.layout, first)} in any case, and {p.conclusion(step)}."
    return f"{start} So {_one_end(step, first, last)}."


def _then(text: str) -> str:
    """`Then r4c7 is 5 …`, unless the text begins so."""
    starts_with_cell = text[0] == "r" and text[1].isdigit()
    return text if text.startswith("Then ") else f"Then {text if starts_with_cell else _small(text)}"


def _small(text: str) -> str:
    return text[0].lower() + text[1:]


def _contradiction(step: Step, first: Part, link: StepLink) -> str:
    """How a chain contradicts its start: its last candidate excludes it, or is the start itself."""
    start, end = step.parts[link.start], step.parts[link.end]
    last = end if link.strong else start
    if last.cells == first.cells or last.digits != first.digits:
        why = f"But then {p.fails(step.layout, first)}"
    else:
        why = f"But {p.cells(step.layout, first.cells)} {'sees' if len(first.cells) == 1 else 'see'} that"
    return f"{why}: a contradiction. So {p.conclusion(step)}."


def _true_end(step: Step, link: StepLink) -> Part:
    """What is true at the end of a strong link whose start is false: a cell of both parts is false, too."""
    start, end = step.parts[link.start], step.parts[link.end]
    left = tuple(cell for cell in end.cells if cell not in start.cells)
    return end._replace(cells=left) if link.strong and left and start.digits == end.digits else end


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
    """`r1c1 or r1c4 is 5`, `r1c1 is 5 or 6`; with a comma if one is a group: `5 is in r1c1 or r1c2, or r1c4 is 5`."""
    if len(one.cells) == len(other.cells) == 1:
        if one.digits == other.digits:
            return p.one_of(step.layout, one.cells + other.cells, one.digits[0])
        if one.cells == other.cells:
            return f"{step.layout.name(one.cells[0])} is {p.digits(one.digits + other.digits, 'or')}"
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
        f" A candidate that both sides of a pair rule out can go.{_locked(step, links)} So {p.conclusion(step)}."
    )


def _locked(step: Step, links: Sequence[StepLink]) -> str:
    """The sets on a loop: without either of its two digits on the loop, a set needs all others."""
    said = []
    for link in links:
        start, end = step.parts[link.start], step.parts[link.end]
        names = sorted({step.truths[index].what for index in link.truths if step.truths[index].kind == "cell"})
        every = {digit for cell in names for digit in candidates_of(step, cell)}
        left = sorted(every - {start.digits[0], end.digits[0]})
        if len(names) > 1 and any(_sees_all(step, one, names) for one in step.removes if one[1] in left):
            said.append(
                f" Without {start.digits[0]} or without {end.digits[0]}, {p.cells(step.layout, names)} still hold"
                f" {p.digits(left)}, so what sees all their places for {'one of these' if left[1:] else 'it'} can go."
            )
    return "".join(said)


def _sees_all(step: Step, removed: Candidate, names: Sequence[int]) -> bool:
    """Whether a removed candidate sees all places of its digit in a set."""
    cell, digit = removed
    return p.sees(step.layout, cell, [one for one in names if digit in candidates_of(step, one)])


def narrate(step: Step, links: Sequence[StepLink]) -> str:
    """The inferences along some links, one sentence for each candidate that becomes true."""
    said: list[str] = []
    failed = ""
    for link in links:
        start, end = step.parts[link.start], _true_end(step, link)
        one_cell = len(start.cells) == 1 and start.cells == end.cells
        if not link.strong:
            failed = p.fails(step.layout, end)
            if one_cell and not said:  # `Suppose r1c1 is 9. Then it is not 3`
                failed = failed.replace(step.layout.name(end.cells[0]), "it", 1)
            continue
        true = f"{p.holds(step.layout, end)} ({reason(step, link, end)})"
        if one_cell:
            true = true.replace(step.layout.name(end.cells[0]), "it", 1)
        opening = "So " if said else ""
        said.append(p.sentence(f"{opening}{failed}, and {true}" if failed else true))
        failed = ""
    if failed:
        said.append(p.sentence(f"So {failed}" if said else f"then {failed}"))
    return " ".join(said)


def reason(step: Step, link: StepLink, end: Part) -> str:
    """What a strong link rests on."""
    truths = [step.truths[index] for index in link.truths]
    start = step.parts[link.start]
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
    starts = chain_starts(step)
    if len(starts) < 2:
        return chain(step)
    said = []
    for start, stop in zip(starts, [*starts[1:], len(step.links)], strict=True):
        links = step.links[start:stop]
        first, last = step.parts[links[0].start], _true_end(step, links[-1])
        said.append(
            f"If {p.fails(step.layout, first)}, {_small(_then(narrate(step, links)))} So {_either(step, first, last)}."
        )
    return f"{' '.join(said)} A candidate that sees both ends of one of these chains can go: {p.conclusion(step)}."
