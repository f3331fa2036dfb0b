"""Generating puzzles: recipes, random full grids, and removing and adding clues."""
