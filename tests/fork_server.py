"""Processes of the command without its start-up: a server that has imported the package forks one for each command.

Starting Python and importing the package takes 0.2 s of CPU for each of a thousand commands. A forked process has its
own streams, arguments, environment, folder and exit code, and ends as any Python process does. It differs from a new
one in what is imported already, so tests about imports, plug-ins and Python's own variables start a new process.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NoReturn, TextIO, TypedDict

# Imported by many commands only when they need it.
OFTEN = ("numpy", "scipy.sparse", "scipy.optimize", "highspy", "rich.progress", "sqlite3")
SIZE = 1 << 20  # the largest message: arguments and environment
STREAMS = (("stdin", "rb"), ("stdout", "wb"), ("stderr", "wb"))


class Command(TypedDict):
    """What a message requests."""

    args: list[str]
    env: dict[str, str]
    folder: str


class ForkServer:
    """The server, as the tests see it; one command at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for end in (self._ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SIZE)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
            )
        atexit.register(self.close)

    def close(self) -> None:
        self._ours.close()
        self._process.wait()

    def run(self, args: Sequence[str], env: Mapping[str, str], streams: Sequence[int], seconds: float) -> int:
        """Run the command with these descriptors as its streams; returns its exit code, negative for a signal."""
        with self._lock:
            command = Command(args=list(args), env=dict(env), folder=os.getcwd())
            socket.send_fds(self._ours, [json.dumps(command).encode()], streams)
            pid = int(self._ours.recv(SIZE))
            self._ours.settimeout(seconds)
            try:
                return int(self._ours.recv(SIZE))
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                self._ours.settimeout(None)
                self._ours.recv(SIZE)
                raise subprocess.TimeoutExpired(list(args), seconds) from None
            finally:
                self._ours.settimeout(None)


def serve(connection: socket.socket) -> None:
    """Fork a process for each message and send its number, then its exit code; returns in the forked processes only."""
    while True:
        message, streams, _, _ = socket.recv_fds(connection, SIZE, len(STREAMS))
        if not message:
            os._exit(0)  # the tests have ended
        pid = os.fork()
        if not pid:
            connection.close()
            become(json.loads(message), streams)
            return
        for stream in streams:
            os.close(stream)
        with suppress(BrokenPipeError):
            connection.send(str(pid).encode())
            connection.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())


def become(command: Command, streams: Sequence[int]) -> None:
    """Take over the arguments, the environment, the folder and the streams of a command."""
    os.chdir(command["folder"])
    os.environ.clear()
    os.environ.update(command["env"])
    sys.path[0] = command["folder"]
    sys.argv[:] = ["ninefold", *command["args"]]
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for number, (name, mode) in enumerate(STREAMS):
        setattr(sys, name, opened(number, mode, getattr(sys, name)))
        setattr(sys, f"__{name}__", getattr(sys, name))


def opened(number: int, mode: str, before: TextIO) -> TextIO:
    """A standard stream as Python opens it: lines at once on a terminal and for errors."""
    binary = open(number, mode, closefd=False)  # noqa: SIM115 - open to the end
    return io.TextIOWrapper(
        binary,
        encoding=before.encoding,
        errors=before.errors,
        newline="\n",
        line_buffering=number == 2 or (number == 1 and os.isatty(number)),
    )


def leave(code: object) -> NoReturn:
    """End as Python does, but without clearing every module: that would copy all memory shared with the server."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0)


def main() -> None:
    """Import everything, then serve; in a forked process, run the command as `python -m ninefold` does."""
    import pkgutil
    import runpy
    from importlib import import_module

    import ninefold

    for name in OFTEN:
        with suppress(ImportError):
            import_module(name)
    for module in pkgutil.walk_packages(ninefold.__path__, "ninefold."):
        if module.name != "ninefold.__main__":
            with suppress(ImportError):  # an extra that is not installed
                import_module(module.name)
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])))
    try:
        runpy.run_module("ninefold", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        leave(end.code)


if __name__ == "__main__":
    main()
