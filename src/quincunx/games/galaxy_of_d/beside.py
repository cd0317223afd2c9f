"""What is laid out beside the map: the players with their tracks and fleets, combats, Pirates, the shipyard."""

from quincunx.engine.position import Position
from quincunx.engine.scene import Item, Panel, Seat, Side, Track
from quincunx.games.galaxy_of_d import sight
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.fleets import basket_cost, class_of_kind, distance, is_base, player_ship_at
from quincunx.games.galaxy_of_d.legality import absorbing_side, chits_left
from quincunx.games.galaxy_of_d.notation import sector_text
from quincunx.games.galaxy_of_d.prompts import decides_here, plural
from quincunx.games.galaxy_of_d.setup import KIND_CODES, KIND_NAMES
from quincunx.games.galaxy_of_d.words import listed, ship_name, side_name, title

# ---------------------------------------------------------------- players


def player(position: Position, seat: int) -> Seat:
    """Money, Armor, what is in play and in the pool."""
    now, board = position.state, position.board
    armor = max(0, int(now.armor[seat]))
    first = now.first == seat and now.phase != s.RPS
    facts = ["First Turn Player"] if first else []
    if now.phase >= s.MOVE_SELECT and not position.over:
        facts.append(f"burns out in {plural(armor, 'own turn')}, income ${sight.income(position, seat)}")
    if now.phase == s.SECRET_BUY:
        facts.append("ready" if seat == now.first != now.turn else "choosing the first ships")
    return Seat(
        seat=seat,
        name=position.name(seat),
        turn=bool(position.turn == seat),
        facts=tuple(facts),
        tracks=(
            Track("Money", int(now.money[seat]), s.MONEY_CAP, "coin", "$"),
            Track("Armor", armor, int(board.start_armor), "armor", "Armor"),
        ),
        marks=("first-turn",) if first else (),
        items=tuple(stock(position, seat, kind) for kind in range(s.KINDS)),
    )


def stock(position: Position, seat: int, kind: int) -> Item:
    """How many ships of a type are in play; the others lie in the open pool."""
    chits, play = int(position.board.chits[kind]), int(position.state.in_play[seat, kind])
    return Item(
        symbol=sight.SHIP_SYMBOLS[class_of_kind(kind)],
        count=play,
        text=KIND_CODES[kind],
        label=f"{KIND_NAMES[kind]}: {play} in play, {chits - play} in the pool",
        note=f"/{chits}",
        owner=seat,
    )


# ---------------------------------------------------------------- panels


def panels(position: Position) -> list[Panel]:
    """What the phase needs."""
    now = position.state
    found = []
    if now.fight != s.NOWHERE:
        found.append(combat(position))
    if sight.combats(position):
        found.append(to_come(position))
    if now.phase == s.PIRATE_SELECT:
        found.append(pirates(position))
    if now.phase == s.SECRET_BUY or (now.phase == s.BUY and decides_here(position)):
        found.append(shipyard(position))
    return found


def combat(position: Position) -> Panel:
    """The running combat, side by side; for who names losses, what would come of each."""
    now, sector = position.state, int(position.state.fight)
    naming = int(absorbing_side(position.board, now)) if now.phase == s.ABSORB else None
    sides = tuple(
        Side(
            heading=title(side_name(position, side)),
            owner=None if side == s.PIRATE_SIDE else side,
            figures=(("attack", int(now.score[side])), ("to absorb", int(now.left[side]))),
            items=tuple(party(position, side, sector)),
            turn=bool(side == naming),
        )
        for side in sight.sides_of(position, sector)
    )
    choices = () if naming is None or not decides_here(position) else tuple(losses(position, naming))
    return Panel(f"Combat on {sector_text(position, sector)}", sides, choices)


def party(position: Position, side: int, sector: int) -> list[Item]:
    """The ships of a side in the combat, those that are lost crossed out."""
    now = position.state
    if side == s.PIRATE_SIDE:
        return [
            Item(
                symbol=sight.PIRATE_SYMBOLS[pirate],
                text=s.CLASS_CODES[s.PIRATE_CLASS[pirate]],
                label=sight.PIRATE_WORDS[pirate],
                crossed=bool(now.pirate_note[pirate] & s.FALLEN),
            )
            for pirate in sight.pirates_on(position, sector)
        ]
    found = []
    for squad in sight.squads(position, side):
        if squad.sector == sector:
            for many, crossed in ((squad.alive, False), (squad.lost, True)):
                if many:
                    found.append(ships(squad.ship_class, many, side, crossed))
    if now.starbase[side] == sector:
        found.append(Item("starbase", text="⌂", label=f"Starbase: Attack {s.BASE_ATTACK}", owner=side))
    return found


def ships(ship_class: int, many: int, owner: int, crossed: bool = False) -> Item:
    """So many ships of a class."""
    words = f"{ship_name(ship_class)}{'s' * (many > 1)}{', lost' * crossed}"
    return Item(
        symbol=sight.SHIP_SYMBOLS[ship_class],
        count=many,
        text=sight.CLASS_LETTERS[ship_class],
        label=title(f"{many} {words}" if many > 1 else words),
        owner=owner,
        crossed=crossed,
    )


