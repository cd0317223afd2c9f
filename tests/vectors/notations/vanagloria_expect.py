"""The `expect:` of section 8: each phrase is compared with what the program says of the position."""

import json
import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import Any

from quincunx.engine.scene import Scene
from quincunx.table.match import Match
from tests.vectors.notations.vanagloria_setup import AT_START, Unknown, numbers, units

Found = tuple[str, str]
"""What was expected and what was found, in the same form."""


class View:
    """What can be said of a game, all of it through its public face."""

    def __init__(self, game: Match) -> None:
        self.game = game

    @cached_property
    def written(self) -> dict[str, Any]:
        """The position as it is written down."""
        data: dict[str, Any] = json.loads(self.game.position())
        return data

    @cached_property
    def scene(self) -> Scene:
        """The position as it is seen."""
        return self.game.scene()

    def units(self, seat: int) -> str:
        """A seat's units."""
        listed = self.written["units"]
        return list_units(listed[seat]) if seat < len(listed) else f"there is no seat {seat}"

    def at_start(self, seat: int) -> str:
        """The one unit of a seat at the start of a game."""
        home = [place.id for place in self.scene.places if place.owner == seat]
        return f"d@{home[0]}" if home else f"there is no seat {seat}"

    def supply(self, seat: int) -> str:
        """The cubes in a seat's box, as its line beside the board says."""
        for line in self.scene.seats:
            if line.seat == seat:
                said = [match[1] for fact in line.facts if (match := re.match(r"(\d+) cubes? in the box", fact))]
                return said[0] if said else "no number of cubes is shown"
        return f"there is no seat {seat}"

    def links(self, place: str) -> str:
        """The places linked to a place, in the order of the table's places."""
        order = [place.id for place in self.scene.places]
        ends = [(link.a, link.b) for link in self.scene.links] + [(link.b, link.a) for link in self.scene.links]
        beside = sorted((b for a, b in ends if a == place), key=order.index)
        return " ".join(beside) if place in order else f"there is no {place}"

    def legal(self) -> set[str]:
        """The legal moves in writing."""
        return {plain_move(move.text) for move in self.game.moves}


def plain_move(text: str) -> str:
    """A move without needless spaces; the shield of an attacker does not matter."""
    text = " ".join(re.sub(r"\s*([@:>])\s*", r"\1", text).split()).replace(">", " > ")
    return re.sub(r"^att (\w)\+@", r"att \1@", text)


def list_units(listed: list[str]) -> str:
    """Units in one order, equal ones together."""
    count: Counter[str] = Counter()
    for text in listed:
        name, _, many = text.partition(" x")
        count[name] += int(many or 1)
    return ", ".join(name + (f" x{many}" if many > 1 else "") for name, many in sorted(count.items())) or "(no units)"


def seats(found: list[int]) -> str:
    """A list of seats, in order."""
    return str(sorted(found))


def _units(view: View, match: re.Match[str]) -> Found:
    seat = int(match["seat"])
    expected = view.at_start(seat) if AT_START.fullmatch(match["units"]) else list_units(units(match["units"]))
    return expected, view.units(seat)


def _list(key: str) -> Callable[[View, re.Match[str]], Found]:
    def compare(view: View, match: re.Match[str]) -> Found:
        nothing = [0] * view.game.players
        return str(numbers(match["list"])), str(view.written.get(key, nothing))

    return compare


def _number(key: str) -> Callable[[View, re.Match[str]], Found]:
    return lambda view, match: (match["n"], str(view.written.get(key, "the game is over")))


def _order(view: View, match: re.Match[str]) -> Found:
    return str(numbers(match["list"])), str([line.seat for line in view.scene.seats])


def _score(view: View, match: re.Match[str]) -> Found:
    scores, seat = view.written["scores"], int(match["seat"])
    return match["n"], str(scores[seat]) if seat < len(scores) else f"there is no seat {seat}"


def _supply(view: View, match: re.Match[str]) -> Found:
    return match["n"], view.supply(int(match["seat"]))


def _supplies(view: View, match: re.Match[str]) -> Found:
    return str(numbers(match["list"])), f"[{', '.join(view.supply(seat) for seat in range(view.game.players))}]"


