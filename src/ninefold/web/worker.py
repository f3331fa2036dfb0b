"""A worker: a process that answers one ask after another, and may be killed at any time.

1. A thread reads the pipe, so that word of a cancel comes through while an ask is worked on.
2. The end of the pipe is the end of the worker: it does not outlive the server.
3. What a library prints goes to standard error, so that it cannot garble the frames.
4. Its memory is bounded, so that a bad file costs one worker and not the machine.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any

from ninefold.core.errors import NinefoldError
from ninefold.core.values import for_json
from ninefold.web.asks.common import Blob, Desk
from ninefold.web.frames import ANSWER, ASK, CANCEL, EVENT, HEAD, READY, frame, packed, unpacked
from ninefold.web.refusals import Refusal, refusal_of

MEMORY = 4 << 30
# Where each ask is; imported when it is first asked.
ASKS = {
    "solve": "solving:solved",
    "trace": "solving:traced",
    "count": "solving:counted",
    "seeds": "solving:many_seeds",
    "check": "checking:checked",
    "candidates": "checking:candidates_of",
    "hint": "checking:hinted",
    "generate": "making:generated",
    "generate-many": "making:generated_many",
    "parse": "files:parsed",
    "import": "importing:taken_in",
    "export": "files:exported",
    "draw": "files:drawn",
    "book": "files:book",
    "race": "racing:raced",
}
# What most asks need, loaded before the first.
COMMON = ("solving", "checking")


class Line:
    """The worker's two ends: asks come in, frames go out."""

    def __init__(self, source: int, out: int) -> None:
        self.asks: SimpleQueue[tuple[dict[str, Any], bytes]] = SimpleQueue()
        self.cancel = Event()
        self._source, self._out, self._lock = source, out, Lock()

    def listen(self) -> None:
        """Read until the pipe ends, which ends the process (rules 1 and 2)."""
        with suppress(OSError), os.fdopen(self._source, "rb") as pipe:
            while head := pipe.read(HEAD.size):
                kind, length = HEAD.unpack(head)
                payload = pipe.read(length)
                if kind == CANCEL:
                    self.cancel.set()
                elif kind == ASK:
                    self.cancel.clear()
                    self.asks.put(unpacked(payload))
        os._exit(0)

    def send(self, kind: bytes, payload: bytes = b"") -> None:
        """Write a whole frame."""
        rest = memoryview(frame(kind, payload))
        with self._lock:
            while rest:
                rest = rest[os.write(self._out, rest) :]

    def tell(self, name: str, value: Any) -> None:
        """Send an event; text is JSON already."""
        text = value if isinstance(value, str) else json.dumps(value, default=for_json)
        self.send(EVENT, f"{name}\n{text}".encode())


def main() -> None:
    """Serve until the pipe ends."""
    out = os.dup(1)
    os.dup2(2, 1)  # rule 3
    _bound(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    line = Line(0, out)
    Thread(target=line.listen, daemon=True).start()
    for name in COMMON:
        import_module(f"ninefold.web.asks.{name}")
    line.send(READY)
    while True:
        head, file = line.asks.get()
        line.send(ANSWER, _answer(head, file, line))


def _bound(nice: int) -> None:
    """Rule 4, and let others go first where there is little to go round."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(nice)


def _answer(head: dict[str, Any], file: bytes, line: Line) -> bytes:
    """The payload of the answer: a JSON value, a file, or an error."""
    try:
        found = _ask(head["ask"])(head["asked"], Desk(file, line.cancel, line.tell))
        if isinstance(found, Blob):
            return packed({"type": found.type, "name": found.name, "lost": found.lost}, found.data)
        return packed({"type": "application/json"}, json.dumps(found, default=for_json).encode())
    except Refusal as refusal:
        return packed({"error": refusal.error})
    except NinefoldError as error:
        return packed({"error": refusal_of(error).error})
    except MemoryError:
        return packed({"error": Refusal("cannot", "this needs more memory than there is").error})
    except (Exception, SystemExit) as error:  # ours to mend; the server goes on
        print(f"worker: {head['ask']} failed: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        return packed({"error": Refusal("failed", f"{head['ask']} failed: {type(error).__name__}").error})


def _ask(name: str) -> Callable[[dict[str, Any], Desk], Any]:
    module, _, function = ASKS[name].partition(":")
    found: Callable[[dict[str, Any], Desk], Any] = getattr(import_module(f"ninefold.web.asks.{module}"), function)
    return found


if __name__ == "__main__":
    main()
