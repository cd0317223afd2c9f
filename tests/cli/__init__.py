"""Tests of the `quincunx` command and of the terminal table."""
