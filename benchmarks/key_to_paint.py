"""From key press to paint: the main thread's time in Chromium, on 9×9 and 25×25.

python benchmarks/key_to_paint.py [PRESSES]      (default: 60)

A server and a browser are started. On a board with candidates in every empty cell, digits, marks, erasing and arrows
are typed; for each press, all tasks of the page's main thread between the key and the end of the next frame are added
up from Chromium's own trace, in CPU time of that thread: what other programs use does not count. Times depend on the
machine: compare them with a frame of 60 Hz, 16.7 ms.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KEYS = (
    "4",
    "ArrowRight",
    "Control+Digit2",
    "ArrowDown",
    "Shift+Digit1",
    "Backspace",
    "ArrowLeft",
    "7",
    "Control+z",
    "ArrowUp",
)
GOALS = {9: 16, 25: 33}  # ms
PAUSE = 120  # ms after a key: longer than its frame, and the deferred saving
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def measure(page: Any, address: str, size: int, presses: int) -> list[float]:
    """Milliseconds of main-thread time for each key press."""
    clues = (
        NINE
        if size == 9
        else "-".join(str(1 + (7 * cell) % size) if cell % 26 == 0 else "0" for cell in range(size**2))
    )
    page.goto(f"{address}/#puzzle={clues}&layout={size}")
    page.locator("#message", has_text="Opened").wait_for()
    page.click("#candidates")
    page.locator("[data-cell='2']").click()
    page.wait_for_timeout(1500)
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.send(
        "Tracing.start", {"categories": "toplevel,devtools.timeline,blink.user_timing", "transferMode": "ReportEvents"}
    )
    page.evaluate("addEventListener('keydown', () => performance.mark('key'), { capture: true })")
    for number in range(presses):
        page.keyboard.press(KEYS[number % len(KEYS)])
        page.wait_for_timeout(PAUSE)
    done: list[bool] = []
    session.on("Tracing.tracingComplete", lambda _: done.append(True))
    session.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    return _times(events)


def _times(events: list[dict[str, Any]]) -> list[float]:
    """For each mark, the tasks from the one that holds it to the end of the first frame after it."""
    marks = [event for event in events if event.get("name") == "key" and event.get("cat") == "blink.user_timing"]
    thread = (marks[0]["pid"], marks[0]["tid"])
    own = [event for event in events if (event["pid"], event["tid"]) == thread and "dur" in event]
    tasks = sorted(
        (event["ts"], event["dur"], event.get("tdur", event["dur"]))
        for event in own
        if event["name"] in ("RunTask", "ThreadControllerImpl::RunTask")
    )
    paints = sorted(event["ts"] + event["dur"] for event in own if event["name"] in ("Commit", "Paint", "Layerize"))
    times = []
    for mark in marks:
        end = next((paint for paint in paints if paint > mark["ts"]), mark["ts"])
        last = max([paint for paint in paints if end <= paint < end + 8000], default=end)
        spent = [used for start, dur, used in tasks if start + dur >= mark["ts"] and start <= last]
        times.append(sum(spent) / 1000)
    return times


def main(presses: int) -> None:
    """Print the median and the 95th percentile for both sizes."""
    path = os.environ.get("NINEFOLD_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)))
    with tempfile.TemporaryDirectory() as home:
        command = [
            sys.executable,
            "-m",
            "ninefold",
            "play",
            "--no-browser",
            "--port",
            "0",
            "--library",
            str(Path(home) / "l.sqlite"),
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "HOME": home})
        try:
            assert server.stdout
            found = re.search(r"http://\S+?(?=/?\s)", server.stdout.readline())
            assert found
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
                for size, goal in GOALS.items():
                    page = browser.new_page(viewport={"width": 1280, "height": 800}, service_workers="block")
                    times = sorted(measure(page, found[0], size, presses))
                    result = {
                        "size": size,
                        "presses": len(times),
                        "median": round(statistics.median(times), 1),
                        "p95": round(times[int(0.95 * len(times))], 1),
                        "goal": goal,
                    }
                    print(json.dumps(result), flush=True)
                    page.close()
                browser.close()
        finally:
            server.terminate()
            server.communicate()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
