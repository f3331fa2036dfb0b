"""Pictures of grids: SVG, PNG, PDF, HTML and the terminal, all from one list of shapes."""
