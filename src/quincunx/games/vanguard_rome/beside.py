"""What is laid out beside the table: the players, the checklist of the turn, the coming attack."""

from quincunx.engine.position import Position
from quincunx.engine.scene import Item, Panel, Seat
from quincunx.games.vanguard_rome import sight
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import cards_of, is_legal, kind_at, pool_size, units_of
from quincunx.games.vanguard_rome.battle import reason_for
from quincunx.games.vanguard_rome.hands import Held, commands
from quincunx.games.vanguard_rome.naming import listed
from quincunx.games.vanguard_rome.notation import place_text
from quincunx.games.vanguard_rome.prompts import plural
from quincunx.games.vanguard_rome.setup import KIND_CODES, KIND_NAMES

DONE, TO_DO = "✓", "○"
WHY = {
    s.BY_VANGUARD: "vanguard",
    s.BY_BALLISTA: "Ballista",
    s.BY_CAVALRY: "unguarded Cavalry",
    s.BY_CATAPULT: "Catapult",
    s.BY_STANDARD: "follows a Standard",
    s.BY_ORDER: "by order",
    s.BY_ENEMY: "turned round",
}


def player(position: Position, seat: int) -> Seat:
    """Units on the table, power, commands in hand."""
    now, board = position.state, position.board
    units = int(units_of(now, seat)) + int(pool_size(now, seat))
    facts = [plural(units, "unit")]
    if now.alive[seat] and not sight.laying_out(position):
        riders = int(cards_of(now, seat)) - int(units_of(now, seat))
        facts[0] += f", {riders} with a Chariot" if riders else ""
    if board.use_commands and now.active != s.NOBODY:
        facts.append(plural(int(now.held[seat]), "command"))
    facts = [", ".join(facts)]
    if board.decks != s.SHARED:
        facts.append(own_decks(position, seat))
    if sight.laying_out(position) and now.alive[seat]:
        facts.append("lays out the army" if seat == now.turn else veil_words(position, seat))
    return Seat(
        seat=seat,
        name=position.name(seat),
        turn=bool(position.turn == seat),
        facts=tuple(facts),
        out=not now.alive[seat],
        marks=("vanguard",) if seat == now.active and not position.over else (),
    )


def own_decks(position: Position, seat: int) -> str:
    """VR-173: own decks and piles."""
    now = position.state
    return (
        f"deck {now.units_left[seat]} units, {now.commands_left[seat]} commands; "
        f"piles {now.unit_pile[seat].sum()} and {now.command_pile[seat].sum()}"
    )


def veil_words(position: Position, seat: int) -> str:
    """Behind the veil: done, or still to come."""
    now, players = position.state, position.players
    first = 0 if now.active == s.NOBODY else int(now.active)
    done = (seat - first) % players < (int(now.turn) - first) % players
    return "has laid out the army" if done else "lays out the army later"


# ---------------------------------------------------------------- panels


def panels(position: Position) -> list[Panel]:
    """What the phase needs."""
    now = position.state
    found = []
    if not position.over and now.active != s.NOBODY and s.MAIN <= now.phase <= s.FOLLOWING:
        found.append(checklist(position))
    if fates := sight.fates(position):
        found.append(coming(position, fates))
    if sight.decides_here(position) and not sight.laying_out(position) and (held := out_of_play(position)):
        found.append(held)
    return found


def out_of_play(position: Position) -> Panel | None:
    """The commands in hand that can't be played now, and why: those with the same reason together."""
    reasons: dict[str, list[Held]] = {}
    for card in commands(position, int(position.state.turn)):
        if card.card.pale:
            reasons.setdefault(card.why_not, []).append(card)
    items = [
        Item(cards[0].symbol, label=listed([card.card.title for card in cards]), note=why, id=cards[0].id)
        for why, cards in reasons.items()
    ]
    return Panel("Not playable now", choices=tuple(items)) if items else None


def checklist(position: Position) -> Panel:
    """VR-040: what is done and what is still to do before the attack."""
    now, seat = position.state, int(position.state.active)
    placed = now.pending[0] == s.NO_UNIT
    lines = [tick(bool(placed), "unit placed", f"{pending_words(position)} to place")]
    if position.board.use_commands:
        lines.append(tick(bool(now.command_used), "command used, 1 of 1", "command used, 0 of 1"))
    lines.append(tick(bool(is_legal(now, seat)), "line closed", "line to be closed"))
    return Panel(f"{position.name(seat)}'s turn", lines=tuple(lines))


def tick(done: bool, yes: str, no: str) -> str:
    """One line of the checklist."""
    return f"{DONE} {yes}" if done else f"{TO_DO} {no}"


def pending_words(position: Position) -> str:
    """The cards that are drawn and not placed."""
    kinds = [int(kind) for kind in position.state.pending if kind != s.NO_UNIT]
    return plural(len(kinds), "unit") if s.UNSEEN in kinds or not kinds else listed([KIND_NAMES[k] for k in kinds])


def coming(position: Position, fates: list[sight.Fate]) -> Panel:
    """The coming attack: who hits whom, and what comes of it."""
    return Panel("The coming attack", choices=tuple(prospect(position, fate) for fate in fates))


def prospect(position: Position, fate: sight.Fate) -> Item:
    """One target with all that hits it."""
    ahead = sight.with_attackers(position) or position
    seat, cell = divmod(fate.target, s.PLACE)
    kind = int(kind_at(position.state, seat, cell))
    name = KIND_NAMES[kind]
    hits = []
    for one in fate.blows:
        by, at = divmod(one.attacker, s.PLACE)
        why = WHY[int(reason_for(ahead.board, ahead.state, by, at))]
        strength = "" if one.shot else f" {one.strength}"
        hits.append(f"{KIND_NAMES[int(kind_at(position.state, by, at))]} {place_text(by, at)}{strength} ({why})")
    return Item(
        symbol=sight.UNIT_SYMBOLS[kind],
        text=KIND_CODES[kind],
        label=f"{name[0].upper()}{name[1:]} {sight.place_id(fate.target)}: {fate.text}",
        note=", ".join(hits),
        owner=seat,
        crossed=fate.verdict == sight.SURE,
        id=sight.place_id(fate.target),
    )
