"""What happened, in the words of each game."""

from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.engine.game import Telling
from quincunx.engine.moods import Mood
from quincunx.engine.position import Position
from quincunx.games.vanagloria import state as s
from quincunx.games.vanagloria.moods import ORBIT, STATION
from quincunx.games.vanagloria.notation import graph, seats_of


@dataclass(frozen=True)
class Vocabulary:
    """The words and symbols in which the two games differ."""

    unit: str
    shielded: str
    weapons: tuple[str, str, str]
    kinds: tuple[str, ...]
    functions: dict[int, str]
    plain_symbol: str
    shielded_symbol: str
    weapon_symbols: tuple[str, str, str]
    place_symbols: tuple[str, ...]
    mood: Mood
    rule: int
    """0 or 1: which rule of a pair applies."""


VG_WORDS = Vocabulary(
    "dreadnought",
    "shielded",
    ("disarmed", "melee", "range"),
    ("Entrance", "Radio", "Shield platform", "Weapons platform", "α Energy", "β Energy"),
    {s.RADIO: "call a dreadnought", s.SHIELD: "raise a shield", s.WEAPONS: "charge the weapon"},
    "dreadnought",
    "dreadnought-shielded",
    ("disarmed", "melee", "range"),
    ("entrance", "radio", "shield", "weapons", "alpha", "beta"),
    STATION,
    0,
)
OC_WORDS = Vocabulary(
    "cube",
    "two-life",
    ("unarmed", "short-range", "long-range"),
    ("Starting planet", "Planet Cube", "Life-up", "Weaponry", "Full Moon", "Half Moon"),
    {s.RADIO: "call a cube", s.SHIELD: "gain a second life", s.WEAPONS: "improve the weapon"},
    "cube",
    "cube-double",
    ("face-empty", "face-triangle", "face-square"),
    ("planet-start", "planet-cube", "planet-life", "planet-weaponry", "moon-full", "moon-half"),
    ORBIT,
    1,
)

RULES_BEHIND = {
    s.EV_MOVED: ("VG-060", "OC-033"),
    s.EV_CALLED: ("VG-024", "OC-013"),
    s.EV_SHIELDED: ("VG-025", "OC-014"),
    s.EV_CHARGED: ("VG-026", "OC-017"),
    s.EV_ATTACKED: ("VG-063", "OC-036"),
    s.EV_SHIELD_BROKEN: ("VG-071", "OC-043"),
    s.EV_DESTROYED: ("VG-070", "OC-042"),
    s.EV_LOST_AT_TWELVE: ("VG-016", ""),
    s.EV_REPLACED: ("VG-072", "OC-052"),
    s.EV_OUT: ("", "OC-052"),
    s.EV_TURN_ENDED: ("VG-058", "OC-032"),
    s.EV_ROUND: ("VG-074", "OC-044"),
    s.EV_OVERTIME: ("VG-083", "OC-051"),
}


def vocabulary(position: Position) -> Vocabulary:
    """The words of the position's rule set."""
    return OC_WORDS if position.board.cubes else VG_WORDS


def unit_words(words: Vocabulary, kind: int) -> str:
    """A class of unit in words."""
    shield = f"{words.shielded} " if kind >= s.WEAPON_LEVELS else ""
    return f"{shield}{words.weapons[kind % s.WEAPON_LEVELS]} {words.unit}"


def a(words: str) -> str:
    """With its article."""
    return f"an {words}" if words[0] in "aeiou" else f"a {words}"


