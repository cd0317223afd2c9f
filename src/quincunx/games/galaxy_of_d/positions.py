"""Positions in writing: readable values, and back, with every limit checked."""

from collections.abc import Mapping
from typing import Any, NoReturn

from quincunx.engine.errors import BadPosition, Unreadable, shown
from quincunx.engine.position import Position
from quincunx.games.galaxy_of_d import notation as n
from quincunx.games.galaxy_of_d import state as s
from quincunx.games.galaxy_of_d.combat import attack_score, to_absorb
from quincunx.games.galaxy_of_d.fleets import class_of, code_of, distance, kind_of, near_thing, put, sector_of, thing_at
from quincunx.games.galaxy_of_d.legality import absorbing_side, contested
from quincunx.games.galaxy_of_d.rules import set_cargo_price
from quincunx.games.galaxy_of_d.setup import KIND_CODES

PHASES = (
    "things",
    "rps",
    "colour",
    "bid",
    "base",
    "secret_buy",
    "move",
    "go",
    "combat",
    "absorb",
    "pirate",
    "buy",
    "over",
)
THING_WORDS = ("token", "planet", "asteroid", "spaceport")
ENDINGS = ("", "bombed", "combat", "self-destruct", "conceded")
NOTES = {s.CONTACT: "contact", s.ACTED: "acted", s.FOUGHT: "fought", s.FALLEN: "lost"}
MOVED_MARK, DEAD_MARK = "'", "x"
UNSEEN_CODE = "?"
LARGEST_TURN = 99
"""In a game from the start it is 39 (R-53); a position may give more Armor than its turn would leave."""
LEAST_ARMOR = -107
"""Rules document, section 9: a Starbase with 1 Armor can be hit by 108 at most."""
KEYS = (
    *("phase", "turn", "first", "active", "decider", "colours", "money", "armor", "bases", "cargo_price", "tokens"),
    *("things", "pirates", "ships", "picked", "bid", "bid_winner", "hand", "ties", "baskets", "fleet", "bought_up_to"),
    *("combats", "combat", "winner", "ending"),
)


# ---------------------------------------------------------------- writing


def write(position: Position) -> dict[str, Any]:
    """The state in readable values; what has its usual value is left out."""
    now = position.state
    data: dict[str, Any] = {"phase": PHASES[int(now.phase)], "turn": int(now.turn_no), "first": int(now.first)}
    data |= {"active": int(now.active), "decider": int(now.turn)}
    data |= {key: [int(one) for one in now[field]] for key, field in (("colours", "colour"), ("money", "money"))}
    data |= {"armor": [int(armor) for armor in now.armor]}
    data |= {"bases": [where(position, int(sector)) for sector in now.starbase], "cargo_price": int(now.cargo_price)}
    data |= {"tokens": int(now.tokens)}
    data["things"] = {
        n.sector_text(position, int(now.thing_at[i])): THING_WORDS[int(now.thing_kind[i])] for i in range(now.things)
    }
    data["pirates"] = [write_pirate(position, i) for i in range(s.PIRATES)]
    data["ships"] = [write_stacks(position, seat) for seat in range(s.SEATS)]
    if any(class_of(int(code)) == s.UNSEEN for code in now.ship.flat):
        data["fleet"] = ["".join(KIND_CODES[k] * int(now.in_play[seat, k]) for k in range(s.KINDS)) for seat in (0, 1)]
    if now.picked != s.NOWHERE:
        code = int(now.picked)
        data["picked"] = f"{n.sector_text(position, sector_of(code))} {s.CLASS_CODES[class_of(code)]}"
    data |= {key: int(now[key]) for key in ("bid", "ties") if now[key]}
    if now.bid_winner != s.NOWHERE:
        data["bid_winner"] = int(now.bid_winner)
    if now.rps:
        data["hand"] = n.HANDS[int(now.rps) - 1]
    if now.phase == s.SECRET_BUY:
        data["baskets"] = [write_basket(position, seat) for seat in range(s.SEATS)]
    if now.buy_floor:
        data["bought_up_to"] = KIND_CODES[int(now.buy_floor)]
    if now.todo:
        data["combats"] = [n.sector_text(position, int(sector)) for sector in now.fight_at[: now.todo]]
    if now.fight != s.NOWHERE:
        data["combat"] = {
            "sector": n.sector_text(position, int(now.fight)),
            "in_phase_3": bool(now.by_pirate),
            "naming": int(now.cursor),
            "scores": [int(score) for score in now.score],
            "left": [int(left) for left in now.left],
        }
    if now.over:
        data |= {"winner": int(now.winner), "ending": ENDINGS[int(now.ending)]}
    return data


