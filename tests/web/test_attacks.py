"""Attacks, byte by byte: each gets an error in the one shape or is dropped, while others are served."""

import json
import re
import socket
import sys
import threading
import time

import pytest

from ninefold.web import server as serving
from ninefold.web.server import TimedProtocol
from ninefold.web.settings import ServerLimits

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = {"format": "ninefold/1", "layout": "9", "clues": EASY}
ENDLESS = {"kind": "solve", "puzzle": "." * 625, "layout": "25", "by": "backtrack", "seconds": 60, "trace": False}
FREE = {"rate": 1e6, "burst": 1e6}
GET = b"GET /api/layout?word=%d HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/parse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"


def raw(server, data):
    """Send raw bytes; everything that comes back until the connection is closed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as link:
        link.sendall(data)
        return b"".join(iter(lambda: link.recv(65536), b""))


def send(server, method, path, *headers, body=b""):
    """The status, head and body of the response to a request with these headers."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""]
    head, _, rest = raw(server, "\r\n".join(lines).encode("latin-1") + body).partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), head.decode("latin-1"), rest


def until(true, seconds=15):
    """Wait for a condition."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    assert true()


# --- requests -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/about", "/static/board.css", "/openapi.json", "/api/none"])
def test_head_equals_get_without_body(server, path):
    head, get = send(server, "HEAD", path), send(server, "GET", path)
    assert head[0] == get[0]
    assert head[2] == b""
    kinds = [re.findall("\ncontent-(?:type|length): .*", head) for _, head, _ in (head, get)]
    assert len(kinds[0]) == 2
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "CONNECT", "PUT", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", "/api/about", "/static/board.css"])
def test_other_http_methods_get_405(server, method, path):
    status, head, body = send(server, method, path)
    assert (status, json.loads(body)["error"]["kind"]) == (405, "not-allowed")
    assert "allow: " in head.lower()


def test_cors_preflight_is_refused(server):
    origin = ("Origin: https://evil.example", "Access-Control-Request-Method: POST", "Sec-Fetch-Site: cross-site")
    status, head, _ = send(server, "OPTIONS", "/api/solve", *origin)
    assert status == 403
    assert "access-control" not in head.lower()


@pytest.mark.parametrize(
    "path",
    [
        *("/static", "/static/", "/static/common", "/static/.", "/static/..", "/static/../api/__init__.py"),
        *(
            "/static/%2e%2e/api/__init__.py",
            "/static/..%2fapi/__init__.py",
            "/static/%5c..%5capi",
            "/static//etc/passwd",
        ),
        *(
            "/static//etc/passwd",
            "/static/common/../../app.py",
            "/static/..%252fapp.py",
            "/static/%00",
            "/static/board.css%00.js",
        ),
        *("/static/" + "a/" * 3000, "/static/" + "a" * 300, "/static/%ff", "/%ff"),
        *("//api/about", "api/about", "http://localhost/api/about", "http://evil.example/", "*", "/api/about/"),
    ],
)
def test_path_traversal_is_not_found(server, path):
    status, _, body = send(server, "GET", path)
    assert (status, json.loads(body)["error"]["kind"]) == (404, "not-found")


@pytest.mark.parametrize("wanted", ["0-9", "x-", "5-1", "99999999-", ",".join(["0-1"] * 2000)])
def test_range_requests_get_the_whole_file(server, wanted):
    status, _, body = send(server, "GET", "/static/board.css", f"Range: bytes={wanted}")
    assert (status, body) == (200, send(server, "GET", "/static/board.css")[2])


def test_unchanged_file_gets_304(server):
    answer = server.client.get("/static/board.css")
    tag = answer.headers["ETag"]
    for known in (tag, f'"other", W/{tag}'):
        again = server.client.get("/static/board.css", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert server.client.get("/static/board.css", headers={"If-None-Match": '"other"'}).content == answer.content
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8"


@pytest.mark.parametrize("name", ["one%0a", "%ff", "%00", "a%20b", "x" * 65, "%2e%2e"])
def test_invalid_id_in_path_is_refused(server, name):
    answer = server.client.get(f"/api/games/{name}")
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, "id")


def test_duplicate_query_parameter_is_refused(server):
    answer = server.client.get("/api/layout?word=9&word=4")
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, "query")


# --- bodies -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["text/plain", "application/jsonx", ", application/json", "", "multipart/form-data"])
def test_wrong_content_type_is_refused(server, kind):
    headers = {"Content-Type": kind}
    answer = server.client.post("/api/candidates", content=json.dumps({"grid": EASY}), headers=headers)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (415, "wrong-type")


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 41 + b'"' + b'\\"' * 500_000,  # each quote could begin a string that never ends
        b"[" * 41 + b"\\" * 1_000_000,
        b'{"puzzle": "' + b"\\\\" * 500_000,
        b'"[[[[' + b'\\\\", [' * 200_000,
    ],
    ids=["quotes", "backslashes", "open text", "texts"],
)
def test_hostile_json_is_malformed(server, body):
    answer = server.client.post("/api/solve", content=body[: 1 << 20], headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "malformed")


def test_brackets_in_strings_do_not_count_as_depth(server):
    answer = server.post("/api/solve", puzzle=EASY, by="[" * 50 + '\\"{' * 10)
    assert answer.json()["error"]["kind"] == "no-method"


def test_large_bodies_are_validated(server):
    marks = [list(range(1, 10))] * 81
    assert server.post("/api/hint", grid=EASY + " " * 40_000, marks=marks).json()["kind"] == "step"
    answer = server.post("/api/hint", grid=EASY + " " * 40_000, marks=[[65]])
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, "marks[0][0]")
    answer = server.post("/api/jobs", kind="race", puzzles=[EASY + " " * 40_000], by=[])
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, "by")


@pytest.mark.parametrize("word", ["evil\r\nX-Evil: 1", "größe", "\u202e", "\udc00", "a" * 50_000, "\0"])
def test_puzzle_text_cannot_inject_headers(server, word):
    body = json.dumps({"puzzles": [PUZZLE | {"meta": {word: "1"}}], "format": "sdm"})
    answer = server.client.post("/api/export", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200
    assert "X-Evil" not in answer.headers
    assert 0 < len(answer.headers["Ninefold-Lost"]) <= 1000


# --- connections --------------------------------------------------------------------------------


def test_pipelined_requests_are_answered_in_order(server):
    last = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    answers = raw(server, b"".join(GET % size for size in (4, 6, 9) * 20) + last % 16)
    assert re.findall(rb'"size": (\d+)', answers) == [b"4", b"6", b"9"] * 20 + [b"16"]


@pytest.mark.parametrize("second", [POST, POST + b"{", b"GET /", b""], ids=["head", "body", "torn", "nothing"])
def test_incomplete_second_request_is_dropped(start, second):
    server = start(limits=ServerLimits(request_timeout=0.5, idle=1, **FREE))
    assert raw(server, GET % 4 + second).count(b"HTTP/1.1 200") == 1  # and then the connection is closed


def test_slow_connections_are_dropped_for_new_ones(start):
    server = start(limits=ServerLimits(connections=8, request_timeout=30, **FREE))
    links = []
    for _ in range(40):
        links.append(socket.create_connection(("127.0.0.1", server.port)))
        links[-1].sendall((POST + b"{", b"GET / HT", b"")[len(links) % 3])
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link:
            link.sendall(GET % 4)
            assert link.recv(100).startswith(b"HTTP/1.1 200")
    for link in links:
        link.close()


def test_running_request_is_not_dropped_for_new_connections(start):
    server = start(limits=ServerLimits(connections=4, request_timeout=30, **FREE), warm=True)
    answers = []
    hard = {key: value for key, value in ENDLESS.items() if key not in ("kind", "trace")} | {"seconds": 1.5}
    thread = threading.Thread(target=lambda: answers.append(server.post("/api/solve", **hard)))
    thread.start()
    until(lambda: any(not one.is_waiting for one in server.service.server.server_state.connections))
    links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    thread.join(20)
    assert answers[0].json()["status"] == "unknown"
    for link in links:
        link.close()


@pytest.mark.parametrize("last", [b"Connection: close\r\n", b""], ids=["close", "keep"])
def test_client_that_does_not_read_the_last_response_is_dropped(start, monkeypatch, last):
    """Small system buffers make a response of some kilobytes wait in the server's own."""
    bind = serving.Address.bind

    def narrow(address):
        bound = bind(address)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
        return bound

    monkeypatch.setattr(serving.Address, "bind", narrow)
    server = start(limits=ServerLimits(write_timeout=0.5, idle=1, **FREE))
    server.client.close()
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        link.connect(("127.0.0.1", server.port))
        link.sendall(b"GET /api/layout?word=25 HTTP/1.1\r\nHost: localhost\r\n" + last + b"\r\n")
        connections = server.service.server.server_state.connections
        until(lambda: any(isinstance(one, TimedProtocol) and one.cycle for one in connections))
        until(lambda: not connections)


