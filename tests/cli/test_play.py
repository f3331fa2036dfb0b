"""`ninefold play`: a real server started by the real command, its end, and its errors."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest
from running import MODULE, environment, ninefold

from ninefold.library.store import Library

pytest.importorskip("uvicorn")


def begin(
    folder: Path, *options: str, port: str | None = "0", is_new: bool = False
) -> tuple[subprocess.Popen[str], str]:
    """A running server and its address."""
    options += () if port is None else ("--port", port)
    if not is_new:
        Library(str(folder / "library.sqlite")).close()  # an existing library gets no starter collection
    server = subprocess.Popen(
        [*MODULE, "play", "--no-browser", "--library", str(folder / "library.sqlite"), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.fullmatch(r"Ninefold is at (\S+)\n", line)
    assert found, line
    assert server.stdout.readline() == "Press Ctrl-C to stop.\n"
    return server, found[1]


def children(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in listed.stdout.split()]


def test_a_new_library_has_puzzles_to_play(tmp_path: Path) -> None:
    """The starter collection is added on the first start only."""
    totals = []
    for _ in range(2):
        server, address = begin(tmp_path, is_new=True)
        with urllib.request.urlopen(f"{address}api/library?limit=1") as answer:
            totals.append(json.load(answer)["total"])
        server.terminate()
        server.communicate(timeout=20)
    assert totals[0] == totals[1] > 100


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_and_its_workers(tmp_path: Path, number: signal.Signals) -> None:
    server, address = begin(tmp_path)
    assert address.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(f"{address}api/about") as answer:
        assert answer.status == 200
    until = time.monotonic() + 20
    while not (workers := children(server.pid)) and time.monotonic() < until:
        time.sleep(0.05)
    server.send_signal(number)
    out, err = server.communicate(timeout=20)
    assert (out, err) == ("", "")
    assert server.returncode in (0, 130, -number)
    time.sleep(0.2)
    assert workers
    assert not [pid for pid in workers if os.path.exists(f"/proc/{pid}")]


def test_workers_do_not_outlive_a_killed_server(tmp_path: Path) -> None:
    server, _ = begin(tmp_path)
    until = time.monotonic() + 20
    while not (workers := children(server.pid)) and time.monotonic() < until:
        time.sleep(0.05)
    server.kill()
    server.communicate()
    while [pid for pid in workers if os.path.exists(f"/proc/{pid}")] and time.monotonic() < until:
        time.sleep(0.05)
    assert not [pid for pid in workers if os.path.exists(f"/proc/{pid}")]


def test_a_port_in_use_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = ninefold("play", "--no-browser", "--port", str(port), "--library", tmp_path / "x.sqlite")
        assert (done.code, done.out) == (2, "")
        assert f"port {port}" in done.err
    server, address = begin(tmp_path, port=str(port))
    assert address == f"http://127.0.0.1:{port}/"
    server.terminate()
    server.communicate(timeout=20)


def test_without_a_port_a_free_one_replaces_a_default_in_use(tmp_path: Path) -> None:
    servers = [begin(tmp_path, port=None) for _ in range(2)]  # the second certainly finds it in use
    ports = []
    for server, address in servers:
        server.terminate()
        _, err = server.communicate(timeout=20)
        ports.append(int(address.rstrip("/").rpartition(":")[2]))
        assert ("port 8909 is in use" in err) == (ports[-1] != 8909)
    assert ports[1] != 8909
    assert ports[0] != ports[1]


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--host", "0.0.0.0"], "--token"),
        (["--host", "::"], "--token"),
        (["--host", "0.0.0.0", "--token", "short"], "at least 16"),
        (["--port", "70000"], "65535"),
        (["--library", "/proc/none/library.sqlite"], "/proc/none"),
    ],
)
def test_play_reports_usage_errors(options: list[str], word: str) -> None:
    done = ninefold("play", "--no-browser", *options)
    assert (done.code, done.out) == (2, "")
    assert word in done.err


def test_the_address_contains_the_token(tmp_path: Path) -> None:
    server, address = begin(tmp_path, "--host", "0.0.0.0", "--token", "a-token-of-many-characters")
    assert address.endswith("/?token=a-token-of-many-characters")
    server.terminate()
    server.communicate(timeout=20)
