"""LPL files: no free program reads them, so a small reader here compares them with the rows of the model."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from modelled import PROPER, SMALL, SMALL_SOLUTION

import ninefold as nf
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.incidence import FAMILIES
from ninefold.models.integer import integer

TOKEN = re.compile(r"""\s*("[^"]*"|'[^']*'|:=|<=|<>|\.\.|\d+|\.\d+|\w+|[][{}(),;:|=<*+/^&.-])""")
LinearRow = tuple[frozenset[tuple[tuple[int, ...], float]], str, float]


@dataclass
class Lpl:
    """Reads the part of LPL that our files and the listing in Hürlimann's paper use.

    A linear expression is a Counter of variables, with its constant under the empty tuple.
    """

    text: str
    sets: dict[str, range] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)
    variables: dict[str, tuple[str, int]] = field(default_factory=dict)
    rows: list[LinearRow] = field(default_factory=list)
    groups: list[tuple[tuple[int, ...], ...]] = field(default_factory=list)
    draws: list[tuple[str, ...]] = field(default_factory=list)  # the statement and its values, as text
    solution: nf.Grid | None = None  # what Q is after the solver has run

    def __post_init__(self) -> None:
        self.tokens = TOKEN.findall(self.text)
        assert "".join(self.tokens) == "".join(self.text.split()) or '"' in self.text
        self.place = 0
        self.model()

    # --- tokens

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        token = self.next
        assert not wanted or token in wanted, f"read {token!r} after {self.tokens[self.place - 8 : self.place]}"
        self.place += 1
        return token

    def comment(self) -> None:
        if self.next.startswith('"'):
            self.take()

    def indices(self) -> tuple[list[str], int | None]:
        """The names between braces, and where a condition on them begins."""
        names: list[str] = []
        condition = None
        self.take("{")
        while self.next not in ("}", "|"):
            names.append(self.take())
            if self.next == ",":
                self.take()
        if self.next == "|":
            self.take()
            condition = self.place
            while self.next != "}":
                self.take()
        self.take("}")
        return names, condition

    # --- statements

    def model(self) -> None:
        self.take("model")
        self.take()
        self.comment()
        self.take(";")
        while self.next != "end":
            self.statement()
            self.comment()
            self.take(";")
        self.take("end")
        assert self.next == ""

    def statement(self) -> None:
        names, condition = self.indices() if self.next == "{" else ([], None)
        kind = self.take()
        if kind == "Draw":
            start = self.place
            for known in self.places(names, condition, {}):
                self.place = start
                self.draw(known)
            self.skip()
        elif kind == "set":
            self.declare_set()
        elif kind in ("integer", "binary") and self.next == "variable":
            self.declare_variable(kind)
        elif kind in ("integer", "parameter"):
            self.declare_parameter(kind)
        elif kind == "constraint":
            self.constraints()
        elif kind == "Writep":
            self.take("(")
            self.take("Q")
            self.take(")")
        else:
            assert kind == "solve"

    def draw(self, known: dict[str, int]) -> None:
        self.take(".")
        values = [self.take()]
        self.take("(")
        while self.next != ")":
            value = f"{self.number(self.expression(known)):g}"
            if self.next == "&":  # to text
                self.take("&")
                self.take("''")
            values.append(value)
            if self.next == ",":
                self.take()
        self.take(")")
        self.draws.append(tuple(values))

    def declare_set(self) -> None:
        names = [self.take()]
        while self.next == ",":
            self.take()
            names.append(self.take())
        self.take(":=")
        first = self.number(self.expression({}))
        self.take("..")
        last = self.number(self.expression({}))
        self.sets |= dict.fromkeys(names, range(int(first), int(last) + 1))

    def declare_variable(self, kind: str) -> None:
        self.take("variable")
        name = self.take()
        names, _ = self.indices()
        most = 1
        if self.next == "[":
            self.take("[")
            self.take("1")
            self.take("..")
            most = int(self.number(self.expression({})))
            self.take("]")
        self.variables[name] = (kind, most)
        assert all(index in self.sets for index in names)

    def declare_parameter(self, kind: str) -> None:
        if kind == "integer":
            self.take("parameter")
        name = self.take()
        names = self.indices()[0] if self.next == "{" else []
        self.take(":=")
        if self.next == "[":
            self.parameters[name] = dict(
                zip(product(*(self.sets[index] for index in names)), self.table(), strict=True)
            )
        elif names:  # Q, of which the solver decides the values
            self.skip()
            cells = product(*(self.sets[index] for index in names))
            digits = self.solution.digits if self.solution else bytes(len(self.sets["i"]) ** 2)
            self.parameters[name] = dict(zip(cells, digits, strict=True))
        else:
            self.parameters[name] = self.number(self.expression({}))

    def table(self) -> list[int]:
        self.take("[")
        values = [int(self.take())]
        while self.take(",", "]") == ",":
            values.append(int(self.take()))
        return values

    def constraints(self) -> None:
        while True:
            self.take()
            names, condition = self.indices() if self.next == "{" else ([], None)
            self.take(":")
            start = self.place
            for known in self.places(names, condition, {}):
                self.place = start
                self.row(known)
            if not names or self.place == start:
                self.skip()
            if self.tokens[self.place + 1] in ("solve", "") or self.next != ";":
                return
            self.take(";")

    def skip(self) -> None:
        while self.next != ";":
            self.take()

    def row(self, known: dict[str, int]) -> None:
        left = self.expression(known)
        if isinstance(left, tuple):
            self.groups.append(left)
            return
        sense = self.take("=", "<=")
        right = self.expression(known)
        total = Counter(left)
        total.subtract(right)
        constant = total.pop((), 0)
        terms = frozenset((name, factor) for name, factor in total.items() if factor)
        self.rows.append((terms, sense, -constant))

    def places(self, names: list[str], condition: int | None, known: dict[str, int]) -> list[dict[str, int]]:
        """The values that the indices run through."""
        found, back = [], self.place
        for values in product(*(self.sets[name] for name in names)):
            inner = known | dict(zip(names, values, strict=True))
            if condition is None or self.is_true(condition, inner):
                found.append(inner)
        self.place = back
        return found

    def is_true(self, place: int, known: dict[str, int]) -> bool:
        self.place = place
        while True:
            left = self.number(self.expression(known))
            sign = self.take() if self.next in ("=", "<", "<>") else ""
            right = self.number(self.expression(known)) if sign else 0.0
            if not {"=": left == right, "<": left < right, "<>": left != right, "": bool(left)}[sign]:
                return False
            if self.next != "and":
                return True
            self.take()

    # --- expressions

    @staticmethod
    def number(value: Any) -> float:
        assert set(value) <= {()}
        return float(value[()])

    def expression(self, known: dict[str, int]) -> Any:
        total = self.term(known)
        while self.next in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            for name, factor in self.term(known).items():
                total[name] += sign * factor
        return total

    def term(self, known: dict[str, int]) -> Any:
        total = self.factor(known)
        while self.next in ("*", "/", "^"):
            sign, other = self.take(), self.factor(known)
            if sign == "*" and set(total) <= {()}:
                total = Counter({name: factor * total[()] for name, factor in other.items()})
            else:
                left, right = self.number(total), self.number(other)
                total = Counter({(): {"*": left * right, "/": left / right, "^": left**right}[sign]})
        return total

    def factor(self, known: dict[str, int]) -> Any:
        token = self.take()
        if token == "-":
            return Counter({(): -self.number(self.factor(known))})
        if token == "if":
            self.take("(")
            values = [self.number(self.expression(known)) for _ in range(3) if self.skip_comma()]
            self.take(")")
            return Counter({(): values[1] if values[0] else values[2]})
        if token.lstrip(".").isdigit():
            return Counter({(): float(token)})
        if token == "(":
            inner = self.expression(known)
            self.take(")")
            return inner
        if token == "sum":
            return self.sum(known)
        if token == "Alldiff":
            return self.different(known)
        if self.next == "[":
            return self.element(token, known)
        return Counter({(): float(known[token] if token in known else self.parameters[token])})

    def skip_comma(self) -> bool:
        if self.next == ",":
            self.take()
        return True

    def sum(self, known: dict[str, int]) -> Any:
        names, condition = self.indices()
        total: Counter[tuple[int, ...]] = Counter()
        start = self.place
        for inner in self.places(names, condition, known):
            self.place = start
            for name, factor in self.term(inner).items():
                total[name] += factor
        return total

    def different(self, known: dict[str, int]) -> tuple[tuple[int, ...], ...]:
        self.take("(")
        cells: list[tuple[int, ...]] = []
        if self.next == "{":
            names, condition = self.indices()
            start = self.place
            for inner in self.places(names, condition, known):
                self.place = start
                cells += self.factor(inner)
        else:
            cells += self.factor(known)
            while self.next == ",":
                self.take()
                cells += self.factor(known)
        self.take(")")
        return tuple(cells)

    def element(self, name: str, known: dict[str, int]) -> Any:
        self.take("[")
        index = [int(self.number(self.expression(known)))]
        while self.take(",", "]") == ",":
            index.append(int(self.number(self.expression(known))))
        if name in self.variables:
            return Counter({tuple(index): 1.0})
        return Counter({(): float(self.parameters[name].get(tuple(index), 0))})


