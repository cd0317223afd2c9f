"""What must hold of any state of Vanguard: Rome: SC-6, SC-7 and section 9 of the rules document, and its limits.

Everything is checked for many states at once: `states` is an array of records.
"""

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

import quincunx
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import state as vr
from quincunx.table.match import Match
from tests.playouts import Setting

States = npt.NDArray[Any]
CODES = {"AR": 6, "BA": 4, "CA": 4, "CV": 4, "CE": 6, "CH": 4, "CO": 4, "EL": 4, "IN": 8, "PR": 4, "SL": 8, "ST": 4}
UNITS = np.array([0, *CODES.values(), 0])
NAMES = ("FLANK", "JAVELIN", "NIGHTFALL", "REINFORCE", "RETREAT", "STAMPEDE", "SURPRISE", "VOLLEY")
COMMANDS = np.array((4, 6, 4, 6, 6, 4, 4, 6))
"""Tables 2.3 and 2.4 of the rules document, once more."""
UNMOUNTED = ("AR", "CE", "CO", "IN", "PR", "SL", "ST")
MOUNTED = (vr.BALLISTA, vr.CATAPULT, vr.CAVALRY, vr.CHARIOT, vr.ELEPHANT)
WITH_ABILITY = (vr.CENTURION, vr.CONSUL, vr.PRAETORIAN, vr.CHARIOT)
LAYOUT = (vr.KEEPING, vr.LEANING, vr.LAYING)
DECLARING = (vr.FACING, vr.ORDERING, vr.FIRING, vr.FOLLOWING)
OPENING = (vr.LEANING, vr.LAYING, vr.CLOSING, vr.FACING, vr.FIRING, vr.FOLLOWING)
"""Phases that come before the first turn."""


class Survey:
    """Says of each state whether something holds, and names the first of which it does not."""

    def __init__(self, states: States, board: Any) -> None:
        self.states, self.board = states, board
        self.phase = states["phase"]
        self.over = states["over"] != 0
        self.running = ~self.over
        self.opening = states["active"] == vr.NOBODY
        self.code = states["cells"].astype(int)
        self.kind = self.code & vr.KIND_MASK
        self.ridden = (self.code & vr.RIDDEN) != 0
        self.seats = np.arange(vr.SEATS)
        self.mine = self.seats == states["active"][:, None]
        """The active seat's."""

    def ensure(self, what: str, holds: Any, where: Any = True) -> None:
        """Fails with the first state, written in numbers, in which it does not hold."""
        wrong = ~np.broadcast_to(holds, self.phase.shape) & where
        if wrong.any():
            first = int(np.argmax(wrong))
            assert not wrong.any(), f"{what}; state {first} of {len(wrong)}: {self.states[first]}"

    def rows(self, flags: Any) -> Any:
        """Whether something holds everywhere in each state."""
        return flags.reshape(len(self.phase), -1).all(axis=1)

    def none(self, field: str, usual: int = 0) -> Any:
        """Whether a field has its usual value."""
        return self.rows(self.states[field] == usual)

    def among(self, *phases: int) -> Any:
        """Whether a state is in one of the phases."""
        return np.isin(self.phase, phases)

    def of_active(self, values: Any) -> Any:
        """The active seat's part of values by seat; seat 0's if nobody is active."""
        return values[np.arange(len(values)), np.maximum(self.states["active"], 0)]


def assert_states_are_in_order(states: States, board: Any) -> None:
    """All limits, for states in which nothing is covered."""
    survey = Survey(states, board)
    unit_cards(survey)
    command_cards(survey)
    sums(survey)
    units(survey)
    lines(survey)
    course(survey)
    transient_fields(survey)


def assert_armies_are_in_order(position: Position) -> None:
    """The same of one position at a table, where chance leaves nothing behind."""
    assert position.state.chance == 0
    assert_states_are_in_order(position.raw.view(position.game.state), position.board)


# ---------------------------------------------------------------- cards


def count_kinds(kinds: Any) -> Any:
    """How often each kind of unit occurs, by state and seat."""
    flat = kinds.reshape(*kinds.shape[:2], -1)
    return np.stack([(flat == kind).sum(axis=2) * (kind > 0) for kind in range(vr.KINDS + 1)], axis=2)


def unit_cards(of: Survey) -> None:
    """SC-1, SC-3, SC-6: sixty unit cards in decks, piles, armies, under riders, in hand to be laid out, drawn."""
    now = of.states
    each = count_kinds(of.kind) + now["pool"].astype(int).sum(axis=2)
    each[:, :, vr.CHARIOT] += of.ridden.sum(axis=(2, 3)) + now["pool"][:, :, 1].astype(int).sum(axis=2)
    each += of.mine[:, :, None] * count_kinds(now["pending"][:, None, :].astype(int))
    heaps = now["unit_deck"].astype(int) + now["unit_pile"]
    of.ensure("60 unit cards", of.rows(heaps.sum(axis=1) + each.sum(axis=1) == UNITS))
    of.ensure("cards drawn by nobody", of.none("pending"), of.opening)
    halves(of, "unit cards", heaps, each, UNITS)


