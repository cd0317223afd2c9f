"""Options of both rule sets, and the board's record made from them."""

import json
from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from quincunx.engine import options as table_options
from quincunx.engine.errors import BadOption
from quincunx.engine.options import Option, Table, Value
from quincunx.engine.rulebook import Rulebook
from quincunx.engine.weights import Weights
from quincunx.games.vanagloria import boards, state, weights
from quincunx.games.vanagloria.boards import BoardError, Graph, Layout

FOLDER = Path(__file__).parent
VG_RULES = Rulebook(FOLDER / "rulebook.md")
OC_RULES = Rulebook(FOLDER / "orbit_cubes.md")
VG_WEIGHTS, VG_GUIDE, OC_WEIGHTS, OC_GUIDE = (
    Weights(FOLDER / "data" / f"{name}.toml", vars(weights), weights.WEIGHTS)
    for name in ("advice_vanagloria", "guide_vanagloria", "advice_orbit_cubes", "guide_orbit_cubes")
)
PRO_TOKENS = {4: (1, 2, 4, 3), 5: (1, 3, 5, 4, 2), 6: (1, 3, 5, 6, 4, 2)}
"""VG-052..VG-054: turn tokens clockwise from the first player."""
ROUNDS_PER_50_POINTS = 60
"""R-11: what a game with bots gets as its limit."""
TURN_MODES = ("standard", "pro", "random")


def _rule(book: Rulebook, rule: str) -> str:
    return f"{rule}: {book.sentence(rule)}"


# ---------------------------------------------------------------- Vanagloria Galaxy


