"""`python -m tests.vectors FILE.md ...`: runs the vectors of Markdown files."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.vectors import Failure, Page, Vector, read_page

USAGE = "Usage: python -m tests.vectors FILE.md [FILE.md ...]"


def main(files: Sequence[str]) -> int:
    """Runs all vectors of the files; returns the exit code."""
    if not files or "-h" in files or "--help" in files:
        print(USAGE)
        return 0 if files else 1
    passed = failed = 0
    readable = True
    for name in files:
        page = _open(Path(name))
        if page is None:
            readable = False
            continue
        for vector in page.vectors():
            failures = vector.run()
            passed, failed = passed + (not failures), failed + bool(failures)
            if failures:
                print(report(name, vector, failures))
        if page.prose:
            print(f"{name}: not run, written in prose: {', '.join(heading.id for heading in page.prose)}")
    if readable and not passed + failed:
        print("No vector was found.", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 0 if readable and passed and not failed else 1


def report(file: str, vector: Vector, failures: Sequence[Failure]) -> str:
    """A failed vector, for people."""
    rules = f" ({', '.join(vector.rules)})" if vector.rules else ""
    lines = [f"{file}:{vector.line}: {vector.id} — {vector.title}{rules}"]
    for failure in failures:
        lines.append(f"  {file}:{failure.line}: {failure.what}")
        lines.append(f"    expected: {failure.expected}")
        lines.append(f"    found:    {failure.found}")
    return "\n".join(lines)


def _open(path: Path) -> Page | None:
    try:
        return read_page(path)
    except FileNotFoundError:
        reason = "there is no such file"
    except UnicodeDecodeError:
        reason = "this is not a text in UTF-8"
    except OSError as error:
        reason = error.strerror or str(error)
    print(f"{path}: {reason}. Give the path of a Markdown file with vectors.", file=sys.stderr)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