def command_cards(of: Survey) -> None:
    """SC-2, SC-3, SC-6: forty commands in decks, piles and hands, or none."""
    now = of.states
    total = COMMANDS * int(of.board.use_commands)
    heaps = now["command_deck"].astype(int) + now["command_pile"]
    of.ensure("40 commands", of.rows(heaps.sum(axis=1) + now["hand"].astype(int).sum(axis=1) == total))
    halves(of, "commands", heaps, now["hand"].astype(int), total)


def halves(of: Survey, what: str, heaps: Any, each: Any, total: Any) -> None:
    """VR-172, VR-173, R-43: to whom the cards belong."""
    if of.board.decks == vr.SHARED:
        of.ensure(f"one deck of {what}", of.rows(heaps[:, 1] == 0))
    elif of.board.decks == vr.DIVIDE_EQUAL:
        of.ensure(f"half of all {what}", of.rows(heaps + each[:, :2] == total // 2))
    else:
        of.ensure(f"half the {what}", of.rows((heaps + each[:, :2]).sum(axis=2) == total.sum() // 2))


def sums(of: Survey) -> None:
    """Section 9: what is kept beside is the sum of what it is about."""
    now = of.states
    bits = np.array([1 << column for column in range(vr.COLUMNS)], np.int64)
    of.ensure("lines", of.rows(((of.code > 0) * bits).sum(axis=3) == now["line"]))
    of.ensure("hands", of.rows(now["hand"].astype(int).sum(axis=2) == now["held"]))
    of.ensure("units left", of.rows(now["unit_deck"].astype(int).sum(axis=2) == now["units_left"]))
    of.ensure("commands left", of.rows(now["command_deck"].astype(int).sum(axis=2) == now["commands_left"]))
    has_units = (of.code > 0).any(axis=(2, 3)) | now["pool"].any(axis=(2, 3))
    of.ensure("VR-090: alive is who has units", of.rows(has_units == (now["alive"] != 0)))
    of.ensure("nobody at other seats", of.rows(now["alive"][:, int(of.board.players) :] == 0))
    of.ensure("R-45: the destroyed hold nothing", of.rows((now["held"] == 0) | (now["alive"] != 0)))


# ---------------------------------------------------------------- armies


def units(of: Survey) -> None:
    """VR-002, VR-061, VR-119, VR-121, VR-123, VR-127, VR-180: what can be with a unit."""
    code, kind, here, pool = of.code, of.kind, of.code > 0, of.states["pool"]
    up, used, rider_used = (code & vr.FACE_UP) != 0, (code & vr.USED) != 0, (code & vr.RIDER_USED) != 0
    of.ensure("kinds", of.rows((kind > 0) == here) & of.rows(kind <= vr.STANDARD))
    of.ensure("carriers", of.rows(~of.ridden | ~np.isin(kind, MOUNTED)))
    of.ensure("carriers in hand", of.rows(pool[:, :, 1][:, :, list(MOUNTED)] == 0))
    of.ensure("no carriers in the opening", of.rows(~of.ridden) & of.rows(pool[:, :, 1] == 0), of.opening)
    of.ensure("one row", of.rows(~here[:, :, vr.REAR]), of.board.rows == 1)
    of.ensure("front units lie face up", of.rows((up | ~here)[:, :, vr.FRONT]))
    of.ensure("Elephants lie face up", of.rows(up | (kind != vr.ELEPHANT)))
    of.ensure("nothing is hidden", of.rows(up | ~here), of.board.hidden_rear == 0)
    of.ensure("who was used is shown", of.rows(up | ~(used | rider_used)))
    of.ensure("who has an ability", of.rows(~used | np.isin(kind, WITH_ABILITY)))
    of.ensure("who has a rider", of.rows(~rider_used | of.ridden))
    of.ensure("marks of the turn", of.rows(~(used | rider_used) | of.mine[:, :, None, None]))


def is_legal(here: Any) -> Any:
    """2.1: whether armies stand in a legal formation, or not at all; by state and seat."""
    front, rear = here[:, :, vr.FRONT], here[:, :, vr.REAR]
    ends = np.abs(np.diff(np.pad(front, [(0, 0), (0, 0), (1, 1)]).astype(int), axis=2)).sum(axis=2)
    covered = (~rear | front).all(axis=2)
    return ~here.any(axis=(2, 3)) | ((ends == 2) & front[:, :, vr.CENTRE] & covered)


def lines(of: Survey) -> None:
    """SC-7, VR-011, VR-062, R-12, R-25: when a line has to be legal."""
    legal = is_legal(of.code > 0)
    attacking = of.among(*DECLARING, vr.RETREATING, vr.DISCARDING) & ~of.opening
    of.ensure("a line that attacks", of.of_active(legal), attacking)
    of.ensure("a line to be filled", ~of.of_active(legal), of.phase == vr.FILLING)
    vanguard = of.of_active(of.code[:, :, vr.FRONT, vr.CENTRE] > 0)
    of.ensure("a vanguard position to be filled", ~vanguard, (of.phase == vr.FILLING) & (of.board.rows_shift == 0))
    decider = legal[np.arange(len(legal)), of.states["turn"]]
    of.ensure("a line to be mended", ~decider, of.phase == vr.CLOSING)
    kept = of.among(*LAYOUT) & ~of.opening & (of.states["turn"] != of.states["active"])
    of.ensure("Act has relaid the line or kept a legal one", of.of_active(legal), kept)
    from_first = (of.seats - of.states["first"][:, None]) % int(of.board.players)
    turn = ((of.states["turn"] - of.states["first"]) % int(of.board.players))[:, None]
    mended = legal | (from_first == 0) | (from_first >= turn)
    of.ensure("clockwise from the first player", of.rows(mended[:, : int(of.board.players)]), of.phase == vr.CLOSING)


# ---------------------------------------------------------------- the course of the game


def course(of: Survey) -> None:
    """VR-032, VR-047, VR-048, VR-093: whose decision it is, and what cannot have happened yet."""
    now, board = of.states, of.board
    alive = now["alive"] != 0
    turn = ~of.opening & of.running
    night = of.among(*LAYOUT)
    of.ensure("who decides", now["turn"] >= 0)
    of.ensure("who decides is alive", alive[np.arange(len(now)), now["turn"]], of.running)
    of.ensure("two are left", alive.sum(axis=1) >= 2, of.running)
    of.ensure("Act is alive", of.of_active(alive), turn)
    of.ensure("Act decides", now["turn"] == now["active"], turn & ~night)
    of.ensure("the opening", (now["turn_no"] == 0) == of.opening)
    of.ensure("phases of the opening", of.among(*OPENING), of.running & of.opening)
    of.ensure("the lines are mended before", of.phase != vr.CLOSING, turn | (board.close_up == 0))
    of.ensure("nobody has commands yet", of.none("held") & of.none("command_used"), of.opening)
    of.ensure("the turn limit", now["turn_no"] <= board.turn_limit, board.turn_limit > 0)
    of.ensure("at most one command", np.isin(now["command_used"], (0, 1)))
    of.ensure("Nightfall and Retreat are commands", now["command_used"] == 1, (turn & night) | of.among(vr.FILLING))
    of.ensure("a command is left", now["command_used"] == 0, of.among(vr.ORDERING, vr.RETREATING))
    of.ensure("the hand limit", of.rows(now["held"] <= board.hand_limit + of.mine))
    of.ensure("a surplus", of.of_active(now["held"]) > board.hand_limit, of.phase == vr.DISCARDING)
    of.ensure("a Retreat", of.of_active(now["hand"])[:, vr.RETREAT] > 0, of.phase == vr.RETREATING)
    of.ensure("over", of.over == (of.phase == vr.OVER))
    of.ensure("an ending", (now["ending"] != vr.NOT_OVER) == of.over)
    of.ensure("winners", (now["winners"] != 0) == of.over)
    won = (now["winners"][:, None] >> of.seats) & 1 != 0
    of.ensure("winners are alive", of.rows(~won | alive))
    of.ensure("the last army wins", alive.sum(axis=1) == 1, of.over & (now["ending"] != vr.TURN_LIMIT))


def transient_fields(of: Survey) -> None:
    """Section 9: what belongs to a phase is clear outside it."""
    now, declaring = of.states, of.among(*DECLARING)
    asking = of.among(vr.FIRING, vr.FOLLOWING)
    first, second = now["pending"][:, 0], now["pending"][:, 1]
    of.ensure("cards to be placed", of.none("pending"), ~of.among(vr.MAIN, vr.TARGETING) & of.running)
    of.ensure("two cards to be placed", (first != 0) & (now["command_used"] == 1), second != 0)
    of.ensure("units in hand", of.none("pool"), ~of.among(*LAYOUT, vr.OVER))
    of.ensure("units laid out, and the lean", of.none("laid") & of.none("lean"), of.phase != vr.LAYING)
    of.ensure("somebody is asked", (now["asked"] != vr.NOWHERE) == asking)
    of.ensure("Standards wait", (now["queued"] > 0) == (of.phase == vr.FOLLOWING))
    waiting = np.arange(vr.QUEUE) < now["queued"][:, None]
    of.ensure("nobody else waits", of.rows((now["queue"] == 0) | waiting))
    ordered = now["order"] != vr.NO_COMMAND
    of.ensure("an order", asking & ~of.opening & (now["command_used"] == 1), ordered)
    for field in ("order_owner", "order_at", "order_reach"):
        of.ensure(f"{field} without an order", now[field] == 0, ~ordered)
    of.ensure("half a move", (now["picked"] != vr.NOWHERE) == (of.phase == vr.TARGETING))
    of.ensure("half a Chariot's move", now["picked_chariot"] == 0, of.phase != vr.TARGETING)
    of.ensure("a retreat", (now["retreated"] != vr.NOWHERE) == (of.phase == vr.FILLING))
    for field in ("judged", "doomed", "score"):
        of.ensure(f"{field} after the attack", of.none(field))
    of.ensure("attackers", of.none("attack"), ~declaring)
    of.ensure("who faces whom", of.none("facing", vr.NOBODY), ~declaring)
    of.ensure("attackers are units", of.rows(now["attack"] & ~now["line"] == 0))
    nothing = of.none("attack") & of.none("facing", vr.NOBODY)
    of.ensure("nothing is declared yet", nothing, (of.phase == vr.FACING) & ~of.opening)
    undeclared = of.seats >= (now["turn"] + (of.phase != vr.FACING))[:, None]
    of.ensure("one after the other", of.rows((now["facing"] == vr.NOBODY) | ~undeclared), of.opening & declaring)


# ---------------------------------------------------------------- tables with more on them


def large_armies(setting: Setting, seed: int) -> Match:
    """A game in its main phase with long, broken, mounted and half hidden lines, full hands, and small decks."""
    random = Random(seed)
    board = setting.new(seed).board
    decks = 1 if board.decks == vr.SHARED else vr.DECKS
    boxes = [[code for code, many in CODES.items() for _ in range(many // decks)] for _ in range(decks)]
    stacks = [[code for code, many in zip(NAMES, COMMANDS, strict=True) for _ in range(many // decks)] for _ in boxes]
    for cards in (*boxes, *stacks):
        random.shuffle(cards)
    active = random.randrange(setting.players)
    armies = []
    for seat in range(setting.players):
        box, stack = boxes[seat % decks], stacks[seat % decks]
        share = 1 if decks > 1 else setting.players - seat
        size = min((len(box) - 4) // share, random.choice([1, 2, 5, 10, 14, 40]))
        army: dict[str, Any] = rows_of(box, size, board, random)
        if board.use_commands:
            army["hand"] = [stack.pop() for _ in range(random.randint(0, min(int(board.hand_limit), len(stack) // 4)))]
        armies.append(army)
    start: dict[str, Any] = {"game": setting.game, "players": setting.players, "options": setting.options}
    start |= {"armies": armies, "active": active, "first": random.randrange(setting.players)}
    start["pending"] = [boxes[active % decks].pop()]
    if random.random() < 0.5:  # the rest lies on the pile, and the next draw shuffles it
        start["unit_piles"] = [{code: box.count(code) for code in sorted(set(box))} for box in boxes]
        start["unit_decks"] = [{} for _ in boxes]
    return quincunx.set_up(start, seed=seed)


def rows_of(box: list[str], size: int, board: Any, random: Random) -> dict[str, Any]:
    """An army of that many units out of a box: some columns are empty, some units ride, some lie face down."""
    spread = min(random.choice([size // 2 + 1, size, vr.CENTRE]), vr.CENTRE)
    cells = [(row, column) for row in range(int(board.rows)) for column in range(-spread, spread + 1)]
    rows: list[dict[int, str]] = [{}, {}]
    for row, column in random.sample(cells, min(size, len(cells))):
        token = box.pop()
        if token in UNMOUNTED and "CH" in box and random.random() < 0.3:
            box.remove("CH")
            token += "+"
        hidden = row == vr.REAR and board.hidden_rear and token != "EL" and random.random() < 0.7
        rows[row][column] = f"({token})" if hidden else token
    return {"front": row_text(rows[0]), "rear": row_text(rows[1])}


def row_text(row: dict[int, str]) -> str:
    """A row as positions are written: column 0 stands in brackets."""
    if not row:
        return "-"
    first, last = min(*row, 0), max(*row, 0)
    tokens = [row.get(column, "..") for column in range(first, last + 1)]
    tokens[-first] = f"[{tokens[-first]}]"
    return " ".join(tokens)
