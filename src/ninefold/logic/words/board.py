"""Sentences for Kraken fish and patterns of the whole board: fireworks, counted patterns, exocets, symmetry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ninefold.logic.exocets import band_of, cross_lines, room_for
from ninefold.logic.step import Candidate, Part, Step, join_words
from ninefold.logic.turns import turn_of
from ninefold.logic.words import phrases as p
from ninefold.logic.words.forcing import child_lines


def kraken(step: Step) -> str:
    """A fish, and a chain from each fin; type 2 also from each place in one of the covers."""
    bases, covers, fins = step.roles("base"), step.roles("cover"), step.roles("fin")[0]
    digit = bases[0].digits[0]
    base_names, cover_names = (_lines(step, parts) for parts in (bases, covers))
    fin_names = p.cells(step.layout, fins.cells)
    one = len(fins.cells) == 1
    lines = [
        f"In {base_names}, the digit {digit} fits only in {cover_names}, apart from {fin_names}, the"
        f" {'fin' if one else 'fins'}."
    ]
    if step.technique.slug == "kraken-fish-1":
        lines[0] += (
            f" If {fin_names} {'is' if one else 'are'} not {digit}, {base_names} use up the {digit}s of {cover_names},"
            f" and {p.conclusion(step)}."
        )
    else:
        roots = {child.cell for child in step.children}
        last = next(part for part in covers if roots - set(fins.cells) <= set(part.cells))
        rest = p.sentence(_lines(step, [part for part in covers if part is not last]))[:-1]
        lines[0] += (
            f" {rest} cannot take {p.number(len(bases))} {digit}s, so {p.one_of(step.layout, roots, digit)}:"
            f" a fin or a cell of {_lines(step, [last])}."
        )
    for child in step.children:
        lines += child_lines(step, child)
    return "\n".join([*lines, f"In every case {p.conclusion(step)}."])


def _lines(step: Step, parts: Sequence[Part]) -> str:
    return p.units(step.layout, [step.layout.units[part.unit or 0] for part in parts])


def fireworks(step: Step) -> str:
    """Where each digit can be in a row and a column that cross in a box."""
    crossings, (p_end, q_end) = step.roles("crossing"), step.roles("pincer")
    lines = []
    for index, crossing in enumerate(crossings):
        units = [step.layout.units[truth.what] for truth in step.truths if truth.digit == crossing.digits[0]][:2]
        row_end, column_end = (p_end, q_end) if index == 0 else (q_end, p_end)
        box, row, column = map(step.layout.unit_name, (step.layout.units[crossing.unit or 0], *units))
        ends = [step.layout.name(end.cells[0]) for end in (row_end, column_end)]
        lines.append(
            f"Outside {box}, only {ends[0]} in {row} and only {ends[1]} in {column} can be"
            f" {p.digits(crossing.digits, 'or')}. If such a digit is in neither, {row} and"
            f" {column} both have it in {box}, so it is in {step.layout.name(crossing.cells[0])},"
            " where they cross."
        )
    inside = {cell for part in step.parts for cell in part.cells}
    digits = {digit for part in crossings for digit in part.digits}
    return (
        f"{' '.join(lines)} So {p.cells(step.layout, inside)} hold {p.digits(digits)} in some order:"
        f" {p.conclusion(step)}."
    )


def counted(step: Step) -> str:
    """As many cells as digits of units that cover them."""
    cells, covers = step.roles("subset")[0].cells, step.roles("cover")
    named = [f"{p.digits(part.digits)} in {p.where(step, part)}" for part in covers]
    total = p.number(sum(len(part.digits) for part in covers))
    return (
        f"Look at the {p.number(len(cells))} cells {p.cells(step.layout, cells)}. Each of their candidates is one of:"
        f" {'; '.join(named)}. A unit holds a digit once, so there is room for {total} digits, and the cells need"
        f" {total}. So each of these units has these digits inside the cells, and nowhere else: {p.conclusion(step)}."
    )


def exocet(step: Step) -> str:
    """The digits of the base, and where the cross lines have places for them."""
    base, targets = step.roles("stem"), step.roles("pincer")
    units, band = p.units(step.layout, cross_lines(step)), p.units(step.layout, band_of(step))
    every = sorted({digit for part in base for digit in part.digits})
    room = [f"{digit} in {p.cells(step.layout, cells)}" for digit in every if (cells := room_for(step, digit))]
    said = [
        f"{p.sentence(units)[:-1]} each need every digit. Outside {band} they have room for {'; '.join(room)}: no digit"
        " fits into all three of them at once there."
    ]
    explained: set[Candidate] = set()
    for index in range(0, len(base), 2):
        pair, ends = base[index : index + 2], targets[index : index + 2]
        digits = {digit for part in pair for digit in part.digits}
        names, end_names = (p.cells(step.layout, [part.cells[0] for part in parts]) for parts in (pair, ends))
        said.append(
            f"{names} have only {p.digits(digits)} between them. Take a digit that one of them holds. One of {units}"
            f" has it inside {band}. Their cells there see {names} or cannot hold it, except for {end_names}. So one of"
            f" these two holds it, and {end_names} have the two digits of {names}."
        )
        said += _of_targets(step, pair, ends, explained)
    if len(base) > 2:
        said += _of_two_pairs(step, base, explained)
    rest = tuple(one for one in step.removes if one not in explained)
    return " ".join([*said, f"So {p.removes(step.layout, rest)}."] if rest else said)


def _of_targets(step: Step, pair: Sequence[Part], ends: Sequence[Part], explained: set[Candidate]) -> Iterator[str]:
    """What goes because the targets have the digits of the base: other digits there, and in the base what they lack."""
    inside, held = ({digit for part in parts for digit in part.digits} for parts in (pair, ends))
    cells, end_cells = ({part.cells[0] for part in parts} for parts in (pair, ends))
    if other := tuple(one for one in step.removes if one[0] in end_cells and one[1] not in inside):
        yield f"So these two have no other digit: {p.removes(step.layout, other)}."
    if lacking := tuple(one for one in step.removes if one[0] in cells and one[1] not in held):
        missing = {digit for _, digit in lacking}
        yield (
            f"Neither {p.cells(step.layout, end_cells, 'nor')} can be {p.digits(missing, 'or')}:"
            f" {p.removes(step.layout, lacking)}."
        )
    explained.update(other, lacking)


def _of_two_pairs(step: Step, base: Sequence[Part], explained: set[Candidate]) -> Iterator[str]:
    """What goes because the two pairs of a double exocet hold all four digits."""
    units, band = p.units(step.layout, cross_lines(step)), p.units(step.layout, band_of(step))
    every = sorted({digit for part in base for digit in part.digits})
    yield (
        "No digit is in both pairs. Its target for one pair could not be in the box of the other, which has the digit"
        " already. So both its targets would be in the third box, which cannot hold it twice. The four cells of the"
        f" pairs therefore hold {p.digits(every)}."
    )
    in_band = {cell for unit in band_of(step) for cell in unit.cells}
    kind = band_of(step)[0].kind
    if beside := tuple(one for one in step.removes if one not in explained and one[0] in in_band):
        yield (
            f"Whichever pair holds such a digit, a cell in the box of one pair and the {kind} of the other sees it:"
            f" {p.removes(step.layout, beside)}."
        )
    explained.update(beside)
    if outside := [one for one in step.removes if one not in explained]:
        yield f"Each of these digits is in one target, so {units} have it exactly twice outside {band}."
        for digit in sorted({digit for _, digit in outside}):
            room = set(room_for(step, digit))
            lines = [unit for unit in step.layout.units if unit.kind == kind and room.intersection(unit.cells)]
            gone = tuple(one for one in outside if one[1] == digit)
            yield (
                f"The places for {digit} there are in {p.units(step.layout, lines)}, so no other cell of these has it:"
                f" {p.removes(step.layout, gone)}."
            )
    explained.update(outside)


def symmetry(step: Step) -> str:
    """Which digits the symmetry of the clues exchanges, and one candidate whose image is impossible."""
    turn = turn_of(step)
    if turn is None:
        return f"The clues have a symmetry that the solution shares: {p.conclusion(step)}."
    groups = [part.digits for part in step.roles("colour")]
    pairs = [f"{one} with {other}" for one, other in (group for group in groups if len(group) == 2)]
    longer = [f"{one} into {turn.digits.get(one, one)}" for group in groups if len(group) > 2 for one in group]
    changes = [f"exchanging {join_words(pairs)}"] if pairs else []
    changes += [f"changing {join_words(longer)}"] if longer else []
    alone = [group[0] for group in groups if len(group) == 1]
    kept = (
        f" {p.digits(alone)} {'stays' if len(alone) == 1 else 'stay'} as {'it is' if len(alone) == 1 else 'they are'}."
        if alone
        else ""
    )
    (cell, digit), *_ = step.removes
    image, other = step.layout.name(turn.image(cell)), turn.digits.get(digit, digit)
    must = "it would also" if turn.image(cell) == cell else f"{image} would"
    return (
        f"{turn.words}{' and ' * bool(changes)}{' and '.join(changes)} leaves all clues as they are.{kept}"
        " It turns the solution into a solution of the same clues. The puzzle has only one, so the solution does not"
        f" change either. If {step.layout.name(cell)} were {digit}, {must} have to be {other}, which is"
        f" impossible{'; the others go likewise' * (len(step.removes) > 1)}: {p.conclusion(step)}."
    )
