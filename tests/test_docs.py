"""The docs are complete: what there is to use is on a page, and the example plug-in is one that works."""

from __future__ import annotations

import argparse
import ast
import os
import re
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest

import ninefold as nf
from ninefold import cli, records
from ninefold import testing as conformance
from ninefold.cli.parser import NAMES, build_parser
from ninefold.core.geometry import MAX_SIZE, MIN_SIZE
from ninefold.core.text import MAX_TEXT
from ninefold.core.values import counted
from ninefold.papers.experiment import ClaimRow
from ninefold.papers.study import measure
from ninefold.solving import trace
from ninefold.solving.table import TABLE

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(path.name for path in DOCS.glob("*.md"))
KITS = ("ninefold.environments.", "ninefold.testing.")  # separate public packages

WORDS = (
    *("N", "S", "layout", "grid", "puzzle", "cell", "row", "column", "box", "unit", "peer", "band", "stack"),
    *("digit", "clue", "candidate", "mark", "place", "eliminate", "guess", "belief", "step", "technique", "proper"),
    *("minimal", "x[i,j,k]", "status", "method", "run", "trace", "judge", "complete", "isolate", "node", "certificate"),
)


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """The text under a heading, up to the next one of the same level or above."""
    level = heading.index(" ")
    found = re.search(rf"^{re.escape(heading)}$(.*?)(?=^#{{1,{level}}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"no heading {heading!r}"
    return found[1]


def described() -> set[str]:
    """The names that the reference describes from their docstrings."""
    return set(re.findall(r"^\.\. auto\w+:: ([\w.]+)", page("reference"), re.MULTILINE))


def table_keys(text: str) -> list[str]:
    """The first column of a table, if it holds code."""
    return re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)


def walk(parser: argparse.ArgumentParser, command: str = "") -> Iterator[tuple[str, argparse.Action]]:
    """Every action of a parser and of its commands, with the command it belongs to."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from walk(inner, f"{command} {name}".strip())
        else:
            yield command, action


def command_heading(command: str) -> str:
    """The heading of a command; that of a command of `library` is one level below."""
    return f"{'#' * (2 + command.count(' '))} {command}"


OPTIONS = sorted({(name, word) for name, action in walk(build_parser(NAMES)) for word in action.option_strings})
COMMAND_NAMES = sorted({name for name, _ in walk(build_parser(NAMES)) if name})


# --- the reference -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", nf.__all__)
def test_every_public_name_is_in_the_reference(name: str) -> None:
    assert f"ninefold.{name}" in described()


def errors(kind: type[Exception] = nf.NinefoldError) -> Iterator[str]:
    yield kind.__name__
    for inner in kind.__subclasses__():
        yield from errors(inner)


def test_every_error_is_in_the_reference_and_in_the_tree() -> None:
    tree = re.search(r"```text\nValueError\n.*?```", page("reference"), re.DOTALL)
    assert tree
    for name in errors():
        assert f"ninefold.{name}" in described()
        assert re.search(rf"── {name}\b", tree[0]), name
    assert {"ninefold.Stopped", "ninefold.testing.NonConformance"} <= described()


def test_the_error_tree_is_drawn_once() -> None:
    assert sum((DOCS / name).read_text(encoding="utf-8").count("── ParseError") for name in PAGES) == 1


def test_every_trace_event_is_public_and_in_the_reference() -> None:
    kinds = {kind for kind in vars(trace).values() if isinstance(kind, type) and issubclass(kind, trace.Event)}
    kinds.remove(trace.Candidate)  # the common base of place, drop and guess
    assert len(kinds) > 8
    assert {kind.__name__ for kind in kinds} <= set(nf.__all__)


def test_the_conformance_kit_is_in_the_reference() -> None:
    names = ("Case", "CaseResult", "NonConformance", "cases", "conform")
    assert {f"{conformance.__name__}.{name}" for name in names} <= described()


def test_the_reference_describes_public_names_only() -> None:
    public = {f"ninefold.{name}" for name in nf.__all__}
    assert {name for name in described() - public if not name.startswith(KITS)} == set()


def test_every_method_and_option_is_in_the_reference() -> None:
    updated = runpy.run_path(str(DOCS / "reference_methods.py"))["updated"]
    assert page("reference") == updated(page("reference"))


def test_every_method_of_the_library_is_in_the_reference() -> None:
    listed = re.search(r"autoclass:: ninefold\.Library\n +:members: (.+)", page("reference"))
    assert listed
    internal = {"rows", "writing"}  # for the other modules of the package
    methods = {name for name, value in vars(nf.Library).items() if callable(value) and not name.startswith("_")}
    assert set(listed[1].split(", ")) == methods - internal


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: path.stem)
def test_the_examples_import_only_public_modules(path: Path) -> None:
    modules = re.findall(
        r"^(?:>>> |\.\.\. )?\s*(?:from|import) (ninefold[\w.]*)", path.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(modules) <= {"ninefold", *(kit.rstrip(".") for kit in KITS)}


def test_no_public_class_shares_its_name() -> None:
    """One public class per name; the stub of the native module describes another language's classes."""
    source = Path(nf.__file__).parent
    classes = Counter(
        name
        for path in source.rglob("*.py")
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    )
    public = {*nf.__all__, *(info.attribute for info in TABLE)}
    assert [name for name, count in classes.items() if count > 1 and name in public] == []