def where(position: Position, sector: int) -> str | None:
    """A sector's name, or None for nowhere."""
    return None if sector == s.NOWHERE else n.sector_text(position, sector)


def write_pirate(position: Position, pirate: int) -> Any:
    """Where a Pirate is, and what is noted of it in this phase."""
    at = where(position, int(position.state.pirate_at[pirate]))
    notes = [word for bit, word in NOTES.items() if position.state.pirate_note[pirate] & bit]
    return {"sector": at, "notes": notes} if notes else at


def write_stacks(position: Position, seat: int) -> dict[str, str]:
    """Each stack from bottom to top: `{"F6": "CC'I"}`; ' marks a ship that has moved, x one that is lost."""
    stacks: dict[str, str] = {}
    for code in map(int, position.state.ship[seat, : position.state.count[seat]]):
        letter = (s.CLASS_CODES + UNSEEN_CODE)[class_of(code)]
        marks = (MOVED_MARK if code & s.MOVED else "") + (DEAD_MARK if code & s.DEAD else "")
        sector = n.sector_text(position, sector_of(code))
        stacks[sector] = stacks.get(sector, "") + letter + marks
    return stacks


def write_basket(position: Position, seat: int) -> str:
    """A hidden purchase, kind by kind."""
    return "".join(code * int(position.state.basket[seat, kind]) for kind, code in enumerate(KIND_CODES))


# ---------------------------------------------------------------- reading


def bad(key: str, reason: str) -> NoReturn:
    """Names the key and what is wrong with it."""
    raise BadPosition(f"{key}: {reason}")


