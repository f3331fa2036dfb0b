"""Random requests made from the API's own description: none may fail the server, and every error has one shape.

python tests/long/web_requests.py [COUNT] [SEED]

Each tenth request is damaged on its way: bytes are inserted, removed and changed. Many clients run side by side,
because many requests only wait: for a body that never comes, or for a puzzle to be generated. The server has a process
of its own, so that the clients do not slow it down. A request that the server has no time for (503) is sent again.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import httpx

from ninefold.web.app import build_app
from ninefold.web.server import Address, AppServer
from ninefold.web.settings import ServerLimits

CLIENTS = 32
PUZZLES = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..4.1......3.1..",
    "." * 81,
)
WORDS = (
    "",
    "9",
    "4",
    "2x3",
    "9+diagonals",
    "auto",
    "lanes",
    "sdm",
    "<script>",
    "'; --",
    "\u202e",
    "r1c1",
    "💥",
    "../..",
    *PUZZLES,
)
ODD = (None, True, -1, 0, 2**63, 1.5, 1e308, "", "x" * 5000, [], {}, [[]], {"a": {"b": []}})

BYTES = (
    *(b"\r\n", b"\0", b"\xff", b" ", b":", b"\r", b"\n", b"%", b"%00", b"%ff", b"HTTP/1.1", b"Host: localhost\r\n"),
    *(b"Transfer-Encoding: chunked\r\n", b"Content-Length: 0\r\n", b"Connection: close\r\n", b"Range: bytes=0-\r\n"),
    *(b"Expect: 100-continue\r\n", b"Connection: upgrade\r\nUpgrade: websocket\r\n", b"Origin: null\r\n"),
    *(b'Cookie: ninefold_token="\\xff\r\n', b"Authorization: Bearer \xe9\r\n", b"Last-Event-ID: 99999999999\r\n"),
)
ANSWER = re.compile(rb"HTTP/1\.1 (\d{3}) [^\r]*\r\n(.*?)\r\n\r\n(.*?)(?=HTTP/1\.1 \d|$)", re.DOTALL)


DESCRIPTION = build_app("", hosts=None)[0].app.openapi()  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Operation:
    """One request of the description."""

    method: str
    path: str
    query: dict[str, dict[str, Any]]
    body: dict[str, Any] | None
    takes_file: bool


def operations() -> list[Operation]:
    """All requests of the description."""
    found = []
    for path, methods in DESCRIPTION["paths"].items():
        for method, about in methods.items():
            query = {part["name"]: part["schema"] for part in about.get("parameters", []) if part["in"] == "query"}
            content = about.get("requestBody", {}).get("content", {})
            body = content.get("application/json", {}).get("schema")
            found.append(Operation(method.upper(), path, query, body, "application/octet-stream" in content))
    return found


def value(schema: dict[str, Any], rng: Random) -> Any:
    """A value that a schema allows, more or less."""
    if rng.random() < 0.03:
        return rng.choice(ODD)
    if "$ref" in schema:
        return value(DESCRIPTION["components"]["schemas"][schema["$ref"].rpartition("/")[2]], rng)
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return value(rng.choice(choices), rng)
    if "enum" in schema or "const" in schema:
        return rng.choice(schema.get("enum") or [schema["const"]])
    kind = schema.get("type")
    if kind == "object":
        return record(schema, rng)
    if kind == "array":
        most = min(schema.get("maxItems", 5), 6)
        least = min(schema.get("minItems", 0), most)
        return [value(schema.get("items", {}), rng) for _ in range(rng.randint(least, most))]
    if kind in ("integer", "number"):
        return number(schema, rng)
    return {"boolean": rng.random() < 0.5, "null": None}.get(str(kind), rng.choice(WORDS))


def number(schema: dict[str, Any], rng: Random) -> float:
    low, high = schema.get("minimum", 0), schema.get("maximum", 100)
    near = rng.choice((low, high, min(high, low + 3), rng.randint(int(low), int(high))))
    return int(near) if schema["type"] == "integer" else min(float(near), 0.2)


def record(schema: dict[str, Any], rng: Random) -> dict[str, Any]:
    known, needs = schema.get("properties", {}), schema.get("required", ())
    found = {name: value(part, rng) for name, part in known.items() if name in needs or rng.random() < 0.4}
    if "seconds" in known:
        found["seconds"] = rng.choice((0.01, 0.1, 0.2))
    if isinstance(schema.get("additionalProperties"), dict):
        found |= {rng.choice(("r1c1", "0", "r9c9", "x")): value(schema["additionalProperties"], rng)}
    if rng.random() < 0.02:
        found[rng.choice(WORDS)] = rng.choice(ODD)
    return found


def request(endpoint: Operation, names: list[str], rng: Random) -> dict[str, Any]:
    """A random request."""
    path = endpoint.path.replace("{id}", rng.choice([*names, "none", "x" * 70, "%00", "a b"]))
    sent: dict[str, Any] = {"method": endpoint.method, "url": path, "headers": {}}
    sent["params"] = {name: str(value(part, rng))[:500] for name, part in endpoint.query.items() if rng.random() < 0.3}
    if endpoint.body is not None:
        text = json.dumps(value(endpoint.body, rng))
        if rng.random() < 0.05:
            text = text[: rng.randrange(len(text) + 1)]
        sent["content"] = text.encode()
        sent["headers"]["Content-Type"] = "application/json"
        if endpoint.takes_file and rng.random() < 0.4:
            sent["headers"]["Content-Type"] = "application/octet-stream"
            sent["content"] = rng.choice((text.encode(), rng.randbytes(200), b"PK\x03\x04" + rng.randbytes(50)))
    return sent


def damaged(sent: dict[str, Any], rng: Random) -> bytes:
    """A request as bytes, changed in a few places."""
    path = quote(sent["url"], safe="/%{}") + ("?" + urlencode(sent["params"]) if sent["params"] else "")
    body = sent.get("content", b"")
    method = sent["method"] if rng.random() < 0.9 else rng.choice(("HEAD", "OPTIONS", "GET", "POST", "DELETE"))
    kind = sent["headers"].get("Content-Type", "text/plain")
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {kind}\r\n"
    data = bytearray(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(min(len(data), 300) + 1)
        end = at + rng.choice((0, 0, 1, rng.randint(1, 4)))
        data[at:end] = rng.choice((b"", rng.choice(BYTES), rng.randbytes(1)))
    return bytes(data)


def exchange(port: int, data: bytes) -> bytes:
    """Everything that comes back for raw bytes; nothing if the server has closed the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as link:
        try:
            link.sendall(data)
            return b"".join(iter(lambda: link.recv(65536), b""))
        except ConnectionError:
            return b""


