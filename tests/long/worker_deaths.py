"""Killed workers and killed servers: a job fails alone, and no worker is left behind.

python tests/long/worker_deaths.py [DEATHS] [ORPHANS]

1. DEATHS times (200), the worker of a job gets SIGKILL, SIGSEGV or SIGSTOP at a random moment: the job ends, the
   server answers meanwhile, and the next job works.
2. ORPHANS times (60), a server with busy workers is killed at a random moment: all its workers are gone soon after.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from served import EASY, ENDLESS, Served, call, report, serve, wait_for

SIGNALS = (signal.SIGKILL, signal.SIGSEGV, signal.SIGSTOP)


async def deaths(server: Served, count: int, rng: Random) -> list[str]:
    """Kill the workers of jobs."""
    faults = []
    for number in range(count):
        kind = SIGNALS[number % len(SIGNALS)]
        limit = 1.0 if kind is signal.SIGSTOP else 30.0
        _, job = await call(server.port, "POST", "/api/jobs", ENDLESS | {"seconds": limit, "trace": number % 2 == 0})
        await wait_for(server.port, job["id"], "running", "done", "failed")
        await asyncio.sleep(rng.random() * 0.3)
        start = time.monotonic()
        for pid in busy(server):
            with suppress(ProcessLookupError):
                os.kill(pid, kind)
        sent, (status, _) = time.monotonic(), await call(server.port, "POST", "/api/hint", {"grid": EASY})
        hint = time.monotonic() - sent
        state = await wait_for(server.port, job["id"], "done", "failed", seconds=10)
        took = time.monotonic() - start
        if state not in ("done", "failed") or took > limit + 3 or status != 200 or hint > 2:
            faults.append(f"{number} {kind.name}: {state} after {took:.1f} s, hint {status} after {hint:.1f} s")
        _, after = await call(server.port, "POST", "/api/jobs", {"kind": "solve", "puzzle": EASY})
        if (state := await wait_for(server.port, after["id"], "done", "failed")) != "done":
            faults.append(f"{number} {kind.name}: the next job is {state}")
    noise = [line for line in server.log if "child process" in line or "socket.send" in line]
    return faults + noise


def busy(server: Served) -> list[int]:
    """The workers that compute: those with the niceness of jobs."""
    return [pid for pid in server.workers if os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)]


def orphans(count: int, rng: Random) -> list[str]:
    """Kill servers while their workers send and receive large messages."""
    faults = []
    for number in range(count):
        with serve() as server:
            asyncio.run(fill(server))
            time.sleep(rng.random() * 0.5)
            pids = server.workers
            server.process.kill()
            server.process.wait()
            until = time.monotonic() + 5
            while (left := [pid for pid in pids if is_alive(pid)]) and time.monotonic() < until:
                time.sleep(0.02)
            faults += [f"server {number}: worker {pid} is left" for pid in left]
            for pid in left:
                os.kill(pid, signal.SIGKILL)
    return faults


async def fill(server: Served) -> None:
    """Two jobs with long traces, and a request with a large body."""
    for by in ("backtrack", "network"):
        await call(server.port, "POST", "/api/jobs", ENDLESS | {"trace": True, "by": by})
    with suppress(TimeoutError):
        async with asyncio.timeout(0.3):
            await call(server.port, "POST", "/api/parse", {"text": f"{EASY}\n" * 11_000})


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def main() -> int:
    """Both parts."""
    killed, servers = (int(word) for word in (sys.argv[1:] + ["200", "60"][len(sys.argv) - 1 :])[:2])
    start, rng = time.monotonic(), Random(1)
    with serve() as server:
        code = report(f"{killed} killed workers", asyncio.run(deaths(server, killed, rng)), start)
    start = time.monotonic()
    return report(f"{servers} killed servers", orphans(servers, rng), start) or code


if __name__ == "__main__":
    sys.exit(main())