def losses(position: Position, naming: int) -> list[Item]:
    """GD-310: what would come of naming each ship."""
    now, found = position.state, []
    for number in position.moves.numbers:
        ship_class = number - s.ABSORB_MOVE
        if naming == s.PIRATE_SIDE:
            pirate = s.PIRATE_CLASS.index(ship_class)
            symbol, words = sight.PIRATE_SYMBOLS[pirate], sight.PIRATE_WORDS[pirate]
            id = sight.pirate_id(position, pirate)
        else:
            symbol, words = sight.SHIP_SYMBOLS[ship_class], title(ship_name(ship_class))
            id = sight.ship_id(position, naming, ship_class, int(now.fight))
        note = sight.losing_text(position, naming, ship_class)
        owner = None if naming == s.PIRATE_SIDE else naming
        found.append(Item(symbol, text=s.CLASS_CODES[ship_class], label=words, note=note, owner=owner, id=id))
    return found


def to_come(position: Position) -> Panel:
    """The combats that are still to be fought, with the Attack Scores."""
    sectors = [
        (sector_text(position, sector), sight.combat_text(position, sector)) for sector in sight.combats(position)
    ]
    choices = tuple(Item("crossed", label=name, note=scores, id=name) for name, scores in sectors)
    return Panel("Combats to come", choices=choices)


def pirates(position: Position) -> Panel:
    """What each Pirate would do."""
    choices = tuple(
        Item(
            symbol=sight.PIRATE_SYMBOLS[pirate],
            text=s.CLASS_CODES[s.PIRATE_CLASS[pirate]],
            label=f"{sight.PIRATE_WORDS[pirate]} on {sector_text(position, int(position.state.pirate_at[pirate]))}",
            note=prospect(position, pirate),
            id=sight.pirate_id(position, pirate),
        )
        for pirate in range(s.PIRATES)
        if position.state.pirate_at[pirate] != s.NOWHERE
    )
    return Panel("Pirates", choices=choices)


def prospect(position: Position, pirate: int) -> str:
    """GD-401..GD-405: whether a Pirate fights or rolls, and whom it would go for."""
    now, board = position.state, position.board
    here = int(now.pirate_at[pirate])
    if now.pirate_note[pirate] & s.CONTACT:
        return "fights at once" if player_ship_at(now, here) else "is alone now and does nothing"
    sectors = {sector for seat in range(s.SEATS) for sector in sight.stacks(position, seat)}
    targets = {sector: int(distance(board, here, sector)) for sector in sorted(sectors) if not is_base(now, sector)}
    if not targets:
        return "rolls, but finds no target"
    nearest = [sector_text(position, sector) for sector, steps in targets.items() if steps == min(targets.values())]
    named = listed(nearest).replace(" and ", " or ") if len(nearest) <= 4 else f"one of {len(nearest)} sectors"
    return f"rolls: on 1 to {s.PIRATE_MOVES_UP_TO} it heads for {named}"


def shipyard(position: Position) -> Panel:
    """Prices and values; while the first ships are bought in secret also the basket, for its owner."""
    now, board = position.state, position.board
    secret = now.phase == s.SECRET_BUY
    owners = [seat for seat in range(s.SEATS) if secret and may_see_basket(position, seat)]
    sides = tuple(
        Side(
            heading=f"{position.name(seat)}'s basket",
            owner=seat,
            figures=(
                ("spent", int(basket_cost(board, now, seat))),
                ("left", int(now.money[seat]) - int(basket_cost(board, now, seat))),
            ),
            items=tuple(
                ships(int(class_of_kind(kind)), int(many), seat) for kind, many in enumerate(now.basket[seat]) if many
            ),
            turn=bool(seat == now.turn),
        )
        for seat in owners
    )
    choices = tuple(goods(position, kind) for kind in range(s.KINDS)) if decides_here(position) else ()
    waits = [seat for seat in range(s.SEATS) if secret and seat not in owners]
    doing = ["is ready" if seat == now.first != now.turn else "is still choosing" for seat in waits]
    said = [f"{position.name(seat)} {does}." for seat, does in zip(waits, doing, strict=True)]
    return Panel("First ships, in secret" if secret else "Shipyard", sides, choices, tuple(said))


def may_see_basket(position: Position, seat: int) -> bool:
    """GD-123: its owner; and whoever sees everything, if there is something to be seen."""
    return position.seat == seat or (position.seat is None and bool(position.state.basket[seat].any()))


def goods(position: Position, kind: int) -> Item:
    """One type of ship with all that a buyer wants to know."""
    board, ship_class = position.board, int(class_of_kind(kind))
    attack = f"strike {s.BOMB_DAMAGE}" if ship_class == s.BOMBER else f"attack {board.attack[ship_class]}"
    return Item(
        symbol=sight.SHIP_SYMBOLS[ship_class],
        count=int(chits_left(board, position.state, kind)),
        text=KIND_CODES[kind],
        label=f"{KIND_NAMES[kind]} ${board.cost[kind]}",
        note=f"{attack}, armor {board.armor[ship_class]}, speed {board.speed[ship_class]}",
        owner=int(position.state.turn),
        id=f"buy {KIND_CODES[kind]}",
    )