class Tally:
    """How many responses there were of each status, and how many of them are bad."""

    def __init__(self) -> None:
        self.seen: Counter[int] = Counter()
        self.bad = 0
        self._lock = Lock()

    def add(self, number: int, status: int, is_good: bool, shown: object) -> None:
        with self._lock:
            self.seen[status] += 1
            if not is_good:
                self.bad += 1
                print(f"request {number}: {status} {shown!r}", flush=True)
            if (done := self.seen.total()) % 5000 == 0:
                print(f"{done:,} answers, {self.bad} bad", flush=True)


def send_damaged(port: int, number: int, data: bytes, tally: Tally) -> None:
    """Send raw bytes, and check each response."""
    for status, head, body in ANSWER.findall(exchange(port, data)):
        is_error = b"application/json" in head and (not body or b'"error": {"kind": ' in body)
        tally.add(number, int(status), int(status) < 400 or (int(status) < 500 and is_error), (data, body[:500]))


def send_all(address: str, count: int, rng: Random, tally: Tally) -> None:
    """Send requests, one after the other."""
    known = [one for one in operations() if not one.path.endswith("/events")]
    names: list[str] = ["one"]
    with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
        for number in range(count):
            sent = request(rng.choice(known), names, rng)
            if number % 10 == 9:
                send_damaged(urlsplit(address).port or 0, number, damaged(sent, rng), tally)
                continue
            try:
                answer = client.request(**sent)
                while answer.status_code == 503 and sent["url"] != "/api/jobs" and "Retry-After" in answer.headers:
                    time.sleep(0.2)
                    answer = client.request(**sent)
            except httpx.InvalidURL:
                continue
            is_busy = answer.status_code == 503 and sent["url"] == "/api/jobs"
            is_good = (answer.status_code < 500 or is_busy) and has_shape(answer)
            tally.add(number, answer.status_code, is_good, (sent, answer.text[:500]))
            if answer.status_code == 202 and sent["method"] == "POST":
                names = [*names[-5:], answer.json()["id"]]


def main() -> int:
    """Send the requests to a new server; 0 if all went well."""
    if sys.argv[1:2] == ["--serve"]:
        limits = ServerLimits(rate=1e6, burst=1e6, request_timeout=2.0, workers=4)
        AppServer(Address(), sys.argv[2], limits).run(lambda address: print(address, flush=True))
        return 0
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tally, start = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, __file__, "--serve", str(Path(folder) / "library.sqlite")]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            try:
                with ThreadPoolExecutor(CLIENTS) as clients:
                    sent = [
                        clients.submit(send_all, address, (count + k) // CLIENTS, Random(f"{seed} {k}"), tally)
                        for k in range(CLIENTS)
                    ]
                for each in sent:
                    each.result()
            finally:
                server.terminate()
    print(f"{time.monotonic() - start:.0f} s")
    print(f"{sum(tally.seen.values()):,} answers, {tally.bad} bad: {dict(sorted(tally.seen.items()))}")
    return 1 if tally.bad else 0


def has_shape(answer: httpx.Response) -> bool:
    """Whether an error has the one shape."""
    if answer.status_code < 400:
        return True
    try:
        return {"kind", "message", "where"} <= set(answer.json()["error"])
    except (ValueError, KeyError, TypeError):
        return False


if __name__ == "__main__":
    sys.exit(main())
