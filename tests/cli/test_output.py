"""The streams: pipes, terminals and files, closed, full or interrupted."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from running import (
    ENDLESS,
    IMPOSSIBLE,
    MODULE,
    PROPER,
    ROW_CLASH,
    SOLUTION,
    TWO,
    Done,
    environment,
    ninefold,
    on_terminal,
    shell,
    start,
)

ESCAPE = "\x1b"


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A file of more puzzles than any pipe holds."""
    file = tmp_path / "many.txt"
    file.write_text(f"{PROPER}\n" * 2000)
    return file


# --- pipes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["solve", "solve --json", "show", "check"])
def test_a_closed_pipe_ends_it_silently(command: str, many: Path) -> None:
    done = shell(f'ninefold {command} "$1" | head -1; echo ${{PIPESTATUS[0]}}', many)
    assert (len(done.lines), done.lines[-1], done.err) == (2, "0", "")


@pytest.mark.parametrize("command", ["--help", "solve --help", "completion bash", f"solve {PROPER}", "methods"])
def test_a_pipe_without_a_reader_ends_it_silently(command: str) -> None:
    done = shell(f"ninefold {command} | true; echo ${{PIPESTATUS[0]}}")
    assert (done.out, done.err) == ("0\n", "")


def test_a_broken_trace_pipe_is_reported(many: Path) -> None:
    done = shell('ninefold solve "$1" --trace >(head -1 >/dev/null) >/dev/null', many)
    assert done.code == 2
    assert "Broken pipe" in done.err


def test_a_closed_pipe_ends_a_trace_silently_and_keeps_the_results() -> None:
    results = f"{SOLUTION}\n{SOLUTION}\n0\n"
    done = shell(f"ninefold solve {PROPER} {PROPER} --by backtrack --trace - 2> >(true); echo $?")
    assert (done.out, done.err) == (results, "")
    done = shell(f"ninefold solve {PROPER} --by backtrack --trace - 2>&1 | true; echo ${{PIPESTATUS[0]}}")
    assert (done.out, done.err) == ("0\n", "")


def test_results_go_to_standard_output_and_messages_to_standard_error() -> None:
    done = ninefold("solve", PROPER, "bad", IMPOSSIBLE, "--trace", "-")
    assert done.lines == [SOLUTION, "impossible"]
    assert not any(line in done.err.splitlines() for line in done.lines)
    assert "ninefold: 'bad' is neither a file nor a puzzle" in done.err


# --- full and closed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ("solve", PROPER),
        ("solve", "--json", PROPER),
        ("check", PROPER),
        ("methods",),
        ("--help",),
        ("completion", "zsh"),
    ],
    ids=" ".join,
)
def test_a_full_disk_is_reported(args: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = ninefold(*args, stdout=full)
    assert (done.code, done.err) == (2, "ninefold: standard output: No space left on device\n")


@pytest.mark.parametrize(
    ("command", "unbuffered"),
    [("solve", ""), ("solve", "1"), ("show", "1"), ("convert - - --to csv <", "1"), ("draw --to svg", "1")],
)
def test_no_result_is_lost_when_only_a_part_of_the_output_fits(command: str, unbuffered: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    few = tmp_path / "few"
    few.write_text(f"{PROPER}\n" * (20 if command.startswith("draw") else 900))
    # Python would also cut off the bytecode of modules it compiles under the limit, and leave it for later runs.
    setting = f"export PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED={unbuffered}"
    line = f'{setting}; ulimit -f 1; ninefold {command} "$1" > "$2"'
    done = shell(line, few, out)
    assert (done.code, done.err) == (2, "ninefold: standard output: File too large\n")
    assert out.stat().st_size == 1024


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("race few --by search --csv runs.csv", "runs.csv"),
        ("solve few --by search --trace events.jsonl", "events.jsonl"),
    ],
)
def test_a_file_that_does_not_fit_is_named(command: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "few").write_text(f"{PROPER}\n" * 20)
    done = shell(f'cd "$1"; export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1; ninefold {command}', tmp_path)
    assert (done.code, done.err) == (2, f"ninefold: {name}: File too large\n")


