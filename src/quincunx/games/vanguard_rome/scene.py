"""The table as data: the armies card by card, the cards in hand, the arrows of the coming attack. What stands beside
it, what is asked and which picks spell a move have modules of their own."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from quincunx.engine.position import Position
from quincunx.engine.scene import SEAT_STYLES, Arrow, Card, Piece, Place, Scene, SeatStyle
from quincunx.games.vanguard_rome import field, sight
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import is_immune, is_mounted, pool_size, unit_at
from quincunx.games.vanguard_rome.battle import across
from quincunx.games.vanguard_rome.beside import panels, player
from quincunx.games.vanguard_rome.hands import Held, cards_in_hand
from quincunx.games.vanguard_rome.moods import CAMPAIGN
from quincunx.games.vanguard_rome.notation import SEAT_LETTERS, cell_text, place_text
from quincunx.games.vanguard_rome.picking import continues, goals, meant, picks
from quincunx.games.vanguard_rome.prompts import banners, buttons, describe, plural, prompt, status
from quincunx.games.vanguard_rome.setup import KIND_CODES, KIND_NAMES

__all__ = ["continues", "describe", "meant", "picks", "scene", "side"]

COMMANDERS = ("Aurelius", "Brutus", "Cassius", "Drusus")
"""Their first letters are those of the seats in the rules document."""
HAND_GAP = 0.22
"""Between the armies and the cards in hand, in steps."""
LEAST_ROWS = 4
READY = "●"
SIGNS = {sight.SURE: "✗", sight.OPEN: "?", sight.VAIN: ""}
"""Of what the coming attack does to a unit, where arrows can't be drawn."""
WAYS = "→↗↑↖←↙↓↘"
"""Where an attacker strikes, by eighths of a turn."""
ROOM_ON_RIDER = 5
"""Characters, in the smallest tiles of a terminal."""
SWING = 0.5
"""How far an arrow over a card swings out, in steps."""
Point = tuple[float, float]
At = Callable[[str], Point]


class Omen(NamedTuple):
    """What the coming attack means for a unit."""

    sign: str = ""
    words: tuple[str, ...] = ()


NOTHING = Omen()


def side(position: Position, seat: int) -> SeatStyle:
    """How a seat is told apart."""
    look = SEAT_STYLES[seat]
    return SeatStyle(COMMANDERS[seat], COMMANDERS[seat][0], look.colour, look.pattern)


def scene(position: Position) -> Scene:
    """The armies, the hand, the players, what is asked of whom."""
    cells = field.shown_cells(position, goals(position))
    veils = [seat for seat in sight.living_seats(position) if field.is_veiled(position, seat)]
    spots = {place_text(seat, cell): field.spot(position, seat, cell) for seat, cell in cells}
    spots |= {veil_id(seat): field.spot(position, seat, s.VANGUARD) for seat in veils}
    held = cards_in_hand(position)
    left, top, columns, bottom = bounds([*spots.values(), *field.room(position)])
    spots |= {card.id: in_hand(i, len(held), left, columns, bottom) for i, card in enumerate(held)}
    rows = max((y for _, y in spots.values()), default=0.0) - top + 1
    top -= max(LEAST_ROWS - rows, 0) / 2

    def at(id: str) -> Point:
        x, y = spots[id]
        return round((x - left + 0.5) * field.STEP_X + field.MARGIN, 1), round(
            (y - top + 0.5) * field.STEP_Y + field.MARGIN, 1
        )

    fates = sight.fates(position)
    omens = omens_of(fates, at)
    return Scene(
        title=position.game.title,
        width=round(columns * field.STEP_X + 2 * field.MARGIN, 1),
        height=round(max(rows, LEAST_ROWS) * field.STEP_Y + 2 * field.MARGIN, 1),
        prompt=prompt(position),
        mood=CAMPAIGN,
        styles=tuple(side(position, seat) for seat in range(s.SEATS)),
        arrows=tuple(arrows(fates, at)),
        places=(
            *(space(position, seat, cell, at(place_text(seat, cell)), omens) for seat, cell in cells),
            *(veil(position, seat, at(veil_id(seat))) for seat in veils),
            *(in_the_hand(card, at(card.id)) for card in held),
        ),
        pieces=tuple(riders(position, at, omens)),
        seats=tuple(player(position, seat) for seat in range(position.players)),
        buttons=tuple(buttons(position)),
        status=status(position),
        banners=tuple(banners(position)),
        overlays=overlays(position, fates),
        shown=("now",),
        panels=tuple(panels(position)),
    )


def bounds(spots: list[Point]) -> tuple[float, float, int, float]:
    """The left and the upper edge, the number of columns and the lower edge of the armies, in steps."""
    across, down = [x for x, _ in spots] or [0.0], [y for _, y in spots] or [0.0]
    left, right = min(across), max(across)
    more = max(field.LEAST_COLUMNS - round(right - left) - 1, 0)
    return left - more // 2, min(down), round(right - left) + 1 + more, max(down)


