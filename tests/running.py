"""Running the real command in a separate process, with pipes, files or a terminal as its streams."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import IO, Any

SCRIPTS = sysconfig.get_path("scripts")
MODULE = (sys.executable, "-m", "ninefold")
SCRIPT = (str(Path(SCRIPTS) / "ninefold"),)

# Seconds; long enough for the slowest machine, so that only a command that hangs is killed.
COMMAND_TIMEOUT = 60

PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "...1..2..3..4..."
TWO_SOLUTIONS = ("2431312413424213", "3241142323144132")
IMPOSSIBLE = "12....3........4"
ROW_CLASH = "11" + "." * 79
BOX_CLASH = "...1" + "." * 9 + "1" + "." * 67  # r1c4 and r2c5
ENDLESS = "." * 625  # by backtrack


@dataclass(frozen=True)
class Done:
    """A command that has ended: its exit code and its output."""

    code: int
    out: str
    err: str

    def __post_init__(self) -> None:
        """No output ever contains a traceback."""
        for word in ("Traceback", "Exception ignored"):
            assert word not in self.err + self.out, self.err + self.out

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]


def ninefold(
    *args: str | Path,
    stdin: str | bytes = b"",
    stdout: IO[Any] | int = subprocess.PIPE,
    env: Mapping[str, str] | None = None,
    command: tuple[str, ...] = MODULE,
) -> Done:
    """Run the command with pipes for its streams."""
    done = subprocess.run(
        [*command, *map(str, args)],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(env),
        timeout=COMMAND_TIMEOUT,
    )
    return Done(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())


def shell(line: str, *args: str | Path) -> Done:
    """Run a line of bash, in which `ninefold` is the installed script and $1, $2 … are the arguments."""
    return ninefold("-c", line, "bash", *args, command=("bash",))


def start(*args: str | Path) -> subprocess.Popen[str]:
    """Start the command and leave it running; it accepts interrupts even if the tests ignore them."""
    process = subprocess.Popen(
        [*MODULE, *map(str, args)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    _kill_if_stuck(process)
    return process


def on_terminal(*args: str | Path, streams: str = "stdout", env: Mapping[str, str] | None = None) -> Done:
    """Run the command with some of its streams on a terminal; `out` and `err` are what came on each."""
    ours, theirs = pty.openpty()
    with tempfile.TemporaryFile("w+b") as out, tempfile.TemporaryFile("w+b") as err:
        process = subprocess.Popen(
            [*MODULE, *map(str, args)],
            stdin=theirs if "stdin" in streams else subprocess.DEVNULL,
            stdout=theirs if "stdout" in streams else out,
            stderr=theirs if "stderr" in streams else err,
            env=environment(env),
        )
        os.close(theirs)
        _kill_if_stuck(process)
        shown = _read_all(ours)
        code = process.wait()
        texts = [shown if name in streams else _content(file) for name, file in (("stdout", out), ("stderr", err))]
    return Done(code, *texts)


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment without variables that would change the tests, and with the script on the path."""
    unwanted = ("NO_COLOR", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")  # the last makes every start slow
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    path = {"PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}
    return kept | path | {"TERM": "xterm", "COLUMNS": "80"} | dict(changes or {})


def plug_in(folder: Path, name: str, code: str) -> dict[str, str]:
    """Install a package with one method in a folder; returns the environment in which it is found."""
    folder.joinpath(f"{name}_methods.py").write_text(code)
    info = folder / f"{name}_methods-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-methods\nVersion: 1.0\n")
    info.joinpath("entry_points.txt").write_text(f"[ninefold.methods]\n{name} = {name}_methods:{name}\n")
    return {"PYTHONPATH": str(folder)}


def _kill_if_stuck(process: subprocess.Popen[Any]) -> None:
    """Kill a command that hangs, so that its test fails instead of hanging too."""
    timer = Timer(COMMAND_TIMEOUT, process.kill)
    timer.daemon = True
    timer.start()


def _read_all(terminal: int) -> str:
    read = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # on Linux: the other side is closed
            part = b""
        if not part:
            os.close(terminal)
            return read.decode().replace("\r\n", "\n")
        read += part


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()
