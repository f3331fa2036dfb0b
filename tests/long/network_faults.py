"""A bad network between client and server: no job is lost or run twice, and the client recovers.

python tests/long/network_faults.py [JOBS]

A proxy delays, resets, half-closes or truncates every connection at random, in both directions. Each of JOBS jobs (500)
is sent with an `Idempotency-Key` until there is a response, and some are sent twice at once. Then its result is
fetched in the same way. In the end, the server must have exactly as many jobs as were sent.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
import time
from contextlib import suppress
from random import Random
from typing import Any

from served import call, report, serve

PUZZLES = ("..4.1......3.1..", "1...............")
FAULTS = ("none", "latency", "reset before", "reset after", "half close", "truncate")


class Proxy:
    """Passes connections on to a server, each with a fault."""

    def __init__(self, target: int, rng: Random) -> None:
        self._target, self._rng = target, rng
        self.counts = dict.fromkeys(FAULTS, 0)
        self.port = 0

    async def start(self) -> asyncio.Server:
        """Listen at a free port."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        fault = self._rng.choice(FAULTS)
        self.counts[fault] += 1
        with suppress(OSError, asyncio.IncompleteReadError):
            await self._pass(reader, writer, fault)
        if fault.startswith("reset"):  # unsent data is dropped, and the other side sees a reset
            link = writer.get_extra_info("socket")
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fault: str) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        request = head + await reader.readexactly(length)
        if fault == "reset before":
            request = request[: self._rng.randrange(len(request))]
        if fault == "latency":
            await asyncio.sleep(self._rng.random() * 0.3)
        back, forth = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            forth.write(request)
            await forth.drain()
            if fault == "half close":
                forth.write_eof()
            if fault == "reset before":
                return
            answer = await back.read()
            if fault == "truncate":
                answer = answer[: self._rng.randrange(len(answer) + 1)]
            if fault != "reset after":
                writer.write(answer)
                await writer.drain()
        finally:
            forth.close()


async def persist(port: int, method: str, path: str, body: object = None, key: str = "") -> Any:
    """The value of a request, which is sent until there is a whole response."""
    headers = {"Idempotency-Key": key} if key else {}
    for _ in range(100):
        with suppress(OSError, ValueError, EOFError):
            status, value = await call(port, method, path, body, headers)
            if status < 400:
                return value
            if status != 503:
                raise RuntimeError(f"{method} {path}: {status} {value}")
            await asyncio.sleep(0.1)
    raise RuntimeError(f"{method} {path}: no response after 100 attempts")


async def one(proxy: Proxy, number: int, faults: list[str], ids: set[str]) -> None:
    """One job, from its start to its result."""
    body = {"kind": "solve", "puzzle": PUZZLES[number % 2], "seconds": 20, "trace": False}
    sent = [persist(proxy.port, "POST", "/api/jobs", body, f"job {number}") for _ in range(1 + number % 2)]
    try:
        found = {job["id"] for job in await asyncio.gather(*sent)}
        if len(found) != 1:
            faults.append(f"job {number} has {len(found)} IDs")
        job = found.pop()
        ids.add(job)
        for _ in range(600):
            whole = await persist(proxy.port, "GET", f"/api/jobs/{job}")
            if whole["state"] in ("done", "failed", "cancelled"):
                break
            await asyncio.sleep(0.05)
        if whole["state"] != "done" or whole["result"]["status"] not in ("unique", "multiple"):
            faults.append(f"job {number}: {whole['state']}")
    except RuntimeError as error:
        faults.append(f"job {number}: {error}")


async def run(port: int, count: int) -> tuple[list[str], dict[str, int]]:
    """All jobs, a few at a time."""
    proxy, faults, ids = Proxy(port, Random(1)), list[str](), set[str]()
    async with await proxy.start():
        for first in range(0, count, 8):
            await asyncio.gather(*(one(proxy, number, faults, ids) for number in range(first, min(count, first + 8))))
        _, last = await call(port, "POST", "/api/jobs", {"kind": "solve", "puzzle": PUZZLES[0]})
    started = int(last["id"].partition("-")[0].removeprefix("j")) - 1  # jobs are numbered
    if started != count or len(ids) != count:
        faults.append(f"{started} jobs were started, {len(ids)} IDs were returned, {count} were sent")
    return faults, proxy.counts


def main() -> int:
    """Run the jobs."""
    count, start = int(sys.argv[1]) if len(sys.argv) > 1 else 500, time.monotonic()
    with serve() as server:
        faults, counts = asyncio.run(run(server.port, count))
    print(f"connections by fault: {counts}")
    return report(f"{count} jobs over a bad network", faults, start)


if __name__ == "__main__":
    sys.exit(main())