@pytest.mark.parametrize("args", [("solve",), ("convert", "-", "--to", "line")], ids=" ".join)
def test_a_pipe_that_does_not_block_gets_every_result(args: tuple[str, ...], many: Path) -> None:
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    command = [*MODULE, args[0], str(many), *args[1:]]
    env = environment({"PYTHONUNBUFFERED": "1"})
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE, env=env) as process:
        os.close(theirs)
        with open(ours, "rb") as file:
            assert len(file.read().splitlines()) == 2000
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("args", [("solve",), ("solve", "--by", "norvig"), ("convert", "-", "-")], ids=" ".join)
def test_an_input_pipe_that_does_not_block_is_read_to_its_end(args: tuple[str, ...]) -> None:
    theirs, ours = os.pipe()
    os.set_blocking(theirs, False)
    with subprocess.Popen([*MODULE, *args], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        for _ in range(3):
            time.sleep(0.3)  # so that it finds nothing to read
            os.write(ours, f"{PROPER}\n".encode())
        os.close(ours)
        os.close(theirs)
        out, err = process.communicate()
    assert (process.returncode, len(out.splitlines()), err) == (0, 3, b"")


def test_a_trace_on_a_full_disk_is_reported_by_name_and_results_are_kept() -> None:
    done = ninefold("solve", PROPER, "--trace", "/dev/full")
    assert (done.code, done.lines) == (2, [SOLUTION])
    assert done.err == "ninefold: /dev/full: No space left on device\n"


@pytest.mark.parametrize(
    ("line", "out", "words", "code"),
    [
        (f"ninefold solve {PROPER} >&-", "", "ninefold: standard output is closed", 2),
        ("ninefold --help >&-", "", "ninefold: standard output is closed", 2),
        (f"ninefold solve {PROPER} >&- 2>&-", "", "", 2),
        ("ninefold solve <&-", "", "ninefold: no puzzle given: pass a puzzle or a file", 2),
        (f"ninefold solve - {PROPER} <&-", f"{SOLUTION}\n", "ninefold: standard input: is closed", 2),
        (f"ninefold solve {PROPER} <&-", f"{SOLUTION}\n", "", 0),
        (f"ninefold solve bad {PROPER} 2>&-", f"{SOLUTION}\n", "", 2),
        ("ninefold 2>&-", "", "", 2),
        ("ninefold solve --by unknown 2>&-", "", "", 2),
        (f"ninefold solve --trace - {PROPER} 2>&-", f"{SOLUTION}\n", "", 0),
        (f"ninefold solve bad {PROPER} 2>/dev/full", f"{SOLUTION}\n", "", 2),
        (f"ninefold solve --trace - {PROPER} 2>/dev/full", "", "", 2),
        (f"ninefold solve --isolate {PROPER} <&- 2>&-", f"{SOLUTION}\n", "", 0),
    ],
)
def test_closed_and_full_streams_do_not_crash(line: str, out: str, words: str, code: int) -> None:
    done = shell(line)
    assert (done.out, done.code) == (out, code)
    assert done.err.startswith(words)
    assert bool(done.err) == bool(words)


@pytest.mark.parametrize("args", [("solve",), ("verify",), ("tree", "--trace"), ("batch", "status")], ids=" ".join)
def test_a_message_never_gives_a_terminal_orders(args: tuple[str, ...]) -> None:
    done = ninefold(*args, "no\x1b[31m file")
    assert (done.code, ESCAPE in done.err, r"no\x1b[31m file" in done.err) == (2, False, True)


# --- terminals ---------------------------------------------------------------------------------


def test_a_terminal_gets_a_board_with_bold_clues_and_coloured_digits() -> None:
    done = on_terminal("solve", TWO, "--limit", "1", "--by", "backtrack")
    words, *board = done.lines
    assert words.startswith("solved by backtrack in ")
    assert board[1] == "| \x1b[36m2\x1b[0m \x1b[36m4\x1b[0m | \x1b[36m3\x1b[0m \x1b[1m1\x1b[0m |"
    assert (len(board), done.code, done.err) == (7, 0, "")


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
@pytest.mark.parametrize("command", ["solve", "check", "show"])
def test_a_terminal_without_colours_gets_a_plain_board(command: str, env: dict[str, str]) -> None:
    done = on_terminal(command, ROW_CLASH, env=env)
    assert "| 1 1 . | . . . | . . . |" in done.lines
    assert ESCAPE not in done.out


def test_an_empty_no_color_is_ignored() -> None:
    assert ESCAPE in on_terminal("show", PROPER, env={"NO_COLOR": ""}).out


@pytest.mark.parametrize(
    ("args", "out"),
    [(("solve", "--to", "line", PROPER), SOLUTION), (("show", "--to", "line", PROPER), PROPER)],
)
def test_a_terminal_gets_a_line_with_to_line(args: tuple[str, ...], out: str) -> None:
    assert on_terminal(*args).lines == [out]


def test_json_is_the_same_on_a_terminal() -> None:
    (record,) = on_terminal("solve", "--json", PROPER).records
    assert record["solutions"] == [SOLUTION]


def test_check_on_a_terminal_draws_the_grid_with_bold_clues() -> None:
    done = on_terminal("check", "--clues", TWO, "...1.12..3..4...")
    assert done.lines[0] == "partial but correct: 11 empty cells; it can be completed"
    assert done.lines[3] == "| . \x1b[36m1\x1b[0m | \x1b[1m2\x1b[0m . |"


def test_a_terminal_as_input_is_an_error() -> None:
    done = on_terminal("solve", streams="stdin")
    assert (done.code, done.out) == (2, "")
    assert "no puzzle given: pass a puzzle or a file, or pipe puzzles in" in done.err


def slow_results(streams: str, **env: str) -> Done:
    """Five results that take 0.2 seconds each, then a bad puzzle."""
    puzzles = [ENDLESS] * 5
    return on_terminal("solve", "--by", "backtrack", "--seconds", "0.2", *puzzles, "bad", streams=streams, env=env)


def test_progress_goes_to_the_terminal_and_results_to_the_file() -> None:
    done = slow_results("stderr")
    assert (done.code, len(done.lines)) == (2, 5)
    assert "5 puzzles in " in done.err
    assert "ninefold: 'bad' is neither a file nor a puzzle" in done.err
    assert ESCAPE not in done.out


def test_progress_is_not_shown_in_a_file() -> None:
    done = slow_results("none")
    assert (done.code, len(done.lines)) == (2, 5)
    assert done.err.startswith("ninefold: 'bad' is neither a file nor a puzzle")
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("args", [("solve", "--help"), ("methods",), ("solve", "½" * 81)], ids=lambda args: args[0])
def test_characters_that_the_terminal_lacks_are_escaped(args: tuple[str, ...]) -> None:
    done = ninefold(*args, env={"PYTHONIOENCODING": "ascii"})
    assert (done.out + done.err).isascii()
    assert done.code == (2 if done.err else 0)


# --- interrupts --------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_interrupt_while_the_command_starts_or_ends_shows_no_traceback(tmp_path: Path, when: str) -> None:
    words = {
        "before": "from ninefold.cli import main",
        "after": "import ninefold.cli; ninefold.cli.main(['--version'])",
    }
    script = tmp_path / "ninefold"  # as pip installs it
    script.write_text(f"{words[when]}\nimport os, signal\nos.kill(os.getpid(), signal.SIGINT)\nprint('still here')\n")
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore it
    )
    assert (done.returncode, done.stderr, "still here" in done.stdout) == (-signal.SIGINT, "", False)