def _over(expected: bool) -> Callable[[View, re.Match[str]], Found]:
    words = {True: "the game is over", False: "the game goes on"}
    return lambda view, match: (words[expected], words[view.game.over])


def _winners(view: View, match: re.Match[str]) -> Found:
    found = view.written.get("winners")
    return f"winners {seats(numbers(match['list']))}", "nobody has won" if found is None else f"winners {seats(found)}"


def _out(view: View, match: re.Match[str]) -> Found:
    return seats(numbers(match["list"])), seats(view.written.get("out", []))


def _is_out(view: View, match: re.Match[str]) -> Found:
    out, wanted = view.written.get("out", []), not match["not"]
    told = [f"seat {seat} {'is' if wanted else 'is not'} out" for seat in numbers(match["list"])]
    found = [f"seat {seat} {'is' if seat in out else 'is not'} out" for seat in numbers(match["list"])]
    return ", ".join(told), ", ".join(found)


def _overtime(view: View, match: re.Match[str]) -> Found:
    words = {True: "overtime", False: "no overtime"}
    return words[not match["not"]], words[bool(view.written.get("overtime"))]


def _count(view: View, match: re.Match[str]) -> Found:
    found, wanted, how = len(view.game.moves), int(match["n"]), (match["how"] or "").lower()
    fits = found >= wanted if how == "at least" else found <= wanted if how == "at most" else found == wanted
    expected = f"{how} {wanted} legal moves".strip()
    return expected, expected if fits else f"{found} legal moves: {', '.join(sorted(view.legal()))}"


def _moves(view: View, match: re.Match[str]) -> Found:
    wanted = {plain_move(part) for part in match["moves"].strip("[]").split(",")}
    return ", ".join(sorted(wanted)), ", ".join(sorted(view.legal()))


def _mark(view: View, match: re.Match[str]) -> Found:
    unit = units(match["unit"])[0]
    wanted = f"{match['verb'].lower()} {unit.replace('+', '') if match['verb'].lower() == 'attacked' else unit}"
    return wanted, str(view.written.get("mark", "no mark"))


def _no_mark(view: View, match: re.Match[str]) -> Found:
    return "no mark", str(view.written.get("mark", "no mark"))


def _links(view: View, match: re.Match[str]) -> Found:
    order = [place.id for place in view.scene.places]
    wanted = match["places"].replace(",", " ").split()
    return " ".join(sorted(wanted, key=lambda id: order.index(id) if id in order else -1)), view.links(match["place"])


def _nodes(view: View, match: re.Match[str]) -> Found:
    found = len(view.scene.places) if match["what"].lower().startswith(("n", "pl")) else len(view.scene.links)
    return match["n"], str(found)


def _option(view: View, match: re.Match[str]) -> Found:
    name = re.sub(r"[ -]", "_", match["name"].lower())
    if name not in view.game.options:
        raise Unknown(match[0])
    found, words = view.game.options[name], {"yes": "true", "no": "false"}
    wanted = match["value"].lower()
    if isinstance(found, bool):
        wanted = words.get(wanted, wanted)
    return wanted, str(found["id"] if isinstance(found, dict) else found).lower()


LIST = r"\s*[:=]?\s*(?P<list>\[[^\]]*\])"
SEAT = r"seat\s*(?P<seat>\d)(?:'s)?"
IS = r"\s*(?:is|has|=|:)?\s*"
SEATS = r"(?:seats?\s*)?(?P<list>\[?\s*\d(?:[\d\s,&\]]|and)*)"
OVER = r"(?:(?:the )?game (?:(?:is )?over|is|ends)?\s*[:(—–-]?\s*(?:with |and )?)?"
"""A winner may be told in one breath with the end."""

