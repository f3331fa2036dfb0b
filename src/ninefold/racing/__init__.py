"""Benchmarks of several methods on the same puzzles, each in a separate process."""
