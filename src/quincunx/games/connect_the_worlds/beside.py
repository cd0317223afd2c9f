"""What is laid out beside the maps: the players, the coming attacks, the shop's small print."""

from quincunx.engine.position import Position
from quincunx.engine.scene import Item, Panel, Seat
from quincunx.games.connect_the_worlds import sight
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.hands import SPECIALS, SYMBOLS
from quincunx.games.connect_the_worlds.names import hex_name
from quincunx.games.connect_the_worlds.pieces import bases_of, pieces_of, strength_of, worlds_of
from quincunx.games.connect_the_worlds.rules import WORLDS_TO_WIN
from quincunx.games.connect_the_worlds.setup import NAMES, PIECE_NAMES
from quincunx.games.connect_the_worlds.sight import plural

VERDICT_MARKS = {sight.WON: "✓", sight.MUTUAL: "=", sight.LOST: "✗"}
MOST_ATTACKS = 6
"""So many are told; the others have their notes on the map."""

# ---------------------------------------------------------------- players


def player(position: Position, seat: int, sizes: list[int]) -> Seat:
    """Territory, worlds, forces, resources and cards; whoever has the most territory is marked."""
    now = position.state
    alive = bool(int(now.alive) >> seat & 1)
    leads = now.round_no > 0 and sizes[seat] == max(sizes) and alive
    return Seat(
        seat=seat,
        name=position.name(seat),
        turn=bool(position.turn == seat),
        score=sizes[seat],
        facts=tuple(facts(position, seat, leads)) if alive else (),
        out=not alive,
        marks=("leader",) if leads else (),
    )


def facts(position: Position, seat: int, leads: bool) -> list[str]:
    """A player in two or three lines."""
    now, board = position.state, position.board
    if now.round_no == 0:
        return ["the first base is placed" if pieces_of(now, seat) else "no base yet"]
    worlds, bases = int(worlds_of(board, now, seat)), int(bases_of(now, seat))
    units = int(pieces_of(now, seat)) - bases
    goal = f"worlds {worlds}/{WORLDS_TO_WIN}" if board.goal == s.SHORT else plural(worlds, "world")
    said = [f"{'most ' * leads}territory, {goal}, pool ◆{now.pool[seat]}"]
    said.append(f"{plural(bases, 'base')}, {plural(units, 'unit')}, strength {strength_of(board, now, seat)}")
    said.append(f"hand {now.hand_left[seat]}, deck {now.deck_left[seat]}, discards {now.discard_left[seat]}")
    return [said[0], f"{said[1]}; {said[2]}"]


# ---------------------------------------------------------------- panels


def panels(position: Position, seen: dict[int, sight.Forecast]) -> list[Panel]:
    """What the phase needs."""
    now, found = position.state, list[Panel]()
    if not sight.decides_here(position) or now.round_no == 0:
        return found
    if attacks := [place for place, what in seen.items() if what.verdict]:
        found.append(coming(position, attacks, seen))
    if now.phase == s.BUY:
        found.append(small_print(position))
    if now.phase in (s.MOVE_FROM, s.MOVE_PIECE, s.MOVE_TO, s.CONNECT_A, s.CONNECT_B, s.BUY):
        found.append(Panel(NAMES[int(now.card)], lines=tuple(other_uses(position))))
    return found


def coming(position: Position, attacks: list[int], seen: dict[int, sight.Forecast]) -> Panel:
    """Every attack that the piece can make, fight by fight: those that are won first."""
    order = sorted(attacks, key=lambda place: (list(VERDICT_MARKS).index(seen[place].verdict), place))
    kind, _ = sight.mover(position)
    choices = tuple(
        Item(
            symbol=f"verdict-{list(VERDICT_MARKS).index(seen[place].verdict)}",
            text=VERDICT_MARKS[seen[place].verdict],
            label=f"{hex_name(place)}: {seen[place].verdict}",
            note=seen[place].words,
            id=sight.hex_id(place),
        )
        for place in order[:MOST_ATTACKS]
    )
    more = (f"and {len(order) - MOST_ATTACKS} more on the maps",) if len(order) > MOST_ATTACKS else ()
    title = f"Attacks: {PIECE_NAMES[kind]}, strength {position.board.strength[kind]}"
    return Panel(title, choices=choices, lines=more)


def small_print(position: Position) -> Panel:
    """CW-205: where a bought card goes, and when it can come into the hand."""
    now, seat = position.state, int(position.state.turn)
    turns = sight.reshuffle_in(position, seat)
    soon = "at the end of this turn" if position.board.early_draw == s.DRAW_AUTO else "before the next hand is drawn"
    when = soon if turns == 0 else f"in {plural(turns, 'turn')}"
    where = "deck" if position.board.bought_to_deck else "discard pile"
    lines = [f"The card goes to your {where}.", f"The discard pile is reshuffled {when}."]
    wanted = range(s.ACTIONS) if now.card == s.SCIENTISTS else range(s.ACTIONS, s.CARDS)
    choices = tuple(
        Item(
            symbol=SYMBOLS[card],
            text="",
            label=f"{NAMES[card]} ◆{position.board.cost[card]}",
            note=why_not(position, card),
            id=sight.shop_id(card),
        )
        for card in wanted
    )
    return Panel(f"Shop: ◆{now.pool[seat]} in the pool", choices=choices, lines=tuple(lines))


def why_not(position: Position, card: int) -> str:
    """Too dear, sold out, or how many one has already."""
    now, seat = position.state, int(position.state.turn)
    if now.supply[card] == 0:
        return "sold out"
    if now.pool[seat] < position.board.cost[card]:
        return "too dear"
    have = int(now.hand[seat, card]) + int(now.deck[seat, card]) + int(now.discard[seat, card])
    return f"you have {have}" if have else "you have none"


def other_uses(position: Position) -> list[str]:
    """What the card that is being played could do instead."""
    now, board, card = position.state, position.board, int(position.state.card)
    if now.phase in (s.BUY, s.CONNECT_A, s.CONNECT_B):
        return [f"Instead, it could move a piece up to {board.move[card]}."] if board.move[card] else []
    use = {
        "research": "buy an action card",
        "build": "buy a unit card",
        "connect": "connect two of your bases",
    }.get(SPECIALS[card], f"gather {board.gather[card]}")
    return [f"Instead, it could {use}."]