# --- streams and jobs ---------------------------------------------------------------------------


def test_head_of_a_stream_returns_immediately(start):
    server = start()
    job = server.post("/api/jobs", **ENDLESS).json()["id"]
    status, head, _ = send(server, "HEAD", f"/api/jobs/{job}/events")
    assert status == 200
    assert "text/event-stream" in head
    assert server.client.get(f"/api/jobs/{job}").json()["state"] in ("queued", "running")
    server.client.delete(f"/api/jobs/{job}")


def test_abandoned_streams_are_closed(start):
    server = start(limits=ServerLimits(streams=5, **FREE))
    job = server.post("/api/jobs", **ENDLESS).json()["id"]
    request = f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    for _ in range(3):  # at most five at once, not counting those whose clients have left
        links = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(5)]
        for link in links:
            link.sendall(request)
            assert link.recv(100).startswith(b"HTTP/1.1 200")
        until(lambda: server.backend.jobs.streams == 5)
        answer = server.client.get(f"/api/jobs/{job}/events")
        assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "busy")
        for link in links:
            link.close()
        until(lambda: server.backend.jobs.streams == 0)
    server.client.delete(f"/api/jobs/{job}")


def test_repeated_cancels_are_harmless(start):
    server = start(limits=ServerLimits(workers=1, **FREE))
    for _ in range(3):
        jobs = [server.post("/api/jobs", **ENDLESS | {"seconds": 0.2}).json()["id"] for _ in range(3)]
        threads = [threading.Thread(target=server.client.delete, args=(f"/api/jobs/{job}",)) for job in jobs * 3]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for job in jobs:
            until(lambda job=job: server.client.get(f"/api/jobs/{job}").json()["state"] in ("cancelled", "done"))
    job = server.post("/api/jobs", kind="solve", puzzle=EASY).json()["id"]  # the worker still works
    until(lambda: server.client.get(f"/api/jobs/{job}").json()["state"] == "done")


def test_job_fails_if_no_worker_can_start(start, monkeypatch):
    server = start(limits=ServerLimits(workers=1, **FREE), warm=True)
    until(lambda: server.backend.requests.pids)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/nothing/is/here")
        job = server.post("/api/jobs", kind="solve", puzzle=EASY).json()["id"]
        until(lambda: server.client.get(f"/api/jobs/{job}").json()["state"] == "failed")
    assert server.client.get(f"/api/jobs/{job}").json()["error"]["kind"] == "failed"
    job = server.post("/api/jobs", kind="solve", puzzle=EASY).json()["id"]
    until(lambda: server.client.get(f"/api/jobs/{job}").json()["state"] == "done")
