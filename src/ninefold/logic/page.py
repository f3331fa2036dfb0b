"""A path as a page of HTML: every step with its picture, sentence and notation. Nothing is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from ninefold.core.drawing import svg

if TYPE_CHECKING:
    from ninefold.logic.explain import Path
    from ninefold.logic.step import Step

PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #111;
  background: #fff }}
section {{ display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; padding: 1rem 0;
  border-top: 1px solid #ccc }}
section > div {{ flex: 1 1 20rem }}
svg {{ max-width: 100%; height: auto; flex: 0 1 28rem }}
h3 {{ margin: 0 0 .5rem }}
p {{ margin: 0 0 .5rem; white-space: pre-wrap }}
code {{ font-size: .85rem; color: #444; overflow-wrap: anywhere }}
</style></head><body>
{body}
</body></html>
"""


def page(paths: Sequence[Path]) -> str:
    """A self-contained page with some paths."""
    title = "Solved by reasoning"
    return PAGE.format(title=title, body="\n".join(map(path_body, paths)))


def path_html(path: Path) -> str:
    """A self-contained page with one path."""
    return page([path])


def path_body(path: Path) -> str:
    """A path without the frame of a page, as notebooks show it."""
    return "\n".join(_parts(path))


def _parts(path: Path) -> Iterator[str]:
    used = ", ".join(f"{technique} ({count})" for technique, count in path.techniques.items())
    yield f"<h2>{escape(path.summary)}</h2>"
    yield f"<p>{svg(path.puzzle.digits, path.puzzle.layout)}</p><p>{escape(used)}</p>"
    if path.note:
        yield f"<p>{escape(path.note)}</p>"
    for number, step in enumerate(path, 1):
        yield _step(number, step)


def _step(number: int, step: Step) -> str:
    eureka = f"<p><code>{escape(step.eureka)}</code></p>" if step.eureka else ""
    return (
        f'<section id="step-{number}">{step.svg()}<div><h3>{number}. {escape(step.technique.title)}</h3>'
        f"<p>{escape(step.reason)}</p><p><code>{escape(step.notation)}</code></p>{eureka}</div></section>"
    )
