"""The address of the server: the default port, or another if that is in use."""

import socket

import pytest

from ninefold.core.errors import NinefoldError
from ninefold.web import server
from ninefold.web.server import Address


@pytest.fixture
def default_port(monkeypatch):
    """A default port that nothing else on this machine uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setattr(server, "PORT", port)
    return port


def test_default_port_is_the_same_after_a_restart(default_port):
    for _ in range(2):
        with Address(port=None).bind() as bound:
            assert bound.getsockname()[1] == default_port
            assert Address(port=None).url(bound) == f"http://127.0.0.1:{default_port}/"


def test_two_servers_started_at_once_get_two_ports(default_port):
    with Address(port=None).bind() as one, Address(port=None).bind() as two:
        assert one.getsockname()[1] == default_port
        assert two.getsockname()[1] not in (0, default_port)


def test_explicit_port_in_use_is_an_error():
    with Address().bind() as bound, pytest.raises(NinefoldError, match="cannot listen at"):
        Address(port=bound.getsockname()[1]).bind()
