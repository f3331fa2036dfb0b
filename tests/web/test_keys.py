"""Responses by `Idempotency-Key`: which keys are accepted, and how many responses are remembered."""

from __future__ import annotations

import asyncio

import pytest
from process_state import run_apart
from starlette.responses import Response

from ninefold.web import keys
from ninefold.web.errors import ApiError
from ninefold.web.keys import Keys


@pytest.mark.parametrize("key", ["", "a b", "\t", "é", "x" * 201])
def test_a_key_outside_its_schema_is_refused(key: str) -> None:
    with pytest.raises(ApiError, match="printable ASCII characters without spaces"):
        run_apart(Keys().once(key, b"", lambda: pytest.fail("it must not run")))


def test_a_request_that_is_forgotten_while_it_runs_takes_no_space(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its response was counted although it was not kept: in the end there was space for none."""
    monkeypatch.setattr(keys, "MAX_KEYS", 2)
    monkeypatch.setattr(keys, "MAX_BYTES", 100)

    async def run() -> int:
        known, end, done = Keys(), asyncio.Event(), 0

        async def respond() -> Response:
            nonlocal done
            done += 1
            return Response(b"x" * 40)

        async def slow() -> Response:
            await end.wait()
            return await respond()

        for number in range(3):
            end.clear()
            first = asyncio.create_task(known.once(f"slow{number}", b"", slow))
            await asyncio.sleep(0)
            for other in range(3):
                await known.once(f"{number}-{other}", b"", respond)
            end.set()
            await first
        done = 0
        await known.once("new", b"", respond)
        await known.once("new", b"", respond)
        return done

    assert run_apart(run()) == 1
