"""Pictures of grids and books of puzzles, as SVG, PNG, PDF, HTML and terminal text."""
