"""The office: what answers the requests, with its pools of workers, its jobs and its shelf."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ninefold.core.errors import NinefoldError
from ninefold.web import telling
from ninefold.web.answers import as_json, of_worker
from ninefold.web.api import Endpoint
from ninefold.web.api.jobs import ASKS, USUAL_SECONDS
from ninefold.web.jobs import Job, Jobs
from ninefold.web.limits import Limits
from ninefold.web.pool import Answer, Pool
from ninefold.web.refusals import Refusal, refusal_of
from ninefold.web.shelf import Shelf

# How long an ask without a time of its own may take.
ASK_SECONDS = 10.0
MAX_EXPORTED = 20_000
# Jobs let requests go first.
NICE = 10


@dataclass(frozen=True)
class Asked:
    """A request as it was read: the body or its file, the query, the name in its path."""

    body: dict[str, Any]
    file: bytes = b""
    name: str = ""
    last_event: int = 0


Handler = Callable[[Asked, Request], Awaitable[Response]]


class Office:
    """Everything behind the routes."""

    def __init__(self, limits: Limits, shelf: Shelf) -> None:
        self.limits, self.shelf = limits, shelf
        self.quick = Pool(limits.workers, limits.waiting)
        self.slow = Pool(limits.workers, limits.jobs_waiting, NICE)
        self.jobs = Jobs(self.slow, limits)
        self._keeping = ThreadPoolExecutor(1, "shelf")

    async def open(self) -> None:
        """Get ready before the first request."""
        with suppress(Refusal):  # it will be told when the library is asked for
            await self._keep(self.shelf.open)
        await self.quick.warm()

    async def close(self) -> None:
        """End everything."""
        await self.jobs.close()
        await asyncio.gather(self.quick.close(), self.slow.close())
        await self._keep(self.shelf.close)
        self._keeping.shutdown(wait=False)

    def handler(self, endpoint: Endpoint) -> Handler:
        """What answers an endpoint."""
        key = f"{endpoint.method} {endpoint.path}"
        own: dict[str, Handler] = {
            "GET /api/about": self._about,
            "GET /api/layout": self._layout,
            "GET /api/methods": self._methods,
            "GET /api/formats": self._formats,
            "POST /api/generate": self._generate,
            "POST /api/jobs": self._start_job,
            "GET /api/jobs": self._all_jobs,
            "GET /api/jobs/{id}": self._job,
            "GET /api/jobs/{id}/events": self._events,
            "DELETE /api/jobs/{id}": self._cancel,
            "GET /api/library": self._search,
            "POST /api/library": self._add,
            "GET /api/library/export": self._export,
            "GET /api/library/random": self._random,
            "GET /api/library/{id}": self._puzzle,
            "PATCH /api/library/{id}": self._change,
            "DELETE /api/library/{id}": self._remove,
            "GET /api/games": self._games,
            "GET /api/games/{id}": self._game,
            "PUT /api/games/{id}": self._save,
            "DELETE /api/games/{id}": self._forget,
        }
        if key in own:
            return own[key]

        async def by_worker(asked: Asked, request: Request) -> Response:
            seconds = asked.body.get("seconds", endpoint.usual or ASK_SECONDS)
            body = asked.body if endpoint.usual is None else asked.body | {"seconds": seconds}
            return of_worker(await self.ask(endpoint.ask, body, seconds, request, asked.file))

        return by_worker

    async def ask(self, ask: str, body: dict[str, Any], seconds: float, request: Request, file: bytes = b"") -> Answer:
        """Have an ask worked on; a client that leaves cancels it."""
        gone = asyncio.create_task(_watch(request))
        try:
            # Checking asks twice, and some asks solve more than once.
            return await self.quick.run(ask, body, seconds=2 * seconds, file=file, cancel=gone)
        finally:
            gone.cancel()

    # --- telling --------------------------------------------------------------------------------

    async def _about(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002 - as all handlers
        return as_json(telling.about(self.limits))

    async def _layout(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        try:
            return Response(_units(asked.body.get("word", "9")), media_type="application/json")
        except NinefoldError as error:
            raise refusal_of(error) from None

    async def _methods(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json({"methods": await asyncio.to_thread(telling.method_records)})

    async def _formats(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json({"formats": telling.format_records()})

    # --- jobs -----------------------------------------------------------------------------------

    async def _start_job(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        kind = asked.body["kind"]
        body = {"seconds": USUAL_SECONDS[kind]} | asked.body
        limits = {"events": self.limits.events, "event_bytes": self.limits.event_bytes}
        job = self.jobs.start(ASKS[kind], body | limits, body)
        return self._record(job, 202)

    def _record(self, job: Job, status: int = 200, *, whole: bool = False) -> Response:
        return Response(self.jobs.record(job, whole=whole), status, media_type="application/json")

    async def _all_jobs(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json({"jobs": [json.loads(self.jobs.record(job)) for job in self.jobs.all()]})

    async def _job(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return self._record(self.jobs.find(asked.name), whole=True)

    async def _events(self, asked: Asked, request: Request) -> Response:
        job = self.jobs.find(asked.name)
        if request.method == "HEAD":  # nothing of a stream would be seen, so that it would never end
            return Response(media_type="text/event-stream")
        if job.is_over and asked.last_event >= len(job.messages):
            return Response(status_code=204)
        stream = await self.jobs.stream(job, asked.last_event)
        return StreamingResponse(stream, headers={"X-Accel-Buffering": "no"}, media_type="text/event-stream")

    async def _cancel(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        job = self.jobs.find(asked.name)
        if job.is_over:
            return self._record(job)
        job.stop()
        return self._record(job, 202)

    # --- the library and games -------------------------------------------------------------------

    async def _keep(self, what: Callable[..., Any], *given: Any) -> Any:
        """Ask the shelf, in its own thread, since files may block."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._keeping, what, *given)
        except NinefoldError as error:
            raise refusal_of(error) from None

    async def _generate(self, asked: Asked, request: Request) -> Response:
        if asked.body.get("from") == "library":
            names = ("size", "layout", "level")
            found = await self._keep(self.shelf.random, {k: asked.body[k] for k in names if k in asked.body})
            made = {name: found[name] for name in ("puzzle", "solution", "level", "clues", "id")}
            return as_json(made | {"symmetry": "none", "seed": None, "minimal": None, "source": "library"})
        body = {"seconds": 20.0} | {name: part for name, part in asked.body.items() if name != "from"}
        try:
            return of_worker(await self.ask("generate", body, body["seconds"], request))
        except Refusal as refusal:
            if refusal.kind != "time":
                raise
            raise Refusal("cannot", f"no such puzzle was found in {body['seconds']:g} seconds") from None

    async def _search(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        wanted = dict(asked.body)
        offset, limit = wanted.pop("offset", 0), wanted.pop("limit", 50)
        return as_json(await self._keep(self.shelf.search, wanted, offset, limit))

    async def _add(self, asked: Asked, request: Request) -> Response:
        body = asked.body | {"library": self.shelf.path}
        return of_worker(await self.ask("import", body, self.limits.seconds, request, asked.file))

    async def _export(self, asked: Asked, request: Request) -> Response:
        wanted = dict(asked.body)
        form = wanted.pop("format", "sdm")
        sheets = await self._keep(self.shelf.sheets, wanted, MAX_EXPORTED)
        body = {"sheets": sheets, "format": form}
        return of_worker(await self.ask("export", body, self.limits.seconds, request))

    async def _random(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json(await self._keep(self.shelf.random, asked.body))

    async def _puzzle(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json(await self._keep(self.shelf.puzzle, asked.name))

    async def _change(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json(await self._keep(self.shelf.change, asked.name, asked.body))

    async def _remove(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json(await self._keep(self.shelf.remove, asked.name))

    async def _games(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json({"games": await self._keep(self.shelf.games)})

    async def _game(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json(await self._keep(self.shelf.game, asked.name))

    async def _save(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json(await self._keep(self.shelf.save, asked.name, asked.body))

    async def _forget(self, asked: Asked, request: Request) -> Response:  # noqa: ARG002
        return as_json(await self._keep(self.shelf.forget, asked.name))


@lru_cache(maxsize=64)
def _units(word: str) -> bytes:
    """The units of a layout, ready to be sent: pages ask for the same few again and again."""
    return json.dumps(telling.layout_record(word)).encode()


async def _watch(request: Request) -> None:
    """Wait until the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
