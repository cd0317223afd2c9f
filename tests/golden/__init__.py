"""Golden games: whole games as they were once played, kept so that a change in behaviour shows.

`python -m tests.golden` plays and writes them again. Do that only for new rules versions: a game that was saved under
this version must end in the same bytes for ever.
"""

import hashlib
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import quincunx
from quincunx.engine.position import Position
from quincunx.table.match import Match
from tests.playouts import LOVES, choose, composed

FOLDER = Path(__file__).parent
EVERY = 10
"""So many moves lie between two checks."""


@dataclass(frozen=True)
class Recipe:
    """What is to be recorded: a table, and by whom it is played.

    A bot takes every second seat, against players who move at random: with itself it would soon stand still.
    """

    name: str
    game: str
    players: int
    by: str
    options: dict[str, Any] = field(default_factory=dict)
    start: dict[str, Any] = field(default_factory=dict)
    """A position to begin from; empty: the deal."""
    scripted: tuple[str, ...] = ()
    """Commands that seats give on the way, one every so many moves, by their first word."""


def recipes() -> Iterator[Recipe]:
    """All tables that are recorded: each value of each option of each game is there at least once."""
    yield from vanagloria()
    yield from orbit_cubes()
    yield from galaxy_of_d()
    yield from vanguard_rome()
    yield from connect_the_worlds()


def vanagloria() -> Iterator[Recipe]:
    """Every preset, order of play, target, limit; boards of one's own."""
    workshop = quincunx.game("vanagloria").workshop
    assert workshop is not None
    talks = itertools.cycle(["neutral", "competitive", "alliances"])
    for board, _, players in workshop.presets():
        first = {"first_player": players - 1, "talk": next(talks)}
        yield Recipe(f"vg-{board}", "vanagloria", players, "uniform", {"board": board, "round_limit": 12} | first)
        yield Recipe(f"vg-{board}-greedy", "vanagloria", players, "greedy", {"board": board, "round_limit": 25})
    for players in (4, 5, 6):
        yield Recipe(f"vg-pro-{players}", "vanagloria", players, "fighter", {"turn": "pro", "round_limit": 14})
    for players in (3, 4, 5, 6):
        options = {"turn": "random", "round_limit": 10, "seating": "as_joined"}
        yield Recipe(f"vg-random-{players}", "vanagloria", players, "uniform", options)
    for target in (100, 150):
        options = {"target": target, "first_player": 0, "leaver": "idle", "board": "p2b"}
        yield Recipe(f"vg-target-{target}", "vanagloria", 2, "fighter", options)
    for by in ("builder", "gatherer", "greedy"):
        options = {"vg_limit": "total12", "target": 150, "round_limit": 40}
        yield Recipe(f"vg-total12-{by}", "vanagloria", 2, by, options)
        yield Recipe(f"vg-components-{by}", "vanagloria", 2, by, options | {"vg_limit": "components"})
    armies = [
        ["m@K.a x4", "r+@K.a x3", "d+@D0.s x3", "d@D0.r x4", "r@D0.s x4"],
        ["r@K.a x2", "m+@D1.s x4", "d@K.a x5", "d@D1.r x3", "m@K.a x2"],
    ]
    for limit, units in (("components", armies), ("total12", [army[:3] for army in armies])):
        options = {"vg_limit": limit, "round_limit": 15}
        yield Recipe(f"vg-armies-{limit}", "vanagloria", 2, "fighter", options, {"units": units, "scores": [48, 46]})
    for players in quincunx.game("vanagloria").players:
        options = {"board": composed("vanagloria", players, players, True), "round_limit": 10}
        yield Recipe(f"vg-composed-{players}", "vanagloria", players, "fighter", options)


