"""What can go wrong through no fault of ours: each error says what happened, why, and what to do now."""

import reprlib

MOST_NAMES = 12
"""So many names of a list are told."""


def shown(value: object) -> str:
    """A wrong value as a message shows it: never long, whatever it is.

    >>> shown(10 ** 5000), shown("x" * 1000)
    ('a huge number', "'xxxxxxxxxxxx...xxxxxxxxxxxxx'")
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return "a huge number"
    try:
        return reprlib.repr(value)
    except Exception:
        return f"a {type(value).__name__}"


def is_text(value: object) -> bool:
    """Whether a value is text that can be written to a file."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        return False


class QuincunxError(ValueError):
    """A wrong input. Its text is written for the person who made it; no front ever shows a traceback for it."""


class Unknown(QuincunxError):
    """A name that is not in a list: the text names the list and the nearest match."""

    def __init__(self, kind: str, name: object, known: list[str]) -> None:
        import difflib

        near = difflib.get_close_matches(name[:99] if isinstance(name, str) else "", known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        more = f" and {len(known) - MOST_NAMES} more" if len(known) > MOST_NAMES else ""
        listed = ", ".join(known[:MOST_NAMES]) + more
        super().__init__(f"There is no {kind} {shown(name)}.{hint} Known: {listed}.")
        self.known = known


class BadOption(QuincunxError):
    """An option, or a combination of options, that the rules do not allow."""


class BadPosition(QuincunxError):
    """A written position that cannot occur; the text names the broken limit."""


class BadSave(QuincunxError):
    """A save file that cannot be read; the text names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line}: {reason}")
        self.line = line


class Refused(QuincunxError):
    """A move that the rules forbid.

    >>> raise Refused("VG-006", "A disarmed dreadnought cannot attack.")
    Traceback (most recent call last):
    quincunx.engine.errors.Refused: VG-006: A disarmed dreadnought cannot attack.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{rule}: {sentence}")
        self.rule = rule
        self.sentence = sentence


class Unreadable(QuincunxError):
    """Words that are no move at all."""
