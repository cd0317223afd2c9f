"""The tests. `python -m tests.golden` records the golden games again."""
