"""Requests that are too large, too slow, too many or invalid: refused in one shape, and the server continues."""

import json
import os
import socket
import threading
import time

import pytest
from process_state import wait_for

from ninefold.processes.worker import State
from ninefold.web.endpoints import library
from ninefold.web.settings import ServerLimits

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = "..4.1......3.1.."
SHAPE = {"kind", "message", "where"}


def send(server, data, read=True):
    """Send raw bytes; everything that comes back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as link:
        link.sendall(data)
        found = b""
        while read and (part := link.recv(65536)):
            found += part
        return found


def body_of(answer):
    return json.loads(answer.partition(b"\r\n\r\n")[2])


MALFORMED = [
    b"",
    b"{",
    b"nonsense",
    b'{"puzzle": "1"',
    b"{'puzzle': 1}",
    b'{"puzzle": NaN}',
    b'{"puzzle": [Infinity]}',
    b'{"puzzle": -Infinity}',
    b'{"seconds": 1e999}',
    b'{"puzzle": "1", "puzzle": "2"}',
    b'{"seconds": ' + b"9" * 100_000 + b"}",
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b'{"settings": ' + b'{"a": ' * 60 + b"1" + b"}" * 61,
    b'\xff\xfe{"puzzle": 1}',
    b'{"puzzle": "\xff"}',
    b"\xef\xbb\xbf{}",
    b"{} {}",
    b"\0",
]


@pytest.mark.parametrize("body", MALFORMED, ids=range(len(MALFORMED)))
def test_invalid_json_is_malformed(server, body):
    answer = server.client.post("/api/solve", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]["kind"] == "malformed"


UNREADABLE = [
    [],
    None,
    7,
    {},
    {"puzzle": None},
    {"puzzle": {}},
    {"puzzle": True},
    {"puzzle": ""},
    {"puzzle": "x" * 81},
    {"puzzle": "²" * 81},
    {"puzzle": "٣" * 81},
    {"puzzle": [1, 2, 3]},
    {"puzzle": [[1, 2], [3]]},
    {"puzzle": [-1] * 81},
    {"puzzle": [99] * 81},
    {"puzzle": [1.5] * 81},
    {"puzzle": [True] * 81},
    {"puzzle": "\ud800" * 81},
    {"puzzle": "\0" * 81},
    {"puzzle": EASY, "layout": "11x"},
    {"puzzle": EASY, "layout": "jigsaw:" + "A" * 81},
    {"puzzle": EASY, "layout": 9},
    {"puzzle": EASY, "seconds": 0},
    {"puzzle": EASY, "seconds": -1},
    {"puzzle": EASY, "seconds": 61},
    {"puzzle": EASY, "seconds": "10"},
    {"puzzle": EASY, "limit": 0},
    {"puzzle": EASY, "limit": 1.5},
    {"puzzle": EASY, "limit": 10**9},
    {"puzzle": EASY, "nodes": -5},
    {"puzzle": EASY, "by": ""},
    {"puzzle": EASY, "settings": {"a": [1]}},
    {"puzzle": EASY, "settings": []},
    {"puzzle": EASY, "unknown": 1},
    {"puzzle": EASY, "__proto__": {}},
]


@pytest.mark.parametrize("body", UNREADABLE, ids=range(len(UNREADABLE)))
def test_invalid_request_is_unreadable(server, body):
    headers = {"Content-Type": "application/json"}
    answer = server.client.post("/api/solve", content=json.dumps(body), headers=headers)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["kind"] == "unreadable"
    assert error["message"]


def test_all_faults_of_a_body_are_reported(server):
    body = {"puzzle": 1, "seconds": "x", "limit": 0, "settings": {"a": [1]}, "unknown": 1}
    error = server.post("/api/solve", **body).json()["error"]
    assert {fault["where"] for fault in error["faults"]} == {"puzzle", "seconds", "limit", "settings.a", "unknown"}
    assert error["message"] == "puzzle: read 1, expected text or a list"


@pytest.mark.parametrize("by", ["none", "../../etc/passwd", "lanes; rm", "__class__"])
def test_unknown_method_is_reported(server, by):
    answer = server.post("/api/solve", puzzle=EASY, by=by)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "no-method")


def test_unknown_paths_and_methods_have_the_error_shape(server):
    for method, path, status in [
        ("GET", "/api/none", 404),
        ("GET", "/none", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/static/..%2fapp.py", 404),
        ("GET", "/static//etc/passwd", 404),
        ("GET", "/static/%00", 404),
        ("GET", "/api/solve", 405),
        ("POST", "/api/about", 405),
        ("PUT", "/", 405),
        ("GET", "/api/jobs/none", 404),
        ("DELETE", "/api/jobs/none", 404),
        ("GET", "/api/games/none", 404),
        ("GET", "/api/games/" + "x" * 65, 422),
        ("GET", "/api/library/none", 404),
        ("GET", "/api/library?size=x", 422),
        ("GET", "/api/library?none=1", 422),
        ("GET", "/api/layout?word=none", 422),
    ]:
        answer = send(server, f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert int(answer.split(b" ", 2)[1]) == status, (method, path, answer[:200])
        assert set(body_of(answer)["error"]) >= SHAPE


@pytest.mark.parametrize(
    "data", [b"nonsense\r\n\r\n", b"GET / HTTP/x\r\n\r\n", b"\x16\x03\x01\x02\x00" * 50 + b"\r\n\r\n"]
)
def test_invalid_http_has_the_error_shape(server, data):
    answer = send(server, data)
    assert answer.startswith(b"HTTP/1.1 400")
    assert set(body_of(answer)["error"]) == SHAPE


def test_large_body_is_refused_declared_or_not(server):
    large = b'{"puzzle": "' + b"." * (2 << 20) + b'"}'
    headers = {"Content-Type": "application/json"}
    for content in (large, iter([large[:1000], large[1000:]])):  # an iterator is sent in chunks
        answer = server.client.post("/api/solve", content=content, headers=headers)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "too-large")
    file = {"Content-Type": "application/octet-stream"}
    assert server.client.post("/api/parse", content=b"." * (6 << 20), headers=file).status_code == 413


def test_large_heads_are_refused(server):
    answer = send(
        server, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: " + b"x" * 40_000 + b"\r\n\r\n"
    )
    assert answer.startswith(b"HTTP/1.1 400")


def test_slow_clients_are_dropped_while_others_are_served(start):
    server = start(limits=ServerLimits(request_timeout=1.0, rate=1e6, burst=1e6))
    head = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    beginnings = [b"", b"GET / HTTP/1.1\r\nX: ", head + b"Content-Length: 1000\r\n\r\n{"]
    links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(30)]
    gone, until = set(), time.monotonic() + 10
    for number, link in enumerate(links):
        link.setblocking(False)
        link.sendall(beginnings[number % 3])
    while len(gone) < len(links) and time.monotonic() < until:
        assert server.client.get("/api/formats").status_code == 200
        for number, link in enumerate(links):
            if number not in gone and is_gone(link, trickle=number % 3 > 0):
                gone.add(number)
        time.sleep(0.1)
    for link in links:
        link.close()
    assert len(gone) == len(links)


def is_gone(link, trickle):
    """Whether the server has dropped the connection; sends one more byte if it is to trickle."""
    try:
        if trickle:
            link.send(b"x")
        return link.recv(1000) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_idle_connection_can_be_reused(start):
    client = start(limits=ServerLimits(request_timeout=0.5, rate=1e6, burst=1e6)).client
    for _ in range(3):
        assert client.get("/api/formats").status_code == 200
        time.sleep(0.8)


def test_next_request_must_arrive_in_time_even_if_it_began_too_early(start):
    server = start(limits=ServerLimits(request_timeout=0.5, idle=120, rate=1e6, burst=1e6))
    body = json.dumps({"puzzle": "." * 625, "layout": "25", "by": "backtrack", "seconds": 1}).encode()
    head = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as link:
        link.sendall(head + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        time.sleep(0.2)
        link.sendall(b"GET /api/formats HT")
        found = b""
        while part := link.recv(65536):
            found += part
    assert found.startswith(b"HTTP/1.1 200")


def test_client_that_does_not_read_is_dropped(start):
    server = start(limits=ServerLimits(write_timeout=1.0, rate=1e6, burst=1e6))
    # Megabytes of beliefs, more than any buffer on the way holds.
    job = server.post("/api/jobs", kind="solve", puzzle=HARDEST, by="network", seconds=4).json()["id"]
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.connect(("127.0.0.1", server.port))
    link.sendall(f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    until = time.monotonic() + 15
    while server.backend.jobs.streams != 1 and time.monotonic() < until:
        time.sleep(0.02)
    while server.backend.jobs.streams and time.monotonic() < until:
        time.sleep(0.1)
    link.close()
    assert server.backend.jobs.streams == 0


def test_surplus_connections_are_dropped(start):
    server = start(limits=ServerLimits(connections=8, rate=1e6, burst=1e6))
    server.client.close()
    links = [socket.create_connection(("127.0.0.1", server.port), timeout=3) for _ in range(20)]
    time.sleep(0.5)
    for link in links:
        link.setblocking(False)
    assert sum(is_gone(link, trickle=False) for link in links) >= 12
    for link in links:
        link.close()


def test_request_that_came_before_many_idle_connections_is_answered(start):
    server = start(limits=ServerLimits(connections=8, rate=1e6, burst=1e6))
    loop = server.service.server.servers[0].get_loop()
    loop.call_soon_threadsafe(time.sleep, 0.3)  # so that all of them have come when the server looks
    links = [socket.create_connection(("127.0.0.1", server.port), timeout=10)]
    links[0].sendall(b"GET /api/formats HTTP/1.1\r\nHost: localhost\r\n\r\n")
    links += [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(20)]
    assert links[0].recv(12) == b"HTTP/1.1 200"
    for link in links:
        link.close()


def test_full_queue_gets_503(start):
    server = start(limits=ServerLimits(workers=1, waiting=1, rate=1e6, burst=1e6), warm=True)
    hard = {"puzzle": "." * 625, "layout": "25", "by": "backtrack", "limit": 2, "seconds": 1.5}
    answers = []

    def call():
        answers.append(server.post("/api/solve", **hard))

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    busy = [answer for answer in answers if answer.status_code == 503]
    assert len(busy) >= 4  # one runs, one may wait, and a few may come late
    assert busy[0].json()["error"]["kind"] == "busy"
    assert int(busy[0].headers["Retry-After"]) >= 1
    assert server.post("/api/solve", puzzle=EASY).json()["status"] == "unique"


def test_workers_are_ready_before_the_first_request(start):
    pool = start(limits=ServerLimits(rate=1e6, burst=1e6), warm=True).backend.requests
    assert [worker.state for worker in pool._slots] == [State.IDLE] * 3


def test_short_requests_do_not_wait_for_long_ones(start):
    server = start(limits=ServerLimits(rate=1e6, burst=1e6), warm=True)
    server.post("/api/hint", grid=EASY)
    hard = {"puzzle": "." * 625, "layout": "25", "by": "backtrack", "seconds": 8}
    threads = [threading.Thread(target=lambda: server.client.post("/api/solve", json=hard)) for _ in range(4)]
    for thread in threads:
        thread.start()
    wait_for(lambda: len(server.backend.requests._running) == 2)
    for path in ("hint", "check", "candidates"):
        assert server.post(f"/api/{path}", grid=EASY).status_code == 200
        assert len(server.backend.requests._running) == 2  # so the long ones were running all the time
    for thread in threads:
        thread.join()


def test_request_that_cannot_start_in_time_gets_503(start):
    server = start(limits=ServerLimits(workers=1, wait=0.3, rate=1e6, burst=1e6), warm=True)
    hard = {"puzzle": "." * 625, "layout": "25", "by": "backtrack", "seconds": 5}
    thread = threading.Thread(target=lambda: server.client.post("/api/solve", json=hard))
    thread.start()
    wait_for(lambda: server.backend.requests._running)
    for _ in range(2):  # the first waits a while, the second knows better
        answer = server.post("/api/solve", puzzle=EASY)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "busy")
        assert 1 <= int(answer.headers["Retry-After"]) <= 6
    thread.join()
    assert server.post("/api/solve", puzzle=EASY).status_code == 200


def test_half_closed_connection_gets_its_response(server):
    for method, path, body in (
        ("POST", "/api/solve", {"puzzle": EASY}),
        ("POST", "/api/solve", {"puzzle": "." * 625, "layout": "25", "by": "backtrack", "seconds": 2.5}),
        ("POST", "/api/jobs", {"kind": "solve", "puzzle": EASY}),
        ("PUT", "/api/games/half", {"puzzle": {"format": "ninefold/1", "layout": "9", "clues": EASY}}),
        ("GET", "/api/formats", None),
    ):
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as link:
            link.sendall(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
            link.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: link.recv(65536), b""))
        *interim, last = answer.split(b"HTTP/1.1 ")[1:]
        assert all(part.startswith(b"102 ") for part in interim)
        assert last.startswith((b"200 ", b"202 ")), answer[:300]


def test_file_descriptors_are_released(server):
    server.post("/api/solve", puzzle=EASY)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(50):
        server.post("/api/solve", puzzle=EASY)
        send(server, b"GET /api/formats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert len(os.listdir("/proc/self/fd")) <= before + 3


def test_generate_past_its_time_cannot(server):
    answer = server.post("/api/generate", size=25, clues=200, seconds=0.2)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "cannot")
    answer = server.post("/api/generate", clues=16)
    assert answer.status_code == 422
    assert "at least 17" in answer.json()["error"]["message"]


def test_a_search_lists_fewer_puzzles_if_their_boards_are_large(start, monkeypatch):
    """500 of the largest boards would be 14 MB of JSON, for which other requests would have to wait."""
    server = start()
    server.post("/api/library", text=f"{SMALL}\n{SMALL[:2]}{'.' * 14}\n{SMALL[:3]}{'.' * 13}\n")
    assert len(server.client.get("/api/library?limit=500").json()["puzzles"]) == 3
    monkeypatch.setattr(library, "MAX_CELLS", 40)
    first = server.client.get("/api/library?limit=500").json()
    rest = server.client.get("/api/library?limit=500&offset=2").json()
    assert [(page["total"], len(page["puzzles"])) for page in (first, rest)] == [(3, 2), (3, 1)]


def test_lists_shorten_the_texts_of_files(start):
    server = start()
    tags = ", ".join(f"tag {number}" for number in range(60))
    meta = {name: name[0] * 90_000 for name in ("name", "author", "source", "level")} | {"tags": tags}
    played = {"format": "ninefold/1", "layout": "4", "clues": SMALL, "placed": {"r1c1": 3}, "meta": meta}
    server.post("/api/library", text=json.dumps(played))
    answer = server.client.get("/api/library")
    (listed,) = answer.json()["puzzles"]
    assert (len(answer.content) < 4000, len(listed["name"]), len(listed["tags"])) == (True, 200, 50)
    whole = server.client.get(f"/api/library/{listed['id']}").json()
    assert (whole["name"], len(whole["tags"])) == (meta["name"], 60)
    answer = server.client.get("/api/games")
    (game,) = answer.json()["games"]
    assert (len(answer.content) < 1000, len(game["name"])) == (True, 200)
    assert server.client.get(f"/api/games/{game['id']}").json()["name"] == meta["name"]


@pytest.mark.parametrize(
    ("query", "where", "words"),
    [
        ("sort=-name", "sort", "sort: read '-name', expected "),
        ("colour=", "colour", "unknown query parameter 'colour'"),
        ("text=&text=x", "query", "a query parameter appears twice"),
    ],
)
def test_an_invalid_query_parameter_is_named(server, query, where, words):
    answer = server.client.get(f"/api/library?{query}")
    error = answer.json()["error"]
    assert (answer.status_code, error["where"]) == (422, where)
    assert error["message"].startswith(words)
