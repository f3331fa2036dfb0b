"""The race: several methods on the same puzzles, each in a process of its own, and what comes of it."""
