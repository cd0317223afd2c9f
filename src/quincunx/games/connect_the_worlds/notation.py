"""Moves in writing, one small step after the other: `move HA`, then the hex `W0(0,0)`, perhaps a piece `AT`, and the
hex where it goes, `S(0,-4)`. `gather HA`, `research` and then `buy SC`, `deploy AT` and then a hex."""

import re
from collections.abc import Callable

from quincunx.engine.errors import Refused, Unreadable, shown
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import HEX_NAME, hex_name, hex_number
from quincunx.games.connect_the_worlds.setup import CODES, NAMES, PIECE_CODES, RULES

SPECIALS = {s.SCIENTISTS: "research", s.ENGINEERS: "build", s.PORTAL: "connect"}
"""Special actions that need no card's name; the other three are `gather`."""
PLAIN = {
    "end": s.END_MOVE,
    "endturn": s.END_MOVE,
    "drawnow": s.NOW_MOVE,
    "drawlater": s.LATER_MOVE,
    **{word: s.SPECIAL_MOVE + card for card, word in SPECIALS.items()},
}
"""Without their blanks."""
CARD_NUMBERS = {
    **{code.lower(): card for card, code in enumerate(CODES)},
    **{name.lower().replace(" ", ""): card for card, name in enumerate(NAMES)},
}
ALL_CARDS = ", ".join(f"{code} {name}" for code, name in zip(CODES, NAMES, strict=True))
QUOTES = re.compile(r"[\"'`\u2018\u2019\u201c\u201d]")
WORLD_NAME = re.compile(r"w(?:orld)?(\d{1,3})", re.ASCII)
LONGEST_NAME = 24
"""Of a hex, with room to spare."""
MOST_TOLD = 8
"""So many moves are named in an answer."""


# ---------------------------------------------------------------- spelling


def spell(position: Position, move: int) -> str:
    """The move of that number in writing."""
    number = int(move)
    if not 0 <= number < s.MOVE_COUNT:
        return f"no move ({number})"
    first = max(known for known in SPELLERS if known <= number)
    return SPELLERS[first](number - first)


def special_text(card: int) -> str:
    """`gather HA`, `research`"""
    return SPECIALS.get(card, f"gather {CODES[card]}")


SPELLERS: dict[int, Callable[[int], str]] = {
    s.END_MOVE: lambda n: "end",
    s.NOW_MOVE: lambda n: "draw now",
    s.LATER_MOVE: lambda n: "draw later",
    s.MOVE_WITH: lambda n: f"move {CODES[n]}",
    s.SPECIAL_MOVE: special_text,
    s.DEPLOY_MOVE: lambda n: f"deploy {PIECE_CODES[n]}",
    s.BUY_MOVE: lambda n: f"buy {CODES[n]}",
    s.PIECE_MOVE: lambda n: PIECE_CODES[n],
    s.WORLD_MOVE: lambda n: f"W{n}",
    s.HEX_MOVE: hex_name,
}
"""How the moves from a number on are written; `n` counts from that number."""


# ---------------------------------------------------------------- reading


def read(position: Position, text: str) -> int:
    """The number of a move in writing. Capitals, blanks and quotation marks do not matter."""
    words = QUOTES.sub(" ", text).lower().split()
    whole = "".join(words)
    if whole in PLAIN:
        return PLAIN[whole]
    if (place := find_hex(position, whole)) is not None:
        return s.HEX_MOVE + place
    if world := WORLD_NAME.fullmatch(whole):
        check_world(position, int(world[1]))
        return s.WORLD_MOVE + int(world[1])
    if (card := CARD_NUMBERS.get(whole)) is not None:
        return read_piece(position, card)
    if len(words) > 1 and words[0] in READERS:
        return READERS[words[0]](position, words[1:])
    raise unreadable(position, f"{shown(text)} is not a move.")


def refuse(rule: str) -> Refused:
    """A rule against what no number means."""
    return Refused(rule, RULES.sentence(rule))


def unreadable(position: Position, what: str) -> Unreadable:
    """What is wrong, and what can be written now."""
    numbers = position.moves.numbers
    if not numbers:
        return Unreadable(f"{what} Nothing can be played any more: the game is over.")
    told = ", ".join(f"'{spell(position, number)}'" for number in numbers[:MOST_TOLD])
    more = f" and {len(numbers) - MOST_TOLD} more" if len(numbers) > MOST_TOLD else ""
    return Unreadable(f"{what} You can write now: {told}{more}.")


