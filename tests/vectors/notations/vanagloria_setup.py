"""The `setup:` of section 8: phrases become a written position that `quincunx.set_up` reads."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import quincunx
from tests.vectors.notations.wording import Phrase

VG, OC = "vanagloria", "orbit-cubes"
GAMES = {"vg": VG, "vanagloria": VG, "vanagloria galaxy": VG, "oc": OC, "orbit cubes": OC, "orbit-cubes": OC}
UNIT = re.compile(r"(?:(\d+)\s*[x×*]?\s*)?([dmr]\+?)\s*@\s*([A-Za-z]\w*(?:\.\w+)?)(?:\s*[x×*]\s*(\d+))?", re.IGNORECASE)
CONTINUES = re.compile(
    rf"(?:and\s+)?\d+(?:$|\s+(?:wins?|won|shares?|(?:is|are) (?:not )?out)\b)|[\[{{]|{UNIT.pattern}|S\d+\b",
    re.IGNORECASE,
)
"""What only goes on with the list before it: a number, an array, a unit, a Starting planet."""
NO_UNITS = re.compile(r"\(?\s*(?:no units?|none|nothing|empty|-|–|—|)\s*\)?", re.IGNORECASE)
AT_START = re.compile(
    r"\(?\s*(?:(?:as )?(?:at |in )?(?:the )?start(?: position| of the game)?|"
    r"(?:its |the )?starting (?:unit|position))\s*\)?",
    re.IGNORECASE,
)
OUT = re.compile(
    r"(?:seats? )?out(?: of the game)?\s*[:=]?\s*(?:seats? )?(?:none|\[[\d, ]*\]|\d[\d, ]*)|"
    r"seats? \d(?:[\d, &]|and)*(?:is|are)? ?out(?: of the game)?",
    re.IGNORECASE,
)
ROWS = r"((?:[\s,:=]*\[[^\]]*\]+)+)"
DESCRIBED = re.compile(
    rf"\bboard\b\s*[:=]?\s*(?!tiles\b)(\w[\w-]*).*?\btiles\b{ROWS}.*?\bentrances\b{ROWS}", re.DOTALL | re.IGNORECASE
)
BOARD = r"(?:the )?(?:custom )?board\b\s*[:=]?\s*"
"""`board p4a`, `board: p4a`, `board = p4a`, `custom board mine: tiles [..]`."""

EX1 = {
    "id": "ex1",
    "name": "ex1",
    "players": 2,
    "tiles": [["V0", "T24", 0, 0, 0], ["V1", "T25", 1, 0, 2]],
    "entrances": [[0, "V0", "W"], [1, "V1", "E"]],
}


class Unknown(Exception):
    """A phrase that this notation does not know; its text is quoted."""


def numbers(text: str) -> list[int]:
    """All numbers of a text."""
    return [int(number) for number in re.findall(r"\d+", text)]


def homes(text: str) -> list[int]:
    """The homes of some Starting planets; `S0..S4` are five.

    >>> homes("starts S0, S3"), homes("starts S0..S4")
    ([0, 3], [0, 1, 2, 3, 4])
    """
    found: list[int] = []
    for first, last in re.findall(r"S(\d+)(?:\s*\.\.\s*S?(\d+))?", text):
        found += range(int(first), int(last or first) + 1)
    return found


def units(text: str) -> list[str]:
    """The units of a list, each written as the program writes it: `d@D1.s x8`."""
    found: list[str] = []
    rest = text
    if NO_UNITS.fullmatch(text):
        return found
    for match in UNIT.finditer(text):
        many = int(match[1] or match[4] or 1)
        found.append(f"{match[2].lower()}@{match[3]}" + (f" x{many}" if many > 1 else ""))
        rest = rest.replace(match[0], "", 1)
    if not found or re.sub(r"\band\b|[,&\s]", "", rest):
        raise Unknown(text)
    return found


def arrays(text: str) -> list[list[Any]]:
    """JSON arrays one after the other, or one array of them."""
    found: list[Any] = []
    decoder = json.JSONDecoder()
    at = 0
    while (at := text.find("[", at)) >= 0:
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            raise Unknown(text) from None
        found += value if value and isinstance(value[0], list) else [value]
    return found


def named_boards(page: str) -> dict[str, dict[str, Any]]:
    """The boards that a page describes, as TV-01 does: "board ex1 ... tiles [..], [..]; entrances [..], [..]"."""
    found = {"ex1": EX1}
    for paragraph in page.replace("`", "").split("\n\n"):
        match = DESCRIBED.search(paragraph)
        if match:
            try:
                found[match[1]] = custom_board(match[1], arrays(match[2]), arrays(match[3]))
            except Unknown:
                continue
    return found


def custom_board(name: str, tiles: list[Any], entrances: list[Any]) -> dict[str, Any]:
    """A board as the program reads it."""
    return {"id": name, "name": name, "players": len(entrances), "tiles": tiles, "entrances": entrances}


@dataclass
class Setup:
    """What the phrases say. Whatever is left out has its value at the start of a game, with seat 0 as first player."""

    boards: dict[str, dict[str, Any]]
    game: str | None = None
    players: int | None = None
    board: str | dict[str, Any] | None = None
    tiles: list[Any] = field(default_factory=list)
    entrances: list[Any] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    units: dict[int, list[str] | None] = field(default_factory=dict)
    """None: as at the start."""
    starts: list[str] = field(default_factory=list)
    seed: int = 0

    def read(self, phrases: Iterable[Phrase]) -> None:
        """Takes the phrases in; raises Unknown with the one that it does not know."""
        for phrase in phrases:
            if not (self._read_board(phrase.text) or self._read_value(phrase.text) or self._read_option(phrase.text)):
                raise Unknown(phrase.text)

    def _read_board(self, text: str) -> bool:
        if (name := re.sub(r"^(?:ruleset|game)\s*[:=]\s*", "", text.lower())) in GAMES:
            self.game = GAMES[name]
        elif match := re.fullmatch(rf"{BOARD}(?:(\w[\w-]*)\s*[:=]?\s*)?(\{{.*\}})", text, re.I | re.S):
            try:
                self.board = json.loads(match[2])
            except ValueError as error:
                raise Unknown(f"{text} ({error})") from None
            if isinstance(self.board, dict):
                name = match[1] or "board"
                self.board = {"id": name, "name": name, "players": len(self.board.get("entrances", [])), **self.board}
        elif match := re.fullmatch(rf"{BOARD}(?:(\w[\w-]*)\s*[:=]?\s+)?((?:tiles|entrances)\b.*)", text, re.I | re.S):
            self.board = match[1] or self.board
            return self._read_board(match[2])
        elif re.fullmatch(r"(?:a )?custom board\s*:?", text, re.I):
            pass  # its tiles and entrances follow
        elif match := re.fullmatch(rf"{BOARD}([\w-]+)", text, re.I):
            self.board = match[1]
        elif match := re.match(r"tiles\b(.*?)(?:\bentrances\b(.*))?$", text, re.I | re.S):
            self.tiles = arrays(match[1])
            self.entrances = arrays(match[2]) if match[2] else self.entrances
        elif match := re.match(r"entrances\b(.*)$", text, re.I | re.S):
            self.entrances = arrays(match[1])
        elif match := re.fullmatch(r"seed\s*[:=]?\s*(-?\d+)", text, re.I):
            self.seed = int(match[1])
        elif match := re.fullmatch(r"(?:players?\s*[:=]?\s*(\d)|(\d)\s*players?)", text, re.I):
            self.players = int(match[1] or match[2])
        elif re.match(r"starts?\s+S\d", text, re.I):
            self.starts = [f"S{home}" for home in homes(text.split("=")[0])]
        else:
            return False
        return True

    def _read_value(self, text: str) -> bool:
        if match := re.fullmatch(r"seat\s*(\d)\s*[:=]\s*(.*)", text, re.I | re.S):
            self.units[int(match[1])] = None if AT_START.fullmatch(match[2]) else units(match[2])
        elif match := re.fullmatch(
            r"(?:acting seat\s*[:=]?\s*(\d)|seat (\d) (?:acts|(?:is )?acting|(?:is )?to (?:act|move|play)))", text, re.I
        ):
            self.values["turn"] = int(match[1] or match[2])
        elif match := re.fullmatch(r"(\d) actions? left|actions?(?: left)?\s*[:=]?\s*(\d)", text, re.I):
            self.values["actions"] = int(match[1] or match[2])
        elif match := re.fullmatch(r"round\s*[:=]?\s*(\d+)", text, re.I):
            self.values["round"] = int(match[1])
        elif match := re.fullmatch(r"first (?:player|seat)\s*[:=]?\s*(?:is )?(?:seat\s*)?(\d)", text, re.I):
            self.values["first"] = int(match[1])
        elif match := re.fullmatch(r"tokens(?: by seat)?\s*[:=]?\s*(\[.*\])", text, re.I):
            self.values["tokens"] = numbers(match[1])
        elif match := re.fullmatch(r"(?:playing )?order\s*[:=]?\s*(\[.*\])", text, re.I):
            order = numbers(match[1])
            self.values["tokens"] = [order.index(seat) + 1 for seat in range(len(order)) if seat in order]
        elif match := re.fullmatch(r"scores?(?: by seat)?\s*[:=]?\s*(\[.*\])", text, re.I):
            self.values["scores"] = numbers(match[1])
        elif match := re.fullmatch(r"(?:cubes )?(?:already )?lost(?: for good)?\s*[:=]?\s*(\[.*\])", text, re.I):
            self.values["lost"] = numbers(match[1])
        elif match := OUT.fullmatch(text):
            self.values["out"] = numbers(match[0])
        elif match := re.fullmatch(r"marks?\s*[:=]?\s*(activated|attacked)\s*(?:by\s*)?(.*)", text, re.I):
            self.values["mark"] = f"{match[1].lower()} {units(match[2])[0]}"
        elif match := re.fullmatch(
            r"(.*?)\s*has (?:already )?(activated|attacked)(?: this (?:turn|round))?", text, re.I
        ):
            self.values["mark"] = f"{match[2].lower()} {units(match[1])[0]}"
        elif re.fullmatch(r"(?:in )?overtime", text, re.I):
            self.values["overtime"] = True
        else:
            nothing = r"no (?:marks?|overtime|round[ _]limit)|marks?\s*[:=]?\s*none|nobody (?:is )?out(?: of the game)?"
            return bool(re.fullmatch(nothing, text, re.I))
        return True

    def _read_option(self, text: str) -> bool:
        """`turn=pro`, `Turn = PRO`, `VG-limit: total12`, `private chat on`."""
        match = re.fullmatch(r"([a-z][a-z_ -]*?)\s*(?:=|:|\s)\s*\"?([\w+-]+)\"?", text, re.I)
        name = re.sub(r"[ -]+", "_", match[1].strip().lower()) if match else ""
        known = [option for game in (VG, OC) for option in quincunx.game(game).options if option.name == name]
        if not match or not known:
            return False
        written = {str(value).lower(): value for option in known for value in option.values}
        value: Any = match[2]
        if value.lower() in written:
            value = written[value.lower()]
        elif value.lower() in ("true", "false", "yes", "no") or value.isdecimal():
            value = int(value) if value.isdecimal() else value.lower() in ("true", "yes")
        self.options[name] = value
        return True

    def position(self) -> dict[str, Any]:
        """The position as `quincunx.set_up` reads it."""
        game = self.game or (OC if self._board_id().startswith("oc") else VG)
        players = self._players()
        options = dict(self.options)
        if self.tiles or self.entrances:
            options["board"] = custom_board(self._board_id() or "board", self.tiles, self.entrances)
        elif self.board is not None:
            options["board"] = self.boards.get(self._board_id(), self.board) if game == VG else self.board
        values = dict(self.values)
        if gone := [seat for seat, stacks in self.units.items() if stacks == []]:
            values.setdefault("out", gone)
        listed = [self.units.get(seat) for seat in range(max(players, *(seat + 1 for seat in self.units), 0))]
        return {"game": game, "players": players, "options": options, "units": listed, **values}

    def _board_id(self) -> str:
        return self.board if isinstance(self.board, str) else ""

    def _players(self) -> int:
        """As said, or as the board has entrances, or as many as are mentioned."""
        workshop = quincunx.game(VG).workshop
        presets = {id: players for id, _, players in workshop.presets()} if workshop else {}
        board = self.boards.get(self._board_id(), self.board)
        fitted = re.fullmatch(r"oc-fit(\d)", self._board_id())
        if self.players:
            return self.players
        if self.entrances or isinstance(board, dict):
            return len(self.entrances) or len(board["entrances"] if isinstance(board, dict) else ())
        if self._board_id() in presets:
            return int(presets[self._board_id()])
        if fitted or self.starts:
            return int(fitted[1]) if fitted else len(self.starts)
        lists = [len(self.values[key]) for key in ("scores", "tokens", "lost") if key in self.values]
        return max([2, *lists, *(seat + 1 for seat in self.units)])