class Reader:
    """Fills a state from readable values; what is left out has its value in an ordinary game."""

    def __init__(self, position: Position, data: Mapping[str, Any]) -> None:
        self.position, self.data, self.now, self.board = position, data, position.state, position.board

    def number(self, key: str, usual: int, least: int, most: int, given: Any = None) -> int:
        """A whole number within limits."""
        value = self.data.get(key, usual) if given is None else given
        if type(value) is not int or not least <= value <= most:
            bad(key, f"should be a whole number from {least} to {most}, not {shown(value)}.")
        return value

    def pair(self, key: str, usual: Any) -> list[Any]:
        """A value for each seat."""
        value = self.data.get(key, usual)
        if not isinstance(value, list) or len(value) != s.SEATS:
            bad(key, f"should be a list of two values, one for each seat, not {shown(value)}.")
        return value

    def word(self, key: str, usual: str, known: tuple[str, ...]) -> int:
        """The index of a word."""
        value = self.data.get(key, usual)
        if not isinstance(value, str) or value not in known:
            bad(key, f"should be one of {', '.join(known)}, not {shown(value)}.")
        return known.index(value)

    def sector(self, key: str, name: Any) -> int:
        """The number of a sector."""
        if not isinstance(name, str):
            bad(key, f"a sector is a text such as 'F6', not {shown(name)}.")
        try:
            return n.read_sector(self.position, name)
        except Unreadable as error:
            bad(key, str(error))

    def sector_or_none(self, key: str, name: Any) -> int:
        """The number of a sector, or NOWHERE for null."""
        return s.NOWHERE if name is None else self.sector(key, name)

    def flag(self, key: str, value: Any) -> bool:
        """Yes or no."""
        if type(value) is not bool:
            bad(key, f"should be true or false, not {shown(value)}.")
        return value

    # ------------------------------------------------------------ parts

    def everything(self) -> None:
        """Reads all keys in an order in which each can be checked."""
        if unknown := [key for key in self.data if key not in KEYS]:
            bad(str(unknown[0]), f"this game's positions have no such key. Known: {', '.join(KEYS)}.")
        now = self.now
        now.pirate_at[:] = now.starbase[:] = s.NOWHERE
        now.phase = self.word("phase", "move", PHASES)
        in_setup = now.phase < s.MOVE_SELECT
        now.over = now.phase == s.OVER
        least_turn = 0 if in_setup or now.over else 1
        now.turn_no = self.number("turn", least_turn, least_turn, 0 if in_setup else LARGEST_TURN)
        now.first = self.number("first", 0, 0, 1)
        now.active = self.number("active", int(now.first), 0, 1) if not in_setup else self.number("active", 0, 0, 1)
        now.turn = self.number("decider", int(now.first if in_setup else now.active), 0, 1)
        self.colours()
        for seat, dollars in enumerate(self.pair("money", [0, 0])):
            now.money[seat] = self.number("money", 0, 0, s.MONEY_CAP, dollars)
        self.things()
        self.bases()
        self.pirates()
        self.ships()
        self.setup_values()
        self.turn_values()
        self.ending()
        self.armor()
        self.choices()

    def colours(self) -> None:
        """Redog and Cynder, one each."""
        colours = self.pair("colours", [0, 1])
        if sorted(map(str, colours)) != ["0", "1"] or not all(type(colour) is int for colour in colours):
            bad("colours", "should be [0, 1] or [1, 0]: Redog is 0, Cynder is 1.")
        self.now.colour[:] = colours

    def armor(self) -> None:
        """GD-508: nobody has 0 or less before the end."""
        usual = int(self.board.start_armor)
        for seat, armor in enumerate(self.pair("armor", [usual, usual])):
            least = LEAST_ARMOR if self.now.over and self.now.winner != seat else 1
            self.now.armor[seat] = self.number("armor", usual, least, usual, armor)
        if self.now.over and self.now.armor[1 - self.now.winner] > 0:
            bad("armor", "the loser's Starbase has 0 or less (GD-508).")

    def things(self) -> None:
        """GD-012, GD-104, GD-105: the galaxy."""
        now = self.now
        given = self.data.get("things", {})
        if not isinstance(given, Mapping) or len(given) > s.THINGS:
            bad("things", f'should be an object of at most {s.THINGS} Things, such as {{"F6": "planet"}}.')
        known = THING_WORDS[:1] if now.phase <= s.RPS else THING_WORDS[1:] if now.phase < s.OVER else THING_WORDS
        found = {}
        for name, thing in given.items():
            if thing not in known:
                bad("things", f"{shown(thing)} on {name} should be one of {', '.join(known)}.")
            found[self.sector("things", name)] = THING_WORDS.index(thing)
        if len(found) != len(given):
            bad("things", "at most one per sector (GD-104).")
        for i, sector in enumerate(sorted(found)):
            if near_thing(self.board, now, sector) < s.THING_DISTANCE:
                bad("things", f"{n.sector_text(self.position, sector)} is next to another Thing (GD-105).")
            now.thing_at[i], now.thing_kind[i], now.things = sector, found[sector], i + 1
        for kind, most in ((s.PLANET, 8), (s.ASTEROID, 4), (s.SPACEPORT, 1)):
            if list(found.values()).count(kind) > most:
                bad("things", f"there are {most} of the kind {THING_WORDS[kind]} (GD-012).")
        set_cargo_price(self.board, now)
        price = int(now.cargo_price)
        if "cargo_price" in self.data and self.data["cargo_price"] != price:
            bad("cargo_price", f"in this galaxy it is {price} (GD-108), not {shown(self.data['cargo_price'])}.")
        if now.phase == s.RPS:
            if given:
                bad("things", "nothing is placed before the First Turn Player is known.")
            now.tokens = self.number("tokens", 0, 0, 0)
            return
        least = int(now.things) + int(now.phase == s.PLACING)
        most = s.QUICK_TOKENS if self.board.quick else s.THINGS
        now.tokens = self.number("tokens", max(s.QUICK_TOKENS, least), least, most)
        if self.board.quick and now.phase == s.PLACING and now.tokens != most:
            bad("tokens", f"the quick setup has {most} (GD-601).")

    def bases(self) -> None:
        """GD-118..GD-121: both stand once the setup is over."""
        now = self.now
        for seat, name in enumerate(self.pair("bases", [None, None])):
            now.starbase[seat] = self.sector_or_none("bases", name)
            if now.starbase[seat] != s.NOWHERE and now.phase < s.BASE:
                bad("bases", "no Starbase is placed before its phase.")
        placed = [int(sector) for sector in now.starbase if sector != s.NOWHERE]
        if s.SECRET_BUY <= now.phase < s.OVER and len(placed) < s.SEATS:
            bad("bases", "both Starbases have to be placed, such as ['A1', 'L6'].")
        if now.phase == s.BASE and len(placed) == s.SEATS:
            bad("bases", "in the phase 'base' at least one Starbase is still to be placed (null).")
        for sector in placed:
            if thing_at(now, sector) != s.NOWHERE:
                bad("bases", f"there is a Thing on {n.sector_text(self.position, sector)} (GD-118).")
        if len(placed) == s.SEATS and distance(self.board, *placed) < self.board.base_distance:
            bad("bases", f"they have to be at least {self.board.base_distance} steps apart (GD-121).")

    def pirates(self) -> None:
        """GD-406: never in a Starbase sector."""
        now = self.now
        for pirate, value in enumerate(self.pair("pirates", [None, None])):
            at, notes = (value.get("sector"), value.get("notes", [])) if isinstance(value, Mapping) else (value, [])
            now.pirate_at[pirate] = self.sector_or_none("pirates", at)
            if now.pirate_at[pirate] == s.NOWHERE and not notes:
                continue
            if self.board.quick:
                bad("pirates", "there are no Pirates in a quick game (GD-608).")
            if now.phase in (s.PLACING, s.RPS):
                bad("pirates", "Pirates are not seen before the Things are turned over (GD-106).")
            if now.pirate_at[pirate] in now.starbase:
                bad("pirates", "a Pirate never is in a Starbase sector (GD-406).")
            if not isinstance(notes, list) or any(note not in NOTES.values() for note in notes):
                bad("pirates", f"notes are some of {', '.join(NOTES.values())}, not {shown(notes)}.")
            bits = [bit for bit, word in NOTES.items() if word in notes]
            in_phase = now.phase in (s.PIRATE_SELECT, s.ABSORB)
            if bits and (not in_phase or (s.FALLEN in bits and now.phase != s.ABSORB)):
                bad("pirates", "notes belong to phase 3 or to a combat.")
            now.pirate_note[pirate] = sum(bits)
        if now.phase < s.MOVE_SELECT and s.NOWHERE not in now.pirate_at:
            one, two = (int(at) for at in now.pirate_at)
            if distance(self.board, one, two) < s.THING_DISTANCE:
                bad("pirates", "in the setup Pirates are Things, and no Thing is next to another (GD-105).")
        for at in now.pirate_at if now.phase < s.MOVE_SELECT else ():
            if at != s.NOWHERE and any(distance(self.board, int(at), int(t)) < 2 for t in now.thing_at[: now.things]):
                bad("pirates", "in the setup Pirates are Things, and no Thing is next to another (GD-105).")

    def ships(self) -> None:
        """GD-015, GD-501: no more than the chits; R-21: Freighters are laden on planets, empty at the Spaceport."""
        for seat, stacks in enumerate(self.pair("ships", [{}, {}])):
            if not isinstance(stacks, Mapping):
                bad("ships", 'each seat has an object, such as {"F6": "CCI"}: stacks from bottom to top.')
            if stacks and self.now.phase < s.MOVE_SELECT:
                bad("ships", "nobody has ships in play before the first purchase is revealed (GD-124).")
            for name, stack in stacks.items():
                self.stack(seat, self.sector("ships", name), stack)
        self.fleets()

    def stack(self, seat: int, sector: int, stack: Any) -> None:
        """One stack, from bottom to top."""
        here = f"{shown(stack)} on {n.sector_text(self.position, sector)}"
        if not isinstance(stack, str) or not stack:
            bad("ships", f"{here} should be letters such as 'CCI'.")
        rest = stack
        while rest:
            letter, rest = rest[0], rest[1:]
            code = code_of(sector, (s.CLASS_CODES + UNSEEN_CODE).find(letter))
            if letter == UNSEEN_CODE:
                bad("ships", f"{here} has covered ships: a view can be read, but not played. Name them.")
            if letter not in s.CLASS_CODES:
                bad("ships", f"{here} has {shown(letter)}, which is none of {s.CLASS_CODES}.")
            if rest[:1] == MOVED_MARK:
                code, rest = code + s.MOVED, rest[1:]
            if rest[:1] == DEAD_MARK:
                code, rest = code + s.DEAD, rest[1:]
            self.check_ship(seat, code, here)
            if self.now.count[seat] >= s.SHIPS:
                bad("ships", "each side has 28 ships (GD-015).")
            put(self.now, seat, code)
            if class_of(code) != s.UNSEEN:
                self.now.in_play[seat, kind_of(class_of(code))] += 1

    def check_ship(self, seat: int, code: int, here: str) -> None:
        """Flags and cargo fit the place and the phase."""
        now, thing = self.now, thing_at(self.now, sector_of(code))
        if class_of(code) == s.FREIGHTER and thing == s.PLANET:
            bad("ships", f"{here}: a Freighter on a planet is laden, L (R-21).")
        if class_of(code) == s.LADEN and thing == s.SPACEPORT:
            bad("ships", f"{here}: a Freighter at the Spaceport is empty, F (R-21).")
        if code & s.MOVED and not (now.phase in (s.MOVE_SELECT, s.MOVE_GO) and seat == now.active):
            bad("ships", f"{here}: only ships of the active player have moved ({MOVED_MARK}), and only in phase 1.")
        if code & s.DEAD and now.phase != s.ABSORB:
            bad("ships", f"{here}: ships are lost ({DEAD_MARK}) only in a combat.")

    def fleets(self) -> None:
        """What is in play; of covered ships only the kinds are known, not where they are."""
        now = self.now
        known = now.in_play.copy()
        if "fleet" in self.data:
            for seat, letters in enumerate(self.pair("fleet", ["", ""])):
                if not isinstance(letters, str) or any(letter not in KIND_CODES for letter in letters):
                    bad("fleet", f"should be letters of {''.join(KIND_CODES)}, not {shown(letters)}.")
                now.in_play[seat] = [letters.count(code) for code in KIND_CODES]
        if any((now.in_play < known)[seat].any() or now.in_play[seat].sum() != now.count[seat] for seat in range(2)):
            bad("fleet", "should name every ship in play, as many as lie on the map.")
        for seat in range(s.SEATS):
            for kind, chits in enumerate(self.board.chits):
                if now.in_play[seat, kind] > chits:
                    bad("ships", f"there are {chits} chits of type {KIND_CODES[kind]} (GD-501).")

    def setup_values(self) -> None:
        """Bids, hands and baskets."""
        now = self.now
        now.bid = self.number("bid", 0, 0, s.MONEY_CAP)
        if now.phase == s.BID and now.bid > now.money[1 - now.turn]:
            bad("bid", f"seat {1 - now.turn} has only {now.money[1 - now.turn]} dollars (GD-115).")
        winner = self.data.get("bid_winner", int(now.turn) if now.phase == s.BASE else None)
        now.bid_winner = s.NOWHERE if winner is None else self.number("bid_winner", 0, 0, 1, winner)
        if now.phase == s.BASE and now.starbase[now.turn] != s.NOWHERE:
            bad("decider", "this seat has placed its Starbase already.")
        first_of_two = now.phase == s.BASE and now.starbase[0] == now.starbase[1]
        if first_of_two and (now.bid_winner != now.turn or now.bid > now.money[now.turn]):
            bad("bid_winner", "who won the bidding places first, and can pay the bid (GD-118, GD-120).")
        if now.phase == s.BASE and not first_of_two and now.bid_winner == now.turn:
            bad("bid_winner", "who won the bidding placed first (GD-118).")
        if "hand" in self.data:
            now.rps = self.word("hand", "", n.HANDS) + 1
        if (now.phase == s.RPS and now.turn == 1) != (now.rps > 0) and self.position.seat is None:
            known = self.data.get("hand") is not None
            if known or now.phase == s.RPS:
                bad("hand", "seat 0 shows its hand first: it is set while seat 1 decides, and only then.")
        now.ties = self.number("ties", 0, 0, s.LAST_TIE - 1) if now.phase == s.RPS else self.number("ties", 0, 0, 0)
        for seat, letters in enumerate(self.pair("baskets", ["", ""])):
            if not isinstance(letters, str) or any(letter not in KIND_CODES for letter in letters):
                bad("baskets", f"should be letters of {''.join(KIND_CODES)}, not {shown(letters)}.")
            now.basket[seat] = [letters.count(code) for code in KIND_CODES]
            if letters and (now.phase != s.SECRET_BUY or (now.turn == now.first and seat != now.first)):
                bad("baskets", "are filled only in the phase 'secret_buy', first that of the First Turn Player.")
            cost = int((now.basket[seat] * self.board.cost).sum())
            if cost > now.money[seat] or (now.basket[seat] > self.board.chits).any():
                bad("baskets", f"seat {seat} has {now.money[seat]} dollars and its chits (GD-123).")

    def turn_values(self) -> None:
        """What belongs to single phases of a turn."""
        now = self.now
        now.picked = now.fight = s.NOWHERE
        if "bought_up_to" in self.data:
            now.buy_floor = self.word("bought_up_to", "", KIND_CODES)
            if now.phase != s.BUY:
                bad("bought_up_to", "belongs to the phase 'buy'.")
        if (now.phase == s.MOVE_GO) != ("picked" in self.data):
            bad("picked", "names the ship that is about to move, such as 'F6 C', in the phase 'go' and only there.")
        if "picked" in self.data:
            self.picked()
        now.todo = 0
        combats = self.data.get("combats", [])
        if not isinstance(combats, list) or len(combats) > s.FIGHTS:
            bad("combats", "should be a list of sectors.")
        for i, sector in enumerate(sorted({self.sector("combats", name) for name in combats})):
            if not contested(now, int(now.active), sector):
                bad("combats", f"{n.sector_text(self.position, sector)} is not contested (GD-300).")
            now.fight_at[i], now.todo = sector, i + 1
        if now.todo and now.phase not in (s.COMBAT_SELECT, s.ABSORB):
            bad("combats", "belong to the phases 'combat' and 'absorb'.")
        if (now.phase == s.ABSORB) != ("combat" in self.data):
            bad("combat", "is given in the phase 'absorb', and only there.")
        if "combat" in self.data:
            self.combat()

    def picked(self) -> None:
        """The ship that is about to move."""
        parts = str(self.data["picked"]).split()
        if len(parts) != 2 or parts[1] not in s.CLASS_CODES or len(parts[1]) != 1:
            bad("picked", f"should be a sector and a ship, such as 'F6 C', not {shown(self.data['picked'])}.")
        code = code_of(self.sector("picked", parts[0]), s.CLASS_CODES.index(parts[1]))
        if code not in self.now.ship[self.now.active, : self.now.count[self.now.active]]:
            bad("picked", "the active player has no unmoved ship of that class there (GD-210).")
        self.now.picked = code

    def combat(self) -> None:
        """A combat in which losses are being named."""
        now, given = self.now, self.data["combat"]
        if not isinstance(given, Mapping) or set(given) != {"sector", "in_phase_3", "naming", "scores", "left"}:
            bad("combat", "should have the keys sector, in_phase_3, naming, scores and left.")
        now.fight = self.sector("combat", given["sector"])
        now.by_pirate = self.flag("combat", given["in_phase_3"])
        now.cursor = self.number("combat", 0, 0, s.PIRATE_SIDE, given["naming"])
        for key, field in (("scores", now.score), ("left", now.left)):
            if not isinstance(given[key], list) or len(given[key]) != s.SIDES:
                bad("combat", f"{key} should be three numbers: seat 0, seat 1 and the Pirates.")
            field[:] = [self.number("combat", 0, 0, 200, value) for value in given[key]]
        for side in range(s.SIDES):
            if now.score[side] != max(0, attack_score(self.board, now, side, int(now.fight))):
                bad("combat", f"the ships there have not the Attack Scores {given['scores']} (GD-305).")
        if not (contested(now, 0, int(now.fight)) or contested(now, 1, int(now.fight))):
            bad("combat", f"nobody fights on {given['sector']} (GD-300).")
        if any(now.left[side] > to_absorb(now, side) for side in range(s.SIDES)):
            bad("combat", "nobody has more left to absorb than the highest Attack Score of an enemy (GD-308).")
        for seat in range(s.SEATS):
            if any(code & s.DEAD and sector_of(int(code)) != now.fight for code in now.ship[seat]):
                bad("ships", f"ships are lost ({DEAD_MARK}) only in the sector of the combat.")

    def ending(self) -> None:
        """Who has won, and how."""
        now = self.now
        if now.over != ("winner" in self.data):
            bad("winner", "is named when the game is over, and only then.")
        now.winner = self.number("winner", 0, 0, 1) if now.over else s.NOWHERE
        now.ending = self.word("ending", ENDINGS[1] if now.over else "", ENDINGS)
        if (now.ending != s.NOT_OVER) != bool(now.over):
            bad("ending", "is named when the game is over, and only then.")

    def choices(self) -> None:
        """Somebody can do something: in every phase there is a legal move."""
        now = self.now
        if s.MOVE_SELECT <= now.phase < s.OVER and now.phase != s.ABSORB and now.turn != now.active:
            bad("decider", "in this phase the active player decides.")
        if now.phase == s.ABSORB:
            side = absorbing_side(self.board, now)
            if now.turn != (now.active if side == s.PIRATE_SIDE else side):
                bad("decider", "it is not this seat that names losses now (R-27).")
        if not now.over and not self.position.moves.numbers:
            bad("phase", f"nothing can be done in the phase {PHASES[int(now.phase)]!r} of this position.")


def place(position: Position, data: Mapping[str, Any]) -> None:
    """Fills a zeroed state from readable values."""
    Reader(position, data).everything()
