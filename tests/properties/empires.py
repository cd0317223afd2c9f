"""What must hold of any state of Connect the Worlds: section 9 of the rules document, and what the pieces and cards on
the table are worth together."""

from collections.abc import Iterable
from random import Random
from typing import Any

import quincunx
from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import reach
from quincunx.games.connect_the_worlds import state as cw
from quincunx.games.connect_the_worlds.names import hex_name
from quincunx.games.connect_the_worlds.setup import CODES, PIECE_CODES
from quincunx.table.match import Match
from tests.playouts import Setting
from tests.properties.atlas import DECKS, SHEET, Atlas, beside, cells, members

PICKING = (cw.MOVE_PIECE, cw.MOVE_TO, cw.CONNECT_B)
"""Phases in which a hex has been picked."""
PLAYING = range(cw.MOVE_FROM, cw.DEPLOY_TO + 1)
"""Phases in which a card is half played."""
PLAYED_WITH = {
    cw.MOVE_FROM: range(cw.ACTIONS),
    cw.MOVE_PIECE: range(cw.ACTIONS),
    cw.MOVE_TO: range(cw.ACTIONS),
    cw.BUY: (cw.SCIENTISTS, cw.ENGINEERS),
    cw.CONNECT_A: (cw.PORTAL,),
    cw.CONNECT_B: (cw.PORTAL,),
    cw.DEPLOY_TO: range(cw.ACTIONS, cw.CARDS),
}
"""CW-100, CW-101, CW-111: the cards that lead to a phase."""


def assert_empires_are_in_order(position: Position) -> None:
    """All limits of one position at a table, where chance leaves nothing behind."""
    assert position.state.chance == 0
    assert_worlds_are_in_order(position)


def assert_worlds_are_in_order(position: Position) -> None:
    """All limits, whatever chance holds."""
    atlas = Atlas(position)
    pieces(atlas)
    portals(atlas)
    cards(position)
    course(position, atlas)
    half_done(position, atlas)
    for seat in range(position.players):
        assert atlas.territory(seat) == reach.territory(position.board, position.state, seat), "CW-231"


# ---------------------------------------------------------------- the maps


def pieces(atlas: Atlas) -> None:
    """CW-002, CW-127, CW-130, CW-158, CWR-15: one owner and one base in a hex, and what is kept beside the list."""
    now, codes = atlas.now, [int(code) for code in atlas.now.piece]
    count = int(now.pieces)
    assert codes[:count] == sorted(codes[:count]), "ascending"
    assert not any(codes[count:]), "nothing after the last"
    places = {force.place for force in atlas.forces}
    assert all(place < atlas.size for place in places), "on the table"
    assert set(atlas.holders) == places, "held where pieces are"
    assert all(len(seats) == 1 for seats in atlas.holders.values()), "CW-158: no two owners in one hex"
    bases = [force.place for force in atlas.forces if force.kind < cw.BASES]
    assert len(set(bases)) == len(bases), "CW-130: one base a hex"
    assert members(now.based) == sorted(bases)
    for seat in range(cw.SEATS):
        mine = [force.kind for force in atlas.forces if atlas.owner[force.place] == seat]
        assert now.on_map[seat].tolist() == [mine.count(kind) for kind in range(cw.KINDS)]
        assert not mine or seat < atlas.players
        if markers := atlas.options["markers"]:
            assert max(map(int, now.on_map[seat])) <= markers, "CWR-15"
    locked = [force for force in atlas.forces if force.locked]
    assert all(atlas.owner[force.place] == now.turn for force in locked), "CW-127"
    assert not locked or cw.MAIN <= now.phase <= cw.DEPLOY_TO
    assert len(locked) <= 2 * (cw.HAND - now.hand_left[now.turn])


def portals(atlas: Atlas) -> None:
    """CW-162, CW-206, CWR-27: between two different bases, of one owner unless captured ones keep theirs."""
    now, found = atlas.now, atlas.portals
    assert found == sorted(set(found)), "ascending, no pair twice"
    assert all(low < high for low, high in found)
    assert not now.portal[len(found) :].any()
    assert {end for pair in found for end in pair} <= set(atlas.base)
    if atlas.options["portal_on_capture"] == "close":
        assert all(atlas.owner[low] == atlas.owner[high] for low, high in found)
        assert all(atlas.made(seat) <= cw.PORTALS_EACH for seat in range(atlas.players))


# ---------------------------------------------------------------- cards and resources


