"""Connect the Worlds in one line: pieces and cards as the rules document writes them, and questions about them.

A seat's pieces are `SB@W0(0,0) AT@W0(0,0)x2 AC'@S(0,-4)`, where ' marks one that is locked; cards are `HA3 PO1`. A move
is written whole: `move HA AT W0(0,0)->S(0,-4)`, `buy SC HA`, `connect W0(0,0) W2(0,0)`, `deploy AT W0(1,0)`.

>>> game = set_up("SB@W0(0,0) AT@W0(0,0)x2", "SB@W0(1,0)", hand="SC HA")
>>> play(game, "move SC AT W0(0,0)->W0(1,0)")
<Connect the Worlds, 2 players, ...>
>>> at(game, "W0(1,0)"), pieces(game, 0), discard(game, 0), refused(game, "move HA SB W0(1,0)->W0(2,0)")
("A: SB' AT'", "SB@W0(0,0) AT@W0(0,0) SB'@W0(1,0) AT'@W0(1,0)", 'SC1', 'CW-127')
"""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import quincunx
from quincunx.engine.errors import Refused
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import pieces as stock
from quincunx.games.connect_the_worlds import reach
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.names import hex_name
from quincunx.games.connect_the_worlds.setup import CODES, PIECE_CODES
from quincunx.table.match import Match

NAME = "connect-the-worlds"
SEATS = "ABCDEF"
ACTION_CARDS = ("SC", "EN", "PO", "HA", "EX", "PF")
BASES, UNITS = ("SB", "AB", "OP", "MP"), ("AT", "AC", "TF", "CA")
COST = dict(zip((*ACTION_CARDS, *BASES, *UNITS), (5, 5, 8, 3, 6, 9, 5, 10, 20, 40, 3, 6, 9, 24), strict=True))
MOVE = dict(zip(ACTION_CARDS, (1, 1, 2, 3, 2, 1), strict=True))
GATHER = {"HA": 3, "EX": 4, "PF": 5}
STRENGTH = dict(zip((*BASES, *UNITS), (1, 2, 3, 4, 2, 3, 4, 5), strict=True))
"""The printed tables of the rules document, once more."""
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
TOKEN = re.compile(r"([A-Z]{2}'?)@([SW]\d?\(-?\d,-?\d\))(?:x(\d))?")
NOT_OPTIONS = ("phase", "round", "first", "known", "eliminated", "began", "settlers", "winners", "ending")
"""What is said of a position as it is written; all other words are options."""
HEXES = [hex_name(place) for place in range(s.SPACE_HEXES + 3 * s.WORLD_HEXES)]
CROWDED = [
    name
    for name in HEXES
    if max(abs(int(part)) for part in name.partition("(")[2][:-1].split(",")) <= 2 or name in ("S(0,-4)", "S(0,4)")
]
"""The middle of each map, and the orbits."""


# ---------------------------------------------------------------- setting up


def set_up(*seats: str, **words: Any) -> Match:
    """Pieces in the main phase of the seat `turn`, in round 5: `hand`, `deck`, `discard` and `pool` are its own;
    `hands`, `decks`, `discards` and `pools` those of all. All others own a Harvester, so that they have turns."""
    turn = words.pop("turn", 0)
    players = max(words.pop("players", 2), len(seats))
    out = words.get("eliminated", [])
    data: dict[str, Any] = {"game": NAME, "players": players, "turn": turn}
    data["pieces"] = [hexes_of(text) for text in (*seats, *[""] * (players - len(seats)))]
    usual = ["" if seat == turn or seat in out else "HA1" for seat in range(players)]
    for many, value, others in (
        ("hands", words.pop("hand", ""), [""] * players),
        ("decks", words.pop("deck", ""), usual),
        ("discards", words.pop("discard", ""), [""] * players),
        ("pools", words.pop("pool", 0), [0] * players),
    ):
        data[many] = words.pop(many, [value if seat == turn else others[seat] for seat in range(players)])
    data["portals"] = [pair.split("~") for pair in words.pop("portals", "").split()]
    data |= {key: words.pop(key) for key in NOT_OPTIONS if key in words}
    seed = words.pop("seed", 0)
    return quincunx.set_up(data | {"options": words}, seed=seed)


def hexes_of(text: str) -> dict[str, str]:
    """`SB@W0(0,0) AT@W0(0,0)x2` by hex, as a position has it."""
    found: dict[str, list[str]] = {}
    for token in text.split():
        match = TOKEN.fullmatch(token)
        assert match, token
        found.setdefault(match[2], []).extend([match[1]] * int(match[3] or 1))
    return {place: " ".join(held) for place, held in found.items()}