def test_importing_ninefold_is_light() -> None:
    code = "import sys, ninefold; print(sum(m.startswith('ninefold') for m in sys.modules), 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    count, has_numpy = done.stdout.split()
    assert int(count) <= 45
    assert has_numpy == "False"


# --- the command line ----------------------------------------------------------------------------


def test_the_command_line_page_matches_the_parser() -> None:
    written = runpy.run_path(str(DOCS / "command_line.py"))["page"]()
    assert page("command-line") == written, "run docs/command_line.py"


def test_every_hand_written_part_belongs_to_a_command() -> None:
    names = {path.stem for path in (DOCS / "command-line").glob("*.md")}
    assert names <= {"start", "library-end", *(name.replace(" ", "-") for name in COMMAND_NAMES)}


@pytest.mark.parametrize("command", COMMAND_NAMES)
def test_every_command_has_a_section(command: str) -> None:
    assert f"\nninefold {command} [options]" in section(page("command-line"), command_heading(command))


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_every_option_is_described(command: str, option: str) -> None:
    text = page("command-line")
    assert re.search(rf"`{option}[` ]", text), option
    if command and option not in ("-h", "--help"):
        assert option in section(text, command_heading(command))


def test_every_json_key_is_described() -> None:
    puzzle = nf.Grid("..4.1......3.1..")
    forms = {
        "solve": records.with_puzzle(puzzle, records.ResultRecord.of(nf.solve(puzzle))),
        "count": records.with_puzzle(puzzle, records.CountRecord.of(nf.Count(1), 0.1)),
        "check": records.with_puzzle(puzzle, records.CheckRecord.of(nf.check(puzzle), True), status="solved"),
        "show": records.as_dict(records.Shown.of(puzzle)),
        "methods": records.as_dict(records.MethodRecord.of(TABLE[0])),
        "canonical": records.with_puzzle(puzzle, records.CanonicalRecord.of(puzzle)),
        "generate": records.with_puzzle(puzzle, records.Generated(clues=4, level="easy", seed=1), number=1),
        "papers": {"paper": "gira"} | asdict(ClaimRow("speed", "fast", "abstract", "lp", {}, "", "holds", "")),
        "relax": records.with_puzzle(puzzle, records.RelaxationRecord.of(nf.relaxation(puzzle))),
        "tree": records.with_puzzle(puzzle, records.TreeRecord.of(nf.tree([]), "unique")),
        "study": records.as_dict(measure("small", [puzzle], "backtrack").record()),
    }
    for name, record in forms.items():
        assert table_keys(section(page("command-line"), f"### JSON of {name}")) == list(record), name


def test_every_trace_event_has_its_keys_in_the_table() -> None:
    grid = nf.Grid("..4.1......3.1..")
    events = (
        *(trace.Start(grid, "search"), trace.Place(0, 1, 4, "single"), trace.Drop(0, 1, 4, "single")),
        *(trace.Guess(0, 1, 4), trace.Undo(), trace.Belief([[0.5]]), trace.Note("steps", 1), trace.Found(grid)),
        trace.End("solved", "the limit of 1 solution was reached"),
    )
    rows = re.findall(r"^\| `(\w+)` \|(.*?)\|", section(page("command-line"), "### The trace"), re.MULTILINE)
    assert {kind: re.findall(r"`(\w+)`", keys) for kind, keys in rows} == {
        event.kind: list(event.fields()) for event in events
    }


def test_every_exit_code_is_described() -> None:
    codes = re.findall(r"^\| (\d+) \|", section(page("command-line"), "## Exit codes"), re.MULTILINE)
    assert [int(code) for code in codes] == [0, 1, cli.USAGE, cli.FAULT, cli.INTERRUPTED]


# --- the other pages -----------------------------------------------------------------------------


@pytest.mark.parametrize("info", TABLE, ids=lambda info: info.name)
def test_every_method_has_an_essay(info: nf.MethodInfo) -> None:
    essay = page(f"methods/{info.name}")
    for part in ("The idea", "Rules", "Trace", "Options", "Guarantees", "When it is slow"):
        assert f"**{part}.**" in essay, part
    for kind in info.traces:
        assert f"`{kind}`" in essay or kind in essay


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_defined(word: str) -> None:
    glossaries = re.findall(r"```\{glossary\}\n(.*?)```", page("glossary"), re.DOTALL)
    terms = [line for text in glossaries for line in text.splitlines() if line and not line.startswith(" ")]
    assert terms.count(word) == 1
    assert len(terms) == len(set(terms))


