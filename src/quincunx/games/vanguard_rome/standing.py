"""Reading positions, the rest: where the game stands, what is half done, and that all of it can have come about."""

from quincunx.engine.errors import QuincunxError, shown
from quincunx.games.vanguard_rome import notation as n
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.army import (
    cards_of,
    deck_of,
    is_adjacent,
    is_legal,
    kind_at,
    pool_size,
    power_of,
    unit_at,
    units_of,
)
from quincunx.games.vanguard_rome.battle import aim, attack_unasked, has_companion, living, may_fire, next_living
from quincunx.games.vanguard_rome.legality import has_order, refusal
from quincunx.games.vanguard_rome.lines import cell_in_shape, has_lean
from quincunx.games.vanguard_rome.reading import (
    DECLARING,
    ENDINGS,
    IN_A_TURN,
    KEYS,
    LARGEST_TURN,
    LAYOUT,
    LEAST_ARMIES,
    MOST_REPLAYS,
    OF_A_DECLARATION,
    PHASES,
    SIZES,
    Cards,
    bad,
    cells_in,
    unknown,
)
from quincunx.games.vanguard_rome.rules import order
from quincunx.games.vanguard_rome.setup import COMMAND_CODES


class Reader(Cards):
    """Fills a state from readable values; what is left out has its value in an ordinary game."""

    def everything(self) -> None:
        """Reads all keys in an order in which each can be checked."""
        now = self.now
        if strange := [key for key in self.data if key not in KEYS]:
            bad(str(strange[0]), f"this game's positions have no such key. Known: {', '.join(KEYS)}.")
        for key, _ in SIZES:
            if key in self.data:
                unknown(key)
        now.asked = now.retreated = now.picked = s.NOWHERE
        now.facing[:] = s.NOBODY
        now.order = s.NO_COMMAND
        self.frame()
        self.command_used()
        self.armies()
        self.pending()
        self.heaps()
        self.deciders()
        self.layout()
        self.half_made()
        self.declaration()
        self.ending()
        if not now.over and not self.position.moves.numbers:
            bad("phase", f"nothing can be done in the phase {PHASES[int(now.phase)]} of this position.")

    # ------------------------------------------------------------ the frame

    def frame(self) -> None:
        """Where the game stands."""
        now, last = self.now, self.seats[-1]
        now.phase = self.word("phase", "MAIN", PHASES)
        now.over = now.phase == s.OVER
        now.active = self.seat_or_nobody("active", self.data.get("active", 0 if now.phase in IN_A_TURN else None))
        opening = now.active == s.NOBODY
        if opening and now.phase in IN_A_TURN:
            bad("active", f"names the seat whose turn it is: the opening has no phase {PHASES[int(now.phase)]}.")
        if now.phase == s.CLOSING and not (opening and self.board.close_up):
            bad("phase", "lines are mended before the first turn (active: null) with the option close_up (R-12).")
        most = 0 if opening else int(self.board.turn_limit) or LARGEST_TURN
        now.turn_no = self.number("turn", min(1, most), min(1, most), most)
        now.turn = self.number("decider", 0 if opening else int(now.active), 0, last)
        now.first = self.number("first", 0 if opening else int(now.active), 0, last)
        now.replays = self.number("replays", 0, 0, MOST_REPLAYS)

    def command_used(self) -> None:
        """VR-047: Nightfall, Retreat and an order are the command of the turn."""
        now = self.now
        at_night = now.phase in LAYOUT and now.active != s.NOBODY
        must = at_night or now.phase == s.FILLING or "order" in self.data
        now.command_used = self.flag("command_used", bool(must))
        if must and not now.command_used:
            bad("command_used", "is true: Nightfall, Retreat or an order is the one command of the turn (VR-047).")
        if now.command_used and (now.active == s.NOBODY or not self.board.use_commands):
            bad("command_used", "no command can have been played (VR-003, VR-027).")
        if now.command_used and now.phase in (s.ORDERING, s.RETREATING):
            bad("command_used", "is false in this phase: only one command per turn (VR-047).")

    # ------------------------------------------------------------ whose decision it is

    def deciders(self) -> None:
        """Who decides has an army, and in the own turn a legal line when the attack has begun."""
        now, seat, active = self.now, int(self.now.turn), int(self.now.active)
        if now.over:
            return
        for key, who in (("decider", seat), ("active", active)):
            if who != s.NOBODY and not now.alive[who]:
                bad(key, f"seat {who} has no unit left (VR-090).")
        if active != s.NOBODY and seat != active and now.phase not in LAYOUT:
            bad("decider", "in this phase the active seat decides.")
        attacking = now.phase in (*DECLARING, s.RETREATING, s.DISCARDING) or (now.phase in LAYOUT and seat != active)
        if active != s.NOBODY and attacking and not is_legal(now, active):
            bad("armies", f"seat {active} has a legal line before it attacks (VR-062, R-25).")
        if now.phase == s.RETREATING and not now.hand[seat, s.RETREAT]:
            bad("phase", "only who holds a Retreat is asked after the attack (VR-159).")
        if now.phase == s.DISCARDING and now.held[seat] <= self.board.hand_limit:
            bad("phase", f"commands are discarded only beyond {self.board.hand_limit} in hand (VR-048).")
        if now.phase == s.CLOSING and (seat == now.first or not now.alive[now.first] or is_legal(now, seat)):
            bad("phase", "somebody else than the first player mends a line that is not legal (R-12).")

    # ------------------------------------------------------------ laying out

    def layout(self) -> None:
        """VR-022, VR-156: what is laid out is laid out in its shape and order."""
        now, seat = self.now, int(self.now.turn)
        if "lean" in self.data and now.phase != s.LAYING:
            bad("lean", "is known in the phase DEPLOY, and only there (VR-156).")
        if now.over:
            return
        if now.active == s.NOBODY and now.phase != s.CLOSING:
            self.opening()
        if now.active != s.NOBODY and now.phase in LAYOUT:
            self.night()
        units = pool_size(now, seat) + units_of(now, seat)
        if now.phase == s.LAYING:
            now.lean = self.word("lean", n.SIDES[0], n.SIDES)
            now.laid = units_of(now, seat)
            if now.lean and not has_lean(self.board, units):
                bad("lean", f"an army of {units} does not lean to a side (VR-156).")
            self.shape(seat, units)
        if now.phase == s.LEANING and not has_lean(self.board, units):
            bad("phase", f"an army of {units} does not lean to a side (VR-156).")

    def opening(self) -> None:
        """VR-021, VR-022: everybody has ten units (five in one row); the seats lay them out one after the other."""
        now, full = self.now, s.FRONT_AT_START * int(self.board.rows)
        for seat in self.seats:
            laid, left = units_of(now, seat), pool_size(now, seat)
            deciding = now.phase == s.LAYING and seat == now.turn
            expected = [full, 0] if now.phase != s.LAYING or seat < now.turn else [0, full]
            fits = laid + left == full and left > 0 if deciding else [laid, left] == expected
            if now.alive[seat] and not fits:
                bad("armies", f"in the opening everybody lays out {full} units, seat after seat (VR-021, VR-022).")
            if now.alive[seat] and not deciding:
                self.shape(seat, full)

    def night(self) -> None:
        """VR-155: who decides has taken up the army, or not yet; nobody else has units in hand."""
        now = self.now
        for seat in self.seats:
            laid, left = units_of(now, seat), pool_size(now, seat)
            taken_up = seat == now.turn and now.phase != s.KEEPING
            if (left > 0) != (taken_up and bool(now.alive[seat])) or (taken_up and now.phase == s.LEANING and laid):
                bad("pool", "at night the deciding seat takes up its whole army, and lays it out again (VR-155).")

    def shape(self, seat: int, units: int) -> None:
        """2.6: the first cells of the shape are filled; rear units lie face down unless they are Elephants."""
        now, laid = self.now, units_of(self.now, seat)
        lean = int(now.lean) if seat == now.turn else 0
        if sorted(cells_in(now.line[seat])) != sorted(cell_in_shape(self.board, units, lean, i) for i in range(laid)):
            bad("armies", f"seat {seat} lays its units out in the shape and order of the rules (VR-022, VR-156).")
        for cell in cells_in(now.line[seat]):
            up = cell < s.COLUMNS or not self.board.hidden_rear or kind_at(now, seat, cell) == s.ELEPHANT
            if bool(unit_at(now, seat, cell) & s.FACE_UP) != up:
                bad("armies", f"{n.place_text(seat, cell)} is laid out face {'up' if up else 'down'} (VR-180).")

    # ------------------------------------------------------------ moves that are half made

    def half_made(self) -> None:
        """A Chariot or a Praetorian on its way; a vanguard position that is to be filled."""
        now = self.now
        for key, phase in (("picked", s.TARGETING), ("retreated", s.FILLING)):
            if (now.phase == phase) != (key in self.data):
                bad(key, f"is given in the phase {PHASES[phase]}, and only there.")
        if now.phase == s.TARGETING:
            self.picked()
        if now.phase == s.FILLING:
            self.retreated()

    def picked(self) -> None:
        """VR-119, VR-134: where the first step was made."""
        now, words = self.now, str(self.data["picked"]).lower().split()
        if len(words) != 2 or words[0] not in ("chariot", "call"):
            bad("picked", f"should be 'chariot F-2' or 'call F-2', not {shown(self.data['picked'])}.")
        cell, chariot = self.cell("picked", words[1]), words[0] == "chariot"
        now.phase = s.MAIN
        if reason := refusal(self.board, now, (s.CHARIOT_MOVE if chariot else s.DISTANT_MOVE) + cell):
            bad("picked", f"this step is not possible: {self.position.game.refuse(int(reason))}")
        now.phase, now.picked, now.picked_chariot = s.TARGETING, cell, chariot

    def retreated(self) -> None:
        """VR-160: where the unit stands that left the vanguard position."""
        now, seat = self.now, int(self.now.turn)
        now.retreated = self.cell("retreated", self.data["retreated"])
        filled = unit_at(now, seat, s.VANGUARD) != s.NO_UNIT
        if now.retreated == s.VANGUARD or is_legal(now, seat) or (filled and not self.board.rows_shift):
            bad("retreated", "somebody has yet to take the place of the unit that retreated from F0 (VR-160).")
        if not filled and not unit_at(now, seat, int(now.retreated)) & s.FACE_UP:
            bad("retreated", "no face-up unit stands where the vanguard unit went (VR-160, VR-183).")

    # ------------------------------------------------------------ declarations

    def declaration(self) -> None:
        """5.1: whom column 0 faces, the order, who attacks, who is asked."""
        now, seat = self.now, int(self.now.turn)
        for key in OF_A_DECLARATION if now.phase not in DECLARING else ():
            if key in self.data:
                bad(key, "belongs to the declaration of an attack: FACE, ORDER, CATAPULT or STANDARD.")
        if now.phase not in DECLARING:
            return
        earlier = [other for other in self.seats[:seat] if now.alive[other]] if now.active == s.NOBODY else []
        declared = earlier if now.phase == s.FACING else [*earlier, seat]
        self.facing(declared)
        for other in declared:
            attack_unasked(self.board, now, other)
        self.order()
        self.asked()
        self.attack(declared)
        self.queue()
        if now.phase == s.ORDERING and not has_order(self.board, now, seat):
            bad("phase", "no order is possible (VR-154, VR-162, VR-164, VR-165).")

    def facing(self, declared: list[int]) -> None:
        """VR-176: the opponent that column 0 of a seat faces, once it is known."""
        now, in_turn = self.now, self.now.active != s.NOBODY
        if in_turn and now.phase == s.FACING and living(self.board, now) == LEAST_ARMIES:
            bad("phase", "with one opponent nobody chooses whom to face (VR-176).")
        usual: list[int | None] = [None] * len(self.seats)
        for seat in declared if living(self.board, now) == LEAST_ARMIES else ():
            usual[seat] = int(next_living(self.board, now, seat))
        for seat, other in enumerate(self.each("facing", usual)):
            now.facing[seat] = self.seat_or_nobody("facing", other)
            if now.alive[seat] and (now.facing[seat] != s.NOBODY) != (seat in declared):
                bad("facing", "names an opponent for each seat that has declared its attack, and null for others.")
            if now.facing[seat] == seat or (in_turn and seat in declared and not now.alive[now.facing[seat]]):
                bad("facing", f"seat {seat} faces a living opponent (VR-176).")
            if not now.alive[seat] and now.facing[seat] != s.NOBODY and in_turn:
                bad("facing", f"seat {seat} has no unit left (VR-090).")

    def order(self) -> None:
        """R-35: an attack command; its card lies on the pile."""
        now, seat = self.now, int(self.now.turn)
        if "order" not in self.data:
            return
        if now.phase not in (s.FIRING, s.FOLLOWING) or now.active == s.NOBODY:
            bad("order", "is given in the own turn before Catapults and Standards are asked (R-35).")
        try:
            number = n.read(self.position, f"order {self.data['order']}")
        except QuincunxError as error:
            bad("order", str(error))
        if number == s.NO_ORDER_MOVE:
            bad("order", "is left out if there is none.")
        which = COMMAND_CODES.index(n.spell(self.position, number).split()[1].upper())
        pile, phase = now.command_pile[deck_of(self.board, seat)], int(now.phase)
        if not pile[which]:
            bad("order", f"the card {COMMAND_CODES[which]} lies on the pile (VR-050).")
        pile[which] -= 1
        now.hand[seat, which] += 1
        now.held[seat] += 1
        now.phase, now.command_used = s.ORDERING, 0
        if reason := refusal(self.board, now, number):
            bad("order", f"this order is not possible: {self.position.game.refuse(int(reason))}")
        order(self.board, now, number)
        now.phase = phase

    def asked(self) -> None:
        """VR-107: the Catapult in question."""
        now, seat = self.now, int(self.now.turn)
        if (now.phase == s.FIRING) != ("asked" in self.data):
            bad("asked", "names the Catapult in question, in the phase CATAPULT and only there.")
        if now.phase == s.FIRING:
            now.asked = self.cell("asked", self.data["asked"])
            if not may_fire(self.board, now, seat, int(now.asked)):
                bad("asked", "is the space of a Catapult outside F0 that has a target (VR-107, VR-108).")

    def attack(self, declared: list[int]) -> None:
        """Who attacks: those that nobody is asked about, who has the order, Catapults that fire, companions."""
        now = self.now
        if "attack" not in self.data:
            return
        someone_left = now.active == s.NOBODY and not all(now.alive[seat] for seat in self.seats)
        for seat, names in enumerate(self.each("attack", None)):
            given = self.cells("attack", names)
            if not set(given) <= set(cells_in(now.line[seat])) or (given and seat not in declared and seat == now.turn):
                bad("attack", f"seat {seat} has no unit there, or has not declared its attack.")
            if not someone_left:  # else neighbours have changed after some had declared
                self.attackers(seat, given, seat in declared)
            for row in range(s.ROWS):
                now.attack[seat, row] = sum(1 << cell % s.COLUMNS for cell in given if cell // s.COLUMNS == row)

    def attackers(self, seat: int, given: list[int], declared: bool) -> None:
        """VR-070, VR-104, VR-107, VR-111, VR-137: each has a reason to attack."""
        now, unasked = self.now, cells_in(self.now.attack[seat])
        standards = [cell for cell in given if kind_at(now, seat, cell) == s.STANDARD]
        last = int(now.asked) if now.phase == s.FIRING and seat == now.turn else s.CELLS
        done = declared and (seat != now.turn or now.phase == s.FOLLOWING)
        for cell in set(given) ^ set(unasked):
            catapult = kind_at(now, seat, cell) == s.CATAPULT
            follows = done and not catapult and any(is_adjacent(cell, standard) for standard in standards)
            fires = declared and now.phase != s.ORDERING and catapult and cell < last
            if cell in unasked or not (follows or fires) or aim(self.board, now, seat, cell) == s.NOWHERE:
                must = "has to attack" if cell in unasked else "cannot attack"
                bad("attack", f"{n.place_text(seat, cell)} {must} here (VR-070, VR-071, VR-082).")

    def queue(self) -> None:
        """VR-137: the Standards that wait for a companion; the first is in question."""
        now, seat = self.now, int(self.now.turn)
        if (now.phase == s.FOLLOWING) != ("queue" in self.data):
            bad("queue", "names the Standards that wait for a companion, in the phase STANDARD and only there.")
        if now.phase != s.FOLLOWING:
            return
        cells = self.cells("queue", self.data["queue"])
        attackers = cells_in(now.attack[seat])
        if not 1 <= len(cells) <= s.QUEUE or any(
            cell not in attackers or kind_at(now, seat, cell) != s.STANDARD for cell in cells
        ):
            bad("queue", f"names one to {s.QUEUE} Standards that attack (VR-137).")
        if not has_companion(self.board, now, seat, cells[0]):
            bad("queue", f"the Standard in {n.cell_text(cells[0])} has nobody to bring (R-26).")
        now.queue[: len(cells)], now.queued, now.asked = cells, len(cells), cells[0]

    # ------------------------------------------------------------ the end

    def ending(self) -> None:
        """VR-090, R-42, R-54: who has won, and how."""
        now = self.now
        if bool(now.over) != ("winners" in self.data):
            bad("winners", "are named when the game is over, and only then.")
        now.ending = self.word("ending", ENDINGS[s.DESTROYED] if now.over else "", ENDINGS)
        if (now.ending != s.NOT_OVER) != bool(now.over):
            bad("ending", "is named when the game is over, and only then.")
        if not now.over:
            return
        given = self.data["winners"]
        if not isinstance(given, list) or any(type(seat) is not int or seat not in self.seats for seat in given):
            bad("winners", f"should be a list of seats from 0 to {self.seats[-1]}, not {shown(given)}.")
        left = [seat for seat in self.seats if now.alive[seat]]
        best = left if now.ending != s.TURN_LIMIT else self.largest(left)
        if given != best or (now.ending != s.TURN_LIMIT and len(left) != 1):
            bad("winners", "are the last army, or at the turn limit the largest ones, by seat (VR-090, R-42).")
        if now.ending == s.TURN_LIMIT and (now.turn_no != self.board.turn_limit or now.active == s.NOBODY):
            bad("ending", "the turn limit ends the game after its last turn (VR-093).")
        now.winners = sum(1 << seat for seat in given)

    def largest(self, seats: list[int]) -> list[int]:
        """R-42: most unit cards, then the greatest power."""
        sizes = {seat: (int(cards_of(self.now, seat)), int(power_of(self.board, self.now, seat))) for seat in seats}
        return [seat for seat in seats if sizes[seat] == max(sizes.values())]
