"""Sentences for forcing chains: one line for every digit that an assumption forces, with its causes.

1. Only candidates that become true get a sentence. It names the true candidates that exclude the alternatives.
2. A lemma is a step inside the assumption: its own sentence follows in brackets, or its lines if it has children.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ninefold.logic.step import Child, Node, Step, join_words
from ninefold.logic.words import phrases as p


def forcing(step: Step) -> str:
    """The lines of every assumption, and what they show together."""
    lines = [_opening(step)] if len(step.children) > 1 else []
    for child in step.children:
        lines += child_lines(step, child)
    return "\n".join([*lines, _closing(step)])


def _opening(step: Step) -> str:
    roots = [(child.cell, child.digit) for child in step.children]
    if len({child.holds for child in step.children}) == 2:
        return f"{step.layout.name(roots[0][0])} is {roots[0][1]} or it is not."
    if len({cell for cell, _ in roots}) == 1:
        return f"{step.layout.name(roots[0][0])} is {p.digits([digit for _, digit in roots], 'or')}."
    unit = next((truth for truth in step.truths if truth.kind == "unit"), None)
    where = f"In {p.in_unit(step, unit)}, " if unit else ""
    return f"{where}{p.one_of(step.layout, [cell for cell, _ in roots], roots[0][1])}."


def _closing(step: Step) -> str:
    if len(step.children) == 1:
        return f"That is a contradiction, so {p.conclusion(step)}."
    return f"In every case {p.conclusion(step)}." if _has_conclusion(step) else f"So {p.conclusion(step)}."


def _has_conclusion(step: Step) -> bool:
    return any(child.ending.kind == "conclusion" for child in step.children)


def child_lines(step: Step, child: Child) -> Iterator[str]:
    """The assumption, everything that it forces, and how it ends."""
    name = step.layout.name(child.cell)
    yield f"Suppose {name} is {'' if child.holds else 'not '}{child.digit}."
    said: list[Step] = []
    for node in child.nodes:
        if node.reason == "lemma" and node.why is not None and node.why < len(child.lemmas):
            lemma = child.lemmas[node.why]
            if lemma not in said:
                said.append(lemma)
                yield from _lemma_lines(step, child, node, lemma)
        elif node.holds and node.reason != "start":
            yield f"  {_forced(step, child, node)}"
    if ending := _ending(step, child):
        yield f"  {ending}"


def _forced(step: Step, child: Child, node: Node) -> str:
    """A candidate that becomes true."""
    name = step.layout.name(node.cell)
    if node.reason == "unit" and node.why is not None:
        what = f"the only place left for {node.digit} in {step.layout.unit_name(step.layout.units[node.why])} is {name}"
    else:
        what = f"{name} can only be {node.digit}"
    causes = _causes(step, child, node)
    return p.sentence(f"{what}{f', because {causes}' if causes else ''}")


def _causes(step: Step, child: Child, node: Node) -> str:
    """The true candidates that rule the alternatives out, and alternatives that are false for another reason."""
    true: dict[tuple[int, int], None] = {}
    false: dict[tuple[int, int], None] = {}
    for index in node.parents:
        parent = child.nodes[index]
        if parent.holds:
            true[parent.cell, parent.digit] = None
        elif parent.reason == "sees":
            true.update({(child.nodes[one].cell, child.nodes[one].digit): None for one in parent.parents})
        else:
            false[parent.cell, parent.digit] = None
    words = [f"{step.layout.name(cell)} is {digit}" for cell, digit in true]
    return join_words([*words, *_all_false(step, false)])


def _all_false(step: Step, false: Iterable[tuple[int, int]]) -> list[str]:
    """Candidates that are false, by cell: `r1c2 is not 4, 6 or 9`."""
    by_cell: dict[int, list[int]] = {}
    for cell, digit in false:
        by_cell.setdefault(cell, []).append(digit)
    return [f"{step.layout.name(cell)} is not {p.digits(digits, 'or')}" for cell, digits in by_cell.items()]


def _lemma_lines(step: Step, child: Child, node: Node, lemma: Step) -> Iterator[str]:
    """Rule 2."""
    causes = _causes(step, child, node)
    because = f", because {causes}" if causes else ""
    if lemma.children:
        yield f"  Inside this assumption, a further chain{because}:"
        yield from (f"    {line}" for line in forcing(lemma).split("\n"))
    else:
        kind = "locked candidate" if lemma.technique.family == "locked" else lemma.technique.name
        yield f"  Now there is {'an' if kind[0] == 'X' else 'a'} {kind}{because}. {lemma.reason}"


def _ending(step: Step, child: Child) -> str:
    """How an assumption ends, and why."""
    kind, what, other = child.ending
    if kind == "cell":
        return f"Then no digit is left for {step.layout.name(what)}{_why(step, child, _gone(child, {what}, None))}."
    if kind == "unit":
        unit = step.layout.units[what]
        why = _why(step, child, _gone(child, {*unit.cells}, other))
        return f"Then {step.layout.unit_name(unit)} has no place left for {other}{why}."
    node = child.nodes[what]
    name = step.layout.name(node.cell)
    if kind == "both":
        false = next(one for one in child.nodes if one[:2] == node[:2] and not one.holds)
        if false.reason == "start":
            return f"But {name} was supposed not to be {node.digit}."
        return f"But {name} cannot be {node.digit}{_why(step, child, [false])}."
    if node.holds:
        return ""  # said when it was forced
    others = [one for one in child.nodes if one.holds and one.cell == node.cell]
    if node.reason == "sees" and others:
        return f"So {name} is not {node.digit}."
    return f"Then {name} is not {node.digit}{_why(step, child, [node])}."


def _gone(child: Child, cells: set[int], digit: int | None) -> list[Node]:
    """The false candidates of some cells, of one digit or of all."""
    return [one for one in child.nodes if not one.holds and one.cell in cells and digit in (None, one.digit)]


def _why(step: Step, child: Child, false: list[Node]) -> str:
    """The true candidates that some false ones see, and those that are false for another reason."""
    seen = [one for one in false if one.reason == "sees"]
    true = dict.fromkeys(child.nodes[index][:2] for one in seen for index in one.parents)
    words = [f"{step.layout.name(cell)} is {digit}" for cell, digit in true]
    words += _all_false(step, dict.fromkeys(one[:2] for one in false if one.reason != "sees"))
    return f", because {join_words(words)}" if words else ""