def test_the_words_used_as_terms_are_defined() -> None:
    defined = {line.lower() for line in page("glossary").splitlines()}
    for name in PAGES:
        for term in re.findall(r"\{term\}`(?:[^`<]*<)?([^`>]+)>?`", (DOCS / name).read_text(encoding="utf-8")):
            assert term.lower() in defined, f"{name}: {term}"


def test_the_documented_bounds_are_the_real_ones() -> None:
    assert f"{MIN_SIZE} to {MAX_SIZE}" in page("layouts-and-text")
    assert f"{MAX_TEXT:,} characters" in page("layouts-and-text")
    assert f"{MAX_TEXT:,} characters" in (DOCS.parent / "SECURITY.md").read_text(encoding="utf-8")


def test_every_page_is_in_the_contents() -> None:
    listed = re.findall(r"^[a-z-]+$", page("index"), re.MULTILINE)
    assert sorted(f"{name}.md" for name in [*listed, "index"]) == PAGES


def test_the_essays_are_in_the_order_of_the_table() -> None:
    listed = re.findall(r"^methods/([a-z-]+)$", page("methods"), re.MULTILINE)
    assert listed == [info.name for info in TABLE]
    assert sorted(listed) == sorted(path.stem for path in (DOCS / "methods").glob("*.md"))


def test_the_speed_chart_matches_the_table() -> None:
    chart = runpy.run_path(str(DOCS / "speed_chart.py"))["chart"]
    assert (DOCS / "speed.svg").read_text(encoding="utf-8") == chart(page("benchmarks"))


def test_the_changelog_has_this_version() -> None:
    text = (DOCS.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(nf.__version__)}\b", text, re.MULTILINE)


def messages() -> Iterator[str]:
    """Every text in the source, with … for the parts that are filled in."""
    for path in Path(nf.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.JoinedStr):
                yield "".join(map(filled_in, node.values))


def filled_in(part: ast.expr) -> str:
    """A part of a formatted text: its words, or … if it is filled in; a number keeps its noun."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    if isinstance(part, ast.FormattedValue) and ast.unparse(part.value).startswith("counted("):
        noun = part.value.args[1]  # type: ignore[attr-defined]
        return counted(0, noun.value).replace("0", "…") if isinstance(noun, ast.Constant) else "…"
    return "…"


def test_every_message_in_the_error_index_exists() -> None:
    listed = re.findall(r"^\| `(.+?)` \|", page("errors"), re.MULTILINE)
    assert len(listed) > 40
    texts = set(messages())
    assert [message for message in listed if not any(message.strip(" …:") in text for text in texts)] == []


# --- the example plug-in -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the plug-in of the docs is installed: its module, and its entry point."""
    folder = tmp_path_factory.mktemp("site")
    project = (DOCS / "lucky" / "pyproject.toml").read_text(encoding="utf-8")
    point = re.search(r'^\[project\.entry-points\."ninefold\.methods"\]\n(\w+) = "(.+)"$', project, re.MULTILINE)
    assert point
    info = folder / "ninefold_lucky-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ninefold-lucky\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[ninefold.methods]\n{point[1]} = {point[2]}\n", encoding="utf-8")
    (folder / "lucky.py").write_bytes((DOCS / "lucky" / "lucky.py").read_bytes())
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return dict(os.environ) | {"PYTHONPATH": str(folder), "PATH": path}


SESSIONS = "".join(re.findall(r"```shell-session\n(.*?)```", page("plugins"), re.DOTALL))
COMMANDS = [block.partition("\n")[::2] for block in ("\n" + SESSIONS).split("\n$ ")[1:]]


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_example_plug_in_works_as_shown(command: str, shown: str, installed: dict[str, str]) -> None:
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=installed, cwd=DOCS.parent)
    assert OutputChecker().check_output(
        shown.strip() + "\n", done.stdout.strip() + "\n", ELLIPSIS | NORMALIZE_WHITESPACE
    ), done.stdout + done.stderr


def test_the_example_test_passes(installed: dict[str, str], tmp_path: Path) -> None:
    test = re.search(r"```\{code-block\} python\n(import pytest.*?)```", page("plugins"), re.DOTALL)
    assert test
    (tmp_path / "test_lucky.py").write_text(test[1], encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, env=installed, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert re.search(r"\b28 passed", done.stdout)


@pytest.mark.parametrize("info", TABLE, ids=lambda info: info.name)
def test_every_essay_has_its_own_picture(info: nf.MethodInfo) -> None:
    assert f"(pictures/{info.name}.svg)" in page(f"methods/{info.name}")
    assert f"<title>{info.name}: " in (DOCS / "methods" / "pictures" / f"{info.name}.svg").read_text(encoding="utf-8")
