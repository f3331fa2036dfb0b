"""`ninefold verify`: check certificates with exact arithmetic, without a solver."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from ninefold.cli.arguments import add_json
from ninefold.cli.output import warn, write_json
from ninefold.core.errors import CertificateError, Fault, NinefoldError, ParseError
from ninefold.models.certificates import Certificate, read_certificate
from ninefold.models.checker import faults_of

EXAMPLES = """\
examples:
  ninefold verify certificate.json
  ninefold solve puzzle.txt --by lp-probe:certificate=true --json | ninefold verify
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `verify`."""
    parser.epilog = EXAMPLES
    parser.set_defaults(run=run)
    parser.add_argument(
        "certificates",
        nargs="*",
        metavar="FILE",
        help="certificates, or output of `solve --json` that contains them, one per line (default: standard input)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check every certificate; 0 if all hold, 1 if one does not, 2 if one cannot be read."""
    codes = [0]
    for source in args.certificates or ["-"]:
        for place, text in _texts(source):
            codes.append(_verify(place, text, args.json))
    if len(codes) == 1:
        raise ParseError("no certificate in the input")
    return max(codes)


def _verify(place: str, text: str, as_json: bool) -> int:
    try:
        certificate = read_certificate(_inner(text))
        faults = faults_of(certificate)
    except NinefoldError as error:
        warn(f"ninefold: {place}: {error}")
        return 2
    if as_json:
        write_json(_record(certificate, faults))
    elif faults:
        print(CertificateError(f"{place}: does not prove that {certificate.claim}", faults))
    else:
        print(f"proved: {certificate.claim}")
    return 1 if faults else 0


def _record(certificate: Certificate, faults: list[Fault]) -> dict[str, object]:
    return {
        "certificate": certificate.kind,
        "claim": certificate.claim,
        "holds": not faults,
        "faults": [str(fault) for fault in faults],
    }


def _inner(text: str) -> Mapping[str, Any] | str:
    """The certificate itself, or the one in the stats of a record from `ninefold solve --json`."""
    try:
        inner = json.loads(text)["stats"]["certificate"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return text
    return inner if isinstance(inner, dict) else text


def _texts(source: str) -> Iterator[tuple[str, str]]:
    """The JSON objects of a source: one for the whole file, or one per line."""
    if source != "-" and not os.path.exists(source):
        if not source.lstrip().startswith(("{", "[")):
            raise ParseError(f"{source}: no such file, and not a certificate")
        yield "the argument", source
        return
    name = "standard input" if source == "-" else source
    with _open(source) as file:
        text = file.read()
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if _is_json(text) or len(lines) < 2:
        yield from [(name, text)] if lines else []
    else:
        yield from ((f"{name}, line {number}", line) for number, line in lines)


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
