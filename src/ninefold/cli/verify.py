"""`ninefold verify`: check certificates with exact arithmetic, without a solver."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TextIO, TypeAlias

from ninefold.cli.arguments import add_json
from ninefold.cli.output import warn, write_json
from ninefold.core.errors import CertificateError, NinefoldError, ParseError
from ninefold.models.certificate_json import parse_json
from ninefold.models.checker import ProofCheck, check_certificate
from ninefold.models.drat import check_drat
from ninefold.models.proof_files import read_proof_files

Read: TypeAlias = Callable[[], Mapping[str, Any] | str]

EXAMPLES = """\
examples:
  ninefold verify certificate.json
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
        help="certificates, output of `solve --json` that contains them, one per line, or NAME.drat with NAME.cnf "
        "beside it; FORMULA.cnf and then PROOF.drat check a proof of any formula (default: standard input)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check every certificate; 0 if all are proved, 1 if one is not or under a condition, 2 if one cannot be read."""
    if _is_formula_and_proof(args.certificates):
        return _verify_drat(*args.certificates, as_json=args.json)
    codes = [0]
    for source in args.certificates or ["-"]:
        for place, read in _certificates(source):
            codes.append(_verify(place, read, args.json))
    if len(codes) == 1:
        raise ParseError("no certificate in the input")
    return max(codes)


def _is_formula_and_proof(sources: list[str]) -> bool:
    return [os.path.splitext(source)[1] for source in sources] == [".cnf", ".drat"]


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
        found = check_certificate(read())
    except NinefoldError as error:
        warn(f"ninefold: {place}: {error}")
        return 2
    if as_json:
        write_json(_record(found))
    else:
        print(f"{place}: {found}" if found.faults else found)
    return 0 if found.verdict == "proved" else 1


def _record(found: ProofCheck) -> dict[str, object]:
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
    with _open(source) as file:
        text = file.read()
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if _is_json(text) or len(lines) < 2:
        yield from [(name, partial(_inner, text))] if lines else []
    else:
        yield from ((f"{name}, line {number}", partial(_inner, line)) for number, line in lines)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _open(source: str) -> TextIO:
    if source == "-" and sys.stdin is None:
        raise ParseError("standard input is closed")
    return open(0 if source == "-" else source, encoding="utf-8-sig", errors="replace", closefd=source != "-")
