"""Options in requests: none may name a file or a program of the server, and a bad one is the caller's fault."""

import dataclasses
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest

from ninefold.solving.method import MethodInfo, Option, option, options_of
from ninefold.solving.registry import find
from ninefold.solving.table import TABLE
from ninefold.web.app import routes
from ninefold.web.endpoints.endpoint import Body, MethodName, Settings
from ninefold.web.endpoints.lab import SolveJob
from ninefold.web.endpoints.solve import SolveRequest

PUZZLE = "..4.1......3.1.."
LOCAL = [(info, option) for info in TABLE for option in options_of(info) if option.scope == "local"]


def test_text_is_local_unless_it_says_otherwise() -> None:
    assert [(info.name, option.name) for info, option in LOCAL] == [
        ("sat", "proof"),
        ("cp", "parameters"),
        ("mip", "parameters"),
        ("mip-integer", "parameters"),
        ("lp", "parameters"),
    ]

    @dataclasses.dataclass
    class Plugin:
        path: str = option("", "a file")
        other: str | None = option(None, "a file")
        plain: int = option(3, "a number")
        word: str = option("", "a word", scope="anywhere")

    kinds = get_type_hints(Plugin)
    info = MethodInfo(name="plugin", module=__name__, attribute="_plugin")
    globals()["_plugin"] = Plugin
    found = {option.name: option.scope for option in options_of(info)}
    assert found == dict.fromkeys(kinds, "anywhere") | {"path": "local", "other": "local"}