def listed(names: Sequence[str]) -> str:
    """Names with commas and an 'and'."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def tell(position: Position, event: Sequence[int]) -> Telling:
    """One event in words, with its rule."""
    kind, one, two, three, four, _ = (int(number) for number in event)
    words, net = vocabulary(position), graph(position)
    rule = RULES_BEHIND.get(kind, ("", ""))[words.rule]
    rules = (rule,) if rule else ()

    def say(text: str, *about: int, by: tuple[str, ...] = rules) -> Telling:
        return Telling(text, by, tuple(net.names[node] for node in about))

    def unit(code: int) -> str:
        return unit_words(words, code)

    match kind:
        case s.EV_MOVED:
            return say(
                f"{position.name(one)} moves {a(unit(two))} from {net.names[three]} to {net.names[four]}.", three, four
            )
        case s.EV_CALLED:
            return say(f"{position.name(one)} calls a new {words.unit} to {net.names[three]}.", two, three)
        case s.EV_SHIELDED:
            gained = "gets a second life" if words.rule else "raises its shield"
            return say(f"{position.name(one)}'s {unit(two - s.WEAPON_LEVELS)} on {net.names[three]} {gained}.", three)
        case s.EV_CHARGED:
            level = two % s.WEAPON_LEVELS
            by = (("VG-026", "VG-027"), ("OC-017", "OC-018"))[words.rule][level - 1]
            text = f"{position.name(one)} arms a {words.unit} on {net.names[three]}: it is {words.weapons[level]} now."
            return say(text, three, by=(by,))
        case s.EV_ATTACKED:
            return say(f"{position.name(one)} attacks from {net.names[two]} with {a(unit(three))}.", two)
        case s.EV_SHIELD_BROKEN:
            lost = "loses its second life" if words.rule else "loses its shield"
            return say(f"{position.name(one)}'s {unit(two)} on {net.names[three]} {lost}.", three)
        case s.EV_DESTROYED:
            return say(f"{position.name(one)}'s {unit(two)} on {net.names[three]} is destroyed.", three)
        case s.EV_LOST_AT_TWELVE:
            why = "twelve were in play" if position.board.total12 else "no plain standee was left"
            text = f"{position.name(one)}'s {unit(two)} on {net.names[three]} is destroyed: {why}."
            return say(text, three, by=("R-02",) if position.board.total12 else rules)
        case s.EV_REPLACED:
            return say(f"{position.name(one)} had no {words.unit} left and gets one on {net.names[two]}.", two)
        case s.EV_OUT:
            return say(f"{position.name(one)} has no {words.unit} left and is out of the game.")
        case s.EV_TURN_ENDED:
            unused = {1: " with one action unused", 2: " without an action"}.get(two, "")
            return say(f"{position.name(one)} ends the turn{unused}.")
        case s.EV_PAID:
            return say_paid(position, one, two, three)
        case s.EV_ROUND:
            scores = ", ".join(
                f"{position.name(seat)} {position.state.score[seat]}" for seat in range(position.players)
            )
            return say(f"Round {one} begins ({scores}).")
        case s.EV_OVERTIME:
            return say(f"A tie at {one} points: play goes on until one player leads alone.")
    return say_won(position, one, two)


def say_paid(position: Position, node: int, points: int, mask: int) -> Telling:
    """A scoring platform pays."""
    words, net = vocabulary(position), graph(position)
    seats = seats_of(mask)
    names = listed([position.name(seat) for seat in seats])
    alpha = net.kinds[node] == s.ALPHA
    shared = len(seats) > 1
    if words.rule:
        rule = "OC-047" if shared else "OC-046" if alpha else "OC-045"
    else:
        rule = "VG-097" if len(seats) > 2 else "VG-078" if shared else "VG-076" if alpha else "VG-077"
    share = f"{points} point{'s' * (points > 1)}{' each' if shared else ''}"
    return Telling(
        f"{words.kinds[net.kinds[node]]} {net.names[node]} gives {names} {share}.", (rule,), (net.names[node],)
    )


def say_won(position: Position, mask: int, how: int) -> Telling:
    """The end."""
    names = listed([position.name(seat) for seat in seats_of(mask)])
    several = mask.bit_count() > 1
    orbit = vocabulary(position).rule
    points = max(int(position.state.score[seat]) for seat in seats_of(mask))
    if how == s.LAST_STANDING:
        return Telling(f"{names} wins as the last player left.", ("OC-052",))
    if how == s.AT_THE_LIMIT:
        text = f"The round limit is reached: {names} {'share the win' if several else 'wins'} with {points} points."
        return Telling(text, ("OC-059" if orbit else "VG-094",))
    now = position.state
    rivals = [
        seat for seat in range(position.players) if now.score[seat] >= position.board.target and not now.out >> seat & 1
    ]
    how_far = 2 if now.overtime else int(len(rivals) > 1)
    rule = (("VG-081", "VG-082", "VG-083"), ("OC-049", "OC-050", "OC-051"))[orbit][how_far]
    return Telling(f"{names} wins with {points} points.", (rule,))