def _composed(value: Value, table: Table) -> Value:
    """A board of one's own, as JSON values or text: a legal one in its normal form."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise BadOption(f"board: this is not valid JSON ({error}).") from None
    if not isinstance(value, Mapping):
        return None
    try:
        layout = Layout.from_json(value)
        if problem := boards.problems(layout, table.players):
            raise problem
    except BoardError as error:
        raise BadOption(f"board: {error}") from None
    return layout.as_json()


def _entrances(value: Value, table: Table) -> str | None:
    layout = boards.preset(value) if isinstance(value, str) else Layout.from_json(value)
    if layout.players == table.players:
        return None
    return f"It has {layout.players} entrances. {_rule(VG_RULES, 'VG-019')}"


def _vanagloria_turn(value: Value, table: Table) -> str | None:
    if table.players == 2 and value != "standard":
        return _rule(VG_RULES, "VG-050")
    if table.players == 3 and value == "pro":
        return _rule(VG_RULES, "VG-056")
    return None


def _seat_exists(value: Value, table: Table) -> str | None:
    return None if value == "random" or value < table.players else f"There are seats 0 to {table.players - 1}."


def _round_limit(table: Table) -> int:
    return ROUNDS_PER_50_POINTS * max(1, int(table.chosen["target"]) // 50) if table.bots else 0


def _with_rules(option: Option, *rules: str) -> Option:
    return Option(**{**option.__dict__, "rules": rules})


ROUND_LIMIT = Option(
    "round_limit",
    "The highest score wins after so many rounds; 0 means no limit. With bots at the table the default is 60 rounds "
    "per 50 points.",
    range(0, state.ROUND_CAP + 1),
    _round_limit,
    ("VG-094", "R-11"),
)
FIRST_PLAYER = Option(
    "first_player",
    "Who gets turn token 1: chance decides, or a seat number for puzzles and tests. Without effect in random order.",
    ("random", *range(state.SEATS)),
    "random",
    ("VG-049", "R-31"),
    allowed=_seat_exists,
)
TABLE_OPTIONS = (
    _with_rules(table_options.SEATING, "R-32"),
    _with_rules(table_options.TALK, "VG-043", "VG-044", "VG-045", "VG-046", "VG-047", "R-34"),
    _with_rules(table_options.PRIVATE_CHAT, "R-34"),
    _with_rules(table_options.LEAVER, "R-41"),
)

VG_OPTIONS = (
    Option(
        "board",
        "The space station: a ready-made board, or one composed from the 25 tiles (see `quincunx board`).",
        tuple(layout.id for layout in boards.presets()),
        lambda table: boards.default_board(table.players),
        ("VG-017", "VG-018", "VG-019", "VG-041"),
        custom=_composed,
        allowed=_entrances,
    ),
    Option(
        "turn",
        "Order of play: standard (clockwise), pro (tokens pass to the left each round) or random (dealt each round).",
        TURN_MODES,
        "standard",
        ("VG-048", "VG-049", "VG-050", "VG-051", "VG-056", "VG-057"),
        allowed=_vanagloria_turn,
    ),
    Option(
        "target",
        "Points to win. More than 50 needs the consent of every player.",
        (50, 100, 150),
        50,
        ("VG-081", "VG-084"),
        consent=(100, 150),
    ),
    ROUND_LIMIT,
    Option(
        "vg_limit",
        "What 'twelve dreadnoughts' counts: the plain standees of the box (components) or all units (total12).",
        ("components", "total12"),
        "components",
        ("R-02",),
    ),
    FIRST_PLAYER,
    *TABLE_OPTIONS,
)

# ---------------------------------------------------------------- Orbit Cubes


def _homes(value: Value, table: Table) -> str | None:
    try:
        boards.orbit_board(value, table.players)
    except BoardError as error:
        return str(error)
    return None


OC_OPTIONS = (
    Option(
        "board",
        "The fixed board with six Starting planets, or one fitted to the number of players (the default for five).",
        ("oc", "oc-fit2", "oc-fit3", "oc-fit4", "oc-fit5"),
        lambda table: boards.orbit_default(table.players),
        ("OC-010", "OC-057", "R-44"),
        allowed=_homes,
    ),
    Option(
        "turn",
        "Order of play: clockwise from the first player.",
        TURN_MODES,
        "standard",
        ("OC-031", "R-30"),
        allowed=lambda value, table: None if value == "standard" else _rule(OC_RULES, "OC-031"),
    ),
    Option("target", "Points to win.", (64,), 64, ("OC-049",)),
    Option(**{**ROUND_LIMIT.__dict__, "rules": ("OC-059", "R-11")}),
    Option(
        "oc_respawn",
        "A player without cubes gets one on the Starting planet; otherwise that player is out.",
        (False, True),
        True,
        ("OC-052", "R-14"),
    ),
    Option(
        "oc_losses",
        "Lost cubes return to the player's reserve, or are gone for good.",
        ("reserve", "permanent"),
        "reserve",
        ("OC-053", "R-15"),
    ),
    Option(**{**FIRST_PLAYER.__dict__, "rules": ("OC-029",)}),
    _with_rules(table_options.SEATING, "R-32"),
    _with_rules(table_options.TALK, "R-34"),
    _with_rules(table_options.PRIVATE_CHAT, "R-34"),
    _with_rules(table_options.LEAVER, "R-41"),
)

# ---------------------------------------------------------------- the board's record


@lru_cache(maxsize=256)
def _graph(board: str, players: int) -> Graph:
    if board.startswith("{"):
        return boards.trace(Layout.from_json(json.loads(board)))
    return boards.orbit_board(board, players) if board.startswith("oc") else boards.trace(boards.preset(board))


def graph(players: int, options: Mapping[str, Value]) -> Graph:
    """The board that the options name, as a graph with names and places."""
    board = options["board"]
    return _graph(board if isinstance(board, str) else json.dumps(board), players)


def _steps(net: Graph, start: int) -> list[int]:
    """Corridors from a node to every other; an entrance can be left, but nobody walks through one."""
    far = [state.FAR] * len(net.names)
    far[start] = 0
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in net.links[node]:
            if far[other] == state.FAR and net.kinds[other] != state.ENTRANCE:
                far[other] = far[node] + 1
                queue.append(other)
    return far


def _make_board(players: int, options: Mapping[str, Value], board: Any, facts: Mapping[str, Any]) -> None:
    net = graph(players, options)
    board.players, board.nodes = players, len(net.names)
    board.target, board.round_limit = options["target"], options["round_limit"]
    board.turn_mode = TURN_MODES.index(options["turn"])
    board.first = -1 if options["first_player"] == "random" else options["first_player"]
    board.pro[:players] = PRO_TOKENS.get(players, range(1, players + 1))
    board.points[state.ALPHA], board.points[state.BETA] = facts["points"]["alpha"], facts["points"]["beta"]
    board.entrance[:players] = net.entrances
    for node, (kind, links) in enumerate(zip(net.kinds, net.links, strict=True)):
        board.kind[node], board.degree[node] = kind, len(links)
        board.link[node, : len(links)] = links
        board.gates[node] = sum(net.kinds[other] == state.ENTRANCE for other in links)
    energy = [node for node, kind in enumerate(net.kinds) if kind in (state.ALPHA, state.BETA)]
    board.energy_count = len(energy)
    board.energy[: len(energy)] = energy
    board.distance[:] = state.FAR
    for node in range(len(net.names)):
        steps = _steps(net, node)
        board.steps[node, : len(steps)] = steps
        for kind in range(state.RADIO, state.KINDS):
            board.distance[node, kind] = min(
                [step for step, its in zip(steps, net.kinds, strict=True) if its == kind] or [state.FAR]
            )


def make_vanagloria(players: int, options: Mapping[str, Value], board: Any) -> None:
    """The board's record of Vanagloria Galaxy."""
    facts = boards.facts("vanagloria")
    _make_board(players, options, board, facts)
    limits = facts["limits"]
    board.plain_limit, board.shield_limit = limits["plain"], limits["shielded"]
    board.stand_limit[:] = limits["disarmed"], limits["melee"], limits["range"]
    board.advice[:] = VG_WEIGHTS.for_players(players).values
    board.guide[:] = VG_GUIDE.values
    board.total12 = options["vg_limit"] == "total12"
    board.respawn = 1


def make_orbit_cubes(players: int, options: Mapping[str, Value], board: Any) -> None:
    """The board's record of Orbit Cubes."""
    facts = boards.facts("orbit_cubes")
    _make_board(players, options, board, facts)
    board.cubes = facts["limits"]["cubes"]
    board.advice[:] = OC_WEIGHTS.for_players(players).values
    board.guide[:] = OC_GUIDE.values
    board.respawn = options["oc_respawn"]
    board.permanent = options["oc_losses"] == "permanent"
