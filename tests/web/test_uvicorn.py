"""The parts of uvicorn that `web/server.py` builds on: they are not documented, and may change in any version."""

import inspect
import re
import tomllib
from pathlib import Path

import h11
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

ADVICE = "uvicorn has changed: adapt TimedProtocol in web/server.py before raising the bound in pyproject.toml"
# The methods that are replaced, with their arguments.
REPLACED = {
    "connection_made": ["transport"],
    "connection_lost": ["exc"],
    "data_received": ["data"],
    "eof_received": [],
    "on_response_complete": [],
    "pause_writing": [],
    "resume_writing": [],
    "timeout_keep_alive_handler": [],
    "send_400_response": ["msg"],
}
# The attributes that are used, by class.
USED = {H11Protocol: ("conn", "connections", "cycle", "loop", "transport"), RequestResponseCycle: ("more_body",)}


@pytest.mark.parametrize("name", REPLACED)
def test_methods_of_the_protocol_are_as_expected(name):
    method = getattr(H11Protocol, name, None)
    assert method is not None, f"{ADVICE} (no {name})"
    assert list(inspect.signature(method).parameters)[1:] == REPLACED[name], f"{ADVICE} ({name})"


@pytest.mark.parametrize("kind", USED)
def test_attributes_of_the_protocol_are_as_expected(kind):
    text = inspect.getsource(kind)
    for name in (*USED[kind], "response_complete"):
        assert re.search(rf"self\.(cycle\.)?{name}\b", text), f"{ADVICE} (no {kind.__name__}.{name})"


def test_servers_methods_are_as_expected():
    for name in ("startup", "shutdown"):
        method = getattr(uvicorn.Server, name)
        assert inspect.iscoroutinefunction(method), ADVICE
        assert list(inspect.signature(method).parameters) == ["self", "sockets"], ADVICE
    assert h11.Connection(h11.SERVER).our_state is h11.IDLE


def test_installed_version_is_within_the_bounds():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    [bounds] = [need for need in project["project"]["optional-dependencies"]["web"] if need.startswith("uvicorn")]
    low, high = (tuple(map(int, bound)) for bound in re.findall(r"[<>]=?(\d+)\.(\d+)", bounds))
    assert low <= tuple(map(int, uvicorn.__version__.split(".")[:2])) < high, ADVICE
