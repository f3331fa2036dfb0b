"""The endpoints that reason and teach: paths, steps, techniques, and positions to practise on."""

import pytest
from described import call, post

from ninefold import Grid, techniques
from ninefold.logic.positions import exercises
from ninefold.logic.techniques import find_techniques

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = "..4.1......3.1.."
XY_CHAIN = "6.3..4.89...3.8..4.1...95..3......7....5.6....28.......721..3.....973..........1."
# All singles are placed; box 8 then has its 3 in row 8, which removes it from r8c1 and r8c3.
POINTING = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"


def replay(grid, steps):
    """The grid after some steps."""
    digits = list(Grid(grid).digits)
    layout = Grid(grid).layout
    for step in steps:
        for place in step["places"]:
            digits[layout.cell(place["cell"])] = place["digit"]
    return "".join(map(str, digits))


@pytest.mark.parametrize("order", ["human", "hodoku", "explainer"])
def test_a_path_leads_to_the_solution(server, order):
    found = post(server, "/api/explain", grid=EASY, order=order)
    assert found["solved"]
    assert replay(EASY, found["steps"]) == SOLVED
    assert sum(one["count"] for one in found["techniques"]) == len(found["steps"])
    assert found["candidates"][0] == []
    assert found["candidates"][2] == [1, 2, 4]


def test_a_path_starts_from_the_players_digits_and_marks(server):
    grid = SOLVED[:40] + EASY[40:]
    placed = [
        one["cell"] for step in post(server, "/api/explain", grid=grid, clues=EASY)["steps"] for one in step["places"]
    ]
    assert len(placed) == grid.count(".")
    assert min(placed) == "r5c5"
    with_marks = post(server, "/api/explain", grid=EASY, marks={"r1c3": [4]})
    assert with_marks["candidates"][2] == [4]


def test_a_path_comes_in_parts(server):
    """The next request starts where the last one ended; the whole is a path again."""
    grid, marks, found = EASY, None, {"more": True}
    for part in range(20):
        found = post(server, "/api/explain", grid=grid, clues=EASY, marks=marks, limit=4, check=part == 0)
        assert len(found["steps"]) <= 4
        grid = replay(grid, found["steps"])
        if not found["more"]:
            break
    assert (grid, found["solved"], found["summary"]) == (SOLVED, True, f"Solved in {len(found['steps'])} steps.")


def test_links_of_a_chain_are_drawn_between_its_marks(server):
    steps = post(server, "/api/explain", grid=XY_CHAIN)["steps"]
    sky = next(step for step in steps if step["technique"] == "skyscraper")
    drawing = sky["drawing"]
    assert [link["kind"] for link in drawing["links"]] == ["strong", "weak", "strong"]
    assert [mark["words"] for mark in drawing["marks"]] == ["one is true", "chain", "chain", "one is true"]
    ends = {(end["cells"][0], end["digit"]) for link in drawing["links"] for end in (link["start"], link["end"])}
    assert ends == {(mark["cell"], mark["digit"]) for mark in drawing["marks"]}
    assert len(drawing["outlines"]) == 2


def test_fins_have_a_separate_shape(server):
    found = post(server, "/api/steps", grid=XY_CHAIN, technique=["finned-swordfish"])["steps"][0]
    assert {mark["words"]: mark["shape"] for mark in found["drawing"]["marks"]} == {
        "fin": "diamond",
        "places of the digit": "circle",
    }
    assert len(found["drawing"]["outlines"]) == len(found["drawing"]["covers"]) == 3


def test_groups_and_forcing_chains_are_drawn(server):
    grouped = post(server, "/api/steps", grid=XY_CHAIN, technique=["grouped-aic"], limit=40)["steps"]
    assert any(step["drawing"]["ovals"] for step in grouped)
    forcing = post(server, "/api/steps", grid=XY_CHAIN, technique=["cell-forcing-chain"], limit=3)["steps"]
    assert {link["kind"] for link in forcing[0]["drawing"]["links"]} == {"then"}
    wrong = post(server, "/api/steps", grid=XY_CHAIN, technique=["forcing-contradiction"])["steps"]
    unit = next(step for step in wrong if "has no place left" in step["text"])
    assert [len(outline) for outline in unit["drawing"]["outlines"]] == [9]  # the unit without a place


@pytest.mark.parametrize(
    ("grid", "clues", "words"),
    [
        ("55" + EASY[2:], None, "5 appears twice in row 1 (r1c1 and r1c2)"),
        ("531" + EASY[3:], EASY, "1 in r1c3 is not in the solution."),
        ("12345678." + "........9" + "." * 63, None, "have no solution"),
    ],
)
def test_a_mistake_is_named_instead_of_a_path(server, grid, clues, words):
    found = post(server, "/api/explain", grid=grid, **({"clues": clues} if clues else {}))
    assert words in found["mistake"]["message"]
    assert found["steps"] == []


def test_missing_marks_are_a_mistake(server):
    found = post(server, "/api/explain", grid=EASY, marks={"r1c3": [1, 2]})
    assert found["mistake"]["cells"] == ["r1c3"]


