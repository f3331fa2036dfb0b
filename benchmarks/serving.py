"""The server under a steady mixed load: 200 requests per second, sent on time whether or not answers are late.

    python benchmarks/serving.py [SECONDS] [RATE]
    python benchmarks/serving.py --fresh [SECONDS] [RATE]
    python benchmarks/serving.py --slow [CLIENTS]

An open loop: each request is sent at its scheduled time, and its latency counts from then. A late answer does not delay
later requests, so queueing becomes visible. The mix is pages, metadata, checking, solving, hints and generated puzzles.

On a busy machine, latencies include its other work. The CPU time per request of the server and of its workers is less
affected, and is printed too (on Linux).

With `--fresh` (default: 35 s, 100 per second), the load begins as soon as the server prints its address; otherwise the
server gets two seconds to warm up first.

With `--slow`, CLIENTS clients (default: 1,000) send a head or a body one byte at a time, or do not read their answers,
while another sends a request every 20 ms. Printed are when the last slow client was dropped, and the latencies of the
other.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
MIX = (
    *[("GET", "/", None)] * 4,
    *[("GET", "/api/about", None)] * 2,
    ("GET", "/api/layout?word=9", None),
    *[("POST", "/api/solve", {"puzzle": HARD})] * 4,
    *[("POST", "/api/check", {"grid": EASY, "clues": EASY})] * 4,
    *[("POST", "/api/hint", {"grid": EASY, "strength": 3})] * 3,
    *[("POST", "/api/generate", {"size": 9, "symmetry": "rotational"})] * 2,
)


class Client:
    """A pool of kept-alive connections, as many as are needed at once."""

    def __init__(self, port: int) -> None:
        self.port, self.idle = port, []

    async def request(self, method: str, path: str, body: object) -> int:
        """The status of the response; a kept connection that the server closed meanwhile is not an error."""
        if self.idle:
            try:
                return await self._send(*self.idle.pop(), method, path, body)
            except (OSError, EOFError):
                pass
        return await self._send(*await asyncio.open_connection("127.0.0.1", self.port), method, path, body)

    async def _send(self, reader, writer, method: str, path: str, body: object) -> int:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        await reader.readexactly(int(answer.partition("content-length: ")[2].split("\r\n")[0]))
        self.idle.append((reader, writer))
        return int(answer.split()[1])


def cpu_seconds(pid: int) -> tuple[float, float]:
    """The CPU time used by a process, and by its children."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        own = sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
        children = [int(word) for task in tasks for word in (task / "children").read_text().split()]
    except OSError:
        return 0.0, 0.0
    return own, sum(sum(cpu_seconds(child)) for child in children)


async def load(port: int, seconds: float, rate: float) -> None:
    client, start, found = Client(port), time.perf_counter(), []

    async def one(number: int) -> None:
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        method, path, body = MIX[number % len(MIX)]
        try:
            status = await client.request(method, path, body)
        except (OSError, EOFError) as error:
            status = f"{type(error).__name__}"
        found.append((time.perf_counter() - start - number / rate, status, path, number))

    await asyncio.gather(*(one(number) for number in range(int(seconds * rate))))
    times = sorted(latency for latency, *_ in found)
    bad = [status for _, status, *_ in found if status != 200]
    print(
        f"{len(found):,} requests at {rate:g} per second; "
        f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    for share in (0.5, 0.9, 0.99, 0.999):
        print(f"  p{share * 100:g}: {1000 * times[int(share * (len(times) - 1))]:.1f} ms")
    print(f"  errors: {len(bad)} {sorted(set(map(str, bad)))}")
    print(f"  the slowest was due {max(found)[3] / rate:.1f} s after the start")
    for path in dict.fromkeys(path for _, path, _ in MIX):
        own = sorted(latency for latency, _, requested, _ in found if requested == path)
        print(
            f"  {path}: median {1000 * own[len(own) // 2]:.1f} ms, p99 {1000 * own[int(0.99 * (len(own) - 1))]:.1f} ms"
        )


async def trickle(port: int, number: int, start: float) -> float:
    """Send a byte every half second, never read, and return when the server hung up."""
    solving = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    beginning = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",  # an endless head
        solving + b"Content-Length: 1000\r\n\r\n{",  # a body
        b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8,  # answers that are never read
    )[number % 3]
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(beginning)
        while not writer.is_closing() and time.perf_counter() - start < 60:
            await asyncio.sleep(0.5)
            writer.write(b"x")
            await writer.drain()
        writer.close()
    except OSError:
        pass
    return time.perf_counter() - start


async def slow(port: int, count: int) -> None:
    client, start, found = Client(port), time.perf_counter(), []
    tricklers = [asyncio.ensure_future(trickle(port, number, start)) for number in range(count)]
    while not all(task.done() for task in tricklers):
        start_of_request = time.perf_counter()
        try:
            status = await client.request("GET", "/api/formats", None)
        except (OSError, EOFError) as error:
            status = type(error).__name__
        found.append((time.perf_counter() - start_of_request, status))
        await asyncio.sleep(0.02)
    gone, times = sorted(task.result() for task in tricklers), sorted(latency for latency, _ in found)
    print(f"{count:,} slow clients: the first was dropped after {gone[0]:.1f} s, the last after {gone[-1]:.1f} s")
    print(
        f"  meanwhile {len(found):,} answers, median {1000 * times[len(times) // 2]:.1f} ms, "
        f"p99 {1000 * times[int(0.99 * (len(times) - 1))]:.1f} ms, longest {1000 * times[-1]:.0f} ms, "
        f"errors: {Counter(status for _, status in found if status != 200)}; load average {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    mode = sys.argv.pop(1) if sys.argv[1:2] in (["--slow"], ["--fresh"]) else ""
    numbers = [*map(float, sys.argv[1:])]
    defaults = [35.0, 100.0] if mode == "--fresh" else [60.0, 200.0]
    seconds, rate = (numbers + defaults[len(numbers) :])[:2]
    with tempfile.TemporaryDirectory() as folder:
        command = [*(sys.executable, "-m", "ninefold", "play", "--no-browser", "--port", "0")]
        command += ["--library", f"{folder}/library.sqlite"]
        start = time.perf_counter()
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
            print(f"ready after {time.perf_counter() - start:.2f} s")
            if mode != "--fresh":
                asyncio.run(load(port, 2, 20))  # warm-up
                print()
            if mode == "--slow":
                return asyncio.run(slow(port, int(numbers[0]) if numbers else 1000))
            before = cpu_seconds(server.pid)
            asyncio.run(load(port, seconds, rate))
            own, workers = (after - start for after, start in zip(cpu_seconds(server.pid), before, strict=True))
            count = int(seconds * rate)
            print(f"  CPU per request: server {1000 * own / count:.2f} ms, workers {1000 * workers / count:.2f} ms")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
