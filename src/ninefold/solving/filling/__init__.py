"""What the methods share that fill every cell at once and then mend what is wrong."""
