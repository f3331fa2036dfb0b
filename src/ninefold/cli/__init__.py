"""The command line: `ninefold COMMAND ...`, each command a thin layer over the package."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ninefold.cli.output import ERRORS, OUTPUT, checked_streams, flush_or_silence, warn
from ninefold.cli.parser import parse
from ninefold.core.errors import MethodFault, NinefoldError
from ninefold.core.safe_path import quit_on_interrupt, raise_on_interrupt

# Exit codes: 0 yes, 1 no, and these.
USAGE, FAULT, INTERRUPTED = 2, 70, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    if sys.stdout is None:
        warn("ninefold: standard output is closed, so there is nowhere to write results")
        return USAGE
    with checked_streams():
        try:
            raise_on_interrupt()
            code = _run(argv)
            sys.stdout.flush()
        except KeyboardInterrupt:
            code = INTERRUPTED
        except OSError as error:
            code = _stopped_by(error)
        quit_on_interrupt()
        flush_or_silence(sys.stdout)
    return code


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = parse(argv)
    except SystemExit as end:  # argparse printed the help or a usage error
        return int(end.code or 0)
    if args.run is None:
        warn(args.parser.format_help())
        return USAGE
    try:
        return int(args.run(args))
    except MethodFault as fault:
        warn(f"ninefold: {fault}\nThe fault is in the method, not in the puzzle.")
        return FAULT
    except NinefoldError as error:
        warn(f"ninefold: {error}")
        return USAGE


def _stopped_by(error: OSError) -> int:
    """The exit code after a read or write failed."""
    if isinstance(error, BrokenPipeError) and error.filename in (OUTPUT, ERRORS, None):
        return 0  # the reader of our output has seen enough
    place = f"{error.filename}: " if error.filename else ""
    warn(f"ninefold: {place}{error.strerror or error}")
    return USAGE
