"""Running a method: limits, cancellation, trace, the judge and the result."""
