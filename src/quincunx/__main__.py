"""`python -m quincunx` is the `quincunx` command."""

from quincunx.cli.main import main

if __name__ == "__main__":
    main(prog_name="python -m quincunx")