def new(players: int = 2, seed: int = 0, **options: Any) -> Match:
    """A new game in which seat 0 is Player 1, unless something else is said."""
    options = {"first_player": "seat0"} | options
    return quincunx.new(NAME, players=players, seed=seed, **options)


def settled(players: int = 2, seed: int = 0, **options: Any) -> Match:
    """A new game in which everybody has settled in the middle of the own world."""
    return new(players, seed, **{"start_world": "assigned", "start_hex": "centre"} | options)


def crowd(seed: int, hand: str = "SC PO HA", **options: Any) -> Match:
    """Pieces of two seats thrown into the middle of the maps, and portals between own bases."""
    dice = Random(seed)
    places = dice.sample(CROWDED, 26)
    seats: list[list[str]] = [[], []]
    bases: list[list[str]] = [[], []]
    for i, place in enumerate(places):
        if i % 2 and len(bases[i // 13]) < 8:
            seats[i // 13].append(f"SB@{place}")
            bases[i // 13].append(place)
        if not i % 2 or dice.random() < 0.3:
            seats[i // 13].append(f"{dice.choice(('AC', 'TF'))}@{place}")
    joined = [f"{a}~{b}" for mine in bases for a, b in zip(mine[::2], mine[1::2], strict=False)]
    return set_up(*map(" ".join, seats), hand=hand, portals=" ".join(joined), **options)


# ---------------------------------------------------------------- playing


def steps(position: Position, text: str) -> Iterator[str]:
    """A move as it is made, step by step: whoever plays each step gets the next. The piece is named if the program
    asks for it, or would take another one."""
    word, *rest = text.split()
    if word == "move" and len(rest) == 3:
        card, piece, way = rest
        start, goal = way.split("->")
        yield f"move {card}"
        yield start
        if position.state.phase == s.MOVE_PIECE or PIECE_CODES[position.state.kind] != piece:
            yield piece
        yield goal
    elif word == "buy" and len(rest) == 2:
        yield "research" if rest[0] == "SC" else "build"
        yield f"buy {rest[1]}"
    elif word == "connect" and len(rest) == 2:
        yield from ("connect", *rest)
    elif word == "deploy" and len(rest) == 2:
        yield f"deploy {rest[0]}"
        yield rest[1]
    else:
        yield text


def play(game: Match, moves: str) -> Match:
    """Plays moves with semicolons between them."""
    for move in moves.split(";"):
        for step in steps(game, move.strip()):
            game.play(step)
    return game


def refused(game: Position, move: str | int) -> str | None:
    """The rule that forbids a move, or the first step of it that is illegal; None if it is legal."""
    game = game.copy()
    for step in steps(game, move) if isinstance(move, str) else [move]:
        if why := why_not(game, step):
            return why
        game.play(step)
    return None


def why_not(game: Position, step: str | int) -> str | None:
    """The rule that forbids a step; `refusal` and the list of moves must agree."""
    why = game.refusal(step)
    assert (why is None) == is_listed(game, step)
    return None if why is None else why.rule


def is_listed(game: Position, step: str | int) -> bool:
    """Whether the list of legal moves has it."""
    try:
        return game.number(step) in game.moves
    except Refused:
        return False


def play_on(game: Match, seed: int, stop: int = 10**6) -> Match:
    """Plays at random, to the end or so many moves."""
    dice = Random(seed)
    while not game.over and len(game.line) < stop:
        game.play(dice.choice(game.moves.numbers))
    return game


def end_round(game: Match) -> Match:
    """Everybody ends the turn until the round is over."""
    now = round_no(game)
    while not game.over and round_no(game) == now:
        game.play("end")
    return game


# ---------------------------------------------------------------- what can be done


def legal(game: Position) -> set[str]:
    """The legal moves of now in writing."""
    return {move.text for move in game.moves}


def after(game: Position, *so_far: str) -> set[str]:
    """The legal moves after some steps, which are not made here."""
    game = game.copy()
    for step in so_far:
        game.play(step)
    return legal(game)


def movable(game: Position, card: str) -> set[str]:
    """The hexes with a piece that the card can move."""
    return after(game, f"move {card}")


def destinations(game: Position, card: str, piece: str, start: str) -> set[str]:
    """Where a card can bring a piece."""
    game = game.copy()
    way = steps(game, f"move {card} {piece} {start}->")
    for step in way:
        if not step:
            break
        game.play(step)
    return legal(game)


def deployments(game: Position, piece: str) -> set[str]:
    """The hexes for the piece of a card; none if it cannot be played."""
    return after(game, f"deploy {piece}") if f"deploy {piece}" in legal(game) else set()


def offers(game: Position, card: str) -> set[str]:
    """What Scientists or Engineers can buy now; nothing if they cannot be played."""
    word = "research" if card == "SC" else "build"
    return {text.removeprefix("buy ") for text in after(game, word)} if word in legal(game) else set()


# ---------------------------------------------------------------- asking


def written(game: Position) -> dict[str, Any]:
    """The position as it is written down."""
    data: dict[str, Any] = json.loads(game.position())
    return data


def pieces(game: Position, seat: int) -> str:
    """A seat's pieces by hex: `SB@W0(0,0) AT@W0(0,0)x2`."""
    found = []
    for place, held in written(game)["pieces"][seat].items():
        codes = held.split()
        for code in dict.fromkeys(codes):
            many = codes.count(code)
            found.append(f"{code}@{place}" + (f"x{many}" if many > 1 else ""))
    return " ".join(found)


def at(game: Position, place: str) -> str:
    """Whose pieces stand in a hex: `A: SB AT'`; `-` if none."""
    held = [f"{SEATS[seat]}: {mine[place]}" for seat, mine in enumerate(written(game)["pieces"]) if place in mine]
    assert len(held) <= 1
    return held[0] if held else "-"


def portals(game: Position) -> str:
    """All portals: `W0(0,0)~W2(0,0)`."""
    return " ".join("~".join(pair) for pair in written(game).get("portals", []))


def cards(counts: Any) -> str:
    """Cards by kind: `SC1 HA2`."""
    return " ".join(f"{code}{int(many)}" for code, many in zip(CODES, counts, strict=True) if many)


def hand(game: Position, seat: int) -> str:
    """A seat's hand."""
    return cards(game.state.hand[seat])


def deck(game: Position, seat: int) -> str:
    """What is in a seat's deck."""
    return cards(game.state.deck[seat])


def discard(game: Position, seat: int) -> str:
    """A seat's discard pile."""
    return cards(game.state.discard[seat])


def known(game: Position, seat: int) -> str:
    """What everybody can infer of a hand."""
    return cards(game.state.known[seat])


def sizes(game: Position, seat: int) -> tuple[int, int, int]:
    """How many cards are in hand, deck and discard pile."""
    now = game.state
    return int(now.hand_left[seat]), int(now.deck_left[seat]), int(now.discard_left[seat])


def pool(game: Position, seat: int) -> int:
    """A seat's resources."""
    return int(game.state.pool[seat])


def territory(game: Position, seat: int) -> int:
    """How many hexes count for a seat."""
    return int(reach.territory(game.board, game.state, seat))


def worlds(game: Position, seat: int) -> int:
    """On how many worlds a seat has a base."""
    return int(stock.worlds_of(game.board, game.state, seat))


def orbits(game: Position) -> list[str]:
    """The orbit hexes of the worlds."""
    return [hex_name(int(orbit)) for orbit in game.board.orbit[: game.board.worlds]]


def round_no(game: Position) -> int:
    """The number of the round."""
    return int(game.state.round_no)


def acts(game: Position) -> str:
    """The letter of the seat that decides; `-` if the game is over."""
    return "-" if game.over else SEATS[int(game.state.turn)]


def alive(game: Position) -> str:
    """The letters of those who are not eliminated."""
    return "".join(SEATS[seat] for seat in range(game.players) if game.state.alive >> seat & 1)


def winners(game: Position) -> str:
    """The letters of those who have won or share a result."""
    return "".join(letter for seat, letter in enumerate(SEATS) if game.state.winners >> seat & 1)


def ending(game: Position) -> str:
    """How the game ended; nothing if it has not."""
    return str(written(game).get("ending", ""))


def fights(game: Match) -> list[str]:
    """The fights of the last move: `AC>AT`, `TF=TF`, `AT<CA`."""
    rows = [[int(number) for number in row] for row in game.happened() if row[0] == s.EV_FIGHT]
    return [f"{PIECE_CODES[row[1] % s.KINDS]}{'>=<'[row[4]]}{PIECE_CODES[row[2] % s.KINDS]}" for row in rows]
