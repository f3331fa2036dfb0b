"""The options of every verb, a module for each kind of work; the parser puts them together."""
