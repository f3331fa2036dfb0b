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
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Timer
from typing import IO, Any

from fork_server import ForkServer

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
    command: tuple[str, ...] = (),
) -> Done:
    """Run the command with pipes for its streams, in a forked process unless another command is given."""
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    if not command and not _is_for_python(env):
        return _forked(args, given, stdout, env)
    done = subprocess.run(
        [*(command or MODULE), *map(str, args)],
        input=given,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(env),
        timeout=COMMAND_TIMEOUT,
    )
    return Done(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())


def _is_for_python(env: Mapping[str, str] | None) -> bool:
    """Whether an environment changes how Python starts, or what the package reads when it is imported."""
    return any(name.startswith(("PYTHON", "NINEFOLD", "LANG", "LC_")) for name in env or ())


def _forked(args: Sequence[str | Path], stdin: bytes, stdout: IO[Any] | int, env: Mapping[str, str] | None) -> Done:
    """Run the command with pipes for its streams in a forked process."""
    with ExitStack() as ends, ThreadPoolExecutor(3) as threads:
        (read_in, write_in), (read_out, write_out), (read_err, write_err) = (
            [ends.enter_context(os.fdopen(end, mode)) for end, mode in zip(os.pipe(), ("rb", "wb"), strict=True)]
            for _ in range(3)
        )
        out, err = threads.submit(read_out.read), threads.submit(read_err.read)
        threads.submit(_write_all, write_in, stdin)
        target = write_out if stdout == subprocess.PIPE else stdout
        streams = [stream if isinstance(stream, int) else stream.fileno() for stream in (read_in, target, write_err)]
        try:
            code = fork_server().run(list(map(str, args)), environment(env), streams, COMMAND_TIMEOUT)
        finally:
            for end in (read_in, write_out, write_err):
                end.close()
        return Done(code, out.result().decode(), err.result().decode())


def _write_all(pipe: IO[bytes], content: bytes) -> None:
    with suppress(BrokenPipeError), pipe:
        pipe.write(content)


@cache
def fork_server() -> ForkServer:
    """The server of this process, started with its first command."""
    return ForkServer()


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


def wait_until_busy(process: subprocess.Popen[str], seconds: float = 0.7) -> None:
    """Wait until a command has used so much CPU time: it has started, however busy the machine is."""
    state = Path(f"/proc/{process.pid}/stat")
    if not state.exists():  # not Linux
        time.sleep(2 * seconds)
        return
    while process.poll() is None:
        ticks = sum(map(int, state.read_text().rpartition(")")[2].split()[11:13]))
        if ticks >= seconds * os.sysconf("SC_CLK_TCK"):
            return
        time.sleep(0.02)


def on_terminal(*args: str | Path, streams: str = "stdout", env: Mapping[str, str] | None = None) -> Done:
    """Run the command with some of its streams on a terminal; `out` and `err` are what came on each."""
    ours, theirs = pty.openpty()
    with tempfile.TemporaryFile("w+b") as out, tempfile.TemporaryFile("w+b") as err:
        with open(os.devnull, "rb") as nothing, ThreadPoolExecutor(1) as thread:
            given = {"stdin": nothing.fileno(), "stdout": out.fileno(), "stderr": err.fileno()}
            shown_later = thread.submit(_read_all, ours)
            ends = [theirs if name in streams else end for name, end in given.items()]
            try:
                code = fork_server().run(list(map(str, args)), environment(env), ends, COMMAND_TIMEOUT)
            finally:
                os.close(theirs)
            shown = shown_later.result()
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