@pytest.mark.parametrize(("info", "option"), LOCAL, ids=lambda part: part.name)
def test_a_local_option_is_refused_wherever_a_request_names_a_method(
    server: Any, tmp_path: Any, info: MethodInfo, option: Option
) -> None:
    place = str(tmp_path / "file")
    text = f"{info.name}:{option.name}={place}"
    settings = {option.name: place}
    requests = [
        ("/api/solve", {"puzzle": PUZZLE, "by": info.name, "settings": settings}),
        ("/api/solve", {"puzzle": PUZZLE, "by": text}),
        ("/api/jobs", {"kind": "solve", "puzzle": PUZZLE, "by": info.name, "settings": settings}),
        ("/api/jobs", {"kind": "solve", "puzzle": PUZZLE, "by": text}),
        ("/api/jobs", {"kind": "seeds", "puzzle": PUZZLE, "by": info.name, "settings": settings, "seeds": [1]}),
        ("/api/jobs", {"kind": "seeds", "puzzle": PUZZLE, "by": text, "seeds": [1]}),
        ("/api/jobs", {"kind": "race", "puzzles": [PUZZLE], "by": ["search", text]}),
    ]
    for path, body in requests:
        response = server.client.post(path, json=body)
        assert response.status_code == 422, (path, body)
        assert "a request cannot set an option that may name a file" in response.json()["error"]["message"]
    hidden = {"encoding=minimal:proof": place}
    response = server.post("/api/solve", puzzle=PUZZLE, by=info.name, settings=hidden)
    assert (response.status_code, "the name of an option" in response.text) == (422, True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("more", [{"kind": "solve"}, {"kind": "seeds", "seeds": [1]}], ids=lambda more: more["kind"])
def test_a_job_for_auto_with_an_option_of_no_method_is_refused_at_once(server: Any, more: dict[str, Any]) -> None:
    for by, settings in (("auto", {"nosuch": "1"}), ("auto:nosuch=1", {})):
        response = server.post("/api/jobs", puzzle=PUZZLE, by=by, settings=settings, **more)
        assert (response.status_code, "nosuch" in response.text) == (422, True)
    assert server.post("/api/jobs", puzzle=PUZZLE, by="auto", kind="solve").status_code == 202


def test_the_list_of_methods_offers_only_what_a_request_may_set(server: Any) -> None:
    listed = {method["name"]: method for method in server.client.get("/api/methods").json()["methods"]}
    for info in TABLE:
        expected = [option.name for option in options_of(info) if option.scope == "anywhere"]
        assert [option["name"] for option in listed[info.name]["options"]] == expected
    assert "proof" not in {option["name"] for option in listed["sat"]["options"]}


def test_requests_name_methods_and_options_only_in_checked_fields() -> None:
    """`web/method_options.py` reads `by` and `settings`."""
    seen = set()
    for route in routes():
        for kind in get_type_hints(route.function, include_extras=True).values():
            for name, part in fields_in(kind):
                if part in (MethodName, Settings):
                    seen.add(name)
    assert seen == {"by", "settings"}


def fields_in(kind: Any) -> Iterator[tuple[str, Any]]:
    """Every field of a request type and of the types it is made of."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        for name, part in get_type_hints(kind, include_extras=True).items():
            yield name, part
            for other, inner in fields_in(part):
                yield (name, inner) if inner in (MethodName, Settings) else (other, inner)
    for part in get_args(kind) if get_origin(kind) is not None or get_origin(kind) is Annotated else ():
        yield "", part
        yield from fields_in(part)


def test_a_number_or_flag_in_a_body_is_never_converted_from_something_else() -> None:
    """Pydantic alone would take "yes" for true, and true for 1."""
    kinds = [kind for route in routes() for kind in get_type_hints(route.function).values()]
    bodies = {part for kind in kinds for part in (kind, *get_args(kind)) if _is_body(part)}
    assert {SolveJob, SolveRequest} <= bodies
    loose = [(body.__name__, name) for body in bodies for name, kind in loose_in(body) if kind in (bool, int, float)]
    assert not loose


def _is_body(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Body)


def loose_in(kind: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every plain type in the types of a request that is not declared strict."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        for field, part in get_type_hints(kind, include_extras=True).items():
            yield from loose_in(part, field)
    elif get_origin(kind) is Annotated:
        base, *notes = get_args(kind)
        if not any(getattr(part, "strict", False) for note in notes for part in getattr(note, "metadata", ())):
            yield from loose_in(base, name)
    elif get_origin(kind) is not Literal:
        parts = get_args(kind)
        yield from [(name, kind)] if not parts else [found for part in parts for found in loose_in(part, name)]


BAD = [
    ("lp", "families", "cell,rows", "some of cells,rows,columns,boxes,extras,clues"),
    ("lp", "cuts", "foo", "terms, a sign and a number"),
    ("lp", "cuts", "x_r9c9_9 <= 1", "from 1 to 4"),
    ("lp", "within", "0.49", "from 0.0 to 0.1"),
    ("lp", "solver", "cvxpy:NOSUCH", "CVXPY has no solver"),
    ("lp", "weights", "1 2 3", "one per cell and digit"),
    ("lp-reweighted", "seed", "-1", "a whole number from 0"),
    ("cp", "seed", "9" * 21, "a whole number from 0 to 2147483647"),
    ("network", "last", "1e308", "a number from 0.001 to 1000000.0"),
    ("anneal", "seed", "٣", "a whole number"),
]


@pytest.mark.parametrize(("method", "name", "value", "words"), BAD)
def test_a_bad_setting_is_the_callers_fault(server: Any, method: str, name: str, value: str, words: str) -> None:
    settings = {name: value} | ({"objective": "given"} if name == "weights" else {})
    if value.startswith("cvxpy") and not _has_cvxpy():
        words = "which is not installed"
    response = server.post("/api/solve", puzzle=PUZZLE, by=method, settings=settings)
    assert (response.status_code, response.json()["error"]["kind"]) == (422, "no-method")
    assert words in response.json()["error"]["message"]


def _has_cvxpy() -> bool:
    from importlib.util import find_spec

    return find_spec("cvxpy") is not None


def test_an_unknown_method_is_reported_by_the_worker(server: Any) -> None:
    response = server.post("/api/solve", puzzle=PUZZLE, by="nosuch:proof=x")
    assert (response.status_code, "unknown method" in response.text) == (422, True)
    assert find("sat").available


def test_settings_may_be_numbers_and_flags(server: Any) -> None:
    response = server.post("/api/solve", puzzle=PUZZLE, by="anneal", settings={"seed": 3, "singles": True}, limit=1)
    assert response.status_code == 200
    response = server.post("/api/solve", puzzle=PUZZLE, by="anneal", settings={"seed": [3]})
    assert response.status_code == 422