def orbit_cubes() -> Iterator[Recipe]:
    """Every board, and each way to lose cubes and players."""
    for players in (2, 3, 4, 5, 6):
        boards = ["oc", f"oc-fit{players}"] if players < 6 else ["oc"]
        for board in boards:
            options = {"board": board, "round_limit": 12, "first_player": players - 1}
            yield Recipe(f"{board}-{players}", "orbit-cubes", players, "uniform", options)
        yield Recipe(f"oc-{players}-greedy", "orbit-cubes", players, "greedy", {"round_limit": 25, "first_player": 0})
    for respawn, losses in itertools.product((True, False), ("reserve", "permanent")):
        options = {"oc_respawn": respawn, "oc_losses": losses, "round_limit": 60}
        options |= {"talk": "alliances" if respawn else "competitive", "leaver": "idle", "seating": "as_joined"}
        name = f"oc-{losses}-{'respawn' if respawn else 'out'}"
        yield Recipe(name, "orbit-cubes", 3, "fighter", options)
        yield Recipe(f"{name}-builder", "orbit-cubes", 2, "builder", options)
        start = {"units": [["r+@F0 x3", "m@F0"], ["m@F0 x2", "d+@H0"], ["r@F1", "d@F0 x2"]], "scores": [20, 30, 40]}
        yield Recipe(f"{name}-armies", "orbit-cubes", 3, "fighter", options, start)


def galaxy_of_d() -> Iterator[Recipe]:
    """Every map, setup and way to begin; every house rule, among fleets that meet at once; commands; the bot."""
    game = "galaxy-of-d"
    options: dict[str, Any]
    fleets: dict[str, Any] = {"ships": [{"C3": "CCSSI", "A1": "BF"}, {"C3": "DASI", "E5": "BB", "L6": "F"}]}
    fleets |= {"bases": ["A1", "L6"], "money": [9, 12], "things": {"C3": "planet", "F6": "spaceport", "H4": "asteroid"}}
    pirates = {"pirates": ["D4", "C3"]}
    for chart, by in itertools.product(("small", "standard", "large"), ("uniform", "fighter")):
        first = {"small": "seat0", "standard": "coin", "large": "rps"}[chart]
        placed = {"thing_placement": "alternate" if by == "fighter" else "random"}
        yield Recipe(f"gd-{chart}-{by}", game, 2, by, {"map": chart, "first_player": first} | placed)
    for chart, by in (("small", "fighter"), ("large", "gatherer")):
        options = {"setup": "quick", "map": chart, "colours": "fixed", "first_player": "seat1", "fog": "open"}
        yield Recipe(f"gd-quick-{chart}", game, 2, by, options)
    for roll in range(1, 7):
        options = {
            "things_roll": roll,
            "money_roll": 7 - roll,
            "no_planet": "redraw" if roll % 2 else "keep",
        }
        options |= {"base_min_distance": 3 + roll % 4, "cargo_count": "gap" if roll < 4 else "steps", "start_armor": 10}
        yield Recipe(f"gd-roll-{roll}", game, 2, "gatherer" if roll % 2 else "builder", options)
    for order, stay in itertools.product(("active_first", "defender_first", "secret"), ("no", "yes")):
        options = {"absorb_order": order, "bomber_stay": stay, "starbase_stops": "yes" if stay == "no" else "no"}
        options |= {"pirate_absorb": "active" if stay == "yes" else "auto", "start_armor": 15}
        options |= {"pirate_repeat": "once" if order == "secret" else "each"}
        yield Recipe(f"gd-fleets-{order}-{stay}", game, 2, "fighter", options, fleets | pirates)
    yield Recipe("gd-commands", game, 2, "fighter", {"map": "small"}, scripted=("top", "top", "concede"))
    yield Recipe("gd-standard-greedy", game, 2, "greedy", {})
    yield Recipe("gd-quick-greedy", game, 2, "greedy", {"setup": "quick", "fog": "top"})


