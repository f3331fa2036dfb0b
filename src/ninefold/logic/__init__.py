"""How a person solves: techniques, steps with reasons, hints."""
