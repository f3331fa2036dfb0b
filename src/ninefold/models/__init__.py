"""The linear, integer and clause models of a puzzle, apart from any solver."""
