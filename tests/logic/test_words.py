"""Sentences and pictures: what they say is true of the evidence and can be checked on the board."""

import re
from itertools import combinations

import pytest

import ninefold as nf
from ninefold.logic.arrows import step_arrows, step_lines
from ninefold.logic.clusters import cluster_links, two_colours
from ninefold.logic.looks import step_marks
from ninefold.logic.positions import exercises
from ninefold.logic.techniques import find_techniques
from ninefold.logic.turns import loop_order


def steps_of(slug):
    return [exercise.step() for exercise in exercises(find_techniques(slug)[0])]


@pytest.mark.parametrize("slug", ["medusa", "simple-colours-trap", "simple-colours-wrap"])
def test_exactly_one_colour_is_the_solution(slug):
    """All of one colour is true and all of the other is false, and each link joins the two."""
    for exercise in exercises(find_techniques(slug)[0]):
        step, solution = exercise.step(), nf.solve(exercise.clues).solution
        truth = [{solution.digits[cell] == digit for cell, digit in colour} for colour in two_colours(step)]
        assert sorted(map(tuple, truth)) == [(False,), (True,)]
        for one, other, _ in cluster_links(step):
            assert (one in two_colours(step)[0]) != (other in two_colours(step)[0])


def test_medusa_sentence_and_picture_have_the_same_colours():
    for step in steps_of("medusa"):
        blue, green = two_colours(step)
        marks = step_marks(step)
        assert {one for one, look in marks.items() if look.words == "colour A"} == blue - set(step.places)
        assert {one for one, look in marks.items() if look.words == "colour B"} == green - set(step.places)
        said = step.reason.split("Colour B is")[0]
        assert set(re.findall(r"r\dc\d", said)) == {step.layout.name(cell) for cell, _ in blue}


def test_four_colours_are_called_alike_in_sentence_and_legend():
    for step in [*steps_of("multi-colours-1"), *steps_of("multi-colours-2")]:
        words = [look.words for look in dict.fromkeys(step_marks(step).values())]
        assert words == ["colour A", "colour B", "colour C", "colour D"]
        for word, part in zip(words, step.roles("colour"), strict=True):
            first = step.layout.name(min(part.cells))
            named = rf"{word} is {part.digits[0]} in {first}|{part.digits[0]} is in .*{first} \({word}\)"
            assert re.search(named, step.reason, re.IGNORECASE)


def test_symmetry_of_clues_is_drawn_and_named():
    for step in steps_of("gurth"):
        assert step.svg().count("stroke-dasharray") > 8  # a dotted line for each pair of clues
        assert "clue and its image" in step.svg()
        assert re.search(r"exchanging \d with \d", step.reason)
        assert re.search(r"If r\dc\d were \d, (r\dc\d would|it would also) have to be \d", step.reason)


def test_exocet_lists_the_room_of_its_cross_lines():
    for step in steps_of("exocet"):
        said = re.search(r"(Rows|Columns) (\d), (\d) and (\d) each need every digit", step.reason)
        assert said
        assert "cross line" in step.svg()


def test_legend_stays_inside_the_picture():
    for slug in ("kraken-fish-1", "aligned-triple-exclusion", "exocet", "als-chain"):
        step = steps_of(slug)[0]
        width = int(re.search(r'width="(\d+)"', step.svg())[1])
        entries = re.findall(r'translate\(([\d.]+) [\d.]+\)">.*?<text x="([\d.]+)"[^>]*>([^<]*)<', step.svg())
        assert entries
        for x, offset, words in entries:
            assert float(x) + float(offset) + 5.5 * len(words) < width


def test_chain_opens_with_then_and_does_not_repeat_its_cell():
    for slug in ("xy-chain", "discontinuous-nice-loop"):
        for step in steps_of(slug):
            first, second = step.reason.split(". ")[:2]
            assert ", then " in first or second.startswith("Then ")
            assert not re.match(r"If (r\dc\d) is not \d, then \1 ", first)