def owned(position: Position, seat: int) -> list[int]:
    """All cards of a seat, by kind."""
    now = position.state
    return [
        int(now.hand[seat, card]) + int(now.deck[seat, card]) + int(now.discard[seat, card]) for card in range(cw.CARDS)
    ]


def cards(position: Position) -> None:
    """CW-066, CW-070, CW-220, CW-243, CWR-13: sizes are sums, nobody holds more than five, who is out has nothing."""
    now, options = position.state, position.options
    for seat in range(cw.SEATS):
        assert now.hand_left[seat] == now.hand[seat].sum() <= cw.HAND
        assert now.deck_left[seat] == now.deck[seat].sum()
        assert now.discard_left[seat] == now.discard[seat].sum()
        assert all(int(left) >= 0 for field in ("deck", "discard") for left in now[field][seat])
        assert (now.known[seat] <= now.hand[seat]).all(), "what everybody knows is true"
        assert now.pool[seat] >= 0
        if not now.alive >> seat & 1:
            assert not sum(owned(position, seat))
            assert now.pool[seat] == 0
    assert options["open_discards"] or not now.known.any()
    if options["supply"] == "unlimited":
        assert (now.supply == cw.UNLIMITED).all()
        return
    everybodys = [sum(owned(position, seat)[card] for seat in range(position.players)) for card in range(cw.CARDS)]
    for card, sheet in enumerate(SHEET):
        assert 0 <= now.supply[card] <= sheet * position.players - everybodys[card]


# ---------------------------------------------------------------- the course of the game


def course(position: Position, atlas: Atlas) -> None:
    """CW-020, CW-040, CW-243, CWR-54: who is in the game, whose turn it is, when it is over."""
    now, everybody = position.state, (1 << position.players) - 1
    limit = position.options["round_limit"]
    assert 0 <= now.round_no <= (limit or 32_767)
    assert now.over == (now.phase == cw.OVER) == (now.ending != cw.NOT_OVER) == (now.winners != 0)
    assert now.winners & ~now.began == 0
    assert 0 <= now.first < position.players
    in_setup = now.phase in (cw.SETUP_WORLD, cw.SETUP_HEX)
    assert in_setup == (now.round_no == 0)
    with_pieces = sum(1 << seat for seat in set(atlas.owner.values()))
    if in_setup:
        assert now.alive == everybody
        assert now.turn == (now.first + now.placed) % position.players
        assert int(with_pieces).bit_count() == now.placed < position.players
        return
    assert now.placed == position.players
    assert now.alive == with_pieces, "CW-243: who is in the game has a piece"
    assert now.alive & ~now.began == 0
    assert int(now.began).bit_count() >= 2
    assert now.over or now.alive >> now.turn & 1
    settlers = [int(seat) for seat in now.settler]
    homes = [seat for seat in settlers if seat != cw.NOBODY]
    assert len(set(homes)) == len(homes)
    if position.options["start_world"] != "free":
        assert sorted(settlers[: position.players]) == list(range(position.players))
    if position.options["early_draw"] == "off":
        assert all(now.hand_left[seat] == 0 for seat in range(position.players) if seat != now.turn or now.over)


def half_done(position: Position, atlas: Atlas) -> None:
    """5.1: what belongs to a phase is clear outside it."""
    now, phase = position.state, int(position.state.phase)
    assert (now.card != cw.NOWHERE) == (phase in PLAYING)
    assert (now.picked != cw.NOWHERE) == (phase in PICKING)
    assert (now.kind != cw.NOWHERE) == (phase in (cw.SETUP_HEX, cw.MOVE_TO))
    assert not now.edge.any()
    if phase != cw.MOVE_TO:
        assert not now.reach.any()
    if phase in PLAYING:
        assert now.card in PLAYED_WITH[phase]
        assert now.hand[now.turn, now.card] > 0
    if phase in PICKING:
        assert atlas.owner[int(now.picked)] == now.turn
    if phase == cw.EARLY_DRAW:
        assert position.options["early_draw"] == "ask"
        assert now.hand_left[now.turn] == 0


# ---------------------------------------------------------------- what every move does to the cards


