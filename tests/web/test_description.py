"""The documentation of the API and of the server matches the code."""

import re
from pathlib import Path

import pytest

from ninefold.web.app import routes
from ninefold.web.errors import STATUS
from ninefold.web.handler import MAX_DEPTH
from ninefold.web.server import MIN_TOKEN, PORT
from ninefold.web.settings import ServerLimits

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text(encoding="utf-8")
SECURITY = (DOCS.parent / "SECURITY.md").read_text(encoding="utf-8")
SERVING = (DOCS / "serving.md").read_text(encoding="utf-8")


def test_documented_requests_are_the_routes():
    listed = re.findall(r"^\| `([A-Z]+) (/api/[^`?]*)[^`]*` \|", API, re.MULTILINE)
    assert listed == [(route.method, route.path) for route in routes()]


@pytest.mark.parametrize("kind", STATUS)
def test_every_error_kind_is_documented(kind):
    assert re.search(rf"^\| {STATUS[kind]} \|.*`{kind}`", API, re.MULTILINE)


def test_documented_limits_are_the_defaults():
    limits = ServerLimits()
    rows = dict(re.findall(r"^\| ([a-zA-Z ]+) \| ([^|]+) \|", SERVING, re.MULTILINE))
    documented = {name: [int(n.replace(",", "")) for n in re.findall(r"[\d,]*\d", text)] for name, text in rows.items()}
    assert documented["JSON body"] == [limits.body >> 20]
    assert documented["file"] == [limits.file >> 20]
    assert documented["head of a request"] == [limits.head >> 10]
    assert documented["time for a request"][0] == limits.seconds
    assert documented["time for a job"] == [limits.job_seconds]
    assert documented["requests running at once"] == [limits.workers, limits.waiting]
    assert documented["time in the queue"] == [limits.wait]
    assert documented["jobs running at once"] == [limits.workers, limits.jobs_waiting]
    assert documented["events of one trace"] == [limits.events, limits.event_bytes >> 20]
    assert documented["requests from one address"] == [limits.rate]
    assert documented["connections"] == [limits.connections]
    assert documented["a request that arrives slowly"] == [limits.request_timeout]
    assert documented["a response that is not read"] == [limits.write_timeout]


def test_security_page_states_the_same_limits():
    text, limits = re.sub(r"\s+", " ", SECURITY), ServerLimits()
    for documented in (
        f"a token of {MIN_TOKEN} characters",
        f"at most {limits.rate:g} requests per second",
        f"{limits.body >> 20} MB of JSON, {limits.file >> 20} MB of a file, {MAX_DEPTH} levels",
        f"dropped after {limits.request_timeout:g} s, {limits.request_timeout:g} s and {limits.write_timeout:g} s",
        f"above {limits.connections}, the one",
        f"port {PORT}",
    ):
        assert documented in text
    assert f":{PORT}/" in SERVING


def test_every_module_is_documented():
    folder = DOCS.parent / "src" / "ninefold" / "web"
    names = {path.stem for path in folder.glob("*.py")} - {"__init__"} | {"endpoints", "static"}
    assert names == set(re.findall(r"`(\w+)/?`", SERVING.partition("## Modules")[2]))
