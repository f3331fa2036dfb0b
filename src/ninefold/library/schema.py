"""The schema of a library file, version by version, and the upgrade of older files.

    puzzles   one row per puzzle: number, id (canonical, to prevent duplicates), the puzzle, columns for queries
    tags      which puzzles have which tag
    games     games in play: the puzzle with marks and history as JSON (`state`), the time, whether it is solved;
              `place` orders them: the last saved has the highest
    ratings   how hard the puzzles are, as far as that was computed
    claims    from which to which puzzle each process is rating now

A version is a script of SQL commands and of Python functions where SQL is not enough; a file has its version number in
`user_version`. Each script runs in one transaction together with the new number, so a file always has one version or
the other, even after a power failure.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress

from ninefold.core.canonical import library_id
from ninefold.core.errors import LibraryError, NinefoldError
from ninefold.core.grid import read_line
from ninefold.core.layout import Layout

APPLICATION = 0x4E696E65  # "Nine": marks a SQLite file as ours


def _give_canonical_ids(connection: sqlite3.Connection) -> None:
    """For boards that have got canonical IDs, or others; a duplicate of another puzzle keeps its old ID."""
    others = connection.execute("SELECT number, id, layout, clues FROM puzzles WHERE layout != '9'").fetchall()
    for number, old, layout, clues in others:
        with suppress(NinefoldError):  # damage is reported when the puzzle is read
            board = Layout.parse(layout)
            if old.startswith("x") or board.box is None or 1 in board.box:
                new = library_id(read_line(clues, board))
                connection.execute("UPDATE OR IGNORE puzzles SET id = ? WHERE number = ?", (new, number))


Script = tuple[str | Callable[[sqlite3.Connection], None], ...]
SCRIPTS: tuple[Script, ...] = (
    (
        """
        CREATE TABLE puzzles (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            layout TEXT NOT NULL,
            size INTEGER NOT NULL,
            clues TEXT NOT NULL,
            clue_count INTEGER NOT NULL,
            status TEXT NOT NULL,
            solution TEXT,
            name TEXT, author TEXT, source TEXT, level TEXT, rating REAL,
            meta TEXT NOT NULL,
            added TEXT NOT NULL
        )
        """,
        "CREATE INDEX puzzles_by_kind ON puzzles (size, level, clue_count)",
        """
        CREATE TABLE tags (
            puzzle INTEGER NOT NULL REFERENCES puzzles ON DELETE CASCADE,
            tag TEXT NOT NULL,
            PRIMARY KEY (puzzle, tag)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX tags_by_tag ON tags (tag, puzzle)",
    ),
    (
        """
        CREATE TABLE games (
            number INTEGER PRIMARY KEY,
            puzzle INTEGER NOT NULL REFERENCES puzzles ON DELETE CASCADE,
            sheet TEXT NOT NULL,
            seconds REAL NOT NULL DEFAULT 0,
            solved INTEGER NOT NULL DEFAULT 0,
            started TEXT NOT NULL,
            changed TEXT NOT NULL
        )
        """,
        "CREATE INDEX games_by_change ON games (solved, changed)",
    ),
    # Games get IDs and versions, and need no puzzle of the library. The app's pages stored theirs in `web_games`.
    (
        """
        CREATE TABLE games_in_play (
            id TEXT NOT NULL PRIMARY KEY,
            puzzle INTEGER REFERENCES puzzles ON DELETE CASCADE,
            name TEXT NOT NULL,
            sheet TEXT NOT NULL,
            seconds REAL NOT NULL,
            solved INTEGER NOT NULL,
            version INTEGER NOT NULL,
            started TEXT NOT NULL,
            changed TEXT NOT NULL
        )
        """,
        """
        INSERT INTO games_in_play
        SELECT 'game-' || number, puzzle, '', sheet, seconds, solved, 1, started, changed FROM games ORDER BY changed
        """,
        "CREATE TABLE IF NOT EXISTS web_games (id, name, sheet, solved, version, saved)",
        """
        INSERT OR REPLACE INTO games_in_play
        SELECT id, NULL, name, sheet, 0, solved, version, saved, saved FROM web_games ORDER BY saved
        """,
        "DROP TABLE web_games",
        "DROP TABLE games",
        "ALTER TABLE games_in_play RENAME TO games",
        "CREATE INDEX games_by_change ON games (solved, changed)",
        "CREATE INDEX games_by_puzzle ON games (puzzle)",
    ),
    # Boards larger than 9×9 get canonical IDs: done by the next version.
    (),
    # So do 8×8, 9×9 and 16×16 with diagonals or windows; jigsaws and boards without boxes get those of all their moves.
    (_give_canonical_ids,),
    ("ALTER TABLE games RENAME COLUMN sheet TO state",),
    # Games are ordered by a number that each save raises: the clock may run backwards, and dates with it.
    (
        "ALTER TABLE games ADD COLUMN place INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE games SET place = ranked.place
        FROM (SELECT id, row_number() OVER (ORDER BY changed, rowid) AS place FROM games) AS ranked
        WHERE ranked.id = games.id
        """,
        "DROP INDEX games_by_change",
        "CREATE INDEX games_by_place ON games (place)",
    ),
    # Puzzles get ratings. Of the three levels there were, medium is now called moderate.
    (
        """
        CREATE TABLE ratings (
            puzzle INTEGER PRIMARY KEY REFERENCES puzzles ON DELETE CASCADE,
            er REAL, ep REAL, ed REAL,
            minutes REAL,
            rated_level TEXT NOT NULL,
            hodoku_level TEXT, hodoku_score INTEGER,
            hardest TEXT,
            techniques TEXT NOT NULL,
            why TEXT NOT NULL
        )
        """,
        """
        UPDATE puzzles SET level = 'moderate', meta = json_set(meta, '$.level', 'moderate')
        WHERE level = 'medium' AND source = 'Ninefold' AND json_valid(meta)
        """,
    ),
    # Ratings have two more parts, so all puzzles are rated again.
    (
        "ALTER TABLE ratings ADD COLUMN backdoor INTEGER",
        "ALTER TABLE ratings ADD COLUMN guesses INTEGER",
        "DELETE FROM ratings",
    ),
    # The techniques behind EP and ED; puzzles that have these numbers are rated again.
    (
        "ALTER TABLE ratings ADD COLUMN pearl TEXT",
        "ALTER TABLE ratings ADD COLUMN diamond TEXT",
        "DELETE FROM ratings WHERE er IS NOT NULL",
    ),
    # Processes that rate at the same time share the work.
    ("CREATE TABLE claims (rater TEXT NOT NULL PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL)",),
)
VERSION = len(SCRIPTS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a file, 0 for an empty one; raises if the file is not a library."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION and (tables or version or application):
        raise LibraryError("this SQLite file belongs to another program; it is not a puzzle library")
    if version > VERSION:
        raise LibraryError(
            f"this library needs a newer Ninefold (it has version {version}, this one reads up to {VERSION}); upgrade"
        )
    return version


def migrate(connection: sqlite3.Connection) -> None:
    """Upgrade a file to the newest version, one version at a time, each completely or not at all."""
    while version_of(connection) < VERSION:
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = version_of(connection)  # another process may have been faster
            for script in SCRIPTS[version : version + 1]:
                for command in script:
                    if isinstance(command, str):
                        connection.execute(command)
                    else:
                        command(connection)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk has ended it already
                connection.execute("ROLLBACK")
            raise