def check_world(position: Position, world: int) -> None:
    """CW-031: so many worlds there are."""
    if world >= position.board.worlds:
        raise refuse("CW-031")


def find_hex(position: Position, text: str) -> int | None:
    """The number of a hex of this game; None if the text is not the name of one."""
    text = text.replace("\u2212", "-")
    if len(text) > LONGEST_NAME or (found := HEX_NAME.fullmatch(text)) is None:
        return None
    if found[2]:
        check_world(position, int(found[2]))
    place = hex_number(text)
    if place is None:
        raise refuse("CW-080")
    return place


def read_piece(position: Position, card: int) -> int:
    """`AT`: the piece that is moved. An action card needs a word for what is done with it."""
    if card >= s.ACTIONS:
        return s.PIECE_MOVE + card - s.ACTIONS
    code = CODES[card]
    uses = f"'move {code}', '{special_text(card)}' or 'buy {code}'"
    raise unreadable(position, f"{code} is a card: say what you do with it, {uses}.")


def card_first(position: Position, words: list[str]) -> tuple[int, list[str]]:
    """The card that a text begins with, and what follows."""
    for length in range(len(words), 0, -1):
        card = CARD_NUMBERS.get("".join(words[:length]))
        if card is not None:
            return card, words[length:]
    raise Unreadable(f"{shown(' '.join(words))} is no card. The cards are {ALL_CARDS}.")


def read_move(position: Position, words: list[str]) -> int:
    """`move HA`; CW-111: unit cards do not move anybody."""
    card, more = card_first(position, words)
    if card >= s.ACTIONS:
        raise refuse("CW-111")
    if more:
        raise Unreadable(
            f"A move is written step by step: 'move {CODES[card]}', then the hex of the piece, such as 'W0(0,0)', then "
            "the piece, such as 'AT', if there are several kinds, and then the hex where it goes."
        )
    return s.MOVE_WITH + card


def read_gather(position: Position, words: list[str]) -> int:
    """`gather HA`; CW-101: three kinds of card gather."""
    card, more = card_first(position, words)
    if card >= s.ACTIONS:
        raise refuse("CW-111")
    if card in SPECIALS:
        raise refuse("CW-101")
    if more:
        raise unreadable(position, f"Nothing follows after 'gather {CODES[card]}'.")
    return s.SPECIAL_MOVE + card


def read_deploy(position: Position, words: list[str]) -> int:
    """`deploy AT`; CW-111: only unit cards are deployed."""
    card, more = card_first(position, words)
    if card < s.ACTIONS:
        raise refuse("CW-111")
    if more:
        code = CODES[card]
        raise Unreadable(f"A deployment is written in two steps: 'deploy {code}', and then a hex such as 'W0(0,0)'.")
    return s.DEPLOY_MOVE + card - s.ACTIONS


def read_buy(position: Position, words: list[str]) -> int:
    """`buy HA`"""
    card, more = card_first(position, words)
    if more:
        raise Unreadable(
            f"A purchase is written in two steps: 'research' or 'build', and then 'buy {CODES[card]}' or another card."
        )
    return s.BUY_MOVE + card


def read_purchase(verb: str, rule: str, first: int, last: int) -> Callable[[Position, list[str]], int]:
    """`research HA` is more than one move; and only some cards can be bought by it."""

    def reader(position: Position, words: list[str]) -> int:
        card, _ = card_first(position, words)
        if not first <= card < last:
            raise refuse(rule)
        raise Unreadable(f"A purchase is written in two steps: '{verb}', and then 'buy {CODES[card]}'.")

    return reader


def read_connect(position: Position, words: list[str]) -> int:
    """`connect W0(0,0) W2(0,0)` is more than one move."""
    raise Unreadable(
        "A portal is written in three steps: 'connect', then the hex of one base, such as 'W0(0,0)', and then that of "
        "the other."
    )


READERS: dict[str, Callable[[Position, list[str]], int]] = {
    "move": read_move,
    "gather": read_gather,
    "deploy": read_deploy,
    "buy": read_buy,
    "research": read_purchase("research", "CW-202", 0, s.ACTIONS),
    "build": read_purchase("build", "CW-203", s.ACTIONS, s.CARDS),
    "connect": read_connect,
}
"""By the word that a move begins with."""
