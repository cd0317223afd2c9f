"""What is asked of whom, what nobody should overlook, and the buttons of each phase."""

from quincunx.engine.position import Position
from quincunx.engine.scene import Button
from quincunx.games.galaxy_of_d import sight
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.fleets import has_ship, thing_at
from quincunx.games.galaxy_of_d.legality import absorbing_side, chits_left, purse
from quincunx.games.galaxy_of_d.notation import COLOURS, HANDS, sector_text
from quincunx.games.galaxy_of_d.setup import KIND_CODES, KIND_NAMES
from quincunx.games.galaxy_of_d.words import SIDE_NAMES, listed, ship_name, title

AROUND, THROUGH = "around", "through"
PHASES = {
    s.MOVE_SELECT: "Phase 1: Movement",
    s.MOVE_GO: "Phase 1: Movement",
    s.COMBAT_SELECT: "Phase 2: Combat",
    s.ABSORB: "Phase 2: Combat",
    s.PIRATE_SELECT: "Phase 3: Pirates",
    s.BUY: "Phase 4: Buy",
    s.OVER: "Game over",
}
ENDINGS = {
    s.BOMBED: "Starbase was bombed out",
    s.IN_COMBAT: "Starbase was destroyed in combat",
    s.BURNT_OUT: "Starbase has burnt out",
    s.CONCEDED: "side was conceded",
}
WAYS = {
    sight.LOAD: ("Around the planet: stay empty", "Through the planet: load"),
    sight.SELL: ("Around the Spaceport: keep the cargo", "Past the Spaceport: sell for ${price}"),
    sight.STRIKE: ("Around the Starbase: no strike", "Past the Starbase: strike, −{bomb} Armor"),
}


def plural(count: int, words: str) -> str:
    """`1 ship`, `3 ships`."""
    return f"{count} {words}{'' if count == 1 else 's'}"


def decides_here(position: Position) -> bool:
    """Whether who looks is the one who decides, or sees everything."""
    return not position.over and position.seat in (None, position.turn)


# ---------------------------------------------------------------- prompts


def prompt(position: Position) -> str:
    """Who does what now."""
    now = position.state
    if position.over:
        winner, loser = int(now.winner), 1 - int(now.winner)
        return f"The game is over: {position.name(winner)} wins. {position.name(loser)}'s {ENDINGS[int(now.ending)]}."
    who = position.name(int(now.turn))
    if now.phase < s.MOVE_SELECT:
        return setup_prompt(position, who)
    return turn_prompt(position, who)


def setup_prompt(position: Position, who: str) -> str:
    """Before the first turn."""
    now, board = position.state, position.board
    match int(now.phase):
        case s.PLACING:
            return f"{who} puts token {now.things + 1} of {now.tokens} face down, not next to another."
        case s.RPS:
            again = f" once more ({plural(int(now.ties), 'tie')})" if now.ties else ""
            return f"{who} shows a hand{again}: rock, paper or scissors."
        case s.COLOUR:
            return f"{who} takes the first turn and picks a side: {listed(SIDE_NAMES).replace(' and ', ' or ')}."
        case s.BID:
            stands = f"The bid stands at ${now.bid}: {who}" if now.bid else who
            return f"{stands} raises or passes. Who passes lets the other place the first Starbase."
        case s.BASE:
            other = int(now.starbase[1 - now.turn])
            far = f", at least {board.base_distance} steps from {sector_text(position, other)}"
            far = "" if other == s.NOWHERE else far
            paid = f" and pays ${now.bid}" if now.bid_winner == now.turn and now.bid else ""
            return f"{who} places the Starbase{paid}: not on or next to a Thing{far}."
    if decides_here(position):
        return f"{who} fills the first basket in secret: ${purse(board, now)} left."
    return f"{who} chooses the first ships in secret."


