"""Requests made from the API's own description, and bent: none may fail the server, and every refusal has one shape.

python tests/long/web_requests.py [COUNT] [SEED]
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import httpx

from ninefold.web.limits import Limits
from ninefold.web.serving import Place, Service
from ninefold.web.shelf import Shelf
from ninefold.web.table import TABLE, Endpoint

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


def value(schema: dict[str, Any], lot: Random) -> Any:
    """A value that a schema allows, more or less."""
    if lot.random() < 0.03:
        return lot.choice(ODD)
    if "anyOf" in schema:
        return value(lot.choice(schema["anyOf"]), lot)
    if "enum" in schema:
        return lot.choice(schema["enum"])
    kind = schema.get("type")
    if kind == "object":
        return record(schema, lot)
    if kind == "array":
        most = min(schema.get("maxItems", 5), 6)
        return [
            value(schema.get("items", {}), lot) for _ in range(lot.randint(min(schema.get("minItems", 0), most), most))
        ]
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 0), schema.get("maximum", 100)
        near = lot.choice((low, high, min(high, low + 3), lot.randint(int(low), int(high))))
        return near if kind == "integer" else min(float(near), 0.2)
    return {"boolean": lot.random() < 0.5, "null": None}.get(str(kind), lot.choice(WORDS))


def record(schema: dict[str, Any], lot: Random) -> dict[str, Any]:
    known, needs = schema.get("properties", {}), schema.get("required", ())
    found = {name: value(part, lot) for name, part in known.items() if name in needs or lot.random() < 0.4}
    if "seconds" in known:
        found["seconds"] = lot.choice((0.01, 0.1, 0.2))
    if isinstance(schema.get("additionalProperties"), dict):
        found |= {lot.choice(("r1c1", "0", "r9c9", "x")): value(schema["additionalProperties"], lot)}
    if lot.random() < 0.02:
        found[lot.choice(WORDS)] = lot.choice(ODD)
    return found


def request(endpoint: Endpoint, names: list[str], lot: Random) -> dict[str, Any]:
    """How a request is sent."""
    path = endpoint.path.replace("{id}", lot.choice([*names, "none", "x" * 70, "%00", "a b"]))
    sent: dict[str, Any] = {"method": endpoint.method, "url": path, "headers": {}}
    sent["params"] = {name: str(value(part, lot))[:500] for name, part in endpoint.query.items() if lot.random() < 0.3}
    if endpoint.body is not None:
        text = json.dumps(value(endpoint.body, lot))
        if lot.random() < 0.05:
            text = text[: lot.randrange(len(text) + 1)]
        sent["content"] = text.encode()
        sent["headers"]["Content-Type"] = "application/json"
        if endpoint.file and lot.random() < 0.4:
            sent["headers"]["Content-Type"] = "application/octet-stream"
            sent["content"] = lot.choice((text.encode(), lot.randbytes(200), b"PK\x03\x04" + lot.randbytes(50)))
    return sent


def main() -> int:
    """Send the requests; 0 if all went well."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    lot = Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    ready, where = Event(), []
    seen: Counter[int] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(rate=1e6, burst=1e6)
        service = Service(Place(), Shelf(str(Path(folder) / "library.sqlite")), limits)
        thread = Thread(target=service.run, args=(lambda address: (where.append(address), ready.set()),))
        thread.start()
        ready.wait(30)
        bad = 0
        asked = [e for e in TABLE if not e.path.endswith("/events")]
        with httpx.Client(base_url=where[0], timeout=60, trust_env=False) as client:
            names: list[str] = ["one"]
            for number in range(count):
                sent = request(lot.choice(asked), names, lot)
                try:
                    answer = client.request(**sent)
                except httpx.InvalidURL:
                    continue
                seen[answer.status_code] += 1
                is_busy = answer.status_code == 503 and sent["url"] == "/api/jobs"
                if (answer.status_code >= 500 and not is_busy) or not is_told(answer):
                    bad += 1
                    print(f"request {number}: {answer.status_code} {sent}\n  {answer.text[:500]}", flush=True)
                if answer.status_code == 202 and sent["method"] == "POST":
                    names = [*names[-5:], answer.json()["id"]]
        service.stop()
        thread.join()
    print(f"{sum(seen.values()):,} requests, {bad} bad: {dict(sorted(seen.items()))}")
    return 1 if bad else 0


def is_told(answer: httpx.Response) -> bool:
    """Whether a refusal has the one shape."""
    if answer.status_code < 400:
        return True
    try:
        return {"kind", "message", "where"} <= set(answer.json()["error"])
    except (ValueError, KeyError, TypeError):
        return False


if __name__ == "__main__":
    sys.exit(main())
