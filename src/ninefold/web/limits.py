"""Limits: how much anybody may ask of the server, and for how long."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Every limit of a server.

    Args:
        seconds: the longest time for a request that is answered at once.
        job_seconds: the longest time for a job.
        body, file: the bytes of a JSON body, and of a file.
        head: the bytes of a request's line and headers.
        workers: requests that are worked on at the same time, and as many jobs.
        waiting, jobs_waiting: requests, and jobs, that may wait for a worker; the next one is told to come back.
        events, event_bytes: how much of a trace is kept and sent.
        kept, kept_bytes: how many jobs are remembered when they are over, and how much of all of them.
        streams: event streams at the same time.
        rate, burst: requests a second of one address, and how many may come at once.
        connections: connections at the same time.
        receipt: seconds in which a request must have come in, head and body.
        stalled: seconds after which a client that does not read its answer is dropped.
        idle: seconds for which a connection without a request is kept.
    """

    seconds: float = 60.0
    job_seconds: float = 300.0
    body: int = 1 << 20
    file: int = 5 << 20
    head: int = 16 << 10
    workers: int = 2
    waiting: int = 128
    jobs_waiting: int = 16
    events: int = 20_000
    event_bytes: int = 16 << 20
    kept: int = 50
    kept_bytes: int = 96 << 20
    streams: int = 64
    rate: float = 400.0
    burst: float = 800.0
    connections: int = 512
    receipt: float = 7.0
    stalled: float = 7.0
    idle: float = 15.0