def test_puzzles_with_several_solutions_leave_uniqueness_out(server):
    found = post(server, "/api/explain", grid="." * 81)
    assert (found["solved"], found["unique"], found["steps"]) == (False, False, [])
    assert found["note"] == "The puzzle has several solutions. Reasoning goes only as far as all of them agree."
    assert not post(server, "/api/steps", grid="." * 81, technique=["singles"])["unique"]


def test_uniqueness_can_be_switched_off(server):
    used = [
        {one["technique"] for one in post(server, "/api/explain", grid=HARDEST, unique=unique)["techniques"]}
        for unique in (None, False)
    ]
    unsound = {technique.slug for technique in techniques() if technique.assumes_unique}
    assert used[0] & unsound
    assert not used[1] & unsound


@pytest.mark.parametrize("layout", ["4", "2x3", "9+diagonals", "9+windows", "16"])
def test_other_boards_are_explained(server, layout):
    made = post(server, "/api/generate", layout=layout, seed=1)
    clues, solution = made["puzzle"]["digits"], made["solution"]["digits"]
    grid = [clue or digit * (cell % 5 > 0) for cell, (clue, digit) in enumerate(zip(clues, solution, strict=True))]
    found = post(server, "/api/explain", grid=grid, clues=clues, layout=layout)
    assert found["solved"], found["summary"]


def test_full_grids_and_boards_that_are_too_large(server):
    assert post(server, "/api/explain", grid=SOLVED)["summary"] == "The grid is complete."
    for path in ("/api/explain", "/api/steps"):
        answer = call(server, "POST", path, {"grid": [0] * 36**2, "layout": "36"})
        assert answer.status_code == 422
        assert "up to size 25" in answer.text


def test_all_steps_of_a_family(server):
    found = post(server, "/api/steps", grid=POINTING, technique=["locked"])
    assert {step["technique"] for step in found["steps"]} <= {"pointing", "claiming"}
    assert ["r8c1", "r8c3"] in [[one["cell"] for one in step["removes"]] for step in found["steps"]]
    one = post(server, "/api/steps", grid=EASY, technique=["hidden-single-box"], limit=1)
    assert (len(one["steps"]), one["more"]) == (1, ["hidden-single-box"])


def test_unknown_technique_gets_a_suggestion(server):
    answer = call(server, "POST", "/api/steps", {"grid": EASY, "technique": ["skyscaper"]})
    assert (answer.status_code, "did you mean skyscraper?" in answer.text) == (422, True)
    answer = call(server, "GET", "/api/techniques/skyscaper")
    assert (answer.status_code, "did you mean skyscraper?" in answer.text) == (404, True)
    assert call(server, "GET", "/api/techniques/skyscraper/position?number=99").status_code == 404


def test_steps_refuse_a_visible_mistake_and_a_technique_for_another_board(server):
    assert call(server, "POST", "/api/steps", {"grid": "55" + EASY[2:]}).status_code == 422
    answer = call(server, "POST", "/api/steps", {"grid": SMALL, "technique": ["exocet"]})
    assert (answer.status_code, "9x9" in answer.text) == (422, True)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/steps", {"grid": "." * 625, "layout": "25", "unique": False, "seconds": 0.3}),
        ("/api/explain", {"grid": HARDEST, "unique": False, "seconds": 0.02}),
        ("/api/rate", {"puzzle": HARDEST, "seconds": 0.005}),
    ],
    ids=["steps", "explain", "rate"],
)
def test_what_does_not_end_in_time_says_so(server, path, body):
    answer = server.post(path, **body)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "time")
    assert server.post("/api/hint", grid=EASY).status_code == 200  # and the next request is answered


def test_every_technique_has_a_page_and_a_family(server):
    found = call(server, "GET", "/api/techniques").json()
    assert [one["name"] for one in found["techniques"]] == [technique.slug for technique in techniques()]
    families = {one["name"] for one in found["families"]}
    assert {one["family"] for one in found["techniques"]} == families
    for one in found["techniques"]:
        page = call(server, "GET", f"/api/techniques/{one['name']}").json()
        assert all(page[text] for text in ("about", "why", "look"))


def test_a_turned_position_has_the_same_steps(server):
    path = "/api/techniques/skyscraper/position"
    plain, turned = (call(server, "GET", f"{path}?number=2{seed}").json() for seed in ("", "&seed=7"))
    assert turned["grid"] != plain["grid"]
    assert len(turned["steps"]) == len(plain["steps"]) > 0
    assert turned == call(server, "GET", f"{path}?number=2&seed=7").json()
    assert sorted(map(len, turned["candidates"])) == sorted(map(len, plain["candidates"]))


def test_hint_has_the_drawing_of_its_step(server):
    assert post(server, "/api/hint", grid=EASY, strength=2)["drawing"] is None
    assert len(post(server, "/api/hint", grid=EASY, strength=3)["drawing"]["arrows"]) == 2


def test_the_answer_of_each_first_position_is_found():
    """The fast techniques; tools/technique_positions.py has searched them all."""
    for technique in (*techniques()[:22], *find_techniques("gurth")):
        for exercise in exercises(technique)[:1]:
            assert exercise.step().notation == exercise.answer
            assert exercise.turned(3).steps()
