"""Asking a method: limits, cancel, trace, the judge, and the result."""
