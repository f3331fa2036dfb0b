"""Generated puzzles straight into a library, with the level, solution and proof they already have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ninefold.core.limits import Stopped
from ninefold.core.puzzle import Puzzle
from ninefold.library.store import Added, Library

SOURCE = "Ninefold"


def add_generated(
    library: Library,
    puzzles: Iterable[Puzzle],
    *,
    tags: Iterable[str] = (),
    on_puzzle: Callable[[], object] = lambda: None,
) -> tuple[Added, Stopped | KeyboardInterrupt | None]:
    """Add puzzles as they are generated. If generating stops early, what was made by then is added.

    >>> from ninefold import generate
    >>> with Library(":memory:") as library:
    ...     added, stop = add_generated(library, generate("6", count=2, seed=1, levels=True))
    ...     entry = library.get(1)
    >>> added.new, stop, entry.status, entry.puzzle.level, entry.puzzle.source
    (2, None, <Status.UNIQUE>, 'easy', 'Ninefold')

    Args:
        library: where to add them.
        puzzles: the puzzles, such as `Maker.puzzles` yields them.
        tags: tags for all of them.
        on_puzzle: called after each puzzle.

    Returns:
        What was added, and what ended it early, if anything did.
    """
    stopped: list[Stopped | KeyboardInterrupt] = []

    def until_stopped() -> Iterator[Puzzle]:
        try:
            for puzzle in puzzles:
                yield puzzle if puzzle.source else puzzle.replace(source=SOURCE)
                on_puzzle()
        except (Stopped, KeyboardInterrupt) as stop:
            stopped.append(stop)

    added = library.add(until_stopped(), tags)
    return added, stopped[0] if stopped else None