def vanguard_rome() -> Iterator[Recipe]:
    """Every level, division of the decks and house rule; armies with Chariots, gaps and full hands; the bot."""
    game = "vanguard-rome"
    for players, level in zip(
        (2, 3, 4, 2), ("recruit", "recruit_with_commands", "recruit_with_rear", "legion"), strict=True
    ):
        yield Recipe(f"vr-{level}", game, players, "uniform", {"level": level, "turn_limit": 30})
    for decks in ("divide_equal", "divide_random"):
        yield Recipe(f"vr-{decks}", game, 2, "fighter", {"decks": decks, "turn_limit": 60, "replay_cap": 0})
    rows = {"shift_model": "rows", "close_up": True, "hidden_rear": False, "turn_limit": 40}
    yield Recipe("vr-rows", game, 2, "uniform", rows | {"replay_cap": 20})
    yield Recipe("vr-rows-3", game, 3, "fighter", rows | {"consul_stacks": True, "hand_limit": 3})
    yield Recipe("vr-group-4", game, 4, "fighter", {"close_up": True, "command_on_vanguard": False, "turn_limit": 40})
    armies: list[dict[str, Any]] = [
        {
            "front": "BA CE [PR+] CO .. CV ST",
            "rear": "(SL) (CA) [(IN)] (AR)",
            "hand": ["NIGHTFALL", "FLANK", "RETREAT"],
        },
        {"front": "SL EL [..] ST IN", "rear": "(CO) (SL) [..] (PR+)", "hand": ["STAMPEDE", "REINFORCE", "VOLLEY"]},
        {"front": "CH IN [AR] CE", "rear": "(CA) EL [(SL)]", "hand": ["JAVELIN", "SURPRISE", "NIGHTFALL"]},
    ]
    for players, model in ((2, "group"), (3, "group"), (2, "rows")):
        start = {"armies": armies[:players], "pending": ["CH"], "active": 0}
        options = {"shift_model": model, "turn_limit": 30}
        yield Recipe(f"vr-armies-{players}-{model}", game, players, "uniform", options, start)
    yield Recipe("vr-resign", game, 3, "uniform", {"turn_limit": 60}, scripted=("resign", "resign"))
    yield Recipe("vr-2-greedy", game, 2, "greedy", {})
    yield Recipe("vr-3-greedy", game, 3, "greedy", {"turn_limit": 60})
    yield Recipe("vr-recruit-greedy", game, 4, "greedy", {"level": "recruit_with_commands", "turn_limit": 60})


def connect_the_worlds() -> Iterator[Recipe]:
    """Every goal, way to start and house rule; empires that meet at once, with portals and stacks."""
    game = "connect-the-worlds"
    for players, goal in zip(range(2, 7), ("short", "medium", "long", "short", "medium"), strict=True):
        options: dict[str, Any] = {"goal": goal, "round_limit": 9 - players, "first_player": f"seat{players - 1}"}
        yield Recipe(f"cw-{players}", game, players, "builder", options)
    yield Recipe("cw-pc", game, 2, "builder", {"rules": "pc", "round_limit": 6, "first_player": "seat0"})
    yield Recipe("cw-pc-6", game, 6, "uniform", {"rules": "pc", "home_sw": "printed", "round_limit": 2})
    free = {"start_world": "free", "start_units": 3, "start_deck": "small", "opening_truce": 1, "early_draw": "ask"}
    yield Recipe("cw-free", game, 4, "uniform", free | {"start_resources": 20, "round_limit": 4})
    sheets = {"supply": "sheets", "bought_to": "deck", "early_draw": "off", "card_set": "printed_titan12"}
    yield Recipe("cw-sheets", game, 3, "builder", sheets | {"start_resources": 12, "round_limit": 6})
    closed = {"open_discards": False, "markers": 0, "moves_per_unit": "once", "most_territory": "strict"}
    yield Recipe("cw-closed", game, 2, "uniform", closed | {"start_world": "assigned", "round_limit": 8})
    empires: list[dict[str, str]] = [
        {"W0(0,0)": "SB AT AT AC", "W2(0,0)": "AB TF", "W2(2,0)": "SB", "S(0,-1)": "CA"},
        {"W1(0,0)": "SB AC", "W2(1,0)": "AT AT TF", "W2(-1,0)": "OP", "W0(1,0)": "AT", "S(0,0)": "AC"},
        {"W3(0,0)": "MP AT", "W2(0,1)": "SB AT AC", "S(1,0)": "TF", "W0(-1,0)": "AC"},
    ]
    start: dict[str, Any] = {"portals": [["W0(0,0)", "W2(0,0)"], ["W0(0,0)", "W2(2,0)"]], "round": 1, "turn": 0}
    rules = {
        "deploy_into_enemy": "forbidden",
        "combat_order": "high_first",
        "base_in_stack": "by_strength",
        "beaten_base": "destroyed",
        "portal_on_capture": "keep",
        "overlap": "none",
        "space_territory": "none",
    }
    for name, players, goal, options in (
        ("printed", 2, "short", {}),
        ("other", 2, "long", rules),
        ("three", 3, "medium", {"portal_on_capture": "keep"}),
    ):
        cards = {"hands": ["HA2 PO1 AT1 SC1"] * players, "decks": ["HA3 EN2 AC1 SB1 PO1"] * players}
        pieces = {"pieces": empires[:players], "pools": [12] * players}
        table = {"goal": goal, "round_limit": 6, "first_player": "seat0"}
        yield Recipe(f"cw-empires-{name}", game, players, "uniform", options | table, start | cards | pieces)


