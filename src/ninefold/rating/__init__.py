"""How hard a puzzle is for people."""
