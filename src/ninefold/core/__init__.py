"""What a Sudoku is: layouts, grids, their text and pictures, and checking them."""
