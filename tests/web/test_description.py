"""The pages about serving and the API tell what there is."""

import re
from pathlib import Path

import pytest

from ninefold.web.app import routes
from ninefold.web.body import MAX_DEPTH
from ninefold.web.errors import STATUS
from ninefold.web.server import MIN_TOKEN, PORT
from ninefold.web.settings import ServerLimits

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text(encoding="utf-8")
SECURITY = (DOCS.parent / "SECURITY.md").read_text(encoding="utf-8")
SERVING = (DOCS / "serving.md").read_text(encoding="utf-8")


def test_every_request_is_on_the_page_and_no_other():
    listed = re.findall(r"^\| `([A-Z]+) (/api/[^`?]*)[^`]*` \|", API, re.MULTILINE)
    assert listed == [(route.method, route.path) for route in routes()]


@pytest.mark.parametrize("kind", STATUS)
def test_every_kind_of_refusal_is_on_the_page(kind):
    assert re.search(rf"^\| {STATUS[kind]} \|.*`{kind}`", API, re.MULTILINE)


def test_the_limits_told_are_the_limits_held():
    limits = ServerLimits()
    rows = dict(re.findall(r"^\| ([a-zA-Z ]+) \| ([^|]+) \|", SERVING, re.MULTILINE))
    told = {name: [int(n.replace(",", "")) for n in re.findall(r"[\d,]*\d", text)] for name, text in rows.items()}
    assert told["JSON body"] == [limits.body >> 20]
    assert told["file"] == [limits.file >> 20]
    assert told["head of a request"] == [limits.head >> 10]
    assert told["time for an answer"][0] == limits.seconds
    assert told["time for a job"] == [limits.job_seconds]
    assert told["requests worked on at once"] == [limits.workers, limits.waiting]
    assert told["jobs worked on at once"] == [limits.workers, limits.jobs_waiting]
    assert told["events of one trace"] == [limits.events, limits.event_bytes >> 20]
    assert told["requests of one address"] == [limits.rate]
    assert told["connections"] == [limits.connections]
    assert told["a request that comes in slowly"] == [limits.request_timeout]
    assert told["an answer that is not read"] == [limits.write_timeout]


def test_the_page_about_security_tells_the_same_limits():
    text, limits = re.sub(r"\s+", " ", SECURITY), ServerLimits()
    for told in (
        f"a token of {MIN_TOKEN} characters",
        f"at most {limits.rate:g} requests per second",
        f"{limits.body >> 20} MB of JSON, {limits.file >> 20} MB of a file, {MAX_DEPTH} levels",
        f"dropped after {limits.request_timeout:g} s, {limits.request_timeout:g} s and {limits.write_timeout:g} s",
        f"above {limits.connections}, the one",
        f"port {PORT}",
    ):
        assert told in text
    assert f":{PORT}/" in SERVING


def test_every_module_is_on_the_page():
    folder = DOCS.parent / "src" / "ninefold" / "web"
    names = {path.stem for path in folder.glob("*.py")} - {"__init__"} | {"api", "asks"}
    told = set(re.findall(r"`(\w+)/?`", SERVING.partition("## How it is built")[2]))
    assert names - {"telling", "limits", "strict_json"} <= told