def test_no_two_looks_of_one_picture_share_shape_and_words():
    for slug in ("als-chain", "sue-de-coq", "death-blossom", "fireworks-triple", "unique-rectangle-3"):
        for step in steps_of(slug):
            looks = set(step_marks(step).values())
            assert all(one.words != other.words or one.shape == other.shape for one, other in combinations(looks, 2))


def test_avoidable_rectangle_marks_its_filled_cells():
    for step in steps_of("avoidable-rectangle-1"):
        filled = [cell for part in step.roles("rectangle") for cell in part.cells if step.position.digits[cell]]
        assert len(filled) == 3
        assert step.svg().count(f'r="{48 * 0.4:g}" fill="#56b4e9"') == len(filled)


def test_fin_in_two_bases_is_marked_apart_from_other_fins():
    for step in [*steps_of("finned-mutant-swordfish"), *steps_of("finned-mutant-jellyfish")]:
        looks = {look.shape for one, look in step_marks(step).items() if look.words.startswith("fin")}
        assert len(looks) == bool(step.roles("fin")) + bool(step.roles("endofin"))
        for cell in (cell for part in step.roles("endofin") for cell in part.cells):
            assert re.search(rf"share only [^.]*{step.layout.name(cell)}[^.]* ruled out", step.reason)


def test_exocets_give_the_reason_of_each_removal():
    for slug in ("exocet", "double-exocet"):
        for step in steps_of(slug):
            assert step.reason.count("So r") == 0  # no list of all removals without reasons
            said = " ".join(re.findall(r": (r\dc\d[^:]* (?:not|neither|none of) [^:]*?)\.(?: |$)", step.reason))
            assert {step.layout.name(cell) for cell, _ in step.removes} <= set(re.findall(r"r\dc\d", said))


def test_every_digit_of_an_almost_locked_set_deduction_leads_on():
    """No set is left by the digit that led to it, and no removed digit is one of those on the way."""
    for slug in ("als-xz", "als-xy-wing", "als-chain", "death-blossom"):
        for step in [one for exercise in exercises(find_techniques(slug)[0]) for one in exercise.steps()]:
            for lost, needed in re.findall(r"loses (\d) and needs all its other digits, (\d) among", step.reason):
                assert lost != needed


def test_rectangle_says_where_each_digit_would_be_forced():
    for slug in ("unique-rectangle-4", "unique-rectangle-6", "hidden-rectangle", "unique-loop-4", "bug-4"):
        for step in steps_of(slug):
            for cell, digit in step.removes:
                assert f"If {step.layout.name(cell)} were {digit}, r" in step.reason


@pytest.mark.parametrize("slug", ["simple-colours-wrap", "multi-colours-1", "multi-colours-2"])
def test_arrows_of_colours_join_the_cells_that_the_sentence_says_see_each_other(slug):
    for step in steps_of(slug):
        drawn = {frozenset(map(step.layout.name, pair)) for pair in step_arrows(step)}
        named = re.findall(r"(r\dc\d)(?: \(colour \w\) sees| and) (r\dc\d) (?:\(colour \w\)|both have)", step.reason)
        assert named
        for pair in named:
            assert frozenset(pair) in drawn


def test_legend_names_arrows_exactly_if_there_are_some():
    for slug in ("hidden-single-box", "pointing", "w-wing", "xyz-wing", "multi-colours-2", "nishio", "gurth"):
        for step in steps_of(slug):
            assert (">sees</text>" in step.svg()) == bool(step_arrows(step))


def test_contradictions_name_the_digits_that_cause_them():
    seen = 0
    for step in [*steps_of("nishio"), *steps_of("forcing-contradiction"), *steps_of("dynamic-contradiction")]:
        true = {(child.nodes[0].cell, child.nodes[0].digit) for child in step.children}
        true |= {(node.cell, node.digit) for child in step.children for node in child.nodes if node.holds}
        last = step.reason.split("\n")[-2]
        assert ", because " in last or "was supposed not to be" in last
        for cell, digit in re.findall(r"(r\dc\d) is (\d)", last.partition(", because ")[2]):
            assert (step.layout.cell(cell), int(digit)) in true
            seen += 1
        for cell, digit, other in re.findall(r"But (r\dc\d) cannot be (\d), because (r\dc\d) is \2", last):
            assert digit
            assert step.layout.cell(other) in step.layout.peers[step.layout.cell(cell)]
    assert seen > 8


