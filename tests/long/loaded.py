"""A server under load: slow clients, or a batch and event streams, beside others that must not notice.

python tests/long/loaded.py slow [CLIENTS]
python tests/long/loaded.py batch [SECONDS] [RATE]

slow   CLIENTS (1,000) trickle a head or a body, or do not read their responses. Each must be gone 10 s after it came,
       and the p99 of the others is at most 50 ms.
batch  RATE (200) mixed requests per second for SECONDS (900), while a batch of a million puzzles is solved again and
       again at low priority and 20 streams follow two jobs. No request fails, and p99 is at most 150 ms.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from served import EASY, ENDLESS, HARD, Served, call, percentile, report, serve

POST = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
SLOW = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    POST,
    b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2,  # below the limit of requests per second
)
MIX: tuple[tuple[str, str, object], ...] = (
    *[("GET", "/", None)] * 4,
    *[("GET", "/api/about", None)] * 2,
    *[("POST", "/api/solve", {"puzzle": HARD})] * 4,
    *[("POST", "/api/check", {"grid": EASY, "clues": EASY})] * 4,
    *[("POST", "/api/hint", {"grid": EASY, "strength": 3})] * 3,
    *[("POST", "/api/generate", {"size": 9})] * 2,
)


async def trickle(port: int, number: int) -> float:
    """Send a byte every half second, read nothing; the seconds until the server hangs up."""
    start = time.monotonic()
    with suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        start = time.monotonic()
        writer.write(SLOW[number % len(SLOW)])
        while not writer.is_closing() and time.monotonic() - start < 60:
            await asyncio.sleep(0.5)
            writer.write(b"x")
            await writer.drain()
        writer.close()
    return time.monotonic() - start


async def slow(server: Served, count: int) -> list[str]:
    """Slow clients, and one that sends a request every 20 ms."""
    tricklers = [asyncio.ensure_future(trickle(server.port, number)) for number in range(count)]
    times, faults, broken = list[float](), list[str](), 0
    while not all(task.done() for task in tricklers):
        start, status = time.monotonic(), 0
        while not status:
            try:
                status, _ = await call(server.port, "GET", "/api/formats")
            except OSError:  # one of too many connections: it tries again, and the time counts
                broken += 1
        times.append(time.monotonic() - start)
        faults += [] if status == 200 else [f"the other client got {status}"]
        await asyncio.sleep(0.02)
    gone = [task.result() for task in tricklers]
    p99 = percentile(times, 0.99)
    print(
        f"dropped after {min(gone):.1f} to {max(gone):.1f} s; "
        f"others: {len(times)} responses, p99 {p99:.1f} ms, reconnected {broken} times"
    )
    faults += [f"dropped after {seconds:.1f} s" for seconds in gone if seconds > 10]
    faults += [f"p99 of the others is {p99:.1f} ms"] if p99 > 50 else []
    return server.log + faults


async def follow(port: int, job: str) -> int:
    """Read the events of a job to their end; how many bytes they were."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    size = 0
    while part := await reader.read(65536):
        size += len(part)
    writer.close()
    return size


async def load(port: int, seconds: float, rate: float, times: list[float], faults: list[str]) -> None:
    """Requests at their due times, whether or not the responses are late."""
    start = time.monotonic()

    async def one(number: int) -> None:
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        method, path, body = MIX[number % len(MIX)]
        try:
            status, _ = await call(port, method, path, body)
            faults.extend([] if status == 200 else [f"{path}: {status}"])
        except OSError as error:
            faults.append(f"{path}: {error!r}")
        times.append(time.monotonic() - due)

    running: set[asyncio.Task[None]] = set()
    for number in range(int(seconds * rate)):
        running.add(asyncio.create_task(one(number)))
        if number % 100 == 0:
            await asyncio.sleep(max(0.0, start + number / rate - time.monotonic()))
            running = {task for task in running if not task.done()}
    await asyncio.gather(*running)


async def batch(server: Served, seconds: float, rate: float, file: str) -> list[str]:
    """The load, a batch that is repeated, and 20 streams."""
    faults, times, followed = list[str](), list[float](), 0

    async def streams() -> None:
        nonlocal followed
        while True:
            jobs = [
                (await call(server.port, "POST", "/api/jobs", ENDLESS | {"trace": True, "seconds": 10}))[1]["id"]
                for _ in range(2)
            ]
            await asyncio.gather(*(follow(server.port, jobs[number % 2]) for number in range(20)))
            followed += 20

    async def solving() -> None:
        while True:
            words = ["nice", "-n", "10", sys.executable, "-P", "-m", "ninefold", "solve", file]
            process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.DEVNULL)
            try:
                await process.wait()
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    others = [asyncio.create_task(streams()), asyncio.create_task(solving())]
    await load(server.port, seconds, rate, times, faults)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    p50, p99, p999 = (percentile(times, share) for share in (0.5, 0.99, 0.999))
    print(
        f"{len(times)} responses: p50 {p50:.1f}, p99 {p99:.1f}, p99.9 {p999:.1f} ms; {followed} streams read to the end"
    )
    return faults + ([f"p99 is {p99:.1f} ms"] if p99 > 150 else []) + server.log


def main() -> int:
    """One of the two."""
    start, numbers = time.monotonic(), [*map(float, sys.argv[2:])]
    with serve() as server, tempfile.TemporaryDirectory() as folder:
        if sys.argv[1] == "slow":
            count = int((*numbers, 1000)[0])
            return report(f"{count} slow clients", asyncio.run(slow(server, count)), start)
        seconds, rate = (numbers + [900.0, 200.0][len(numbers) :])[:2]
        file = Path(folder) / "million.txt"
        file.write_text(f"{EASY}\n{HARD}\n" * 500_000)
        faults = asyncio.run(batch(server, seconds, rate, str(file)))
        return report(f"{rate:g} requests per second for {seconds:g} s", faults, start)


if __name__ == "__main__":
    sys.exit(main())
