"""Where it is served: the usual port while it is free, another one where it is not."""

import socket

import pytest

from ninefold.core.errors import NinefoldError
from ninefold.web import serving
from ninefold.web.serving import Place


@pytest.fixture
def usual(monkeypatch):
    """A usual port that surely nobody else has, whatever else runs on this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setattr(serving, "PORT", port)
    return port


def test_the_usual_port_is_the_same_after_a_restart(usual):
    for _ in range(2):
        with Place(port=None).bind() as bound:
            assert bound.getsockname()[1] == usual
            assert Place(port=None).address(bound) == f"http://127.0.0.1:{usual}/"


def test_two_that_start_at_once_get_two_ports(usual):
    with Place(port=None).bind() as one, Place(port=None).bind() as two:
        assert one.getsockname()[1] == usual
        assert two.getsockname()[1] not in (0, usual)


def test_a_port_that_is_named_is_that_one_or_none():
    with Place().bind() as bound, pytest.raises(NinefoldError, match="cannot serve at"):
        Place(port=bound.getsockname()[1]).bind()
