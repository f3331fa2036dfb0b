"""The options of the verbs that keep puzzles: `convert` and `library` with its verbs."""

from __future__ import annotations

import argparse

EXAMPLES = {
    "convert": """\
examples:
  ninefold convert games.xlsx games.txt
  ninefold convert puzzle.sdk - --to fpuzzles-link
  ninefold convert sudoku17.txt fortieth.sdk --number 40
""",
    "library": """\
examples:
  ninefold library import puzzles.txt games.xlsx --tag mine
  ninefold library list --size 9 --clues 17-24 --level hard
  ninefold library random --level hard
  ninefold library describe 12 --name "The long way" --author "A. Wu"
  ninefold library --file club.sqlite export club.xlsx --tag june
""",
}


def convert(parser: argparse.ArgumentParser) -> None:
    """The options of `convert`."""
    parser.add_argument("input", nargs="?", metavar="IN", help="the file to read, or - for standard input")
    parser.add_argument("output", nargs="?", metavar="OUT", help="the file to write, or - for standard output")
    parser.add_argument("--from", dest="read_as", metavar="FORMAT", help="the format of IN; left out, as its content")
    parser.add_argument("--to", dest="write_as", metavar="FORMAT", help="the format of OUT; left out, as its name")
    parser.add_argument("--number", metavar="N", help="only the puzzle of this number, ID or name")
    parser.add_argument("--list", action="store_true", help="list the formats, and what each one keeps")
    _board(parser)


def library(parser: argparse.ArgumentParser) -> None:
    """The options of `library`, and its verbs."""
    parser.add_argument("--file", metavar="PATH", help="the library; left out, the one in your data folder")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", dest="action", required=True)

    def verb(name: str, about: str) -> argparse.ArgumentParser:
        about_it = about[0].upper() + about[1:] + "."
        one = verbs.add_parser(name, allow_abbrev=False, help=about, description=about_it)
        one.set_defaults(verb=one)
        return one

    _import(verb("import", "take the puzzles of files in, each once"))
    _export(verb("export", "write puzzles into a file of any format"))
    _list(verb("list", "list the puzzles that have something"))
    _random(verb("random", "show one puzzle by lot: all that is known on a terminal, its line in a pipe"))
    _show(verb("show", "show puzzles: all that is known on a terminal, their lines in a pipe"))
    _tag(verb("tag", "give puzzles tags, or take some away"))
    _describe(verb("describe", "give puzzles a name, an author, a source, a level, a rating, a comment"))
    _remove(verb("remove", "take puzzles out, with their games"))
    _json(verb("stats", "count what is in the library"))
    verb("verify", "check the file, every ID and every solution")
    verb("start", "take in the puzzles that come with Ninefold")


def _board(parser: argparse.ArgumentParser) -> None:
    board = parser.add_argument_group("board")
    board.add_argument("--size", type=int, metavar="N", help="the size of the boards, where a text does not tell")
    board.add_argument("--layout", metavar="LAYOUT", help="their layout, where a file does not tell (see `solve`)")
    board.add_argument("--alphabet", metavar="RANGE", help="which characters are the digits where N > 9: 1-9A-G, A-P …")


def _query(parser: argparse.ArgumentParser) -> None:
    which = parser.add_argument_group("which puzzles")
    which.add_argument("--size", type=int, metavar="N", help="of this size")
    which.add_argument("--layout", metavar="LAYOUT", help="on this board")
    which.add_argument("--level", metavar="LEVEL", help="of this level")
    which.add_argument("--clues", metavar="N-M", help="with so many clues")
    which.add_argument("--tag", metavar="TAG", help="with this tag")
    which.add_argument("--text", metavar="WORDS", help="with these words in name, author, source, comment, tags …")
    which.add_argument("--status", metavar="STATUS", help="unique, multiple, impossible, solved or unknown")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _keys(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("keys", nargs="+", metavar="PUZZLE", help="the number of a puzzle in the library, or its ID")


def _import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of any format, or - for standard input")
    parser.add_argument("--from", dest="read_as", metavar="FORMAT", help="their format; left out, as their content")
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help="a tag for all; may be given again")
    parser.add_argument("--source", metavar="TEXT", help="the source of all that tell none")
    parser.add_argument("--level", metavar="LEVEL", help="the level of all that tell none")
    parser.add_argument("--games", action="store_true", help="keep what is placed or noted, as games in play")
    _board(parser)


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("output", metavar="OUT", help="the file to write, or - for standard output")
    parser.add_argument("--to", dest="write_as", metavar="FORMAT", help="its format; left out, as its name")
    _query(parser)


def _list(parser: argparse.ArgumentParser) -> None:
    _query(parser)
    parser.add_argument("--limit", type=_read_limit, metavar="N", help="at most so many")
    _json(parser)


def _random(parser: argparse.ArgumentParser) -> None:
    _query(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="what the lot is drawn from")
    _json(parser)


def _show(parser: argparse.ArgumentParser) -> None:
    _keys(parser)
    _json(parser)


def _tag(parser: argparse.ArgumentParser) -> None:
    _keys(parser)
    parser.add_argument("--add", action="append", default=[], metavar="TAG", help="a tag to give; may be given again")
    parser.add_argument("--remove", action="append", default=[], metavar="TAG", help="a tag to take away")


def _describe(parser: argparse.ArgumentParser) -> None:
    _keys(parser)
    for name in ("name", "author", "source", "level", "rating", "comment"):
        parser.add_argument(f"--{name}", metavar="TEXT", help=f"the {name}; an empty text takes it away")


def _read_limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 16 and int(text)):
        raise argparse.ArgumentTypeError(f"read {text!r}, expected a number from 1 up")
    return int(text)


def _remove(parser: argparse.ArgumentParser) -> None:
    _keys(parser)
