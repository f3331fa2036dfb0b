"""What the server tells of itself: methods, formats, layouts, limits."""

from __future__ import annotations

from ninefold.web import schema as s
from ninefold.web.api.endpoint import Endpoint
from ninefold.web.shapes import FLAG, LAYOUT, TEXT, UNIT, WHOLE, list_of

ABOUT = Endpoint(
    method="GET",
    path="/api/about",
    about="what this server is, and its limits",
    answer=s.answer(
        name=TEXT,
        version=TEXT,
        limits={"type": "object"},
        library=FLAG,
        levels=list_of(TEXT),
        symmetries=list_of(TEXT),
        sizes=list_of(WHOLE),
    ),
)

UNITS = Endpoint(
    method="GET",
    path="/api/layout",
    about="the units of a layout",
    query={"word": LAYOUT},
    answer=s.answer(
        layout=TEXT,
        size=WHOLE,
        box=s.or_null(list_of(WHOLE)),
        box_of=list_of(WHOLE),
        units=list_of(UNIT),
        symbols=TEXT,
    ),
)

METHODS = Endpoint(
    method="GET",
    path="/api/methods",
    about="every method, and its options",
    answer=s.answer(methods=list_of({"type": "object"})),
)

FORMATS = Endpoint(
    method="GET",
    path="/api/formats",
    about="every format that is read or written",
    answer=s.answer(
        formats=list_of(
            s.answer(
                name=TEXT,
                about=TEXT,
                endings=list_of(TEXT),
                reads=FLAG,
                writes=FLAG,
                single=FLAG,
            )
        )
    ),
)
