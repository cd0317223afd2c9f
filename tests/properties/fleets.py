"""What must hold of any state of Galaxy of D: the invariants of section 9 of the rules document, and its limits.

Everything is checked for many states at once: `states` is an array of records.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d import state as gd

States = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]
LARGEST_HIT = 108
"""Section 9: of one combat."""
IN_A_FIGHT = gd.MOVED | gd.DEAD


class Survey:
    """Says of each state whether something holds, and names the first of which it does not."""

    def __init__(self, states: States, board: Any, dealt: bool) -> None:
        self.states, self.board, self.dealt = states, board, dealt
        self.phase = states["phase"]
        self.over = states["over"] != 0
        self.alive = ~self.over
        self.conceded = states["ending"] == gd.CONCEDED
        self.regular = ~self.conceded
        """A concession ends the game wherever it stands: nothing is tidied up."""
        self.codes = states["ship"].astype(int)
        self.here = np.arange(gd.SHIPS) < states["count"][:, :, None]
        self.sector = self.codes >> gd.SECTOR_SHIFT
        self.kind = self.codes & gd.CLASS_MASK
        self.things = np.arange(gd.THINGS) < states["things"][:, None]

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

    def far(self, one: Any, other: Any) -> Any:
        """Steps between two sectors; -1 stands for no sector."""
        q, r = self.board.q.astype(int), self.board.r.astype(int)
        dq, dr = q[one] - q[other], r[one] - r[other]
        steps = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        return np.where((one < 0) | (other < 0), 99, steps)


def assert_states_are_in_order(states: States, board: Any, dealt: bool = True) -> None:
    """All limits, for states in which nothing is covered. Positions that somebody has set up (not `dealt`) may lack a
    Spaceport, have Starbases next to Things, and come from no game; whatever could break a game is checked."""
    survey = Survey(states, board, dealt)
    money_and_armor(survey)
    course(survey)
    galaxy(survey)
    stacks(survey)
    transient_fields(survey)
    setup_fields(survey)


def money_and_armor(of: Survey) -> None:
    """GD-010, GD-507, GD-508, R-49, R-53, R-56"""
    now, start = of.states, int(of.board.start_armor)
    of.ensure("money", of.rows((now["money"] >= 0) & (now["money"] <= gd.MONEY_CAP)))
    of.ensure("both have Armor", of.rows(now["armor"] > 0), of.alive)
    of.ensure("one Starbase is gone", ((now["armor"] <= 0).sum(axis=1) == 1), of.over)
    of.ensure("the winner has Armor", now["armor"][np.arange(len(now)), now["winner"]] > 0, of.over)
    of.ensure("no repair", of.rows(now["armor"] <= start))
    of.ensure("Armor has a floor", of.rows(now["armor"] >= 1 - LARGEST_HIT))
    for seat in (0, 1):
        first = now["first"] == seat
        ticks = np.where(first, now["turn_no"] // 2, (now["turn_no"] - 1) // 2)
        of.ensure(
            "each own turn costs 1 Armor", now["armor"][:, seat] <= start - ticks, (now["turn_no"] > 0) & of.dealt
        )


def course(of: Survey) -> None:
    """GD-200, GD-201, R-53: whose turn it is, and who decides."""
    now = of.states
    in_setup = of.phase < gd.MOVE_SELECT
    of.ensure("over is the last phase", of.over == (of.phase == gd.OVER))
    of.ensure("no turn in the setup", now["turn_no"] == 0, in_setup)
    of.ensure("turns are counted", now["turn_no"] >= 1, ~in_setup & of.regular)
    of.ensure("turns are few", now["turn_no"] <= 2 * int(of.board.start_armor) - 1)
    turns = (now["first"] + now["turn_no"] - 1) % 2
    of.ensure("the players take turns", now["active"] == turns, (now["turn_no"] > 0) & of.dealt)
    of.ensure("seats", of.rows(np.stack([np.isin(now[f], (0, 1)) for f in ("turn", "active", "first")], axis=1)))
    own = of.among(gd.MOVE_SELECT, gd.MOVE_GO, gd.COMBAT_SELECT, gd.PIRATE_SELECT, gd.BUY)
    of.ensure("the active player decides", now["turn"] == now["active"], own)
    of.ensure("somebody wins", np.isin(now["winner"], (0, 1)) & (now["ending"] > 0), of.over)
    of.ensure("nobody has won yet", (now["winner"] == gd.NOWHERE) & (now["ending"] == 0), of.alive)
    of.ensure("colours", now["colour"].sum(axis=1) == 1)


def galaxy(of: Survey) -> None:
    """GD-012, GD-104..GD-108, GD-118..GD-122, GD-406: Things, Starbases and Pirates keep their distances."""
    now, board = of.states, of.board
    at, kinds, base, pirates = (now[f].astype(int) for f in ("thing_at", "thing_kind", "starbase", "pirate_at"))
    of.ensure("unused Things", of.rows(((at == 0) & (kinds == 0)) | of.things), of.regular)
    face_up = (of.phase > gd.RPS) & of.regular
    for kind, most in ((gd.PLANET, 8), (gd.ASTEROID, 4), (gd.SPACEPORT, 1)):
        of.ensure("Things of a kind", ((kinds == kind) & of.things).sum(axis=1) <= most)
    of.ensure("one Spaceport", ((kinds == gd.SPACEPORT) & of.things).sum(axis=1) == 1, face_up & of.dealt)
    of.ensure("known kinds", of.rows((kinds >= 1) & (kinds <= gd.SPACEPORT) | ~of.things), face_up)
    of.ensure("face down", of.rows((kinds == gd.TOKEN) | ~of.things), (of.phase <= gd.RPS) & of.alive)
    sites = np.where(of.things, at, gd.NOWHERE)
    of.ensure("Things in order", of.rows((np.diff(at, axis=1) > 0) | ~of.things[:, 1:]))
    for i in range(gd.THINGS):
        for j in range(i):
            of.ensure("no Thing next to another", of.far(sites[:, i], sites[:, j]) >= gd.THING_DISTANCE)
        for seat in (0, 1):
            least = gd.THING_DISTANCE if of.dealt else 1
            of.ensure("no Starbase next to a Thing", of.far(sites[:, i], base[:, seat]) >= least)
    ports = np.where(kinds == gd.SPACEPORT, sites, gd.NOWHERE).max(axis=1)
    steps = np.min(
        [np.where(kinds[:, i] == gd.PLANET, of.far(sites[:, i], ports), 99) for i in range(gd.THINGS)], axis=0
    )
    price = np.where(steps == 99, 0, gd.CARGO_FACTOR * np.maximum(steps - int(board.gap), 0))
    of.ensure("the Cargo Price", now["cargo_price"] == price, face_up)
    of.ensure("Starbases are far apart", of.far(base[:, 0], base[:, 1]) >= int(board.base_distance))
    of.ensure("Starbases are placed", of.rows(base >= 0), (of.phase >= gd.SECRET_BUY) & of.regular)
    of.ensure("Starbases are not placed yet", of.rows(base == gd.NOWHERE), (of.phase < gd.BASE) & of.alive)
    of.ensure("one is to be placed", (base == gd.NOWHERE).any(axis=1), of.phase == gd.BASE)
    of.ensure("on the map", of.rows(np.concatenate([base, pirates, at], axis=1) < int(board.sectors)))
    for pirate in (0, 1):
        for seat in (0, 1):
            apart = (pirates[:, pirate] != base[:, seat]) | (base[:, seat] == gd.NOWHERE)
            of.ensure("no Pirate in a Starbase sector", apart)
    of.ensure("no Pirates in a quick game", not board.quick or of.rows(pirates == gd.NOWHERE))


def stacks(of: Survey) -> None:
    """GD-015, GD-501, R-21: chits on the map and in the pool are all there; cargo fits the place."""
    now, board = of.states, of.board
    of.ensure("unused ships", of.rows((of.codes == 0) | of.here))
    of.ensure("on the map", of.rows((of.sector < int(board.sectors)) & (of.kind < gd.CLASSES) | ~of.here))
    of.ensure("ships by sector", of.rows((np.diff(of.sector, axis=2) >= 0) | ~of.here[:, :, 1:]))
    kinds = np.where(of.kind < gd.LADEN, of.kind, of.kind - 1)
    for kind in range(gd.KINDS):
        many = ((kinds == kind) & of.here).sum(axis=2)
        of.ensure("ships in play", of.rows(many == now["in_play"][:, :, kind]))
    chits = board.chits.astype(int)
    assert chits.sum() == gd.SHIPS
    of.ensure("no more ships than chits", of.rows(now["in_play"] + now["basket"] <= chits))
    of.ensure("all ships are counted", of.rows(now["in_play"].sum(axis=2) == now["count"]))
    of.ensure("no ships in the setup", of.none("count"), of.phase < gd.MOVE_SELECT)
    lie = np.zeros((len(now), gd.SECTORS), int)
    index = np.arange(len(now))
    for i in range(gd.THINGS):
        lie[index, now["thing_at"][:, i]] += np.where(of.things[:, i], now["thing_kind"][:, i], 0)
    under = lie[index[:, None, None], of.sector]
    of.ensure("laden on a planet", ~((under == gd.PLANET) & (of.kind == gd.FREIGHTER) & of.here).any(axis=(1, 2)))
    of.ensure("empty at the Spaceport", ~((under == gd.SPACEPORT) & (of.kind == gd.LADEN) & of.here).any(axis=(1, 2)))


def transient_fields(of: Survey) -> None:
    """Section 9: what belongs to a phase is clear outside it."""
    now = of.states
    flags = of.codes & IN_A_FIGHT
    moving = of.among(gd.MOVE_SELECT, gd.MOVE_GO)
    fighting = of.phase == gd.ABSORB
    active = np.arange(gd.SEATS) == now["active"][:, None]
    of.ensure("only moving ships have moved", of.rows((flags & gd.MOVED == 0) | (active & moving[:, None])[:, :, None]))
    there = of.sector == now["fight"][:, None, None]
    of.ensure("only fighting ships are lost", of.rows((flags & gd.DEAD == 0) | (there & fighting[:, None, None])))
    of.ensure("a ship is picked", (now["picked"] != gd.NOWHERE) == (of.phase == gd.MOVE_GO))
    picked = (now["ship"][np.arange(len(now)), now["active"]] == now["picked"][:, None]).any(axis=1)
    of.ensure("the picked ship is there", picked, of.phase == gd.MOVE_GO)
    of.ensure("a combat runs", (now["fight"] != gd.NOWHERE) == fighting)
    for field in ("score", "left", "by_pirate", "cursor"):
        of.ensure(f"no combat, no {field}", of.none(field), ~fighting)
    of.ensure("no combats to come", of.none("todo"), ~of.among(gd.COMBAT_SELECT, gd.ABSORB))
    listed = np.arange(gd.FIGHTS) < now["todo"][:, None]
    of.ensure("unused combats", of.rows((now["fight_at"] == 0) | listed))
    of.ensure("combats in order", of.rows((np.diff(now["fight_at"].astype(int), axis=1) > 0) | ~listed[:, 1:]))
    of.ensure("Pirates' notes", of.none("pirate_note"), ~of.among(gd.ABSORB, gd.PIRATE_SELECT))
    of.ensure("buying in order", of.none("buy_floor"), (of.phase != gd.BUY) & of.regular)


def setup_fields(of: Survey) -> None:
    """GD-110..GD-124: hands, bids and baskets."""
    now = of.states
    of.ensure("a hidden hand", (now["rps"] > 0) == ((of.phase == gd.RPS) & (now["turn"] == 1)))
    of.ensure("ties", of.none("ties"), (of.phase != gd.RPS) & of.regular)
    of.ensure("baskets", of.none("basket"), of.phase != gd.SECRET_BUY)
    cost = (now["basket"] * of.board.cost).sum(axis=2)
    of.ensure("paid baskets", of.rows(cost <= now["money"]))
    choosing = (of.phase == gd.SECRET_BUY) & (now["turn"] == now["first"])
    later = now["basket"][np.arange(len(now)), 1 - now["first"]]
    of.ensure("one after the other", later.sum(axis=1) == 0, choosing)
    of.ensure("a bid can be paid", of.rows(now["bid"][:, None] <= now["money"]), of.phase == gd.BID)
    of.ensure("no winner of the bidding yet", now["bid_winner"] == gd.NOWHERE, (of.phase < gd.BASE) & of.alive)
    of.ensure("a winner of the bidding", now["bid_winner"] >= 0, of.phase == gd.BASE)


def assert_fleets_are_in_order(position: Position) -> None:
    """The same of one position at a table, where chance leaves nothing behind."""
    assert position.state.chance == 0
    assert_states_are_in_order(position.raw.view(position.game.state), position.board)