def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    script = tmp_path / "ninefold"
    script.write_text(
        "import ninefold.cli, signal\nninefold.cli.main(['--version'])\nprint(signal.getsignal(2) == signal.SIG_IGN)\n"
    )
    ignoring = f"trap '' INT; exec {shlex.quote(sys.executable)} {shlex.quote(str(script))}"
    done = subprocess.run(["sh", "-c", ignoring], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "True"


@pytest.mark.parametrize("options", [(), ("--isolate",)], ids=["in process", "isolated"])
def test_an_interrupt_exits_with_130_and_keeps_the_results_so_far(options: tuple[str, ...]) -> None:
    process = start("solve", PROPER, ENDLESS, "--by", "backtrack", "--limit", "all", "--trace", "-", *options)
    assert process.stderr is not None
    next(line for line in process.stderr if line.startswith(f"start puzzle={ENDLESS}"))
    next(process.stderr)  # it is running
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    done = Done(process.returncode, out, err)
    assert (done.code, done.lines) == (130, [SOLUTION])


def test_each_result_is_printed_at_once() -> None:
    with subprocess.Popen(
        [*MODULE, "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        for _ in range(3):
            print(PROPER, file=process.stdin, flush=True)
            assert process.stdout.readline().strip() == SOLUTION


def test_an_endless_line_is_an_error() -> None:
    done = shell("head -c 3000000 /dev/zero | ninefold solve; exit ${PIPESTATUS[1]}")
    assert (done.code, done.out) == (2, "")
    assert "standard input: line 1 has more than 65,536 characters" in done.err


def test_an_endless_map_is_an_error() -> None:
    assert ninefold("solve", PROPER, "--layout", "jigsaw:@/dev/zero").code == 2
