"""The library: puzzles, tags and games in one SQLite file."""
