"""Positions in writing: readable values, and back, with every limit checked."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

from quincunx.engine.errors import BadPosition, shown
from quincunx.engine.position import Position
from quincunx.games.vanagloria import state as s
from quincunx.games.vanagloria.boards import Graph
from quincunx.games.vanagloria.notation import CLASS_CODES, STACK, graph, holds, seats_of, stack_text, units
from quincunx.games.vanagloria.rules import deal_tokens, leaders
from quincunx.games.vanagloria.units import class_of, code_of, node_of, put

KEYS = ("round", "turn", "actions", "scores", "first", "tokens", "units", "mark", "lost", "out", "overtime", "winners")
MARKS = {s.ACTIVATED: "activated", s.ATTACKED: "attacked"}
LARGEST_SCORE = 70 * s.ROUND_CAP
CITED = re.compile(r"\(([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\)")
"""Rules at the end of a message: each game names its own."""


def write(position: Position) -> dict[str, Any]:
    """The state in readable values."""
    now, players, net = position.state, position.players, graph(position)
    data: dict[str, Any] = {"round": int(now.round_no)}
    if not now.over:
        data |= {"turn": int(now.turn), "actions": int(now.actions)}
    data |= {
        "scores": [int(score) for score in now.score[:players]],
        "first": int(now.first),
        "tokens": [int(token) for token in now.token[:players]],
        "units": [write_units(net, units(position, seat)) for seat in range(players)],
    }
    if now.mark != s.NO_MARK:
        data["mark"] = f"{MARKS[int(now.mark)]} {stack_text(net, code_of(int(now.mark_node), int(now.mark_class)))}"
    if any(now.lost):
        data["lost"] = [int(cubes) for cubes in now.lost[:players]]
    if now.out:
        data["out"] = seats_of(int(now.out))
    if now.overtime:
        data["overtime"] = True
    if now.over:
        data["winners"] = seats_of(int(now.winners))
    return data


def write_units(net: Graph, codes: list[int]) -> list[str]:
    """Equal units together: `d@D1.s x8`."""
    return [stack_text(net, code) + (f" x{many}" if many > 1 else "") for code, many in sorted(Counter(codes).items())]


class Reader:
    """Fills a state from readable values; what is left out has its value at the start of a game."""

    def __init__(self, position: Position, data: Mapping[str, Any]) -> None:
        self.position, self.data, self.now, self.board = position, data, position.state, position.board
        self.players = position.players

    def bad(self, key: str, reason: str) -> NoReturn:
        """Refuses the position: what is wrong with which key."""
        rules = self.position.game.rulebook.rules
        own = CITED.sub(lambda ids: f"({', '.join(id for id in ids[1].split(', ') if id in rules)})", reason)
        raise BadPosition(f"{key}: {own}")

    def number(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number within its bounds."""
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.bad(key, f"{shown(value)} is not a whole number from {least} to {most}.")
        return value

    def numbers(self, key: str, default: list[int], least: int, most: int) -> list[int]:
        """One whole number for each seat."""
        values = self.data.get(key, default)
        if not isinstance(values, list) or len(values) != self.players:
            self.bad(key, f"there should be a list of {self.players} numbers, one for each seat.")
        for value in values:
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                self.bad(key, f"{shown(value)} is not a whole number from {least} to {most}.")
        return values

    def seats(self, key: str) -> int:
        """A list of seats, as a mask."""
        values = self.data.get(key, [])
        mask = 0
        if not isinstance(values, list):
            self.bad(key, "there should be a list of seats.")
        for seat in values:
            if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
                self.bad(key, f"there is no seat {shown(seat)}; this game has seats 0 to {self.players - 1}.")
            mask |= 1 << seat
        return mask

    def fill(self) -> None:
        """Fills the whole state."""
        for key in self.data:
            if key not in KEYS:
                self.bad(key, f"this game's positions have no such key. Known: {', '.join(KEYS)}.")
        limit = int(self.board.round_limit) or s.ROUND_CAP
        self.now.round_no = self.number("round", 1, 1, limit)
        self.now.score[: self.players] = self.numbers("scores", [0] * self.players, 0, LARGEST_SCORE)
        self.now.out = self.seats("out")
        if self.now.out and self.board.respawn and not self.board.permanent:
            self.bad("out", "nobody is out: a player without units always gets one (VG-072, OC-052).")
        self.fill_lost()
        self.fill_units()
        self.fill_order()
        self.now.overtime = self.yes_or_no("overtime")
        if self.data.get("winners"):
            self.fill_end()
        else:
            self.fill_turn()

    def yes_or_no(self, key: str) -> bool:
        """True or false."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.bad(key, "this is true or false.")
        return value

    def fill_lost(self) -> None:
        """OC-053: cubes that are gone for good."""
        lost = self.numbers("lost", [0] * self.players, 0, int(self.board.cubes))
        if any(lost) and not self.board.permanent:
            self.bad("lost", "cubes are gone for good only with oc_losses = permanent (OC-053).")
        self.now.lost[: self.players] = lost

    def fill_units(self) -> None:
        """The units of every seat, within its box."""
        self.now.unit[:] = s.NONE
        listed = self.data.get("units", [None] * self.players)
        if not isinstance(listed, list) or len(listed) != self.players:
            self.bad("units", f"there should be a list of {self.players} lists, one for each seat.")
        for seat, stacks in enumerate(listed):
            entrance = graph(self.position).names[int(self.board.entrance[seat])]
            out = self.now.out >> seat & 1
            stacks = ([] if out else [f"d@{entrance}"]) if stacks is None else stacks
            if not isinstance(stacks, list) or not all(isinstance(stack, str) for stack in stacks):
                self.bad("units", f'seat {seat} should have a list such as ["d@{entrance}", "m+@{entrance} x2"].')
            codes = [code for stack in stacks for code in self.read_units(seat, stack)]
            if out and codes:
                self.bad("units", f"seat {seat} is out and can have no units (R-14).")
            if not out and not codes:
                self.bad("units", f"seat {seat} has no unit: a player without units gets one at once (VG-072, OC-052).")
            if len(codes) > s.UNITS:
                self.bad("units", f"seat {seat} has {len(codes)} units; no box holds more than {s.UNITS}.")
            for code in codes:
                self.add(seat, code)
            self.check_box(seat)

    def read_units(self, seat: int, text: str) -> list[int]:
        """The codes of one stack in writing: where it may stand, and how many."""
        match = STACK.match(text)
        names = graph(self.position).names
        if not match:
            self.bad("units", f"{shown(text)} is not a unit; write 'd@E0', 'm+@F0.b x2' and the like.")
        if match[2] not in names:
            self.bad("units", f"there is no platform {match[2]!r}. This board has: {', '.join(names)}.")
        node, kind, many = names.index(match[2]), CLASS_CODES.index(match[1]), int((match[3] or "1")[:4])
        if not 1 <= many <= s.UNITS:
            self.bad("units", f"{shown(text)}: the number of units is from 1 to {s.UNITS}.")
        if self.board.kind[node] == s.ENTRANCE:
            if node != self.board.entrance[seat]:
                self.bad(
                    "units", f"seat {seat} can't have a unit on {match[2]}: nobody enters an entrance (VG-022, OC-012)."
                )
            if kind != s.DISARMED:
                self.bad("units", f"{shown(text)}: units on an entrance are plain and disarmed (VG-020, OC-009).")
        return [code_of(node, kind)] * many

    def add(self, seat: int, code: int) -> None:
        """Puts one unit on the board and counts it."""
        put(self.now, seat, node_of(code), class_of(code))
        self.now.armed[seat, class_of(code) % s.WEAPON_LEVELS] += 1
        self.now.plain[seat] += class_of(code) < s.WEAPON_LEVELS

    def check_box(self, seat: int) -> None:
        """VG-012..VG-015, R-02, OC-055: nobody has more pieces than the box holds."""
        plain, count = int(self.now.plain[seat]), int(self.now.count[seat])
        if self.board.cubes:
            cubes = 2 * count - plain + int(self.now.lost[seat])
            if cubes > self.board.cubes:
                self.bad("units", f"seat {seat} would need {cubes} cubes; a player owns {self.board.cubes} (OC-055).")
            return
        limits = [
            (plain, self.board.plain_limit, "plain units", "VG-013"),
            (count - plain, self.board.shield_limit, "shielded units", "VG-015"),
            (self.now.armed[seat, s.DISARMED], self.board.stand_limit[s.DISARMED], "disarmed units", "VG-015"),
            (self.now.armed[seat, s.MELEE], self.board.stand_limit[s.MELEE], "melee units", "VG-014"),
            (self.now.armed[seat, s.RANGE], self.board.stand_limit[s.RANGE], "range units", "VG-015"),
        ]
        if self.board.total12:
            limits.append((count, self.board.plain_limit, "units in all", "R-02"))
        for have, limit, what, rule in limits:
            if have > limit:
                self.bad("units", f"seat {seat} has {have} {what}; the limit is {limit} ({rule}).")

    def fill_order(self) -> None:
        """Turn tokens, as the order of play and the round demand."""
        chosen = self.position.options["first_player"]
        self.now.first = self.number("first", 0 if chosen == "random" else chosen, 0, self.players - 1)
        chance = bytes(self.position.raw[:8])
        if self.board.turn_mode == s.RANDOM:
            default = [(seat - int(self.now.first)) % self.players + 1 for seat in range(self.players)]
        else:
            deal_tokens(self.board, self.now)
            default = [int(token) for token in self.now.token[: self.players]]
        self.position.set_chance(chance)
        tokens = self.numbers("tokens", default, 1, self.players)
        if sorted(tokens) != list(range(1, self.players + 1)):
            self.bad("tokens", f"the tokens 1 to {self.players} are each held by one seat.")
        if tokens != default and self.board.turn_mode != s.RANDOM:
            self.bad("tokens", f"with this order of play and first player, round {self.now.round_no} has {default}.")
        self.now.token[: self.players] = tokens
        for seat, token in enumerate(tokens):
            self.now.order[token - 1] = seat

    def fill_turn(self) -> None:
        """Who acts, and what is left to do."""
        order = [int(seat) for seat in self.now.order[: self.players]]
        able = [seat for seat in order if not self.now.out >> seat & 1]
        if len(able) < 2:
            self.bad("out", "with fewer than two players left the game is over; name the winners.")
        turn = self.number("turn", able[0], 0, self.players - 1)
        if turn not in able:
            self.bad("turn", f"seat {turn} is out and skipped (R-14).")
        self.now.turn, self.now.place = turn, order.index(turn)
        self.now.actions = self.number("actions", s.ACTIONS, 1, s.ACTIONS)
        if (mark := self.data.get("mark")) is not None:
            self.fill_mark(mark, turn)

    def fill_mark(self, mark: object, turn: int) -> None:
        """VG-064, VG-065: what the first action of this turn was."""
        verb, _, text = str(mark).partition(" ")
        match = STACK.match(text)
        if verb not in MARKS.values() or not match or match[3] or match[2] not in graph(self.position).names:
            self.bad("mark", f"{shown(mark)} is not a mark; write 'activated m@F0.w' or 'attacked m@F0.b'.")
        if self.now.actions != 1:
            self.bad("mark", "only the first of two actions leaves a mark, so one action is left.")
        node, kind = graph(self.position).names.index(match[2]), CLASS_CODES.index(match[1])
        if verb == "activated":
            if not s.RADIO <= self.board.kind[node] <= s.WEAPONS:
                self.bad("mark", f"{match[2]} has no function to activate (VG-036, OC-025).")
            self.now.mark = s.ACTIVATED
            there = code_of(node, kind) in units(self.position, turn)
        else:
            kind %= s.WEAPON_LEVELS
            if kind == s.DISARMED:
                self.bad("mark", "a disarmed unit cannot have attacked (VG-006, OC-038).")
            self.now.mark = s.ATTACKED
            there = holds(self.position, turn, node, kind)
        if not there:
            self.bad("mark", f"seat {turn} has no such unit there.")
        self.now.mark_node, self.now.mark_class = node, kind

    def fill_end(self) -> None:
        """VG-093, VG-094: a finished game and its winners."""
        for key in ("turn", "actions", "mark"):
            if self.data.get(key) is not None:
                self.bad(key, "the game is over: nobody acts.")
        winners = self.seats("winners")
        standing = ((1 << self.players) - 1) & ~int(self.now.out)
        ahead = int(leaders(self.board, self.now))
        best = max(int(self.now.score[seat]) for seat in seats_of(standing)) if standing else 0
        by_points = ahead.bit_count() == 1 and best >= self.board.target
        at_the_limit = self.now.round_no in (int(self.board.round_limit), s.ROUND_CAP)
        if not (winners == standing and standing.bit_count() == 1) and not (
            winners == ahead and (by_points or at_the_limit)
        ):
            self.bad("winners", "with these scores the game is not won by these seats (VG-093, VG-094).")
        self.now.over, self.now.winners = 1, winners


def place(position: Position, data: Mapping[str, Any]) -> None:
    """Fills the position's state from readable values."""
    Reader(position, data).fill()
