"""The checker of DRAT proofs of any formula in DIMACS form: that its clauses cannot all be true.

1. A lemma follows if its negation leads to a contradiction by unit propagation (RUP), see `clause_checker`.
2. Otherwise it may be added if it is RAT on its first literal: with every clause that contains the negation of that
   literal, the lemma joined with the rest of that clause follows by rule 1. Adding it keeps a satisfiable formula so.
3. `d` deletes a clause. What already follows is kept, as other checkers do: it could have been added as lemmas before.
4. The proof holds if the empty clause follows. The first lemma that does not follow is reported by its line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.core.errors import CertificateError
from ninefold.core.values import counted, short_repr
from ninefold.models.clause_checker import Clause, Clauses

_LITERALS = re.compile(r"(?:-?[1-9][0-9]{0,8} +)*0")


@dataclass(frozen=True)
class DratCheck:
    """What the checker found out about a proof.

    Attributes:
        formula, proof: the names of the files.
        clauses, lemmas: how many there are; of the lemmas, how many were checked.
        fault: why the proof does not hold, with the line; empty if it does.
    """

    formula: str
    proof: str
    clauses: int
    lemmas: int
    fault: str = ""

    def __str__(self) -> str:
        """The verdict in a line."""
        if self.fault:
            return f"not proved: {self.proof}, {self.fault}"
        size = f"{counted(self.clauses, 'clause')}, {counted(self.lemmas, 'lemma')}"
        return f"proved: {self.formula} has no satisfying assignment ({size})"


def check_drat(formula: str, proof: str) -> DratCheck:
    """Check the proof in one file against the formula in another.

    Raises:
        CertificateError: a file cannot be read; the message names the line.
    """
    stated = [clause for _, _, clause in _read(formula, is_formula=True)]
    known = _Formula(stated)
    lemmas = 0
    for number, is_deletion, clause in _read(proof, is_formula=False):
        if is_deletion:
            known.delete(clause)
            continue
        lemmas += 1
        if not known.accepts(clause):
            read = " ".join(map(str, clause[:8])) + " …" * (len(clause) > 8) or "the empty clause"
            return DratCheck(formula, proof, len(stated), lemmas, f"line {number}: {read} does not follow")
        if not clause:
            return DratCheck(formula, proof, len(stated), lemmas)
        known.add(clause)
    fault = f"at the end: {counted(lemmas, 'lemma')}, none of them empty, and no contradiction follows"
    return DratCheck(formula, proof, len(stated), lemmas, "" if known.broken else fault)


class _Formula(Clauses):
    """Clauses that can be deleted, and rule 2."""

    def accepts(self, lemma: Clause) -> bool:
        """Rules 1 and 2."""
        return self.imply(lemma) or (bool(lemma) and self._is_rat(lemma))

    def _is_rat(self, lemma: Clause) -> bool:
        pivot = lemma[0]
        for clause in self._with.get(-pivot, ()):
            others = [literal for literal in clause if literal != -pivot]
            if any(-literal in lemma for literal in others):
                continue  # the two together are always true
            if not self.imply((*lemma, *others)):
                return False
        # A unit that follows and is the negation of the pivot is a clause too, whether or not it was written.
        return -pivot not in self.true

    def delete(self, clause: Clause) -> None:
        """Rule 3; a clause that is not there is ignored."""
        wanted = sorted(set(clause))
        for held in self._with.get(clause[0], ()) if clause else ():
            if sorted(set(held)) == wanted:
                for literal in wanted:
                    self._with[literal].remove(held)
                return


def _read(path: str, *, is_formula: bool) -> Iterator[tuple[int, bool, Clause]]:
    """The clauses of a file with their lines, and whether each is deleted."""
    for number, line in _lines(path):
        is_deletion = not is_formula and line.startswith("d ")
        text = line.removeprefix("d ").strip() if is_deletion else line
        if not _LITERALS.fullmatch(" ".join(text.split())):
            kind = "a clause" if is_formula else "a lemma"
            raise CertificateError(
                f"{path}, line {number}: read {short_repr(line)}, expected {kind}: literals and then 0"
            )
        yield number, is_deletion, tuple(map(int, text.split()[:-1]))


def _lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines with content; comments and the header of a formula are skipped."""
    if not os.path.isfile(path):
        raise CertificateError(f"{path}: no such file")
    try:
        with open(path, encoding="ascii") as file:
            for number, line in enumerate(file, 1):
                if line.strip() and line[0] not in "cp":
                    yield number, line.strip()
    except UnicodeDecodeError:
        raise CertificateError(f"{path}: not text; write the proof in the text form of DRAT") from None
    except OSError as error:
        raise CertificateError(f"cannot read {path}: {error.strerror or error}") from error
