"""Reading positions, the rest: where the game stands, what is half done, and that all of it can have come about."""

from quincunx.engine.errors import Refused, shown
from quincunx.games.connect_the_worlds import state as s
from quincunx.games.connect_the_worlds.legality import choose_hex, choose_world
from quincunx.games.connect_the_worlds.names import hex_name, world_of
from quincunx.games.connect_the_worlds.pieces import kind_of, owner_of, place_of
from quincunx.games.connect_the_worlds.reading import (
    CHOICES,
    ENDINGS,
    IN_SETUP,
    KEYS,
    LARGEST_ROUND,
    PHASES,
    SETUP_KEYS,
    SIZES,
    USUAL_ROUND,
    Things,
    bad,
    in_mask,
    usual_settlers,
    usually_began,
)
from quincunx.games.connect_the_worlds.rules import end_round, forget_picks, hex_at, settle_on
from quincunx.games.connect_the_worlds.setup import CODES, PIECE_CODES


class Reader(Things):
    """Fills a state from readable values; what is left out has its value in the middle of an ordinary game."""

    def everything(self) -> None:
        """Reads all keys in an order in which each can be checked."""
        now = self.now
        if strange := [key for key in self.data if key not in KEYS]:
            bad(str(strange[0]), f"this game's positions have no such key. Known: {', '.join(KEYS)}.")
        phase = self.word("phase", "MAIN", PHASES)
        forget_picks(now)
        now.supply[:] = self.board.supply
        now.phase = phase
        named = int(self.board.first_player)
        now.first = self.number("first", max(named, 0), 0, self.seats[-1])
        if named not in (s.NOBODY, now.first):
            bad("first", f"by the option first_player it is seat {named} (CW-039, CWR-09).")
        if phase in IN_SETUP:
            self.setup()
            return
        if "world" in self.data:
            bad("world", "is named during the setup only (CW-035).")
        self.frame()
        self.settlers()
        self.pieces()
        self.portals()
        self.pools()
        self.heaps()
        self.known()
        self.supply()
        self.locks()
        self.nothing_for_the_dead()
        self.turn_begun()
        self.choice(phase)
        self.ending(phase)

    # ------------------------------------------------------------ the frame

    def frame(self) -> None:
        """Round, turn, and who is in the game."""
        now, everybody = self.now, (1 << len(self.seats)) - 1
        most = int(self.board.round_limit) or LARGEST_ROUND
        now.round_no = self.number("round", min(USUAL_ROUND, most), 1, most)
        now.placed = len(self.seats)
        now.alive = everybody & ~(self.some("eliminated") if "eliminated" in self.data else 0)
        now.began = usually_began(self.position, int(now.alive), int(now.round_no))
        if "began" in self.data:
            now.began = self.some("began")
        if int(now.alive) & ~int(now.began):
            bad("began", "whoever is in the game was in it when the round began (CW-243).")
        if now.round_no == 1 and now.began != everybody:
            bad("began", "in the first round everybody began (CW-243).")
        if int(now.began).bit_count() < 2:
            bad("began", "a round begins only while at least two players have pieces (CW-244).")
        if now.phase == s.OVER:
            return
        now.turn = self.number("turn", int(now.first), 0, self.seats[-1])
        if not int(now.alive) >> int(now.turn) & 1:
            bad("turn", f"seat {now.turn} is eliminated and has no more turns (CW-243).")

    def settlers(self) -> None:
        """CW-035, CWR-05: who started on each world."""
        now, worlds = self.now, int(self.board.worlds)
        now.settler[:] = s.NOBODY
        usual = usual_settlers(self.position, int(now.first))
        given = self.data.get("settlers", [None if seat == s.NOBODY else seat for seat in usual])
        if not isinstance(given, list) or len(given) != worlds:
            bad("settlers", f"should be a list of {worlds} seats or nulls, one for each world, not {shown(given)}.")
        found = [s.NOBODY if seat is None else self.number("settlers", 0, 0, self.seats[-1], seat) for seat in given]
        homes = [seat for seat in found if seat != s.NOBODY]
        if len(set(homes)) < len(homes):
            bad("settlers", "nobody started on two worlds (CW-035).")
        if self.board.start_world == s.ASSIGNED and found != usual:
            bad("settlers", "with start_world=assigned the seats get the home worlds in turn order (CWR-05).")
        if self.board.start_world == s.CHOOSE and s.NOBODY in found[: len(self.seats)]:
            bad("settlers", "everybody started on an own home world (CWR-05).")
        if now.first not in homes:
            bad("settlers", f"seat {now.first} was the first to choose and started on a world of its own (CW-035).")
        now.settler[:worlds] = found

    # ------------------------------------------------------------ what fits together

    def nothing_for_the_dead(self) -> None:
        """CW-243: who is eliminated has nothing left."""
        now = self.now
        for seat in self.seats:
            has_cards = any(now[size][seat] for size in SIZES)
            if not int(now.alive) >> seat & 1 and (now.on_map[seat].any() or has_cards or now.pool[seat]):
                bad("eliminated", f"seat {seat} has no pieces, no cards and no resources any more (CW-243).")

    def turn_begun(self) -> None:
        """CW-060, CW-065, CW-067: who has a hand."""
        now, seat = self.now, int(self.now.turn)
        for other in self.seats:
            waits = other != seat or now.phase == s.OVER
            if self.board.early_draw == s.DRAW_OFF and waits and now.hand_left[other]:
                bad("hands", f"seat {other} draws at the start of its turn and has no hand now (CW-065, CWR-11).")
        elsewhere = int(now.deck_left[seat]) + int(now.discard_left[seat])
        if now.phase == s.MAIN and not now.hand_left[seat] and elsewhere:
            bad("hands", f"seat {seat} has cards, but none in hand: it would have drawn, or the turn is over (CW-067).")
        if now.phase != s.EARLY_DRAW:
            return
        if self.board.early_draw != s.DRAW_ASK:
            bad("phase", "nobody is asked about drawing early unless early_draw is 'ask' (CWR-11).")
        if now.hand_left[seat]:
            bad("hands", f"seat {seat} has discarded its hand before it is asked about drawing (CW-063).")
        if elsewhere and not now.deck_left[seat]:
            bad("decks", f"the discard pile of seat {seat} has become its deck (CW-064).")

    # ------------------------------------------------------------ a card that is being played

    def choice(self, phase: int) -> None:
        """A card is half played: the steps so far are made again, so that nothing else can stand."""
        named = CHOICES.get(phase, ())
        for key in ("card", "from", "piece"):
            if key in self.data and key not in named:
                bad(key, f"is not known in the phase {PHASES[phase]}.")
        if not named:
            return
        self.now.phase = s.MAIN
        usual = CODES[s.PORTAL] if phase in (s.CONNECT_A, s.CONNECT_B) else ""
        card = self.word("card", usual, CODES)
        self.step("card", self.first_step(phase, card))
        if "from" in named:
            self.step("from", s.HEX_MOVE + self.hex("from", self.data.get("from")))
        if phase == s.MOVE_TO:
            self.piece()
        if self.now.phase != phase:
            bad("phase", f"there is nothing to choose in the phase {PHASES[phase]}: one kind of piece can be moved.")

    def first_step(self, phase: int, card: int) -> int:
        """The move by which a card was played."""
        if phase in (s.MOVE_FROM, s.MOVE_PIECE, s.MOVE_TO) and card < s.ACTIONS:
            return s.MOVE_WITH + card
        if phase == s.BUY and card in (s.SCIENTISTS, s.ENGINEERS):
            return s.SPECIAL_MOVE + card
        if phase in (s.CONNECT_A, s.CONNECT_B) and card == s.PORTAL:
            return s.SPECIAL_MOVE + card
        if phase != s.DEPLOY_TO or card < s.ACTIONS:
            bad("card", f"{CODES[card]} does not lead to the phase {PHASES[phase]} (CW-100, CW-101, CW-111).")
        return s.DEPLOY_MOVE + card - s.ACTIONS

    def step(self, key: str, number: int) -> None:
        """A move that only chooses."""
        try:
            self.position.play(number)
        except Refused as refused:
            bad(key, f"this is not possible. {refused}")

    def piece(self) -> None:
        """The piece that moves; it need not be said if there is no choice."""
        now = self.now
        if now.phase == s.MOVE_PIECE or "piece" in self.data:
            kind = self.word("piece", "", PIECE_CODES)
            if now.phase == s.MOVE_PIECE:
                self.step("piece", s.PIECE_MOVE + kind)
            elif now.kind != kind:
                bad("piece", f"only {PIECE_CODES[int(now.kind)]} can be moved from there (CW-102, CW-132).")

    # ------------------------------------------------------------ the end

    def ending(self, phase: int) -> None:
        """5.2: the checks at the end of the round are made again."""
        now = self.now
        if phase != s.OVER:
            for key in ("winners", "ending"):
                if key in self.data:
                    bad(key, "is named when the game is over, and only then.")
            return
        end_round(self.board, now, None)
        if not now.over:
            bad("phase", f"the game is not over: nobody has won at the end of round {now.round_no} (CW-020, CW-051).")
        if "winners" in self.data and self.some("winners") != now.winners:
            bad("winners", f"by the rules they are {in_mask(int(now.winners))} (CW-240 to CW-246).")
        if "ending" in self.data and self.word("ending", "", ENDINGS) != now.ending:
            bad("ending", f"by the rules it is {ENDINGS[int(now.ending)]!r} (CW-240 to CW-246).")
        self.number("turn", int(now.turn), int(now.turn), int(now.turn))

    # ------------------------------------------------------------ the setup

    def setup(self) -> None:
        """CW-035 to CW-038: some have settled, one after the other; nothing else has happened. The settling is done
        again on an empty map and compared with what is given."""
        now, board, players = self.now, self.board, len(self.seats)
        for key in self.data:
            if key not in SETUP_KEYS:
                bad(str(key), "is not given during the setup: nobody has done anything yet (CW-037, CW-038).")
        self.number("round", 0, 0, 0)
        self.pieces()
        given = [int(code) for code in now.piece[: now.pieces]]
        homes = {int(owner_of(board, now, place_of(code))): place_of(code) for code in given if kind_of(code) < s.BASES}
        now.pieces = 0
        for field in ("piece", "on_map", "held", "based"):
            now[field][:] = 0
        now.settler[:] = s.NOBODY
        now.alive = (1 << players) - 1
        now.pool[:players] = board.start_resources
        now.deck[:players] = board.start_deck
        now.deck_left[:players] = board.start_deck.sum()
        while (seat := (int(now.first) + int(now.placed)) % players) in homes and now.placed < players:
            self.settle(seat, homes[seat])
        if now.placed == players:
            bad("phase", "everybody has a base: the setup is over (CW-035).")
        if given != [int(code) for code in now.piece[: now.pieces]]:
            bad("pieces", "in the setup the first seats in turn order have a Standard Base and their units (CW-035).")
        now.turn = (int(now.first) + int(now.placed)) % players
        self.number("turn", int(now.turn), int(now.turn), int(now.turn))
        self.world()

    def settle(self, seat: int, place: int) -> None:
        """A seat settled there when it was its turn to do so."""
        now, world = self.now, world_of(place)
        if world == s.NOWHERE:
            bad("pieces", f"nobody starts in space: {hex_name(place)} (CW-035).")
        now.turn = seat
        self.start_on("pieces", world)
        centre = hex_at(self.board, world, 0, 0)
        free = owner_of(self.board, now, centre) == s.NOBODY
        if choose_hex(self.board, now, place) != s.LEGAL or (self.board.start_centre and free and place != centre):
            bad("pieces", f"seat {seat} could not start on {hex_name(place)} (CW-035, CWR-06).")
        settle_on(self.board, now, place, None)

    def start_on(self, key: str, world: int) -> None:
        """CWR-05: a world that the seat in turn may start on."""
        now = self.now
        wrong = self.board.start_world == s.ASSIGNED and world != now.placed
        if wrong or choose_world(self.board, now, world) != s.LEGAL:
            bad(key, f"seat {now.turn} cannot start on W{world} (CW-035, CWR-05).")
        now.kind = world

    def world(self) -> None:
        """The world that has been chosen, if the phase has come to that."""
        now = self.now
        if now.phase == s.SETUP_WORLD:
            if self.board.start_world == s.ASSIGNED:
                bad("phase", "with start_world=assigned nobody chooses a world (CWR-05).")
            if "world" in self.data:
                bad("world", "is known in the phase SETUP_HEX.")
            return
        usual = int(now.placed) if self.board.start_world == s.ASSIGNED else s.NOWHERE
        self.start_on("world", self.number("world", usual, 0, int(self.board.worlds) - 1))
        centre = hex_at(self.board, int(now.kind), 0, 0)
        if self.board.start_centre and owner_of(self.board, now, centre) == s.NOBODY:
            bad("phase", "with start_hex=centre nobody chooses a hex while that in the middle is free (CWR-06).")
