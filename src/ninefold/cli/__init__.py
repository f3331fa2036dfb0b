"""The command line: `ninefold VERB …`, each verb a few lines over the library."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ninefold.cli.output import flush_or_silence, prepare, warn
from ninefold.cli.parser import build_parser, parse
from ninefold.core.errors import MethodFault, NinefoldError

# Exit codes: 0 yes, 1 no, and these.
USAGE, FAULT, INTERRUPTED = 2, 70, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 for yes, 1 for no, 2 for what could not be read or written."""
    if sys.stdout is None:
        warn("ninefold: standard output is closed: there is nowhere to write answers")
        return USAGE
    prepare(sys.stdout)
    try:
        code = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError as error:
        code = _stopped_by(error)
    flush_or_silence(sys.stdout)
    return code


def _run(argv: Sequence[str] | None) -> int:
    parser = build_parser()
    try:
        args = parse(parser, argv)
    except SystemExit as end:  # help was asked for, or the usage told
        return int(end.code or 0)
    if args.run is None:
        warn(parser.format_help())
        return USAGE
    try:
        return int(args.run(args))
    except MethodFault as fault:
        warn(f"ninefold: {fault}\nThis is a fault of the method, not of the puzzle.")
        return FAULT
    except NinefoldError as error:
        warn(f"ninefold: {error}")
        return USAGE


def _stopped_by(error: OSError) -> int:
    """The exit code after a failure to read or write; files are named, only standard output is not."""
    if isinstance(error, BrokenPipeError) and error.filename is None:
        return 0  # whoever read our answers has seen enough
    place = f"{error.filename}: " if error.filename else ""
    warn(f"ninefold: {place}{error.strerror or error}")
    return USAGE
