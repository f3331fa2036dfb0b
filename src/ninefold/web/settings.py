"""Limits of the server: sizes, times, and how much runs or waits at the same time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ServerLimits:
    """Every limit of a server.

    Args:
        seconds: the longest time for a request that is not a job.
        job_seconds: the longest time for a job.
        body, file: the bytes of a JSON body, and of a file.
        head: the bytes of a request's line and headers.
        workers: long requests that run at the same time, and as many jobs; short requests have one worker more.
        waiting, jobs_waiting: requests and jobs that may wait for a worker; more get 503.
        wait: the longest time a request may wait; one that would wait longer gets 503 at once.
        short: a request of one of the quick kinds is short if its own time limit is no longer than this.
        events, event_bytes: how much of a trace is kept and sent.
        kept, kept_bytes: how many finished jobs are remembered, and their total size.
        streams: event streams open at the same time.
        rate, burst: requests per second from one address, and how many may arrive at once.
        connections: connections open at the same time.
        request_timeout: seconds within which a whole request must arrive, head and body.
        write_timeout: seconds after which a client that does not read its response is dropped.
        idle: seconds for which a connection without a request is kept.
        rate_after: seconds after the start until the puzzles of the library are rated in the background.
    """

    seconds: float = 60.0
    job_seconds: float = 300.0
    body: int = 1 << 20
    file: int = 5 << 20
    head: int = 16 << 10
    workers: int = 2
    waiting: int = 128
    jobs_waiting: int = 16
    wait: float = 2.0
    short: float = 5.0
    events: int = 20_000
    event_bytes: int = 16 << 20
    kept: int = 50
    kept_bytes: int = 96 << 20
    streams: int = 64
    rate: float = 400.0
    burst: float = 800.0
    connections: int = 512
    request_timeout: float = 7.0
    write_timeout: float = 7.0
    idle: float = 15.0
    rate_after: float = 10.0


# What the descriptions of requests name.
DEFAULTS = ServerLimits()
