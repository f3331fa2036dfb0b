"""The Sudoku itself: layouts, grids, reading and drawing them, checking, symmetries."""
