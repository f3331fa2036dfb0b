"""Where it is served: the usual port while it is free, another one where it is not."""

import socket

import pytest

from ninefold.core.errors import NinefoldError
from ninefold.web import server
from ninefold.web.server import Address


@pytest.fixture
def usual(monkeypatch):
    """A usual port that surely nobody else has, whatever else runs on this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setattr(server, "PORT", port)
    return port


def test_the_usual_port_is_the_same_after_a_restart(usual):
    for _ in range(2):
        with Address(port=None).bind() as bound:
            assert bound.getsockname()[1] == usual
            assert Address(port=None).url(bound) == f"http://127.0.0.1:{usual}/"


def test_two_that_start_at_once_get_two_ports(usual):
    with Address(port=None).bind() as one, Address(port=None).bind() as two:
        assert one.getsockname()[1] == usual
        assert two.getsockname()[1] not in (0, usual)


def test_a_port_that_is_named_is_that_one_or_none():
    with Address().bind() as bound, pytest.raises(NinefoldError, match="cannot listen at"):
        Address(port=bound.getsockname()[1]).bind()