def turn_prompt(position: Position, who: str) -> str:
    """In a turn."""
    now = position.state
    match int(now.phase):
        case s.MOVE_SELECT:
            ships = sum(not code & s.MOVED for code in sight.fleet(position, int(now.turn)))
            return f"{who} moves: {plural(ships, 'ship')} can still go. Pick one, or end the movement."
        case s.MOVE_GO:
            sector, ship_class = sight.picked(position)
            steps = plural(int(position.board.speed[ship_class]), "sector")
            ship = f"{who}'s {ship_name(ship_class)} on {sector_text(position, sector)}"
            return f"{ship} goes up to {steps}. Pick where to."
        case s.COMBAT_SELECT:
            return f"{who} chooses which of {now.todo} combats is fought next."
        case s.ABSORB:
            side = absorbing_side(position.board, now)
            whose = "a Pirate" if side == s.PIRATE_SIDE else "a ship"
            return f"{who} names {whose} on {sector_text(position, int(now.fight))}: {now.left[side]} left to absorb."
        case s.PIRATE_SELECT:
            return f"{who} chooses which Pirate acts first."
    gain = sight.income(position, int(now.turn))
    return f"{who} has ${now.money[now.turn]} to buy ships, or ends the turn and gets ${gain}."


def status(position: Position) -> tuple[str, ...]:
    """Turn, phase and Cargo Price."""
    now, board = position.state, position.board
    if now.phase < s.MOVE_SELECT:
        said = ["Quick setup" if board.quick else "Setup"]
    else:
        in_phase_3 = now.phase == s.ABSORB and now.by_pirate
        phase = PHASES[s.PIRATE_SELECT if in_phase_3 else int(now.phase)]
        said = [f"Turn {now.turn_no} of at most {2 * board.start_armor - 1}", phase]
    if now.phase > s.RPS:
        said.append(f"Cargo Price ${now.cargo_price}")
    return tuple(said)


# ---------------------------------------------------------------- warnings


def banners(position: Position) -> list[str]:
    """What a player would be sorry to have overlooked."""
    now = position.state
    if now.phase not in sight.MOVEMENT:
        return []
    seat = int(now.turn)
    who = position.name(seat)
    said = sale_warnings(position, seat) if now.phase == s.MOVE_GO else []
    bombers, armor = sight.bombers_near(position, seat), int(now.armor[seat])
    if bombers and s.BOMB_DAMAGE * bombers >= armor:
        named = "a Bomber" if bombers == 1 else f"{bombers} Bombers"
        said.append(f"{who}'s Starbase can be bombed out in the next turn: {named} in reach, {armor} Armor left.")
    elif bombers:
        said.append(f"{plural(bombers, 'enemy Bomber')} can strike {who}'s Starbase in the next turn.")
    if not has_ship(now, seat, int(now.starbase[seat])):
        said.append(f"{who} has no ship at home: the Starbase can be struck in passing.")
    return said


def sale_warnings(position: Position, seat: int) -> list[str]:
    """What the picked ship would lose or leave."""
    now, said = position.state, []
    sector, ship_class = sight.picked(position)
    price, room = int(now.cargo_price), s.MONEY_CAP - int(now.money[seat])
    ways = [(goal, special) for goal, specials in sight.goals(position).items() for special in specials]
    sells = any(special or sight.effect_on(position, seat, goal, ship_class) for goal, special in ways)
    if ship_class == s.LADEN and sells and price > room:
        said.append(f"A sale would be cut by the ${s.MONEY_CAP} cap: ${room} instead of ${price}.")
    alone = len(sight.stacks(position, seat)[sector]) == 1
    if alone and sight.holder(position, sector) == seat:
        thing = int(thing_at(now, sector))
        lost = {s.PLANET: ("planet", s.PLANET_INCOME), s.ASTEROID: ("asteroid", s.ASTEROID_INCOME)}.get(thing)
        if lost:
            said.append(f"This ship holds the {lost[0]} on {sector_text(position, sector)} (−${lost[1]} without it).")
    return said


# ---------------------------------------------------------------- buttons