def in_hand(number: int, many: int, left: float, columns: int, bottom: float) -> Point:
    """Where one of so many cards in hand lies: in the middle under the armies, row by row."""
    row, column = divmod(number, columns)
    in_row = min(many - row * columns, columns)
    return left + (columns - in_row) // 2 + column, bottom + 1 + HAND_GAP + row


# ---------------------------------------------------------------- the armies


def space(position: Position, seat: int, cell: int, at: Point, omens: Mapping[str, Omen]) -> Place:
    """A space of an army, with the card that lies there."""
    code, (x, y) = int(unit_at(position.state, seat, cell)), at
    kind = code & s.KIND_MASK
    hidden = bool(code) and not code & s.FACE_UP
    mark = (KIND_CODES[kind].lower() if hidden else KIND_CODES[kind]) + "+" * bool(code & s.RIDDEN) if code else ""
    omen = omens.get(place_text(seat, cell), NOTHING)
    return Place(
        id=place_text(seat, cell),
        x=x,
        y=y,
        size=field.CARD_WIDTH / 2,
        symbol=sight.UNIT_SYMBOLS[kind],
        kind="" if code else "slot",
        mark=mark,
        owner=seat,
        label=space_label(position, seat, cell, code, omen),
        note=space_note(position, seat, cell, omen),
        outline=field.card_outline(x, y),
        caption=place_text(seat, cell) if cell == s.VANGUARD else cell_text(cell),
        card=unit_card(position, seat, cell, code) if code else None,
    )


def space_note(position: Position, seat: int, cell: int, omen: Omen) -> str:
    """The strengths of a unit that carries no Chariot, and what the attack means for it; the next slot to be filled;
    VR-175: whom a wing faces, at its end where there are more than two armies."""
    if code := int(unit_at(position.state, seat, cell)):
        figures = "" if code & s.RIDDEN else strengths(position, seat, cell)
        return f"{figures} {omen.sign}".strip()
    if seat == position.state.turn and cell == field.next_slot(position):
        return "next"
    if len(sight.living_seats(position)) < 3 or sight.laying_out(position) or cell not in field.ends(position, seat):
        return ""
    return f"faces {SEAT_LETTERS[int(across(position.board, position.state, seat, cell))]}"


def strengths(position: Position, seat: int, cell: int) -> str:
    """`5/4`: attack and defence, as far as they are known."""
    if int(unit_at(position.state, seat, cell)) & s.KIND_MASK == s.UNSEEN:
        return ""
    return f"{attack_figure(position, seat, cell)}/{sight.defence_of(position, seat, cell)}"


def attack_figure(position: Position, seat: int, cell: int) -> str:
    """An Archer's attack has no strength: it kills."""
    archer = int(unit_at(position.state, seat, cell)) & s.KIND_MASK == s.ARCHER
    return "†" if archer else str(sight.attack_of(position, seat, cell))


def unit_card(position: Position, seat: int, cell: int, code: int) -> Card:
    """Name, strengths and marks of a unit, as far as they are known."""
    kind, hidden = code & s.KIND_MASK, not code & s.FACE_UP
    if kind == s.UNSEEN:
        return Card(corner=place_text(seat, cell), down=True)
    marks = [
        *(["mounted"] if is_mounted(position.board, code) else []),
        *(["immune"] if is_immune(position.board, position.state, seat, cell) else []),
        *([READY] if sight.is_ready(position, seat, cell) else []),
    ]
    return Card(
        title=KIND_NAMES[kind],
        corner=place_text(seat, cell),
        figures=(
            ("sword", attack_figure(position, seat, cell)),
            ("shield", str(sight.defence_of(position, seat, cell))),
        ),
        marks=tuple(marks),
        down=hidden,
    )


def space_label(position: Position, seat: int, cell: int, code: int, omen: Omen) -> str:
    """A space in words: who stands there, how strong and why, and what the attack means for it."""
    name, where = position.name(seat), f"{cell_text(cell)}{' (vanguard)' if cell == s.VANGUARD else ''}"
    if not code:
        return f"{name} {where}: empty"
    down = "" if code & s.FACE_UP else ", face down"
    if code & s.KIND_MASK == s.UNSEEN:
        return "; ".join([f"{name} {where}: {sight.unit_name(code)}{down}", *omen.words])
    said = [f"{name}: {sight.unit_name(code)} {where}{down}"]
    said.append(f"attack {explained(attack_figure(position, seat, cell), sight.attack_text(position, seat, cell))}")
    said.append(
        f"defence {explained(str(sight.defence_of(position, seat, cell)), sight.defence_text(position, seat, cell))}"
    )
    said += ["mounted"] if is_mounted(position.board, code) else []
    said += ["immune to Archers"] if is_immune(position.board, position.state, seat, cell) else []
    said += ["can still use its ability"] if sight.is_ready(position, seat, cell) else []
    return "; ".join([*said, *omen.words])


def explained(figure: str, parts: str) -> str:
    """`6 (4 +2 vanguard)`, or `4` where that says it all."""
    return figure if figure == parts else f"{figure} ({parts})"


