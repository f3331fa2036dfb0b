"""Clause proofs in files: NAME.cnf, which states a puzzle, and NAME.drat, the lemmas, as the method `sat` writes them.

The comments of NAME.cnf name the puzzle, its layout and the solutions that are excluded. Every clause must be one that
the checker states for that puzzle itself, so that other programs which check the two files prove the same claim.
Deletions in NAME.drat are skipped: a checker that keeps every clause proves the same.
"""

from __future__ import annotations

import re
from pathlib import Path

from ninefold.core.errors import CertificateError
from ninefold.core.grid import read_line
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr
from ninefold.models.clause_checker import clauses_of

_SAID = re.compile(r"c (puzzle|layout|a clause at the end excludes) (.+)")


def read_proof_files(name: str) -> dict[str, object]:
    """The certificate in NAME.cnf and NAME.drat, as JSON; `name` is the path of either of them.

    Raises:
        CertificateError: a file cannot be read, or NAME.cnf contains a clause that the puzzle does not have.
    """
    cnf, drat = Path(name).with_suffix(".cnf"), Path(name).with_suffix(".drat")
    said, clauses = _read_cnf(cnf)
    layout = Layout.parse(said["layout"][0])
    puzzle, solutions = read_line(said["puzzle"][0], layout), [read_line(line, layout) for line in said["excludes"]]
    known = {frozenset(clause) for clause in clauses_of(puzzle, solutions)}
    for number, clause in clauses:
        if frozenset(clause) not in known:
            read = short_repr(" ".join(map(str, clause)))
            raise CertificateError(
                f"{cnf}, line {number}: read {read}, expected a clause of the puzzle in the comments"
            )
    return {
        "certificate": "clauses",
        "layout": str(layout),
        "puzzle": puzzle.line,
        "solutions": [solution.line for solution in solutions],
        "lemmas": [
            clause for number, line in _lines(drat) if line[0] != "d" for clause in [_clause(drat, number, line)]
        ],
    }


def _read_cnf(path: Path) -> tuple[dict[str, list[str]], list[tuple[int, list[int]]]]:
    """What the comments say, and the clauses with their lines."""
    said: dict[str, list[str]] = {"puzzle": [], "layout": [], "excludes": []}
    clauses = []
    for number, line in _lines(path):
        if match := _SAID.fullmatch(line):
            said[match[1].rsplit(" ", 1)[-1]].append(match[2])
        elif line[0] not in "cp":
            clauses.append((number, _clause(path, number, line)))
    for key in ("puzzle", "layout"):
        if len(said[key]) != 1:
            raise CertificateError(f"{path}: read {len(said[key])} lines 'c {key} …', expected one")
    return said, clauses


def _lines(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers."""
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, ValueError) as error:
        raise CertificateError(f"cannot read {path}: {error}") from error
    return [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _clause(path: Path, number: int, line: str) -> list[int]:
    """The literals of a line, which ends with 0."""
    words = line.split()
    if words[-1] != "0" or not all(re.fullmatch(r"-?[1-9][0-9]{0,8}", word) for word in words[:-1]):
        raise CertificateError(f"{path}, line {number}: read {short_repr(line)}, expected literals and then 0")
    return [int(word) for word in words[:-1]]