def buttons(position: Position) -> list[Button]:
    """What can be picked beside the board, by whom it concerns."""
    now = position.state
    if not decides_here(position):
        return []
    match int(now.phase):
        case s.RPS:
            return [Button(hand, title(hand)) for hand in HANDS]
        case s.COLOUR:
            return [Button(colour, name) for colour, name in zip(COLOURS, SIDE_NAMES, strict=True)]
        case s.BID:
            bids = range(int(now.bid) + 1, int(now.money[now.turn]) + 1)
            other = position.name(1 - int(now.turn))
            passed = Button("pass", f"Pass: {other} places first for ${now.bid}")
            return [passed, *(Button(f"bid {bid}", f"Bid ${bid}") for bid in bids)]
        case s.SECRET_BUY:
            return [*shop(position), Button("end", "Ready: buy no more")]
        case s.BUY:
            gain = sight.income(position, int(now.turn))
            return [*shop(position), Button("end", f"Buy no more: ${gain} income, 1 Armor less, next turn")]
        case s.MOVE_SELECT:
            return [Button("end", end_of_movement(position))]
        case s.MOVE_GO:
            return ways(position)
    return []


def shop(position: Position) -> list[Button]:
    """Every type of ship with its price."""
    found = []
    for kind, code in enumerate(KIND_CODES):
        left = int(chits_left(position.board, position.state, kind))
        label = f"{KIND_NAMES[kind]} ${position.board.cost[kind]}, {left or 'none'} in the pool"
        found.append(Button(f"buy {code}", label))
    return found


def end_of_movement(position: Position) -> str:
    """What the end of movement leads to."""
    fights = [sector_text(position, sector) for sector in sight.combats(position)]
    if not fights:
        return "End the movement: no combat"
    named = listed(fights[:3]) if len(fights) <= 3 else f"{', '.join(fights[:3])} and {len(fights) - 3} more"
    return f"End the movement: {'combat' if len(fights) == 1 else 'combats'} on {named}"


def ways(position: Position) -> list[Button]:
    """Around it or through it, where the picked ship can do both."""
    if not any(len(specials) > 1 for specials in sight.goals(position).values()):
        return []
    _, ship_class = sight.picked(position)
    words = WAYS[sight.effect_word(ship_class)]
    facts = {"price": int(position.state.cargo_price), "bomb": s.BOMB_DAMAGE}
    return [Button(id, text.format(**facts)) for id, text in zip((AROUND, THROUGH), words, strict=True)]


# ---------------------------------------------------------------- notes on the map


def notes(position: Position) -> dict[int, str]:
    """A few characters on a sector: what it is worth, who fights there, what the picked ship would do there."""
    now = position.state
    found = {int(now.thing_at[i]): f"${now.cargo_price}" for i in range(now.things) if now.thing_kind[i] == s.SPACEPORT}
    found |= {int(now.starbase[seat]): f"Armor {max(0, int(now.armor[seat]))}" for seat in range(s.SEATS)}
    fights = [*sight.combats(position), *([int(now.fight)] if now.fight != s.NOWHERE else [])]
    for sector in fights:
        scores = [sight.score_text(position, side, sector) for side in sight.sides_of(position, sector)]
        found[sector] = ":".join(score.replace("at least ", "≥") for score in scores)
    if now.phase == s.MOVE_GO:
        _, ship_class = sight.picked(position)
        for sector in sight.goals(position):
            if note := goal_note(position, sector, ship_class):
                found[sector] = note
    return found


def goal_note(position: Position, sector: int, ship_class: int) -> str:
    """What the picked ship would do in a sector."""
    now, seat = position.state, int(position.state.turn)
    effect = sight.effect_on(position, seat, sector, ship_class)
    if effect == sight.SELL:
        return f"sell ${min(int(now.cargo_price), s.MONEY_CAP - int(now.money[seat]))}"
    if effect == sight.STRIKE:
        return f"strike −{s.BOMB_DAMAGE}"
    return effect or ("stop" if sight.stopped_on(position, seat, sector) else "")