# ---------------------------------------------------------------- recording


def begin(game: str, players: int, seed: int, options: dict[str, Any], start: dict[str, Any]) -> Match:
    """The game at its beginning."""
    if not start:
        return quincunx.new(game, players, seed=seed, **options)
    return quincunx.set_up({"game": game, "players": players, "options": options, **start}, seed=seed)


def check(position: Position) -> str:
    """The state's bytes and, apart from them, the state in writing: when only the first changes, the record did."""
    written = hashlib.blake2b(position.position().encode(), digest_size=8).hexdigest()
    return f"{position.digest} {written}"


COMMAND = "@"
"""A command is written with its seat: `@1 concede`."""
BETWEEN_COMMANDS = 20


def step(match: Match, text: str) -> None:
    """Plays a move, or carries out a command, as it was recorded."""
    if text.startswith(COMMAND):
        seat, command = text.removeprefix(COMMAND).split(" ", 1)
        match.command(int(seat), command)
    else:
        match.play(text)


def next_command(match: Match, recipe: Recipe, given: int) -> str | None:
    """The next of the scripted commands, if it is time for it and a seat can give it."""
    if given == len(recipe.scripted) or len(match.line) < (given + 1) * BETWEEN_COMMANDS:
        return None
    for seat in range(match.players):
        for command in match.commands(seat):
            if command.startswith(recipe.scripted[given]):
                return f"{COMMAND}{seat} {command}"
    return None


def record(recipe: Recipe, seed: int) -> dict[str, Any]:
    """Plays the game and writes down what happens."""
    match = begin(recipe.game, recipe.players, seed, recipe.options, recipe.start)
    random = Random(seed)
    bot = None if recipe.by in LOVES else quincunx.bot(recipe.by, seed=seed)
    moves: list[str] = []
    checks = [check(match)]
    given = 0
    while match.turn is not None:
        if command := next_command(match, recipe, given):
            moves.append(command)
            given += 1
        elif bot is None or match.turn % 2:
            policy = recipe.by if bot is None else "uniform"
            moves.append(match.game.spell(match, choose(match, policy, random)))
        else:
            moves.append(match.game.spell(match, bot.choose(match)))
        step(match, moves[-1])
        if len(moves) % EVERY == 0:
            checks.append(check(match))
    return {
        "game": recipe.game,
        "rules": match.game.version,
        "players": recipe.players,
        "options": recipe.options,
        "start": recipe.start,
        "seed": seed,
        "by": recipe.by,
        "checks": checks,
        "end": check(match),
        "outcome": match.outcome,
        "moves": ["; ".join(moves[i : i + EVERY]) for i in range(0, len(moves), EVERY)],
    }


def write(game: dict[str, Any]) -> str:
    """As JSON in which each row of moves has a line."""
    lines = []
    for key, value in game.items():
        if key in ("moves", "checks"):
            rows = ",\n  ".join(json.dumps(row) for row in value)
            lines.append(f'"{key}": [\n  {rows}\n ]')
        else:
            lines.append(f'"{key}": {json.dumps(value)}')
    return "{\n " + ",\n ".join(lines) + "\n}\n"
