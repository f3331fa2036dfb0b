"""Making puzzles: full grids by lot, and their clues taken away while exactly one solution is left."""
