"""Forged certificates: true ones, changed at random in every field, and a SAT solver that decides which remain true."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from pysat.solvers import Solver

import ninefold as nf
from ninefold.core.grid import read_line
from ninefold.models.certificates import Impossibility
from ninefold.models.checker import check_certificate, named_rules
from ninefold.models.proof_files import read_proof_files

Json = dict[str, Any]

HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
# Layout and puzzle: proper, impossible and ambiguous ones, with units of fewer than N cells among them.
PUZZLES = (
    ("4", "..4.1......3.1.."),
    ("4", "..41143242133124"),
    ("4", "123....4........"),
    ("4", "11.............."),
    ("4", "...1..2..3..4..."),
    ("4", "...1..2..3......"),
    ("4+extra:r1c1,r2c3", "...1..2..3..4..."),
    ("4+extra:r1c4,r2c3,r4c2", "..4.1......3.1.."),
    ("4+diagonals", "1......2........"),
    ("2x3", "1..4..4....2.3....2....5.....61....4"),
    ("9", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
)
LARGE = (("9", HARDEST), ("9", ".56.1......3.5.....47.86.1....94.6..7.85.....465..81.9..4....7.37...4.6.5..6....."))


def genuine(puzzles: tuple[tuple[str, str], ...] = PUZZLES) -> Iterator[Json]:
    """True certificates of every kind."""
    for layout, line in puzzles:
        puzzle = read_line(line, nf.Layout.parse(layout))
        for by in ("lp:certificate=true", "lp-probe:certificate=true", "sat:certificate=true"):
            limit = nf.Limit(None if layout.startswith("4") else 2)
            stats = nf.solve(puzzle, by=by, limit=limit).stats
            if "certificate" in stats:
                found = json.loads(json.dumps(stats["certificate"]))
                yield found | ({"dropped": []} if "weights" in found else {})
        for cell in puzzle.empty_cells[::7]:
            for digit in range(1, puzzle.size + 1):
                if proof := nf.why_not(puzzle, cell, digit):
                    yield proof.as_json()
    yield Impossibility(puzzle=nf.Grid("123. ...4 .... ...."), weights=(("cell_r1c4", -1),)).as_json()


TWO = {"layout": "4", "puzzle": "...1..2..3..4..."}  # has two solutions, of which this is one
SMALL_UNIT = {"layout": "4+extra:r1c4,r2c3", "puzzle": "..4.1......3.1.."}
ONE = {"solution": "2431312413424213"}


def near_misses() -> list[Json]:
    """False certificates that a checker without one of its rules would accept."""
    empty = nf.Grid(TWO["puzzle"]).empty_cells
    cells = {f"cell_{nf.Layout(4).name(cell)}": 1 for cell in empty}
    return [
        {"certificate": "uniqueness", **TWO, **ONE, "weights": cells},  # any digit counts as that of the solution
        {"certificate": "uniqueness", **TWO, **ONE, "weights": {}},  # the total is too small
        {"certificate": "uniqueness", **TWO, **ONE, "weights": {}, "scale": 0},
        {"certificate": "chain", **TWO, **ONE, "links": []},  # other candidates are left
        {"certificate": "chain", **TWO, "solution": None, "links": []},
        {"certificate": "clauses", **TWO, "solutions": [ONE["solution"]], "lemmas": [[]]},
        {"certificate": "clauses", **TWO, "solutions": [], "lemmas": []},
        {"certificate": "impossibility", **SMALL_UNIT, "weights": {"extra_1_4": -1}},  # neither cell has to be 4
        {"certificate": "elimination", **SMALL_UNIT, "candidate": "x_r1c1_2", "weights": {"extra_1_4": -1}},
        {"certificate": "chain", **SMALL_UNIT, "solution": None, "links": []},
        {"certificate": "impossibility", **TWO, "weights": {"row_1_1": -1}},  # a clue satisfies this rule
        {"certificate": "elimination", **TWO, "candidate": "x_r1c4_1", "weights": {"cell_r1c4": -1}},
    ]


def is_true(certificate: Json) -> bool:
    """Whether the claim of a certificate that can be read is true, decided by a SAT solver."""
    puzzle = read_line(certificate["puzzle"], nf.Layout.parse(certificate["layout"]))
    clauses = nf.model(puzzle, kind="clauses", presolve=False).clauses
    clauses += [[-_variable(puzzle, name)] for name in certificate.get("dropped", [])]
    with Solver("glucose42", bootstrap_with=clauses) as solver:
        if "candidate" in certificate:
            return not solver.solve(assumptions=[_variable(puzzle, certificate["candidate"])])
        stated = certificate.get("solutions", [certificate.get("solution")])
        for line in filter(None, stated):
            digits = read_line(line, puzzle.layout).digits
            true = [cell * puzzle.size + digit for cell, digit in enumerate(digits) if digit]
            if len(true) < puzzle.size**2 or not solver.solve(assumptions=true):
                return False
            solver.add_clause([-literal for literal in true])
        return not solver.solve()


def _variable(puzzle: nf.Grid, name: str) -> int:
    _, cell, digit = name.split("_")
    return puzzle.layout.cell(cell) * puzzle.size + int(digit)


def forge(certificate: Json, others: list[Json], random: Random) -> Json | str:
    """A certificate with one to four random changes; at times its text, with a character changed."""
    forged = deepcopy(certificate)
    for _ in range(random.choice((1, 1, 2, 3, 4))):
        key = random.choice(list(forged))
        forged[key] = _change(key, forged, random.choice(others), random)
    if random.random() < 0.02:
        forged[random.choice(list(random.choice(others)))] = random.choice(list(random.choice(others).values()))
    if random.random() < 0.02:
        return _bent(json.dumps(forged), random)
    return forged


LAYOUTS = [*(layout for layout, _ in PUZZLES), "4+windows", "4+extra:r1c1,r4c4", "9+diagonals", "9+windows"]
KINDS = ["uniqueness", "elimination", "impossibility", "chain", "clauses"]
# What each key may be changed into.
CHANGES: dict[str, Callable[[Any, Json, Random], Any]] = {
    "certificate": lambda _, __, random: random.choice(KINDS),
    "layout": lambda _, __, random: random.choice(LAYOUTS),
    "puzzle": lambda line, _, random: _changed_line(line, random),
    "solution": lambda line, _, random: line and _changed_line(line, random),
    "solutions": lambda lines, forged, random: random.choice(
        [lines[1:], [*lines, *lines[:1]], [*lines, forged["puzzle"]], [_changed_line(line, random) for line in lines]]
    ),
    "scale": lambda scale, _, random: scale + random.choice((-1, 1, 2, -2 * scale)),
    "candidate": lambda _, forged, random: _name(forged, random),
    "dropped": lambda names, forged, random: [*names, _name(forged, random)],
    "weights": lambda weights, forged, random: _changed_weights(weights, forged, random),
    "links": lambda links, forged, random: _changed_list(links, forged, random),
    "lemmas": lambda lemmas, forged, random: _changed_list(lemmas, forged, random),
}


def _change(key: str, forged: Json, other: Json, random: Random) -> Any:
    if random.random() < 0.1 and key in other:
        return deepcopy(other[key])
    return CHANGES[key](forged[key], forged, random)


def _changed_line(line: str, random: Random) -> str:
    cells = list(line)
    if len(cells) < 2:
        return line
    match random.randrange(4):
        case 0:
            cells[random.randrange(len(cells))] = random.choice(line + ".1234")
        case 1:
            one, other = random.sample(range(len(cells)), 2)
            cells[one], cells[other] = cells[other], cells[one]
        case 2:
            one, other = random.choice(line), random.choice(line)
            cells = [other if cell == one else one if cell == other else cell for cell in cells]
        case _:
            filled = [at for at, cell in enumerate(cells) if cell != "."]
            for at in random.sample(filled, min(len(filled), random.randint(1, 3))):
                cells[at] = "."
    return "".join(cells)


def _changed_weights(weights: dict[str, int], forged: Json, random: Random) -> dict[str, int]:
    found, rules = dict(weights), _rules(forged)
    match random.randrange(5):
        case 0 if found:
            found[random.choice(list(found))] += random.choice((-2, -1, 1, 2))
        case 1 if found:
            del found[random.choice(list(found))]
        case 2 if found:
            found[random.choice(rules)] = found.pop(random.choice(list(found)))
        case 3:
            factor = random.choice((-1, 0, 2, 3))
            found = {name: weight * factor for name, weight in found.items()}
        case _:
            found[random.choice(rules)] = random.choice((-3, -1, 1, 3))
    return found


def _changed_list(items: list[Any], forged: Json, random: Random) -> list[Any]:
    """Links or lemmas: one dropped, repeated, moved or changed; or the list cut short."""
    found = deepcopy(items)
    if not found:
        return [{"candidate": _name(forged, random), "weights": {}}] if forged["certificate"] == "chain" else [[]]
    at, to = random.randrange(len(found)), random.randrange(len(found))
    match random.randrange(5):
        case 0:
            del found[at]
        case 1:
            found.insert(to, found[at])
        case 2:
            found.insert(to, found.pop(at))
        case 3:
            found = found[:at]
        case _:
            found[at] = _changed_item(found[at], forged, random)
    return found


def _changed_item(item: Any, forged: Json, random: Random) -> Any:
    """A link with other weights or another candidate, or a lemma with other literals."""
    if isinstance(item, list):
        return random.choice([[-literal for literal in item], item[1:], [*item, random.randint(-64, 64) or 1], []])
    if random.random() < 0.5:
        return item | {"candidate": _name(forged, random)}
    return item | {"weights": _changed_weights(item["weights"], forged, random)}


def _rules(forged: Json) -> list[str]:
    try:
        return list(named_rules(nf.Layout.parse(forged["layout"])))
    except (nf.NinefoldError, TypeError):
        return ["cell_r1c1", "row_1_1"]


def _name(forged: Json, random: Random) -> str:
    size = 9 if str(forged.get("layout")).startswith("9") else 4
    return f"x_r{random.randint(1, size)}c{random.randint(1, size)}_{random.randint(1, size)}"


def _bent(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice('0123456789.,:"{}[]-rcx_') + text[at + random.randrange(2) :]


def try_forgeries(count: int, random: Random, report: Callable[[int, int, int], None] | None = None) -> tuple[int, int]:
    """How many of so many forgeries were accepted and how many of those are false; there must be none of them."""
    true, near = list(genuine()), near_misses()
    assert all(check_certificate(certificate).verdict == "proved" and is_true(certificate) for certificate in true)
    assert all(check_certificate(certificate).faults for certificate in near)
    accepted = false = 0
    for number in range(count):
        forged = forge(random.choice(near if random.random() < 0.2 else true), true, random)
        try:
            held = not check_certificate(forged).faults
        except nf.CertificateError:
            continue
        if held:
            accepted += 1
            if not is_true(json.loads(forged) if isinstance(forged, str) else forged):
                false += 1
                print("accepted, but false:", json.dumps(forged))
        if report and number % 1000 == 0:
            report(number, accepted, false)
    return accepted, false


def try_forged_files(count: int, random: Random, folder: Path) -> tuple[int, int]:
    """The same for clause proofs in files, of which a line or a character is changed."""
    pairs = []
    for number, (layout, line) in enumerate(PUZZLES[:9]):
        name = folder / f"proof{number}"
        limit = nf.Limit(None)
        if "proof" in nf.solve(read_line(line, nf.Layout.parse(layout)), by=f"sat:proof={name}", limit=limit).stats:
            pairs.append((name.with_suffix(".cnf").read_text(), name.with_suffix(".drat").read_text()))
    accepted = false = 0
    for _ in range(count):
        texts = list(random.choice(pairs))
        for _ in range(random.choice((1, 1, 2, 3))):
            which = random.randrange(2)
            texts[which] = _changed_text(texts[which], random.choice(pairs)[which], random)
        (folder / "forged.cnf").write_text(texts[0])
        (folder / "forged.drat").write_text(texts[1])
        try:
            record = read_proof_files(str(folder / "forged.drat"))
            held = not check_certificate(record).faults
        except nf.NinefoldError:
            continue
        if held:
            accepted += 1
            false += not is_true(record)
    return accepted, false


def _changed_text(text: str, other: str, random: Random) -> str:
    lines = text.splitlines()
    at = random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines[at] = _bent(lines[at] or "0", random)
        case 2:
            lines[at] = random.choice(other.splitlines() or ["0"])
        case 3:
            lines.insert(at, random.choice(lines))
        case _:
            head = [number for number, line in enumerate(lines) if line.startswith("c ")]
            if head:
                chosen = random.choice(head)
                start, _, line = lines[chosen].rpartition(" ")
                lines[chosen] = f"{start} {_changed_line(line, random)}"
    return "\n".join(lines) + "\n"
