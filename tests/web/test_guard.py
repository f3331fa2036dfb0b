"""Access control: hosts, sites, tokens, rates, and the headers of every response."""

import http.client
from urllib.parse import quote

import pytest

from ninefold.core.errors import NinefoldError
from ninefold.web.server import Address
from ninefold.web.settings import ServerLimits

TOKEN = "a-long-token-that-is-hard-to-guess"


def send(server, method="GET", path="/api/about", body=None, **headers):
    """A request with just these headers."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST", 200),
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("127.0.0.1:1", 200),
        ("[::1]", 200),
        ("[::1]:8000", 200),
        ("evil.example", 403),
        ("evil.example:80", 403),
        ("127.0.0.1.nip.io", 403),
        ("localhost.evil.example", 403),
        ("evil.localhost", 403),
        ("0.0.0.0", 403),
        ("127.0.0.2", 403),
        ("[::2]", 403),
        ("::1", 403),
        ("localhost@evil.example", 403),
        ("localhost/evil", 403),
        ("localhost evil", 403),
        ("localhost:99999999", 403),
        ("", 403),
    ],
)
def test_only_local_host_names_are_accepted(server, host, status):
    assert send(server, Host=host).status == status


def test_missing_or_duplicate_host_is_refused(server):
    assert send(server).status in (400, 403)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.putrequest("GET", "/api/about", skip_host=True)
    connection.putheader("Host", "localhost")
    connection.putheader("Host", "evil.example")
    connection.endheaders()
    assert connection.getresponse().status in (400, 403)
    connection.close()


SITES = [
    # Sec-Fetch-Site, Origin, allowed
    (None, None, True),
    ("same-origin", None, True),
    ("none", None, True),
    ("same-site", None, False),
    ("cross-site", None, False),
    ("CROSS-SITE", None, False),
    ("", None, False),
    (None, "http://127.0.0.1:{port}", True),
    ("same-origin", "http://127.0.0.1:{port}", True),
    ("cross-site", "http://127.0.0.1:{port}", False),
    (None, "http://127.0.0.1:1", False),
    (None, "http://localhost:{port}", False),
    (None, "https://evil.example", False),
    (None, "http://127.0.0.1:{port}.evil.example", False),
    (None, "http://127.0.0.1:{port}@evil.example", False),
    (None, "null", False),
    (None, "", False),
    (None, "ftp://127.0.0.1:{port}", False),
    ("same-origin", "https://evil.example", False),
    ("none", "https://evil.example", False),
]


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize(("site", "origin", "is_allowed"), SITES)
def test_cross_site_requests_are_refused(server, method, site, origin, is_allowed):
    headers = {"Host": f"127.0.0.1:{server.port}", "Content-Type": "application/json"}
    headers |= {"Sec-Fetch-Site": site} if site is not None else {}
    headers |= {"Origin": origin.format(port=server.port)} if origin is not None else {}
    paths = {"GET": "/api/about", "POST": "/api/candidates", "DELETE": "/api/games/none"}
    body = b'{"grid": "1..............."}' if method == "POST" else None
    answer = send(server, method, paths[method], body, **headers)
    assert (answer.status == 200) == is_allowed
    assert answer.status in (200, 403)
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_page_can_be_linked_but_not_framed(server):
    answer = send(server, path="/openapi.json", Host="localhost", **{"Sec-Fetch-Site": "cross-site"})
    assert answer.status == 200
    assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", ["/", "/api/about", "/api/none", "/static/none.js", "/openapi.json"])
def test_every_response_has_security_headers(server, path):
    headers = server.client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_form_posts_are_refused(server):
    answer = server.client.post("/api/solve", data={"puzzle": "1"})
    assert answer.status_code == 415
    assert answer.json()["error"]["kind"] == "wrong-type"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.com"])
def test_public_address_requires_a_token(host):
    with pytest.raises(NinefoldError, match="--token"):
        Address(host=host)
    with pytest.raises(NinefoldError, match="at least 16"):
        Address(host=host, token="short")
    assert Address(host=host, token=TOKEN).hosts is None


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_loopback_needs_no_token(host):
    assert Address(host=host).is_loopback


def test_token_as_bearer_or_cookie(start):
    server = start(token=TOKEN)
    client = server.client
    assert client.get("/api/about").status_code == 401
    assert client.get("/static/none.js").status_code == 401
    assert client.get("/api/about", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert client.get("/api/about", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert client.get(f"/api/about?token={TOKEN}").status_code == 401  # a token does not belong in an address
    answer = client.get(f"/lab?token={quote(TOKEN)}&x=1")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/lab?x=1")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "samesite=strict" in answer.headers["Set-Cookie"].lower()
    assert client.get("/api/about").status_code == 200  # by the cookie


def test_token_redirect_stays_on_this_site(start):
    answer = start(token=TOKEN).client.get(f"//evil.example/?token={TOKEN}")
    assert not answer.headers.get("Location", "/").startswith("//")


def test_too_many_requests_get_429(start):
    client = start(limits=ServerLimits(rate=5, burst=10)).client
    answers = [client.get("/api/formats") for _ in range(30)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) >= 10
    assert [answer.status_code for answer in answers[:10]] == [200] * 10
    assert refused[0].headers["Retry-After"] == "1"
    assert refused[0].json()["error"]["kind"] == "too-many"
