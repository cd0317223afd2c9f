"""What is asked of whom, what nobody should overlook, the buttons of each phase, and moves in a person's words."""

from quincunx.engine.position import Position
from quincunx.engine.scene import Button
from quincunx.games.connect_the_worlds import sight
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.hands import SPECIALS
from quincunx.games.connect_the_worlds.names import hex_name
from quincunx.games.connect_the_worlds.pieces import base_at, pieces_of
from quincunx.games.connect_the_worlds.setup import GOALS, NAMES, PIECE_NAMES
from quincunx.games.connect_the_worlds.sight import plural
from quincunx.games.connect_the_worlds.words import listed

MOVE, END, DRAW, LATER = "move", "end", "draw", "later"
SPECIAL_WORDS = {
    "research": "Research: buy an action card",
    "build": "Build: buy a unit card",
    "connect": "Connect two of your bases",
    "gather": "Gather resources",
}
ENDINGS = {
    s.BY_GOAL: "the goal is reached",
    s.LAST_SURVIVOR: "nobody else has a piece left",
    s.DEAD_DRAW: "nobody is left who could win",
    s.ROUND_LIMIT: "first when the last round was over",
}
AIMS = (
    "bases on three worlds and the largest territory",
    "no enemy base left",
    "no enemy piece left",
)

# ---------------------------------------------------------------- prompts


def prompt(position: Position) -> str:
    """Who does what now."""
    now = position.state
    if position.over:
        return ending(position)
    who = position.name(int(now.turn))
    if now.phase == s.SETUP_WORLD:
        return f"{who} chooses a home world."
    if now.phase == s.SETUP_HEX:
        return f"{who} places the first base on W{now.kind}: inside, it controls seven hexes, at the edge fewer."
    if now.phase == s.EARLY_DRAW:
        return f"{who} draws the next hand now, or at the start of the next turn."
    if now.phase == s.MAIN:
        return main_prompt(position, who)
    return card_prompt(position, who)


def ending(position: Position) -> str:
    """Who has won, and why."""
    now = position.state
    names = [position.name(seat) for seat in sight.seats_in(position, int(now.winners))]
    why = ENDINGS[int(now.ending)]
    if len(names) > 1:
        return f"The game is over: a draw between {listed(names)}; {why}."
    return f"The game is over: {names[0]} wins; {why}."


def main_prompt(position: Position, who: str) -> str:
    """The main phase: cards are left."""
    seat = int(position.state.turn)
    left = int(position.state.hand_left[seat])
    if not sight.decides_here(position) or not sight.hand_is_known(position, seat):
        return f"It is {who}'s turn: {plural(left, 'card')} left."
    if position.moves.numbers == [s.END_MOVE]:
        return f"{who} can't play any card: end the turn."
    return f"{who} plays a card: {plural(left, 'card')} left. Pick one and what to do with it, or end the turn."


def card_prompt(position: Position, who: str) -> str:
    """A card is being played."""
    now, card = position.state, int(position.state.card)
    name, at = NAMES[card], "" if now.picked == s.NOWHERE else hex_name(int(now.picked))
    match int(now.phase):
        case s.MOVE_FROM:
            return f"{who} plays {name}: move one piece up to {position.board.move[card]}. Pick it."
        case s.MOVE_PIECE:
            return f"{who} plays {name}: which piece of {at} moves?"
        case s.MOVE_TO:
            steps = plural(int(position.board.move[card]), "step")
            return f"{who} plays {name}: the {PIECE_NAMES[int(now.kind)]} on {at} goes up to {steps}. Pick where to."
        case s.BUY:
            what = "an action card" if card == s.SCIENTISTS else "a unit card"
            return f"{who} plays {name} and buys {what}: {now.pool[now.turn]} in the pool."
        case s.CONNECT_A:
            return f"{who} plays {name}: pick the first of two bases to connect."
        case s.CONNECT_B:
            return f"{who} plays {name}: connect the base on {at} with which other?"
    kind = card - s.ACTIONS
    return f"{who} deploys {PIECE_NAMES[kind]} (strength {position.board.strength[kind]}): pick a hex of the territory."


def status(position: Position) -> tuple[str, ...]:
    """The goal, the round, and who would win if it ended now."""
    now, board = position.state, position.board
    goal = f"{GOALS[int(board.goal)].capitalize()} goal: {AIMS[int(board.goal)]}"
    if now.round_no == 0:
        return ("Setup", goal)
    limit = f" of {board.round_limit}" if board.round_limit else ""
    said = [f"Round {now.round_no}{limit}", goal]
    return tuple(said) if position.over else (*said, standing_words(position))


def standing_words(position: Position) -> str:
    """CW-051: who would win if the round ended now."""
    found = sight.if_round_ended(position)
    last = last_of_round(position)
    after = "" if last == position.turn else f", but {position.name(last)} is last to play"
    if found.tied and not found.over:
        return f"If the round ended now: a tie of {listed([position.name(seat) for seat in found.tied])}, nobody wins"
    if not found.over:
        return "If the round ended now, nobody would win"
    names = listed([position.name(seat) for seat in found.winners])
    return f"If the round ended now, {names} would {'win' if len(found.winners) == 1 else 'share the win'}{after}"


def last_of_round(position: Position) -> int:
    """CW-051: after whose turn the goal is checked."""
    order = [(int(position.state.first) + i) % position.players for i in range(position.players)]
    return [seat for seat in order if int(position.state.alive) >> seat & 1][-1]


# ---------------------------------------------------------------- warnings