def every_step():
    for technique in nf.techniques():
        for exercise in exercises(technique):
            yield exercise.step()


def test_sentences_keep_numbers_of_units_apart_from_digits_and_count_in_the_singular():
    for step in every_step():
        said = step.reason
        assert not re.search(r"In (row|column|box) \d, \d", said), said
        assert not re.search(r"In (rows|columns|boxes) [^.]* and \d, \d", said), said
        assert "which take only" not in said
        assert not re.search(r"\d, which have room for only one", said)


def test_direct_steps_name_the_places_that_they_rule_out():
    for slug in ("direct-pointing", "direct-claiming", "direct-hidden-pair", "direct-hidden-triple"):
        for step in steps_of(slug):
            (cell, digit), *_ = step.places
            unit = step.layout.units[step.parts[-1].unit]
            lost = [c for c in unit.cells if c != cell and step.position.candidates[c] >> digit - 1 & 1]
            assert lost
            assert all(step.layout.name(one) in step.reason for one in lost)
            assert step.reason.endswith(f"as the only place for {digit} in {unit.name}.")


def test_a_place_that_is_false_is_not_named_among_those_that_are_left():
    """The cell where a row and a column of an empty rectangle cross belongs to both."""
    for step in [*steps_of("empty-rectangle"), *steps_of("dual-empty-rectangle")]:
        for failed, left in re.findall(r"So \d is not in ([^,]*(?:, [^,]*)*), and \d is in ([^(]*) \(", step.reason):
            assert not set(re.findall(r"r\dc\d", failed)) & set(re.findall(r"r\dc\d", left)), step.reason


def test_loops_say_which_sets_keep_their_other_digits():
    said = 0
    for step in steps_of("grouped-continuous-nice-loop"):
        pairs = [(step.parts[link.start], step.parts[link.end]) for link in step.links if not link.strong]
        for cell, digit in step.removes:
            ends = [part for pair in pairs for part in pair if digit in part.digits]
            seen = any(set(part.cells) <= {*step.layout.peers[cell], cell} for part in ends)
            shared = any(one.cells == other.cells == (cell,) for one, other in pairs)
            if not seen and not shared:
                assert re.search(rf"still hold [\d, and]*{digit}", step.reason), step.reason
                said += 1
    grid = "9...7....38...1......26...15...2.9....6...5....7.5...64...12......8...94....3...7"
    assert said or any("still hold" in step.reason for step in nf.steps(grid, technique="grouped-continuous-nice-loop"))


def test_a_unique_loop_is_listed_and_drawn_along_the_loop():
    for step in [*steps_of("unique-loop-1"), *steps_of("unique-loop-4")]:
        around = loop_order(step)
        assert set(around) == {cell for part in step.roles("rectangle") for cell in part.cells}
        assert all(b in step.layout.peers[a] for a, b in step_lines(step))
        assert len(step_lines(step)) == len(around)
        assert f"{step.layout.name(around[0])}, {step.layout.name(around[1])}, " in step.reason
        assert step.svg().count('stroke-dasharray="1.5 4"') == len(around) + 1  # one in the legend


def test_arrows_show_what_rules_a_candidate_out():
    """Of a finned fish the fins, of a wing every place of its digit; nothing points at cells of a deadly pattern."""
    for step in steps_of("finned-x-wing"):
        fins = {cell for part in step.roles("fin") for cell in part.cells}
        assert {one for one, _ in step_arrows(step)} == fins
    for step in steps_of("xyz-wing"):
        assert len({one for one, _ in step_arrows(step)}) == 3
    for step in [*steps_of("unique-rectangle-1"), *steps_of("x-wing"), *steps_of("sk-loop")]:
        assert not step_arrows(step)


def test_every_look_in_a_legend_means_one_thing():
    for step in every_step():
        words = {}
        for look in step_marks(step).values():
            assert words.setdefault((look.shape, look.colour), look.words) == look.words, step