def riders(position: Position, at: At, omens: Mapping[str, Omen]) -> Iterator[Piece]:
    """VR-119: Chariots that ride on units; each can be picked for itself. In the terminal they stand where else the
    strengths would, and carry them."""
    for seat in sight.living_seats(position):
        for cell in sight.units(position, seat):
            code = int(unit_at(position.state, seat, cell))
            if code & s.RIDDEN:
                x, y = at(place_text(seat, cell))
                figures = strengths(position, seat, cell)
                sign = omens.get(place_text(seat, cell), NOTHING).sign
                yield Piece(
                    id=sight.rider_id(seat, cell),
                    place=place_text(seat, cell),
                    x=round(x - 0.28 * field.CARD_WIDTH, 1),
                    y=round(y - 0.13 * field.CARD_HEIGHT, 1),
                    size=round(0.19 * field.CARD_WIDTH, 1),
                    symbol="chariot",
                    owner=seat,
                    text=f"+{figures}{sign}"[:ROOM_ON_RIDER] if figures else f"CH{sign}",
                    label=f"Chariot on {place_text(seat, cell)}",
                    spent=bool(code & s.RIDER_USED),
                )


def veil_id(seat: int) -> str:
    """An army behind the veil."""
    return f"{SEAT_LETTERS[seat]}:army"


def veil(position: Position, seat: int, at: Point) -> Place:
    """VR-022, VR-155: of an army that is being laid out only the number of units is shown."""
    x, y = at
    many = int(pool_size(position.state, seat))
    return Place(
        id=veil_id(seat),
        x=x,
        y=y,
        size=field.CARD_WIDTH / 2,
        symbol="back",
        mark="??",
        owner=seat,
        label=f"{position.name(seat)}: {plural(many, 'unit')} behind the veil",
        note=f"×{many}",
        outline=field.card_outline(x, y),
        caption="army",
        card=Card(corner=plural(many, "unit"), down=True),
    )


def in_the_hand(held: Held, at: Point) -> Place:
    """A command, a drawn unit, or a unit to be laid out."""
    x, y = at
    return Place(
        id=held.id,
        x=x,
        y=y,
        size=field.CARD_WIDTH / 2,
        symbol=held.symbol,
        mark=held.mark,
        owner=held.owner,
        label=held.label,
        note=held.note,
        outline=field.card_outline(x, y),
        caption=held.caption,
        card=held.card,
    )


# ---------------------------------------------------------------- the coming attack


def arrows(fates: list[sight.Fate], at: At) -> Iterator[Arrow]:
    """Each attacker to its target; the first one carries what comes of all of them. Who shoots over a card swings out
    between two columns."""
    for fate in fates:
        for i, one in enumerate(fate.blows):
            far = one.attacker % s.PLACE >= s.COLUMNS or one.target % s.PLACE >= s.COLUMNS
            a, b = sight.place_id(one.attacker), sight.place_id(one.target)
            text = fate.text if i == 0 else "†" if one.shot else f"+{one.strength}"
            swing = -SWING if one.attacker % s.PLACE >= s.COLUMNS else SWING
            bend = swing * field.STEP_X / math.dist(at(a), at(b)) if far else 0.0
            yield Arrow(a, b, text, fate.verdict, f"{a} attacks {b}: {fate.text}", round(bend, 3))


def omens_of(fates: list[sight.Fate], at: At) -> dict[str, Omen]:
    """By space: where its unit strikes, and what comes of the blows on it."""
    found: dict[str, Omen] = {}

    def add(id: str, sign: str, words: str) -> None:
        before = found.get(id, NOTHING)
        found[id] = Omen(before.sign + sign if sign not in before.sign else before.sign, (*before.words, words))

    for fate in fates:
        target = sight.place_id(fate.target)
        for one in fate.blows:
            attacker = sight.place_id(one.attacker)
            add(attacker, way(at(attacker), at(target)), f"attacks {target}")
    for fate in fates:
        add(sight.place_id(fate.target), SIGNS[fate.verdict], f"under attack: {fate.text}")
    return found


def way(start: Point, end: Point) -> str:
    """An arrow that points from one card to another."""
    turn = math.atan2(start[1] - end[1], end[0] - start[0]) / math.tau
    return WAYS[round(turn * len(WAYS)) % len(WAYS)]


def overlays(position: Position, fates: list[sight.Fate]) -> dict[str, tuple[str, ...]]:
    """The next slot or the unit in question; attackers, targets."""
    now = position.state
    found: dict[str, tuple[str, ...]] = {}
    cell = field.next_slot(position)
    if cell is None and not position.over:
        cell = next((int(cell) for cell in (now.asked, now.picked) if cell != s.NOWHERE), None)
    if cell is not None:
        found["now"] = (place_text(int(now.turn), cell),)
    if fates:
        found["attackers"] = tuple(sorted({sight.place_id(one.attacker) for fate in fates for one in fate.blows}))
        found["targets"] = tuple(sight.place_id(fate.target) for fate in fates)
    return found
