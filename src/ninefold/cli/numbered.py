"""One puzzle of a file, by its number, ID or name; the file may be in any format."""

from __future__ import annotations

from collections.abc import Iterator

from ninefold.cli.reading import Reader
from ninefold.core.errors import ParseError
from ninefold.core.grid import Grid
from ninefold.library.files import open_source, reading
from ninefold.library.picking import pick
from ninefold.library.source import Source


def numbered(reader: Reader, number: str) -> Iterator[Grid]:
    """The puzzle of a number in each source; a source without it is told."""
    for path in reader.sources:
        name = "standard input" if path == "-" else path
        try:
            with open_source(path) as file:
                source = Source(file, reader.layout, reader.args.alphabet)
                yield pick(reading(source, name), number).clues
        except ParseError as error:
            reader.refuse(str(error))
        except OSError as error:
            reader.refuse(f"{name}: {error.strerror or error}")