def rows_of(model: BinaryModel) -> Counter[LinearRow]:
    """The rows of a model in the same form."""
    size = model.layout.size
    names = [
        (cell // size + 1, cell % size + 1, digit)
        for cell, digit in zip(model.cells.tolist(), model.digits.tolist(), strict=True)
    ]
    found: Counter[LinearRow] = Counter()
    for row in range(len(model.rows)):
        indices, values = model.rows.row(row)
        terms = frozenset((names[index], value) for index, value in zip(indices.tolist(), values.tolist(), strict=True))
        found[terms, str(model.rows.senses[row]), float(model.rows.right[row])] += 1
    return found


@pytest.mark.parametrize("sums", [True, False])
@pytest.mark.parametrize("name", ["4", "4, a small unit", "5, jigsaw", "6"])
def test_lpl_constraints_equal_the_rows_of_the_model(name: str, sums: bool) -> None:
    puzzle = PROPER[name]
    read = Lpl(nf.model(puzzle, sums=sums).text("lpl"))
    assert Counter(read.rows) == rows_of(binary(puzzle, sums=sums, presolve=False))
    assert read.variables == {"x": ("binary", 1)}


def test_lpl_constraints_of_a_board_with_diagonals() -> None:
    puzzle = PROPER["9, diagonals"]
    assert Counter(Lpl(nf.model(puzzle).text("lpl")).rows) == rows_of(binary(puzzle, presolve=False))


@pytest.mark.parametrize("family", FAMILIES)
def test_lpl_has_the_selected_families(family: str) -> None:
    puzzle = nf.Grid("12.. .... .... ...3", layout=nf.Layout(4, diagonals=True, extra=["r1c3 r2c2 r4c1"]))
    others = [name for name in FAMILIES if name != family]
    read = Lpl(nf.model(puzzle, families=others).text("lpl"))
    assert Counter(read.rows) == rows_of(binary(puzzle, families=others, presolve=False))


@pytest.mark.parametrize("puzzle", [p for p in PROPER.values() if p.size < 10], ids=[n for n in PROPER if n != "16"])
def test_integer_model_has_all_different_groups_and_clues(puzzle: nf.Grid) -> None:
    read = Lpl(nf.model(puzzle, kind="integer").text("lpl"))
    size = puzzle.size
    units = [[(cell // size + 1, cell % size + 1) for cell in unit.cells] for unit in integer(puzzle).groups]
    assert Counter(frozenset(group) for group in read.groups) == Counter(frozenset(unit) for unit in units)
    assert read.variables == {"y": ("integer", size)}
    clues = {(cell // size + 1, cell % size + 1): puzzle[cell] for cell in puzzle.filled_cells}
    assert {next(iter(terms))[0]: right for terms, _, right in read.rows} == clues


@pytest.mark.parametrize("kind", ["binary", "integer"])
def test_lpl_draws_the_grid_with_clues_and_found_digits_in_two_colours(kind: str) -> None:
    draws = Lpl(nf.model(SMALL, kind=kind).text("lpl"), solution=SMALL_SOLUTION).draws
    assert draws[0] == ("Scale", "25", "25")
    assert [draw for draw in draws if draw[0] == "Rect"] == [
        *(("Rect", x, y, "2", "2", "-1", "0", "3") for y in "02" for x in "02"),
        ("Rect", "0", "0", "4", "4", "-1", "0", "3"),
    ]
    texts = [draw for draw in draws if draw[0] == "Text"]
    assert texts[:2] == [("Text", "2", "0.35", "0.65", "12", "3"), ("Text", "3", "1.35", "0.65", "12", "3")]
    assert [(digit, colour) for _, digit, *_, colour in texts] == [
        (str(digit), "5" if clue else "3") for digit, clue in zip(SMALL_SOLUTION.digits, SMALL.digits, strict=True)
    ]
    assert sum(draw[0] == "Line" for draw in draws) == 8


@pytest.mark.parametrize("name", ["5, jigsaw", "6"])
def test_lpl_draws_every_edge_between_two_boxes_that_are_not_square(name: str) -> None:
    layout, size = PROPER[name].layout, PROPER[name].size
    edges = [draw for draw in Lpl(nf.model(PROPER[name]).text("lpl")).draws if draw[0] == "Rect"][:-1]
    box = [layout.box_of[start : start + size] for start in range(0, size**2, size)]
    upright = {(str(c), str(r)) for r in range(size) for c in range(1, size) if box[r][c - 1] != box[r][c]}
    level = {(str(c), str(r)) for r in range(1, size) for c in range(size) if box[r - 1][c] != box[r][c]}
    assert {edge[1:3] for edge in edges if edge[3] == "0"} == upright
    assert {edge[1:3] for edge in edges if edge[4] == "0"} == level


def test_lpl_is_written_as_in_the_paper() -> None:
    text = nf.model(SMALL).text("lpl")
    assert "F{i,j,k|P[i,j]=k}: x[i,j,k] = 1;" in text
    assert "sum{v,u} x[(h-1)*S+v,(g-1)*S+u,k] = 1;" in text
    assert "binary variable x{i,j,k}" in text