def test_a_contradiction_is_marked_where_it_appears():
    for step in [*steps_of("nishio"), *steps_of("forcing-contradiction"), *steps_of("nested-forcing-chain")]:
        assert "url(#nf-dots)" in step.svg().split("</defs>")[1]


def test_pages_keep_assumptions_inside_assumptions_set_in():
    assert "white-space: pre-wrap" in nf.explain("1" + "." * 15).html()


def test_eureka_of_sets_and_of_two_chains():
    for step in steps_of("als-xz"):
        single = r"\((\d)=(\d)\)\S+ - \(\2=\1\)\S+( - \(\1\)\S+)? => "
        assert re.match(single, step.eureka), step.eureka
    for step in steps_of("als-xy-wing"):
        assert re.match(r"\((\d)=(\d)\)\S+ - \(\2=(\d)\)\S+ - \(\3=\1\)\S+ => ", step.eureka), step.eureka
    for step in steps_of("dual-two-string-kite"):
        first, second = step.eureka.split(" => ")[0].split(" / ")
        assert first.count(" = ") == second.count(" = ") == 2
        assert first.count(" - ") == second.count(" - ") == 1
    assert not any(step.eureka for step in steps_of("death-blossom"))


JIGSAW = "jigsaw:AAAAABBBBCAAAACCBBCCCCCCDBBEEEEDDDDBEEFFDDFDDEGGFFFFFFEGGGHHHHHEGIGHIIIHGGIIIIIHH"


@pytest.mark.parametrize(
    ("layout", "name", "kind"),
    [
        ("9+diagonals", r"the diagonal from r1c1 to r9c9|the diagonal from r1c9 to r9c1|both diagonals", "diagonal"),
        ("9+windows", r"the window from (r2c2 to r4c4|r2c6 to r4c8|r6c2 to r8c4|r6c6 to r8c8)", "window"),
        (JIGSAW, r"the region of r\dc\d", "box"),
    ],
)
def test_units_without_known_numbers_are_named_by_their_cells(layout, name, kind):
    board = nf.Layout.parse(layout)
    found = 0
    for step in nf.explain(nf.generate(board, seed=1)):
        assert not re.search(rf"\b{kind} \d", step.reason), step.reason
        found += len(re.findall(rf"\b{name}\b", step.reason, re.IGNORECASE))
    assert found
    clash = nf.check(nf.Grid.empty(board).with_digits(dict.fromkeys(board.units[-1].cells[:2], 3)))
    assert re.search(name, str(clash))


def test_hints_name_regions_by_their_cells():
    puzzle = nf.Grid(nf.generate(nf.Layout.parse(JIGSAW), seed=1))
    assert not re.search(r"box \d", nf.hint(puzzle).message)
    wrong = puzzle.with_digits({puzzle.empty_cells[0]: puzzle.digits[puzzle.filled_cells[0]]})
    assert re.search(r"in the region of r\dc\d", nf.hint(wrong, clues=puzzle).message)


def test_pictures_show_the_diagonals_and_windows_of_the_board():
    diagonals, windows, plain = (
        nf.explain(nf.generate(nf.Layout.parse(f"4{extra}"), seed=1))[0].svg()
        for extra in ("+diagonals", "+windows", "")
    )
    corner = re.compile(r'"M0 0L(\d+) \1M\1 0L0 \1"')
    assert corner.search(diagonals)
    assert windows.count('fill="#f0efeb"') == 4
    assert not corner.search(plain)
    assert 'fill="#f0efeb"' not in plain


def test_every_line_of_a_forcing_chain_names_its_cell():
    lines = [
        line
        for slug in ("cell-forcing-chain", "dynamic-unit", "kraken-fish-1")
        for step in steps_of(slug)
        for line in step.reason.split("\n")
    ]
    ends = [line for line in lines if line.strip().startswith(("So ", "Then ", "But "))]
    assert ends
    assert all(re.match(r" *(So|Then|But) (no digit is left for )?(r\dc\d|row|column|box) ?", line) for line in ends), (
        ends
    )
