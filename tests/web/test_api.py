"""Every endpoint: its responses, validated against /openapi.json."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from described import DESCRIPTION, call, operation, post

from ninefold import Book, Grid, Layout, Puzzle, check, solve
from ninefold.core.limits import Stopped
from ninefold.library.games import Games
from ninefold.library.store import Library
from ninefold.processes.child import Context
from ninefold.web.app import routes
from ninefold.web.endpoints import files, games, generate
from ninefold.web.errors import ApiError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = "..4.1......3.1.."
PUZZLE = {"format": "ninefold/1", "layout": "9", "clues": EASY, "placed": {"r1c3": 4}, "meta": {"name": "easy"}}
TWO = f"{EASY}\n{SMALL}\n"


def test_openapi_description_is_valid(server):
    found = server.client.get("/openapi.json").json()
    assert found == json.loads(json.dumps(DESCRIPTION))
    assert sum(map(len, found["paths"].values())) == len(routes())
    names = [op["operationId"] for ops in found["paths"].values() for op in ops.values()]
    assert len(names) == len(set(names))
    for operations in found["paths"].values():
        for one in operations.values():
            for content in [r.get("content", {}) for r in one["responses"].values()] + [
                one.get("requestBody", {}).get("content", {})
            ]:
                for part in content.values():
                    jsonschema.Draft202012Validator.check_schema(part["schema"])


def test_about_methods_and_formats(server):
    about = call(server, "GET", "/api/about").json()
    assert about["name"] == "ninefold"
    assert {4, 6, 9, 16, 25} <= set(about["sizes"])
    methods = {method["name"]: method for method in call(server, "GET", "/api/methods").json()["methods"]}
    assert {"lanes", "propagate", "lp", "network"} <= set(methods)
    tries = next(option for option in methods["propagate"]["options"] if option["name"] == "tries")
    assert "first" in tries["values"]
    formats = {form["name"]: form for form in call(server, "GET", "/api/formats").json()["formats"]}
    assert formats["penpa"]["writes"] is False


@pytest.mark.parametrize("word", ["4", "2x3", "9", "9+diagonals+windows", "16", "25", "jigsaw:AABBAABBCCDDCCDD", "64"])
def test_units_of_a_layout(server, word):
    found = call(server, "GET", "/api/layout", params={"word": word}).json()
    layout = Layout.parse(word)
    assert [unit["cells"] for unit in found["units"]] == [
        [layout.name(cell) for cell in unit.cells] for unit in layout.units
    ]
    assert found["box_of"] == list(layout.box_of)
    assert len(found["symbols"]) in (0, layout.size + 1)


def test_solve_accepts_any_method_and_grid_form(server):
    assert post(server, "/api/solve", puzzle=EASY)["solutions"][0]["line"] == SOLVED
    flat = list(Grid(EASY).digits)
    rows = [flat[start : start + 9] for start in range(0, 81, 9)]
    for form in (flat, rows, EASY.replace(".", "0"), str(Grid(EASY))):
        assert post(server, "/api/solve", puzzle=form, by="norvig")["status"] == "unique"
    many = post(server, "/api/solve", puzzle="1...............", limit=None)
    assert len(many["solutions"]) == 72
    assert post(server, "/api/solve", puzzle=EASY, layout="9+diagonals")["status"] == "impossible"


def test_solve_names_clashing_clues(server):
    clash = Grid.empty(9).with_digits({3: 1, 13: 1}).line
    found = post(server, "/api/solve", puzzle=clash)
    assert found["status"] == "impossible"
    assert found["clashes"] == [{"unit": "box 2", "kind": "box", "number": 2, "digit": 1, "cells": ["r1c4", "r2c5"]}]
    assert "r1c4, r2c5" in found["why"]


def test_count(server):
    assert post(server, "/api/count", puzzle="1...............")["count"] == 72
    found = post(server, "/api/count", puzzle="." * 81, limit=1000)
    assert (found["count"], found["ended"]) == (1000, False)


def test_check_reports_message_and_error_counts(server):
    found = post(server, "/api/check", grid=EASY)
    assert found["message"] == "Partial Solution is Correct!, Empty Cells: 51"
    assert found["completable"] is True
    assert post(server, "/api/check", grid=SOLVED)["message"] == "Solution is correct"
    wrong = Grid(SOLVED).with_digits({0: 3, 1: 5}).line
    found = post(server, "/api/check", grid=wrong)
    report = check(wrong)
    assert found["message"] == "Solution is incorrect"
    assert [found["row_errors"], found["column_errors"], found["box_errors"]] == [
        report.row_errors,
        report.column_errors,
        report.box_errors,
    ]


def test_check_with_clues_finds_wrong_digits(server):
    grid = Grid(EASY).with_digits({2: 1})  # 4 is right; 1 clashes with nothing
    found = post(server, "/api/check", grid=grid.line, clues=EASY)
    assert found["verdict"] == "partial but correct"
    assert found["correct"] is False
    assert found["wrong_cells"] == ["r1c3"]
    assert found["proper"] is True
    found = post(server, "/api/check", grid=Grid(EASY).with_digits({0: 0}).line, clues=EASY)
    assert found["changed_clues"] == ["r1c1"]


def test_candidates_and_hints(server):
    found = post(server, "/api/candidates", grid=EASY)["candidates"]
    assert found[0] == []
    assert found[2] == [1, 2, 4]
    weak, middle, strong = (post(server, "/api/hint", grid=EASY, clues=EASY, strength=n) for n in (1, 2, 3))
    assert weak["units"] == middle["units"] == strong["units"]
    assert not any((weak["technique"], weak["cells"], weak["places"], middle["cells"], middle["places"]))
    assert middle["technique"] == strong["technique"] == "hidden single"
    [place] = strong["places"]
    assert Grid(SOLVED)[Layout(9).cell(place["cell"])] == place["digit"]
    wrong = Grid(EASY).with_digits({2: 1}).line
    found = post(server, "/api/hint", grid=wrong, clues=EASY, strength=2)
    assert (found["kind"], found["cells"]) == ("mistake", ["r1c3"])
    assert post(server, "/api/hint", grid=SOLVED)["kind"] == "done"


def test_hint_accepts_marks_by_cell_or_as_list(server):
    listed = post(server, "/api/candidates", grid=EASY)["candidates"]
    by_cell = {Layout(9).name(cell): digits for cell, digits in enumerate(listed) if digits}
    for marks in (listed, by_cell):
        assert post(server, "/api/hint", grid=EASY, marks=marks)["kind"] == "step"
    listed[2] = [1, 2]  # 4 is right there
    found = post(server, "/api/hint", grid=EASY, marks=listed, strength=2)
    assert (found["kind"], found["technique"], found["cells"]) == ("mistake", "missing mark", ["r1c3"])
    assert call(server, "POST", "/api/hint", {"grid": EASY, "marks": {"r10c1": [1]}}).status_code == 422
    assert call(server, "POST", "/api/hint", {"grid": EASY, "marks": {"x": [1]}}).status_code == 422


@pytest.mark.parametrize("size", [4, 6, 9])
def test_generate_is_proper_and_reproducible(server, size):
    one, again = (post(server, "/api/generate", size=size, seed=5) for _ in range(2))
    assert one["puzzle"] == again["puzzle"]
    puzzle = Grid(one["puzzle"]["line"], layout=Layout.parse(one["puzzle"]["layout"]))
    assert solve(puzzle).solution.line == one["solution"]["line"]


def test_generate_explains_impossible_level(server):
    answer = call(server, "POST", "/api/generate", {"layout": "4", "level": "hard"})
    assert answer.status_code == 422
    message = answer.json()["error"]["message"]
    assert message == "every proper puzzle on a 4x4 board is easy (got level hard)"


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("no such puzzle was found in 9 tries: 9 were easy", "no such puzzle was found in 9 tries: 9 were easy"),
        ("time is up", "no such puzzle was found: time is up"),
    ],
)
def test_generate_failure_message(monkeypatch, why, words):
    def stopped(*_, **__):
        raise Stopped(why)

    monkeypatch.setattr(generate.Maker, "puzzles", stopped)
    with pytest.raises(ApiError) as refused:
        generate.generate_one(generate.GenerateRequest(size=4, seconds=1.0, seed=1), Context())
    assert refused.value.record.message == words


def test_hint_reveals_a_digit_if_no_technique_helps(server):
    full = Grid([[(6 * (row % 6) + row // 6 + column) % 36 + 1 for column in range(36)] for row in range(36)])
    digits = full.with_digits({5: 0, 77: 0}).digits  # steps are not searched for on boards this large
    line = " ".join(str(digit or ".") for digit in digits)
    found = post(server, "/api/hint", grid=line, clues=line, layout="36", strength=1)
    assert (found["kind"], found["places"]) == ("stuck", [])
    found = post(server, "/api/hint", grid=line, clues=line, layout="36", strength=3)
    assert (found["kind"], found["technique"]) == ("stuck", "looked up")
    [place] = found["places"]
    assert found["cells"] == [place["cell"]]
    assert full.digits[full.layout.cell(place["cell"])] == place["digit"]


def test_rating_of_a_puzzle_and_why_there_is_none(server):
    found = post(server, "/api/rate", puzzle=EASY)
    assert found["explainer"]["er"] == 1.2
    assert [found["explainer"][f"{part}technique"] for part in ("", "ep_", "ed_")] == ["Hidden Single"] * 3
    low, high = found["range"]
    assert low < found["minutes"] < high
    assert "Hidden Single" in found["techniques"]
    for puzzle, layout, why in (
        ("." * 81, "9", "it has more than one solution"),
        (SOLVED, "9", "it is full already"),
        ("." * 16, "4", "it has more than one solution"),
    ):
        found = post(server, "/api/rate", puzzle=puzzle, layout=layout)
        assert (found["minutes"], found["why"]) == (None, why)
    small = post(server, "/api/rate", puzzle="..4.1......3.1..", layout="4")
    assert (small["level"], small["minutes"]) == ("easy", None)
    assert small["why"].startswith("only the level is defined for this board")


def test_shidoku_has_a_digit_in_each_row_and_column(server):
    for seed in range(5):
        grid = Grid(post(server, "/api/generate", kind="shidoku", seed=seed)["puzzle"]["line"])
        cells = grid.filled_cells
        assert {grid[cell] for cell in cells} == {1, 2, 3, 4}
        assert {cell // 4 for cell in cells} == {cell % 4 for cell in cells} == {0, 1, 2, 3}


def test_parse_reads_text_and_files(server):
    found = post(server, "/api/parse", text=TWO)
    assert [puzzle["clues"] for puzzle in found["puzzles"]] == [EASY, SMALL]
    assert found["total"] == 2
    for form in ("sdk", "opensudoku", "link", "ninefold"):
        file = post(server, "/api/export", puzzles=[PUZZLE], format=form)
        text = file.content if hasattr(file, "content") else json.dumps(file).encode()
        headers = {"Content-Type": "application/octet-stream"}
        answer = call(server, "POST", "/api/parse?name=x", content=text, headers=headers)
        assert answer.json()["puzzles"][0]["clues"] == EASY, form
    answer = call(server, "POST", "/api/parse", {"text": "nonsense"})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "unreadable")


def test_workbook_round_trip(server):
    pytest.importorskip("openpyxl")
    answer = call(server, "POST", "/api/export", {"puzzles": [PUZZLE], "format": "xlsx"})
    assert answer.status_code == 200
    assert answer.content[:2] == b"PK"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="puzzles.xlsx"'
    headers = {"Content-Type": "application/octet-stream"}
    answer = call(server, "POST", "/api/parse?name=x.xlsx", content=answer.content, headers=headers)
    assert answer.json()["puzzles"][0]["clues"] == EASY


def test_old_workbook_of_the_papers_file_type_is_read(server):
    pytest.importorskip("python_calamine")
    data = (Path(__file__).parents[1] / "data" / "games.xls").read_bytes()
    headers = {"Content-Type": "application/octet-stream"}
    found = call(server, "POST", "/api/parse?name=sudoku.xls", content=data, headers=headers).json()
    assert found["puzzles"]
    assert not found["errors"]


def test_export_reports_what_is_lost(server):
    answer = call(server, "POST", "/api/export", {"puzzles": [PUZZLE], "format": "sdm"})
    assert "placed" in answer.headers["Ninefold-Lost"]


@pytest.mark.parametrize(("form", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("text", b"")])
def test_draw_formats(server, form, start):
    pytest.importorskip("reportlab")
    answer = call(server, "POST", "/api/draw", {"puzzle": PUZZLE, "format": form, "candidates": True})
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith(start)


def test_book_is_a_pdf(server):
    pytest.importorskip("reportlab")
    answer = call(server, "POST", "/api/book", {"puzzles": [PUZZLE] * 3, "title": "Three", "per_page": 2})
    assert answer.content.startswith(b"%PDF")
    assert answer.content.count(b"/Type /Page\n") >= 3


def test_book_takes_the_options_of_its_design(server):
    pytest.importorskip("reportlab")
    design = {"title": "T", "paper": "7x10in", "margin": "0.5in", "gutter": 9.5, "bleed": 3, "sections": True}
    more = {"references": True, "answers_per_page": 48, "author": "A", "copyright": "C", "introduction": "# I"}
    answer = call(server, "POST", "/api/book", {"puzzles": [PUZZLE], **design, **more})
    assert answer.status_code == 200, answer.text
    solved = Puzzle(Grid(EASY), solution=Grid(SOLVED), about={"name": "easy"})
    found = []
    assert answer.content == Book(**design, **more).pdf([solved], warn=found.append)
    assert answer.headers["Ninefold-Warning"] == "; ".join(found) != ""
    for wrong in ({"paper": "7x10"}, {"margin": "wide"}, {"margin": True}, {"answers_per_page": 49}):
        assert call(server, "POST", "/api/book", {"puzzles": [PUZZLE], **wrong}).status_code == 422


def test_library_import_search_edit_remove(start):
    server = start()
    for one in call(server, "GET", "/api/library").json()["puzzles"]:  # the starter collection, if there is one
        assert "starter" in one["tags"]
    before = call(server, "GET", "/api/library").json()["total"]
    found = post(server, "/api/library", text=f"{TWO}{EASY}\nnonsense\n")
    assert (found["added"], found["doubles"], len(found["errors"])) == (2, 1, 1)
    first = found["ids"][0]
    assert call(server, "GET", "/api/library").json()["total"] == before + 2
    one = call(server, "PATCH", f"/api/library/{first}", {"name": "<b>first</b>", "tags": ["mine"]}).json()
    assert (one["name"], one["tags"], one["solution"]["line"]) == ("<b>first</b>", ["mine"], SOLVED)
    for wanted in ({"tag": "mine"}, {"text": "first"}, {"tag": "mine", "size": 9, "clues_from": 30, "clues_to": 30}):
        listed = call(server, "GET", "/api/library", params=wanted).json()
        assert [puzzle["id"] for puzzle in listed["puzzles"]] == [first], wanted
    assert call(server, "GET", "/api/library/random", params={"tag": "mine"}).json()["id"] == first
    assert call(server, "GET", "/api/library/random", params={"tag": "none"}).status_code == 404
    file = call(server, "GET", "/api/library/export", params={"tag": "mine", "format": "sdm"})
    assert file.text.split() == [EASY.replace(".", "0")]
    for order in ("added", "clues", "level", "name"):
        assert call(server, "GET", "/api/library", params={"sort": order}).json()["total"] == before + 2
    assert call(server, "DELETE", f"/api/library/{first}").json() == {"removed": 1}
    assert call(server, "GET", f"/api/library/{first}").status_code == 404
    assert call(server, "PATCH", f"/api/library/{first}", {"name": "x"}).status_code == 404


def test_import_starts_games_and_export_keeps_tags(start):
    server = start()
    played = {
        "format": "ninefold/1",
        "layout": "9",
        "clues": EASY,
        "placed": {"r1c3": 4},
        "meta": {"tags": "a, mine"},
    }
    found = post(server, "/api/library", text=json.dumps(played))
    assert (found["added"], found["games"], found["completed"]) == (1, 1, 0)
    (game,) = call(server, "GET", "/api/games").json()["games"]
    puzzle = call(server, "GET", f"/api/games/{game['id']}").json()["puzzle"]
    assert (puzzle["clues"], puzzle["placed"]) == (EASY, {"r1c3": 4})
    again = post(server, "/api/library", text=json.dumps(played))
    assert (again["added"], again["games"], again["completed"]) == (0, 0, 0)
    fuller = {name: part for name, part in played.items() if name != "placed"} | {"meta": {"name": "a name"}}
    assert post(server, "/api/library", text=json.dumps(fuller))["completed"] == 1
    file = call(server, "GET", "/api/library/export", params={"tag": "mine", "format": "ninefold"})
    assert json.loads(file.text)["meta"]["tags"] == "a, mine"


def test_generate_from_the_library(start):
    server = start()
    post(server, "/api/library", text=SMALL)
    found = post(server, "/api/generate", **{"from": "library", "size": 4})
    assert found["source"] == "library"
    assert call(server, "GET", f"/api/library/{found['id']}").status_code == 200


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("er_from=abc", "er_from: read 'abc', expected a number"),
        ("limit=" + 5000 * "9", "limit: read 5,000 characters, expected a whole number"),
        ("clues_from=9&clues_to=8", "clues must be the lowest and the highest, such as (2, 3.4), not (9, 8)"),
        ("technique=nope", "unknown technique 'nope' (see `ninefold steps --list`)"),
    ],
    ids=lambda text: text[:12],
)
def test_a_bad_query_of_the_library_is_an_error_in_plain_words(server, query, expected):
    response = call(server, "GET", f"/api/library?{query}")
    assert (response.status_code, response.json()["error"]["message"]) == (422, expected)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [({"clues": 4}, 1), ({"clues": [5, 9]}, 0), ({"er": [1, 12]}, 0), ({"minutes": [0, 9]}, 0), ({"layout": "4"}, 1)],
    ids=str,
)
def test_a_puzzle_of_the_library_is_as_requested(start, wanted, found):
    server = start()
    post(server, "/api/library", text=SMALL)
    assert server.post("/api/generate", **{"from": "library"} | wanted).status_code == (200 if found else 404)


@pytest.mark.parametrize(
    "wanted",
    [
        {"from": "library", "symmetry": "rotational"},
        {"from": "library", "minimal": True},
        {"from": "library", "technique": {"x-wing": [1, 3]}},
        {"from": "library", "kind": "shidoku"},
        {"from": "library", "seed": 3},
        {"kind": "shidoku", "size": 9},
        {"kind": "shidoku", "level": "hard"},
        {"kind": "shidoku", "symmetry": "none such"},
        {"kind": "shidoku", "clues": 10},
    ],
    ids=str,
)
def test_a_field_that_would_be_ignored_is_refused(server, wanted):
    response = server.post("/api/generate", **wanted)
    assert response.status_code == 422
    assert response.json()["error"]["where"] == [name for name in wanted if name != "from"][-1]


def test_any_level_is_any_level_of_the_library_too(start):
    server = start()
    post(server, "/api/library", text=SMALL)
    assert post(server, "/api/generate", **{"from": "library", "level": "any"})["source"] == "library"
    assert call(server, "GET", "/api/library/random", params={"level": "any"}).status_code == 200
    assert call(server, "GET", "/api/library", params={"level": "any"}).json()["total"] == 1


@pytest.mark.parametrize("source", ["fresh", "library"])
def test_a_size_that_contradicts_the_layout_is_refused(server, source):
    answer = call(server, "POST", "/api/generate", {"layout": "2x3", "size": 9, "from": source})
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, "size")
    assert "read 9, expected 6" in answer.json()["error"]["message"]


@pytest.mark.parametrize("name", ["clues_from", "clues_to", "size", "sort", "limit", "offset"])
def test_an_empty_number_in_the_query_is_refused(server, name):
    answer = call(server, "GET", f"/api/library?{name}=")
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, name)
    assert call(server, "GET", "/api/library?text=").status_code == 200


@pytest.mark.parametrize("form", ["svg", "png", "pdf", "html", "text"])
def test_pictures_have_the_media_types_of_the_description(server, form):
    assert described(call(server, "POST", "/api/draw", {"puzzle": PUZZLE, "format": form}), "/api/draw")


@pytest.mark.parametrize("form", ["sdm", "csv", "xlsx", "ninefold", "npz"])
def test_files_have_the_media_types_of_the_description(server, form):
    assert described(call(server, "POST", "/api/export", {"puzzles": [PUZZLE], "format": form}), "/api/export")


def described(answer, path):
    kind = answer.headers["content-type"].partition(";")[0]
    types = operation("POST", path)["responses"]["200"]["content"]
    is_wrong = kind.startswith("text/") and b"\0" in answer.content
    return kind in types and "application/octet-stream" not in types and not is_wrong


def test_every_response_in_json_is_described():
    for path, method in (("/api/solve", "POST"), ("/api/about", "GET")):
        assert "$ref" in operation(method, path)["responses"]["200"]["content"]["application/json"]["schema"]


def test_a_file_that_is_not_read_to_its_end_says_so(monkeypatch):
    monkeypatch.setattr(files, "MAX_READ", 2)
    for text, notes in ((f"{EASY}\n" * 2, []), (f"{EASY}\n" * 3, ["only the first 2 puzzles were read"])):
        found = files.read_puzzles(files.ParseRequest(text=text), files.FileQuery(), None)
        assert (len(found.puzzles), found.notes) == (2, notes)


def test_reading_ends_after_many_puzzles_that_cannot_be_read(monkeypatch):
    monkeypatch.setattr(files, "MAX_UNREADABLE", 2)
    text = f"{EASY}\n{'?' * 81}\n{'?' * 81}\n{EASY}\n"
    found = files.read_puzzles(files.ParseRequest(text=text), files.FileQuery(), None)
    assert (len(found.puzzles), len(found.errors)) == (1, 2)
    assert found.notes == ["only the first 3 puzzles were read"]


def test_games_survive_a_restart(start):
    server = start()
    saved = call(server, "PUT", "/api/games/one", {"puzzle": PUZZLE, "name": "my game"}).json()
    assert saved["version"] == 1
    more = PUZZLE | {"placed": {"r1c3": 4, "r1c4": 6}, "play": {"seconds": 12, "history": [[1, 2], {"a": None}]}}
    assert call(server, "PUT", "/api/games/one", {"puzzle": more, "version": 1}).json()["version"] == 2
    late = call(server, "PUT", "/api/games/one", {"puzzle": PUZZLE, "version": 1})
    assert (late.status_code, late.json()["error"]["kind"], late.json()["error"]["where"]) == (409, "conflict", "2")
    server.stop()
    server = start()
    [game] = call(server, "GET", "/api/games").json()["games"]
    assert (game["name"], game["layout"], game["version"], "puzzle" in game) == ("", PUZZLE["layout"], 2, False)
    assert call(server, "GET", "/api/games/one").json() == game | {"puzzle": more}
    assert call(server, "DELETE", "/api/games/one").json() == {"removed": 1}
    assert call(server, "GET", "/api/games/one").status_code == 404


def test_games_are_shared_with_the_library(start):
    server = start()
    puzzle = PUZZLE | {"play": {"clock": {"spent": 12_500, "since": None}}}
    call(server, "PUT", "/api/games/one", {"puzzle": puzzle, "name": "my game", "solved": True})
    with Library(server.service.library_path) as library:
        [game] = Games(library).all()
        assert (game.id, game.name, game.seconds, game.solved) == ("one", "my game", 12.5, True)
        assert game.state.grid[2] == 4
        Games(library).save("two", game.state, seconds=1)
    assert [one["id"] for one in call(server, "GET", "/api/games").json()["games"]] == ["two", "one"]


def test_oldest_games_are_removed(start, monkeypatch):
    monkeypatch.setattr(games, "MAX_GAMES", 3)
    server = start()
    for number in range(5):
        call(server, "PUT", f"/api/games/g{number}", {"puzzle": PUZZLE})
    assert [game["id"] for game in call(server, "GET", "/api/games").json()["games"]] == ["g4", "g3", "g2"]


def test_damaged_game_does_not_hide_others(start):
    server = start()
    for name in ("bad", "good"):
        call(server, "PUT", f"/api/games/{name}", {"puzzle": PUZZLE})
    with Library(server.service.library_path) as library, library.writing() as db:
        db.execute("UPDATE games SET state = '{' WHERE id = 'bad'")
    assert [game["id"] for game in call(server, "GET", "/api/games").json()["games"]] == ["good"]
    assert call(server, "GET", "/api/games/bad").status_code == 422


def test_invalid_puzzle_is_not_saved(server):
    bad = [{"clues": ""}, {"none": 1}, {"format": "ninefold/2"}, {"clues": "1"}, {"placed": {"r1c1": 4}}]
    for puzzle in ({}, *(PUZZLE | change for change in [*bad, {"layout": "11x"}, {"placed": {"r10c1": 4}}])):
        assert call(server, "PUT", "/api/games/two", {"puzzle": puzzle}).status_code == 422
    assert call(server, "GET", "/api/games/two").status_code == 404


def test_jobs_match_the_description(server):
    job = call(server, "POST", "/api/jobs", {"kind": "solve", "puzzle": SMALL, "by": "propagate"}).json()
    server.client.get(f"/api/jobs/{job['id']}/events")
    found = call(server, "GET", f"/api/jobs/{job['id']}").json()
    assert (found["state"], found["result"]["status"], found["error"]) == ("done", "unique", None)
    assert job["id"] in [one["id"] for one in call(server, "GET", "/api/jobs").json()["jobs"]]
    call(server, "DELETE", f"/api/jobs/{job['id']}")
    assert {op for path in DESCRIPTION["paths"] for op in [path]} >= {route.path for route in routes()}


@pytest.mark.parametrize("path", ["/", "/reason", "/learn", "/learn/x-wing", "/lab", "/library", "/papers"])
def test_pages_have_etags_and_their_links_work(server, path):
    answer = server.client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["Cache-Control"] == "no-cache"
    again = server.client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    links = set(re.findall(r'(?:href|src)="(/[^"#?]*)', answer.text))
    assert {"/", "/learn", "/lab", "/library", "/papers"} < links
    assert {link: server.client.get(link).status_code for link in links} == dict.fromkeys(links, 200)


def test_event_loop_encodes_no_result_of_a_worker_or_the_library(server, monkeypatch):
    def refuse(value):
        raise AssertionError("encoded on the event loop")

    monkeypatch.setattr("ninefold.web.handler.as_json", refuse)
    assert server.post("/api/parse", text=EASY).status_code == 200
    assert server.post("/api/hint", grid=EASY).status_code == 200
    assert server.client.get("/api/library").status_code == 200
    assert server.client.get("/api/library/export?format=sdm").status_code in (200, 422)