CHECKS: list[tuple[str, Callable[[View, re.Match[str]], Found]]] = [
    (rf"{SEAT}{IS}(?P<n>\d+) points?", _score),
    (rf"{SEAT}\s*:?\s*score{IS}(?P<n>\d+)", _score),
    (rf"score of {SEAT}{IS}(?P<n>\d+)", _score),
    (rf"{SEAT}\s*:?\s*(?:supply|box|reserve){IS}(?P<n>\d+)(?: cubes?)?", _supply),
    (rf"(?:supply|box|reserve) of {SEAT}{IS}(?P<n>\d+)(?: cubes?)?", _supply),
    (rf"(?:supply|supplies|boxes)(?: by seat)?{LIST}", _supplies),
    (rf"{SEAT}(?:\s*[:=]| has)\s*(?P<units>.*)", _units),
    (rf"scores?(?: by seat)?{LIST}", _list("scores")),
    (rf"(?:turn )?tokens(?: by seat)?{LIST}", _list("tokens")),
    (rf"(?:cubes )?(?:already )?lost(?: for good)?(?: by seat)?{LIST}", _list("lost")),
    (rf"(?:playing |acting |turn )?order{LIST}", _order),
    (rf"round{IS}(?P<n>\d+)", _number("round")),
    (rf"acting(?: seat)?{IS}(?:seat )?(?P<n>\d)", _number("turn")),
    (r"seat (?P<n>\d) (?:acts|(?:is )?acting|(?:is )?to (?:act|move|play))", _number("turn")),
    (r"(?P<n>\d) actions? left", _number("actions")),
    (rf"actions? left{IS}(?P<n>\d)", _number("actions")),
    (rf"first (?:player|seat){IS}(?:seat )?(?P<n>\d)", _number("first")),
    (
        r"(?:the )?game (?:goes on|continues|(?:is )?not over)|(?:there is )?no winner(?: yet)?|"
        r"winners?\s*[:=]?\s*(?:none|nobody|\[\s*\])|nobody (?:wins|won|has won)|not over",
        _over(False),
    ),
    (r"(?:the )?game (?:is )?(?:over|ends|ended)", _over(True)),
    (rf"{OVER}(?:the )?(?:won by|(?:joint |shared )?winners?)(?: is| are)?\s*[:=]?\s*{SEATS}\)?", _winners),
    (rf"{OVER}{SEATS}\s*(?:wins?|won|(?:have |has )won|share the win)(?: the game)?\)?", _winners),
    (r"(?:seats? )?out(?: of the game)?\s*[:=]?\s*(?:seats? )?(?P<list>\[[^\]]*\]|none|nobody|\d[\d, ]*)", _out),
    (r"(?P<list>nobody|none) (?:is )?out(?: of the game)?", _out),
    (rf"{SEATS}\s*(?:is |are )?(?P<not>not )?out(?: of the game)?", _is_out),
    (r"(?P<not>no |not in )?(?:in )?overtime", _overtime),
    (r"(?P<how>exactly|at least|at most)?\s*(?P<n>\d+) (?:legal )?moves?(?: (?:are|is) legal)?", _count),
    (rf"(?:number of )?legal moves?{IS}(?P<how>exactly|at least|at most)?\s*(?P<n>\d+)", _count),
    (r"(?:only |exactly these )?legal moves?(?: are| is)?\s*[:=]?\s*(?P<moves>.*)", _moves),
    (r"marks?\s*[:=]?\s*(?P<verb>activated|attacked)\s*(?:by\s*)?(?P<unit>.*)", _mark),
    (r"no marks?|marks?\s*[:=]?\s*none", _no_mark),
    (r"(?:links?|neighbou?rs)(?: of)?\s+(?P<place>[\w.]+)\s*(?:are|:|=)?\s*(?P<places>[\w., ]+)", _links),
    (r"(?P<n>\d+) (?P<what>nodes|platforms|places|planets|edges|links|corridors|orbits)", _nodes),
    (r"(?P<name>[a-z_]+(?:[ -][a-z_]+)?)\s*(?:[=:]|\bis\b|\s)\s*(?P<value>[\w-]+)", _option),
]
PATTERNS = [(re.compile(pattern, re.IGNORECASE | re.DOTALL), check) for pattern, check in CHECKS]


def compare(game: Match, phrase: str) -> Found:
    """What a phrase expects and what the game says; raises Unknown for a phrase that is none."""
    for pattern, check in PATTERNS:
        if match := pattern.fullmatch(phrase.strip()):
            return check(View(game), match)
    raise Unknown(phrase)
