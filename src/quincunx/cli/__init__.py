"""The `quincunx` command and the terminal table."""
