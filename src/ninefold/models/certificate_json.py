"""The JSON of certificates, read strictly: every key once, none unknown, none missing, whole numbers only."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ninefold.core.errors import CertificateError, NinefoldError
from ninefold.core.grid import Grid, read_line
from ninefold.core.layout import Layout
from ninefold.core.values import listed, short_repr

Candidate = tuple[int, int]  # cell, digit

# Every kind with its keys beside certificate, layout and puzzle; those in the second tuple may be missing.
KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "uniqueness": (("solution", "weights"), ("scale", "dropped")),
    "elimination": (("candidate", "weights"), ("dropped",)),
    "impossibility": (("weights",), ("dropped",)),
    "chain": (("links", "solution"), ()),
    "clauses": (("solutions", "lemmas"), ()),
}
ABOUT = ("certificate", "layout", "puzzle")


@dataclass(frozen=True)
class Record:
    """A certificate as read; the fields that its kind does not have keep their defaults."""

    kind: str
    puzzle: Grid
    weights: Mapping[str, int] = field(default_factory=dict)
    candidate: Candidate | None = None
    solutions: tuple[Grid, ...] = ()
    scale: int = 1
    dropped: frozenset[Candidate] = frozenset()
    links: tuple[Record, ...] = ()
    lemmas: tuple[tuple[int, ...], ...] = ()


def read_record(source: Mapping[str, Any] | str) -> Record:
    """Read a certificate, without checking the proof.

    Raises:
        CertificateError: it is not the JSON of a certificate; the message says what was read and what was expected.
    """
    record = parse_json(source) if isinstance(source, str) else source
    if not isinstance(record, Mapping):
        raise CertificateError(f"a certificate must be a JSON object, not {short_repr(record)}")
    kind = record.get("certificate")
    if not isinstance(kind, str) or kind not in KEYS:
        fault = "the kind of certificate is missing"
        if kind is not None:
            fault = f"unknown kind of certificate {short_repr(kind)}"
        raise CertificateError(f"{fault}: expected {listed(list(KEYS))}")
    required, optional = KEYS[kind]
    _check_keys(record, (*ABOUT, *required), optional, f"certificate of kind {kind}")
    try:
        layout = Layout.parse(_text(record, "layout"))
        puzzle = read_line(_text(record, "puzzle"), layout)
        return Record(kind, puzzle, **{name: _READERS[name](record, puzzle) for name in _fields(record)})
    except CertificateError:
        raise
    except NinefoldError as error:
        raise CertificateError(error.message, error.faults) from error


def name_of(layout: Layout, candidate: Candidate) -> str:
    """The name of a candidate in the binary model: `x_r1c2_3`."""
    return f"x_{layout.name(candidate[0])}_{candidate[1]}"


def parse_json(text: str) -> Any:
    """The value of JSON in which no object has a key twice.

    Raises:
        CertificateError: it is not such JSON.
    """
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"a certificate must be a JSON object ({error})") from error


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys differ: of two puzzles in one certificate, a reader might see the other one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for number, (key, _) in enumerate(pairs) if key in dict(pairs[:number]))
        raise ValueError(f"the key {short_repr(twice)} appears twice")
    return found


def _check_keys(record: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...], what: str) -> None:
    for key in record:
        if key not in required and key not in optional:
            expected = ", ".join((*required, *optional))
            raise CertificateError(f"unknown key {short_repr(key)} in a {what}: expected {expected}")
    for key in required:
        if key not in record:
            raise CertificateError(f"a {what} needs the key {key}")


def _fields(record: Mapping[str, Any]) -> list[str]:
    """The fields of a `Record` that a certificate states."""
    return ["solutions" if key == "solution" else key for key in record if key not in ABOUT]


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise CertificateError(f"{name} must be text, not {short_repr(value)}")
    return value


def _weights(record: Mapping[str, Any], _: Grid | None = None) -> Mapping[str, int]:
    weights = record.get("weights")
    if not isinstance(weights, dict) or not all(type(weight) is int for weight in weights.values()):
        raise CertificateError(f"weights must map names of rules to whole numbers, not {short_repr(weights)}")
    return weights


def _scale(record: Mapping[str, Any], _: Grid) -> int:
    scale = record["scale"]
    if type(scale) is not int:
        raise CertificateError(f"scale must be a whole number, not {short_repr(scale)}")
    return scale


def _solutions(record: Mapping[str, Any], puzzle: Grid) -> tuple[Grid, ...]:
    """The solution of a proof, null for none, or the list of solutions of a clause proof."""
    if "solutions" not in record:
        if record["solution"] is None and record["certificate"] == "chain":
            return ()
        return (read_line(_text(record, "solution"), puzzle.layout),)
    lines = record["solutions"]
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise CertificateError(f"solutions must be a list of lines, not {short_repr(lines)}")
    grids = tuple(read_line(line, puzzle.layout) for line in lines)
    if len(set(grids)) < len(grids):
        raise CertificateError("solutions must differ, but one is stated twice")
    return grids


def _candidate(name: object, layout: Layout) -> Candidate:
    match = re.fullmatch(r"x_(r[1-9][0-9]?c[1-9][0-9]?)_([1-9][0-9]?)", name) if isinstance(name, str) else None
    if match is None or int(match[2]) > layout.size:
        raise CertificateError(f"{short_repr(name)} is not the name of a candidate, such as x_r1c2_3")
    return layout.cell(match[1]), int(match[2])


def _dropped(record: Mapping[str, Any], puzzle: Grid) -> frozenset[Candidate]:
    names = record["dropped"]
    if not isinstance(names, list):
        raise CertificateError(f"dropped must be a list of names, not {short_repr(names)}")
    return frozenset(_candidate(name, puzzle.layout) for name in names)


def _links(record: Mapping[str, Any], puzzle: Grid) -> tuple[Record, ...]:
    links = record["links"]
    if not isinstance(links, list) or not all(isinstance(link, dict) for link in links):
        raise CertificateError(f"links must be a list of objects, not {short_repr(links)}")
    for link in links:
        _check_keys(link, ("candidate", "weights"), (), "link")
    return tuple(
        Record("elimination", puzzle, _weights(link), _candidate(link["candidate"], puzzle.layout)) for link in links
    )


def _lemmas(record: Mapping[str, Any], puzzle: Grid) -> tuple[tuple[int, ...], ...]:
    lemmas, last = record["lemmas"], puzzle.size**3
    if not isinstance(lemmas, list) or not all(isinstance(lemma, list) for lemma in lemmas):
        raise CertificateError(f"lemmas must be a list of lists of literals, not {short_repr(lemmas)}")
    for number, lemma in enumerate(lemmas, 1):
        for literal in lemma:
            if type(literal) is not int or not 1 <= abs(literal) <= last:
                read = short_repr(literal)
                raise CertificateError(f"lemma {number}: read {read}, expected a literal from 1 to {last}, or negative")
    return tuple(map(tuple, lemmas))


_READERS: dict[str, Any] = {
    "weights": _weights,
    "candidate": lambda record, puzzle: _candidate(record["candidate"], puzzle.layout),
    "solutions": _solutions,
    "scale": _scale,
    "dropped": _dropped,
    "links": _links,
    "lemmas": _lemmas,
}
