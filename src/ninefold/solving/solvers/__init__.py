"""The solver libraries behind the methods: our native engine, HiGHS, SciPy and CVXPY."""