class Books:
    """CW-036, CW-112, CW-205: owned cards are those of the start, with what was bought, without what was deployed."""

    def __init__(self, position: Position) -> None:
        self.cards = [owned(position, seat) for seat in range(position.players)]

    def assert_fresh(self, position: Position) -> None:
        """Nothing but the starting decks."""
        assert self.cards == [list(DECKS[position.options["start_deck"]])] * position.players

    def follow(self, position: Position, events: Iterable[Any]) -> None:
        """Books what a move brought about, and compares."""
        for kind, one, two, *_ in ([int(number) for number in event] for event in events):
            if kind == cw.EV_BOUGHT:
                self.cards[one][two] += 1
            elif kind == cw.EV_DEPLOYED:
                self.cards[one // cw.KINDS][cw.ACTIONS + one % cw.KINDS] -= 1
            elif kind == cw.EV_ELIMINATED:
                self.cards[one] = [0] * cw.CARDS
        assert self.cards == [owned(position, seat) for seat in range(position.players)]


# ---------------------------------------------------------------- tables with more on them


def large_empires(setting: Setting, seed: int) -> Match:
    """A game in its main phase with crowded worlds: bases side by side, stacks, portals, locks, rich decks."""
    random = Random(seed)
    fresh = setting.new(seed)
    options = fresh.options
    first = int(fresh.state.first)
    size = Atlas(fresh).size
    turn = random.randrange(setting.players)
    hot = [random.randrange(size) for _ in range(random.choice([1, 2, 5]))]
    crowd = sorted(
        {*hot, *(near for place in hot for near in beside()[place]), *(int(o) for o in fresh.board.orbit[:3])}
    )
    crowd += [random.randrange(size) for _ in range(20)]
    taken: dict[int, int] = {}
    armies: list[dict[str, str]] = []
    bases: list[list[str]] = []
    for seat in range(setting.players):
        army, mine = army_of(seat, taken, crowd, random)
        armies.append(army)
        bases.append(mine)
    start: dict[str, Any] = {"game": setting.game, "players": setting.players, "options": setting.options}
    start |= {"turn": turn, "first": first, "pieces": armies, "portals": joined(bases, random)}
    limit = options["round_limit"]
    start["round"] = random.randint(1, limit or 9)
    start["pools"] = [random.choice([0, 2, 9, 45]) for _ in range(setting.players)]
    waits = options["early_draw"] == "off"
    hands = [5 if seat == turn or not waits else 0 for seat in range(setting.players)]
    scarce = options["supply"] == "sheets"
    start["hands"] = [heap(random, many, scarce) for many in hands]
    start["decks"] = [heap(random, random.choice([0, 3, 9]), scarce) for _ in hands]
    start["discards"] = [heap(random, random.choice([0, 3, 9]), scarce) for _ in hands]
    return quincunx.set_up(start, seed=seed)


def army_of(seat: int, taken: dict[int, int], crowd: list[int], random: Random) -> tuple[dict[str, str], list[str]]:
    """Pieces of a seat in hexes that nobody else has taken, and the hexes of its bases."""
    army: dict[str, str] = {}
    bases: list[str] = []
    counts = [0] * cw.KINDS
    loved = random.choice([range(cw.KINDS), range(cw.BASES), range(cw.BASES, cw.KINDS), [0, 4]])
    for _ in range(random.choice([1, 4, 12, 25])):
        place = random.choice(crowd)
        if taken.setdefault(place, seat) != seat:
            continue
        name = hex_name(place)
        for kind in random.choices(list(loved), k=random.choice([1, 1, 2, 4])):
            if counts[kind] < 8 and not (kind < cw.BASES and name in bases):
                counts[kind] += 1
                army[name] = f"{army.get(name, '')} {PIECE_CODES[kind]}".strip()
                bases += [name] if kind < cw.BASES else []
    if not army:
        place = next(place for place in range(cw.SPACE_HEXES) if place not in taken)
        taken[place] = seat
        army[hex_name(place)] = "AT"
    return army, bases


def joined(bases: list[list[str]], random: Random) -> list[list[str]]:
    """Portals between bases of one owner."""
    pairs = [[a, b] for mine in bases for i, a in enumerate(mine) for b in mine[:i]]
    return random.sample(pairs, min(len(pairs), random.choice([0, 1, 5, 12])))


def heap(random: Random, many: int, scarce: bool) -> str:
    """So many cards of any kind; of a limited supply only such as a sheet has left."""
    kinds = range(cw.CARDS)
    if scarce:
        many = min(many, 5)
        found = random.sample(kinds, many) if many == cw.HAND else []
        return " ".join(CODES[card] for card in found)
    return " ".join(CODES[card] for card in random.choices(kinds, k=many))


def is_ground(place: int) -> bool:
    """Whether a hex is on a world."""
    return cells()[place][0] > 0
