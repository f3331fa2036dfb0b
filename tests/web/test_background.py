"""Ratings in the background: the puzzles of the library get them while the server runs."""

from time import monotonic, sleep

from ninefold.web.settings import ServerLimits

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_imported_puzzles_are_rated_found_and_sorted(start):
    running = start(limits=ServerLimits(rate=1e6, burst=1e6, rate_after=0.0))
    harder = ".1..2.3897.2......8..4......8..7.962..6.4.15.....9.8.....3....8..38..29......2543"
    assert running.post("/api/library", text=f"{EASY}\n{harder}").status_code == 200
    end = monotonic() + 60
    while not all(one["is_rated"] for one in running.client.get("/api/library").json()["puzzles"]):
        assert monotonic() < end, "the puzzles were not rated"
        sleep(0.1)
    found = running.client.get("/api/library", params={"sort": "-er"}).json()["puzzles"]
    assert [one["level"] for one in found] == ["severe", "gentle"]
    assert (found[1]["er"], found[1]["ep"], found[1]["ed"]) == (1.2, 1.2, 1.2)
    assert (found[0]["hardest"], found[0]["pearl"], found[0]["diamond"]) == ("Forcing Chain", *["Hidden Single"] * 2)
    assert found[1]["minutes"] < 4
    assert found[1]["techniques"]["Hidden Single"] > 10
    for query, total in (
        ({"level": "severe"}, 1),
        ({"er_to": 2}, 1),
        ({"minutes_from": 5}, 1),
        ({"technique": "hidden single"}, 2),
    ):
        assert running.client.get("/api/library", params=query).json()["total"] == total, query
    assert "rating" in running.client.get("/api/library/export", params={"format": "csv"}).text.splitlines()[0]


def test_demands_are_fields_of_a_request(server):
    body = {"technique": {"x-wing": [1, 1]}, "hardest": "x-wing", "seed": 1, "symmetry": "rotational"}
    answer = server.post("/api/generate", **body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["level"] == "hard"
    answer = server.post("/api/generate", level="gentle", minutes=[10, 15])
    assert answer.status_code == 422
    assert "gentle puzzles take 0 to 4 minutes" in answer.text
    notes = server.client.get("/api/about").json()
    assert list(notes["level_notes"]) == notes["levels"]