def banners(position: Position) -> list[str]:
    """What a player would be sorry to have overlooked."""
    now, board = position.state, position.board
    if position.over or now.round_no == 0:
        return []
    said = []
    if now.round_no <= board.truce:
        said.append(f"Truce: nobody may attack before round {board.truce + 1}.")
    if board.round_limit and now.round_no == board.round_limit:
        said.append("This is the last round.")
    said += [words for words in blockade_words(position) if words]
    if now.phase == s.MOVE_TO and now.kind < s.BASES and sight.decides_here(position):
        said += base_warnings(position)
    return said


def blockade_words(position: Position) -> list[str]:
    """CW-140, CW-141: worlds on which who looks has pieces, with an enemy in orbit."""
    seat = sight.viewer(position)
    above = {world: who for world, who in sight.blockades(position).items() if who != seat}
    mine = [world for world in above if position.state.held[seat, world + 1].any()]
    return [f"The orbit of W{world} is blockaded by {position.name(above[world])}." for world in mine]


def base_warnings(position: Position) -> list[str]:
    """A base moves: what it leaves, and what it could lose."""
    now, place = position.state, int(position.state.picked)
    said = []
    if any(stack.kind >= s.BASES for stack in sight.stacks(position).get(place, [])):
        said.append("This base leaves its guards behind: units stay where they are.")
    ends = sum(place in portal for portal in sight.portals(position))
    if ends and not position.board.portals_stay:
        said.append(f"This base loses {plural(ends, 'portal')} if it is captured.")
    if pieces_of(now, int(now.turn)) == 1:
        said.append("This is your last piece: without it you are out of the game.")
    return said


# ---------------------------------------------------------------- buttons


def buttons(position: Position) -> list[Button]:
    """What can be picked beside the table, by whom it concerns."""
    now, numbers = position.state, position.moves.numbers
    if not sight.decides_here(position):
        return []
    if now.phase == s.EARLY_DRAW:
        return [Button(DRAW, "Draw the next hand now"), Button(LATER, "Draw it at the start of the next turn")]
    if now.phase == s.MOVE_PIECE:
        kinds = [number - s.PIECE_MOVE for number in numbers]
        strength = position.board.strength
        return [Button(sight.kind_id(kind), f"{PIECE_NAMES[kind]}, strength {strength[kind]}") for kind in kinds]
    if now.phase != s.MAIN:
        return []
    found = []
    if any(s.MOVE_WITH <= number < s.SPECIAL_MOVE for number in numbers):
        found.append(Button(MOVE, "Move a piece"))
    uses = {SPECIALS[number - s.SPECIAL_MOVE] for number in numbers if s.SPECIAL_MOVE <= number < s.DEPLOY_MOVE}
    found += [Button(use, words) for use, words in SPECIAL_WORDS.items() if use in uses]
    return [*found, Button(END, end_words(position))]


def end_words(position: Position) -> str:
    """What is given up with the end of the turn."""
    left = int(position.state.hand_left[position.state.turn])
    return f"End the turn: {plural(left, 'card')} unplayed" if left else "End the turn"


# ---------------------------------------------------------------- moves in words


def describe(position: Position, number: int) -> str:
    """A move as a person would say it."""
    number = int(number)
    if number >= s.HEX_MOVE:
        return describe_hex(position, number - s.HEX_MOVE)
    if number >= s.WORLD_MOVE:
        return f"Settle on W{number - s.WORLD_MOVE}"
    if number >= s.PIECE_MOVE:
        return f"Move the {PIECE_NAMES[number - s.PIECE_MOVE]}"
    if number >= s.BUY_MOVE:
        card = number - s.BUY_MOVE
        return f"Buy {NAMES[card]} for {position.board.cost[card]}"
    if number >= s.DEPLOY_MOVE:
        return f"Deploy {PIECE_NAMES[number - s.DEPLOY_MOVE]}"
    if number >= s.SPECIAL_MOVE:
        card = number - s.SPECIAL_MOVE
        gather = f"Gather {position.board.gather[card]}"
        use = SPECIAL_WORDS[SPECIALS[card]] if SPECIALS[card] != "gather" else gather
        return f"{use} ({NAMES[card]})"
    if number >= s.MOVE_WITH:
        card = number - s.MOVE_WITH
        return f"Move a piece up to {position.board.move[card]} ({NAMES[card]})"
    return (end_words(position), "Draw the next hand now", "Draw the next hand later")[number]


def describe_hex(position: Position, place: int) -> str:
    """A hex by what it is named for."""
    now, name = position.state, hex_name(place)
    at = "" if now.picked == s.NOWHERE else hex_name(int(now.picked))
    match int(now.phase):
        case s.SETUP_HEX:
            return f"First base on {name}, controlling {sight.worth_of(position, place)} hexes"
        case s.MOVE_FROM:
            return f"Move a piece from {name}"
        case s.MOVE_TO:
            return f"{PIECE_NAMES[int(now.kind)]} from {at} to {name}{come_of(position, place)}"
        case s.CONNECT_A:
            return f"Connect the base on {name}"
        case s.CONNECT_B:
            return f"Connect the bases on {at} and {name}"
        case s.DEPLOY_TO:
            return f"Deploy {NAMES[int(now.card)]} on {name}{come_of(position, place)}"
    return name


def come_of(position: Position, place: int) -> str:
    """` (attack won: beats Assault Team 2)`, ` (territory +7)`."""
    base = sight.mover(position)[0] < s.BASES
    if place not in sight.hexes(position) or not (base or sight.is_attack(position, place)):
        return ""
    if base and base_at(position.state, place) != s.NOWHERE:
        return ""
    seen = sight.forecast(position, place)
    said = [f"{seen.verdict}: {seen.words}"] if seen.verdict else []
    said += [f"territory {seen.gain:+}"] if seen.gain else []
    return f" ({'; '.join(said)})" if said else ""
