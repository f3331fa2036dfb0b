"""Help, version and completion, and how little they load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from running import MODULE, SCRIPT, environment, ninefold

import ninefold as nf
from ninefold.cli.parser import NAMES, PITCH
from ninefold.solving.table import TABLE

METHODS = {info.name for info in TABLE}


@pytest.mark.parametrize("command", [MODULE, SCRIPT], ids=["module", "script"])
def test_help_lists_every_command_and_the_exit_codes(command: tuple[str, ...]) -> None:
    done = ninefold("--help", command=command)
    assert (done.code, done.err) == (0, "")
    assert all(f"\n  {name} " in done.out for name in NAMES)
    assert "usage: ninefold " in done.out
    assert "exit codes: 0 yes, 1 no" in done.out
    assert PITCH in done.out
    assert f"{len(TABLE)} solving methods" in PITCH


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help(name: str) -> None:
    done = ninefold(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"usage: ninefold {name} [options]")


def test_version_is_that_of_the_package() -> None:
    done = ninefold("--version")
    assert (done.code, done.out, done.err) == (0, f"ninefold {nf.__version__}\n", "")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "commands:"),
        (["slove"], "unknown command 'slove'"),
        (["--loud"], "unrecognized arguments: --loud"),
        (["solve", "--loud"], "unrecognized arguments: --loud"),
        (["completion"], "shell"),
        (["completion", "powershell"], "unknown value 'powershell'"),
    ],
)
def test_usage_errors_show_the_usage(args: list[str], words: str) -> None:
    done = ninefold(*args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("usage: ninefold ")
    assert words in done.err


@pytest.mark.parametrize(
    ("args", "usage", "words"),
    [
        (
            ["generate", "8"],
            "generate",
            "generate: error: unrecognized arguments: 8 (did you mean --count 8 or --size 8?)\n",
        ),
        (["generate", "--sise", "8"], "generate", "unrecognized arguments: --sise 8 (did you mean --size?)\n"),
        (["library", "list", "--lvel=easy"], "library list", "--lvel=easy (did you mean --level?)\n"),
    ],
)
def test_unknown_arguments_show_the_usage_and_a_suggestion(args: list[str], usage: str, words: str) -> None:
    done = ninefold(*args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"usage: ninefold {usage} ")
    assert done.err.endswith(words)


@pytest.mark.parametrize("args", [("--help",), ("--version",), *((name, "--help") for name in NAMES)], ids=" ".join)
def test_help_loads_nothing_heavy(args: tuple[str, ...]) -> None:
    done = ninefold(*args, command=(sys.executable, "-X", "importtime", "-m", "ninefold"))
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.err.splitlines()}
    assert "ninefold" in loaded
    assert not loaded & {"numpy", "rich", "shtab"}
    assert args[0] in ("race", "sweep") or not loaded & {"subprocess", "pickle"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_every_shell_has_a_completion_script_with_every_command(shell: str) -> None:
    done = ninefold("completion", shell)
    assert (done.code, done.err) == (0, "")
    assert all(name in done.out for name in NAMES)


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The completion script for bash, in a folder with one puzzle file."""
    file = tmp_path_factory.mktemp("completion") / "ninefold.bash"
    file.write_text(ninefold("completion", "bash").out)
    file.with_name("puzzle.txt").touch()
    return file


def test_bash_parses_its_script(script: Path) -> None:
    done = ninefold("-n", script, command=("bash",))
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["so"], {"solve"}),
        ([""], {*NAMES}),
        (["solve", "--by", ""], METHODS | {"auto"}),
        (["solve", "--by", "pro"], {"propagate"}),
        (["solve", "--s"], {"--size", "--seconds"}),
        (["show", "--to", ""], {"board", "line", "print_sudoku", "printpuzzle", "svg"}),
        (["solve", "puz"], {"puzzle.txt"}),
        (["check", "--clues", "puz"], {"puzzle.txt"}),
        (["methods", ""], METHODS),
        (["completion", "z"], {"zsh"}),
        (["model", "--to", "m"], {"mps", "mzn"}),
        (["library", "e"], {"export", "edit"}),
    ],
)
def test_bash_completes_words(typed: list[str], offered: set[str], script: Path) -> None:
    assert complete(script, ["ninefold", *typed]) == offered


def complete(script: Path, words: list[str]) -> set[str]:
    """What bash offers for the last word, called as bash calls the script."""
    line = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_ninefold; echo "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", line, "bash", str(script), *words],
        capture_output=True,
        text=True,
        cwd=script.parent,
        env=environment(),
    )
    assert done.stderr == ""
    return set(done.stdout.split())
