"""Child processes that run tasks: streamed from, cancelled, killed, and kept warm for the next task."""
