"""Relaxation: digits become beliefs, many starts run at once, and beliefs that converge are read as digits.

The shared part of `divide-and-concur`, `network`, `sinkhorn` and `hopfield`. All of them work on
arrays of N digits × N² cells × any number of columns, and a column is one start of one puzzle:

    x[k, c, b]    the belief in digit k+1 in cell c, in column b
"""
