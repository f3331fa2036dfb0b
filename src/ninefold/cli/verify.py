"""`ninefold verify`: check certificates with exact arithmetic, and paths by their evidence, without a solver."""

from __future__ import annotations

import argparse
import itertools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TextIO, TypeAlias

from ninefold.cli.arguments import add_json
from ninefold.cli.output import warn, write_json
from ninefold.core.errors import CertificateError, NinefoldError, ParseError
from ninefold.formats.files import open_text
from ninefold.logic.verify_path import PathCheck, check_path, is_path, read_path
from ninefold.models.certificate_json import parse_json
from ninefold.models.checker import ProofCheck, check_certificate
from ninefold.models.drat import check_drat
from ninefold.models.proof_files import read_proof_files

Read: TypeAlias = Callable[[], Mapping[str, Any] | str]

MAX_CLAIM = 100_000_000  # characters; the certificates of open 25×25 boards stay below a tenth of it

EXAMPLES = """\
examples:
  ninefold verify certificate.json
  ninefold explain puzzle.txt --json | ninefold verify
  ninefold solve puzzle.txt --by lp-probe:certificate=true --json | ninefold verify
  ninefold solve puzzle.txt --by sat:proof=puzzle && ninefold verify puzzle.drat
  ninefold verify formula.cnf formula.drat
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `verify`."""
    parser.add_argument(
        "certificates",
        nargs="*",
        metavar="FILE",
        help="certificates, one per line, or the output of solve --json or explain --json; NAME.drat with NAME.cnf "
        "beside it; or FORMULA.cnf and PROOF.drat, to check a proof of any formula (default: standard input)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check every certificate; 0 if all are proved, 1 if one is not or under a condition, 2 if one cannot be read."""
    if both := _formula_and_proof(args.certificates):
        return _verify_drat(*both, as_json=args.json)
    codes = [0]
    for source in args.certificates or ["-"]:
        for place, read in _certificates(source):
            codes.append(_verify(place, read, args.json))
    if len(codes) == 1:
        raise ParseError("no certificate or path in the input")
    return max(codes)


def _formula_and_proof(sources: list[str]) -> list[str] | None:
    """The two files of a proof of any formula, the formula first; None if these are other files."""
    found = sorted(sources, key=lambda source: os.path.splitext(source)[1])
    return found if [os.path.splitext(source)[1] for source in found] == [".cnf", ".drat"] else None


def _verify_drat(formula: str, proof: str, *, as_json: bool) -> int:
    """Check a proof of any formula; 1 if it does not hold, 2 if it cannot be read."""
    try:
        found = check_drat(formula, proof)
    except NinefoldError as error:
        warn(f"ninefold: {error}")
        return 2
    if as_json:
        verdict = "not proved" if found.fault else "proved"
        write_json(
            {"formula": formula, "proof": proof, "verdict": verdict, "lemmas": found.lemmas, "fault": found.fault}
        )
    else:
        print(found)
    return 1 if found.fault else 0


def _verify(place: str, read: Read, as_json: bool) -> int:
    try:
        found = _check(read())
    except NinefoldError as error:
        text = str(error)
        warn(f"ninefold: {text if place in text else f'{place}: {text}'}")
        return 2
    if as_json:
        write_json(_record(found))
    else:
        print(f"{place}: {found}" if found.verdict == "not proved" else found)
    return 0 if found.verdict == "proved" else 1


def _check(claim: Mapping[str, Any] | str) -> ProofCheck | PathCheck:
    record = parse_json(claim) if isinstance(claim, str) else claim
    if not is_path(record):
        return check_certificate(claim)
    start, steps = read_path(record)
    return check_path(steps, start)


def _record(found: ProofCheck | PathCheck) -> dict[str, object]:
    if isinstance(found, PathCheck):
        layout, puzzle = str(found.puzzle.layout), found.puzzle.line
        facts = {"verdict": found.verdict, "claim": found.claim, "layout": layout, "puzzle": puzzle}
        return facts | {"steps": found.steps, "fault": found.fault}
    return {
        "certificate": found.kind,
        "verdict": found.verdict,
        "claim": found.claim,
        "layout": str(found.puzzle.layout),
        "puzzle": found.puzzle.line,
        "condition": list(found.condition),
        "faults": [str(fault) for fault in found.faults],
    }


def _inner(text: str) -> Mapping[str, Any] | str:
    """The certificate itself, or the one in the stats of a record from `ninefold solve --json`."""
    try:
        inner = parse_json(text)["stats"]["certificate"]
    except (CertificateError, LookupError, TypeError):
        return text
    return inner if isinstance(inner, dict) else text


def _certificates(source: str) -> Iterator[tuple[str, Read]]:
    """Every certificate of a source with its place: one for the whole file, or one per line."""
    if source.endswith((".cnf", ".drat")):
        yield source, partial(read_proof_files, source)
        return
    if source != "-" and not os.path.exists(source):
        if not source.lstrip().startswith(("{", "[")):
            raise ParseError(f"{source}: no such file, and not a certificate")
        yield "the argument", partial(_inner, source)
        return
    name = "standard input" if source == "-" else source
    with open_text(source) as file:
        lines = _lines(name, file)
        first = next(lines, None)
        if first is None:
            return
        second = next(lines, None) if _is_json(first[1]) else None
        if second is not None:
            yield from _one_per_line(name, itertools.chain([first, second], lines))
            return
        text = first[1] + _bounded(name, file.read(MAX_CLAIM + 1))
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), first[0]) if line.strip()]
    if len(numbered) < 2 or _is_json(text):
        yield name, partial(_inner, text)
    else:
        yield from _one_per_line(name, numbered)


def _one_per_line(name: str, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, Read]]:
    return ((f"{name}, line {number}", partial(_inner, line)) for number, line in lines)


def _lines(name: str, file: TextIO) -> Iterator[tuple[int, str]]:
    """Every line that is not blank, with its number; read one by one, so that a long file needs little memory."""
    for number in itertools.count(1):
        line = _bounded(f"{name}, line {number}", file.readline(MAX_CLAIM + 1))
        if not line:
            return
        if line.strip():
            yield number, line


def _bounded(place: str, text: str) -> str:
    if len(text) > MAX_CLAIM:
        raise ParseError(f"{place}: more than {MAX_CLAIM:,} characters, too many for a certificate or path")
    return text


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
