"""Relaxing: digits become beliefs, many starts are worked on at once, and what settles is read as digits.

The shared part of the methods `divide-and-concur`, `network`, `sinkhorn` and `hopfield`. All of them work on
arrays of N digits × N² cells × any number of columns, and a column is one start of one puzzle:

    x[k, c, b]    the belief in digit k+1 in cell c, in column b
"""
