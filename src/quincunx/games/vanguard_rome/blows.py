"""An attack in words: who may strike, with what power, at whom, and what becomes of those who are struck."""

from quincunx.engine.game import Telling
from quincunx.engine.position import Position
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.naming import a, code_at, sum_text, unit_name, whose
from quincunx.games.vanguard_rome.notation import cell_text, place_text
from quincunx.games.vanguard_rome.setup import COMMAND_NAMES, KIND_NAMES

MOUNTED_RULES = {
    s.BALLISTA: "VR-106",
    s.CATAPULT: "VR-109",
    s.CAVALRY: "VR-114",
    s.CHARIOT: "VR-118",
    s.ELEPHANT: "VR-126",
}


def say_attack(position: Position, seat: int, faced: int, alone: int) -> Telling:
    """VR-062, VR-025: an attack begins, or the clash."""
    together = ("VR-075", "VR-084")
    if seat == s.NOBODY:
        return Telling("The armies clash.", ("VR-025", "VR-026", "R-11", *together))
    rules = ("VR-062", "VR-063", "VR-011", "VR-012", *together)
    if alone:
        return Telling(f"{position.name(seat)} attacks.", rules)
    text = f"{position.name(seat)} attacks, the vanguard against {position.name(faced)}."
    return Telling(text, (*rules, "VR-175", "VR-176", "R-44"))


def say_order(position: Position, seat: int, command: int, place: int, reach: int) -> Telling:
    """VR-154, VR-162 to VR-167: the command for an attack."""
    owner, cell = divmod(place, s.PLACE)
    code = code_at(position, place)
    far = " at the second space" if command == s.VOLLEY and reach == 2 else ""
    plays = f"{position.name(seat)} plays {COMMAND_NAMES[command]}"
    text = f"{plays} for the {unit_name(code)} {cell_text(cell)}{far}."
    if owner != seat:
        text = f"{plays} on {whose(position, place, s.ELEPHANT)}: it turns against its own side."
    rules = {
        s.JAVELIN: ("VR-154",),
        s.SURPRISE: ("VR-164",),
        s.VOLLEY: ("VR-165", "VR-166", "R-30", *(("VR-103",) if code & s.KIND_MASK == s.ARCHER else ())),
        s.STAMPEDE: ("VR-162", "VR-129", "R-31") if owner == seat else ("VR-163", "VR-130", "R-32"),
    }[command]
    vanguard = ("R-29",) if owner == seat and cell == s.VANGUARD else ("VR-167",)
    return Telling(text, (*rules, *vanguard, "VR-050", "R-35"), (place_text(owner, cell),))


def say_no_attack(position: Position, seat: int) -> Telling:
    """R-09, R-55"""
    text = f"Nobody of {position.name(seat)}'s army has a target: the attack goes into the void."
    return Telling(text, ("VR-081", "VR-083", "R-09", "R-53", "R-55"))


def power_parts(position: Position, code: int, power: int, in_vanguard: bool) -> tuple[list[str], list[str]]:
    """VR-085: what an own power is made of, and the rules of it; of a unit that is gone only the sum is known."""
    kind = code & s.KIND_MASK
    if not kind:
        return [str(power)], []
    base, rider = int(position.board.power[kind]), s.CHARIOT_BONUS if code & s.RIDDEN else 0
    parts, rules = [str(base)], []
    if power > base + rider:
        parts.append(f"+{power - base - rider} {'in the vanguard' if in_vanguard else 'at the end of the wing'}")
        rules += ["VR-115", "R-39"]
    if rider:
        parts.append(f"+{rider} Chariot")
        rules.append("VR-120")
    return parts, ["VR-085", *rules] if rules else []


def say_blow(position: Position, place: int, target: int, strong: int, hit: int, why_and_effect: int) -> Telling:
    """VR-070 to VR-073: one attacker, by what right it attacks, with what power, and whom."""
    why, effect = divmod(why_and_effect, 4)
    (seat, cell), (enemy, goal) = divmod(place, s.PLACE), divmod(target, s.PLACE)
    (power, code), (slingers, victim) = divmod(strong, s.CARD), divmod(hit, s.CARD)
    who, rules = attacker(position, place, code, why)
    parts, by_power = power_parts(position, code, power, cell == s.VANGUARD)
    parts += [f"+{slingers} {'Slinger' if slingers == 1 else 'Slingers'}"] if slingers else []
    at = whose(position, target, victim)
    if effect == s.STRIKES:
        verb = {s.BY_CATAPULT: "fires", s.BY_BALLISTA: "fires", s.BY_CAVALRY: "rides", s.BY_ENEMY: "tramples"}
        act = f"{verb.get(why, 'strikes')} with {sum_text(power + slingers, parts)} at {at}"
        rules += [*by_power, *(("VR-077", "VR-086", "VR-135", "R-04") if slingers else ())]
        rules += ["VR-136"] if slingers > 1 else []
    else:
        act = f"shoots at {at}" + (" in vain" if effect == s.SHOOTS_IN_VAIN else "")
        rules += ["VR-101"] if effect == s.SHOOTS else ["VR-102", "VR-170", "VR-171", "R-52"]
    if why not in (s.BY_CAVALRY, s.BY_ENEMY):
        rules += ["VR-072", "R-03"]
        rules += ["VR-177"] if position.players > 2 and cell % s.COLUMNS != s.CENTRE else []
    return Telling(f"{who} {act}.", tuple(dict.fromkeys(rules)), (place_text(seat, cell), place_text(enemy, goal)))


def attacker(position: Position, place: int, code: int, why: int) -> tuple[str, list[str]]:
    """A unit that attacks and by what right, and the rules of that."""
    owner, where, kind = f"{position.name(place // s.PLACE)}'s", cell_text(place % s.PLACE), code & s.KIND_MASK
    unit = unit_name(code)
    match why:
        case s.BY_VANGUARD:
            own = {
                s.BALLISTA: ["R-28"],
                s.CATAPULT: ["VR-107", "VR-108"],
                s.CAVALRY: ["VR-113"],
                s.ELEPHANT: ["VR-126", "VR-128"],
            }
            return f"{owner} {unit} in the vanguard", ["VR-070", "VR-014", "VR-073", "R-33", *own.get(kind, [])]
        case s.BY_BALLISTA:
            return f"{owner} Ballista {where}", ["VR-104", "VR-105", "VR-060", "VR-073"]
        case s.BY_CAVALRY:
            return f"{owner} unguarded Cavalry {where}", cavalry_rules(position, place)
        case s.BY_CATAPULT:
            return f"{owner} Catapult {where}", ["VR-107", "VR-108", "R-33"]
        case s.BY_STANDARD:
            own = {s.STANDARD: ["VR-139"], s.CAVALRY: ["VR-113"], s.ELEPHANT: ["VR-128"]}
            return f"{owner} {unit} {where} follows the Standard and", ["VR-137", "VR-138", "R-26", *own.get(kind, [])]
        case s.BY_ORDER:
            own = {s.CAVALRY: ["VR-113"]}
            return f"{owner} {unit} {where}, by order,", ["VR-071", "VR-082", "R-28", *own.get(kind, [])]
    return f"{owner} stampeded Elephant {where}", ["VR-130", "VR-163", "R-32"]


def cavalry_rules(position: Position, place: int) -> list[str]:
    """VR-110 to VR-112; beside a Standard, R-58."""
    beside = [code_at(position, place + step) & s.KIND_MASK for step in (-1, 1) if place % s.PLACE + step >= 0]
    return ["VR-110", "VR-111", "VR-112", "R-20"] + (["R-58"] if s.STANDARD in beside else [])


def say_fate(position: Position, place: int, code: int, damage: int, power: int, consuls_and_fate: int) -> Telling:
    """VR-074, VR-101: whether a unit that was attacked survives."""
    consuls, fate = divmod(consuls_and_fate, 4)
    seat, cell = divmod(place, s.PLACE)
    who, about = whose(position, place, code), (place_text(seat, cell),)
    parts, rules = power_parts(position, code, power, cell == s.VANGUARD)
    parts += [f"+{consuls} {'Consul' if consuls == 1 else 'Consuls'}"] if consuls else []
    against = f"{damage} against {sum_text(power + consuls, parts)}"
    helped = ["VR-087", "VR-124", "R-21"] if consuls else []
    gone = ["VR-080", *(["R-18", "R-48"] if code & s.RIDDEN else []), *gap_rules(position, seat, cell)]
    if fate == s.SHOT:
        helpless = ["R-19"] if consuls else []
        return Telling(f"{who} is shot.", ("VR-101", *mounted_rules(code), *helpless, *gone), about)
    if fate == s.FELLED:
        return Telling(f"{who} falls: {against}.", ("VR-074", "VR-076", "R-07", "R-08", *rules, *helped, *gone), about)
    if fate == s.STANDS:
        return Telling(f"{who} stands: {against}.", ("VR-074", "VR-078", "VR-079", "R-07", *rules, *helped), about)
    immune = ["VR-131"] if code & s.KIND_MASK == s.INFANTRY else ["VR-132"]
    immune += ["R-49"] if code & s.RIDDEN else []
    also = f", and stands: {against}" if damage else ""
    return Telling(f"{who} is safe from Archers{also}.", ("VR-102", *immune, "R-19"), about)


def gap_rules(position: Position, seat: int, cell: int) -> list[str]:
    """VR-083: a front unit leaves a gap; R-56: an army may have lost its whole front row and live."""
    if cell >= s.COLUMNS:
        return []
    front, rear = position.state.line[seat]
    return ["VR-083", "R-56"] if rear and not front else ["VR-083"]


def mounted_rules(code: int) -> list[str]:
    """VR-088: why Infantry could not have protected a unit."""
    if code & s.RIDDEN:
        return ["VR-088", "VR-121", "R-23"]
    kind = code & s.KIND_MASK
    return ["VR-088", MOUNTED_RULES[kind]] if kind in MOUNTED_RULES else []


def say_turned_up(position: Position, place: int, kind: int) -> Telling:
    """VR-182"""
    seat, cell = divmod(place, s.PLACE)
    text = f"{position.name(seat)}'s hidden unit {cell_text(cell)} is turned up: {a(KIND_NAMES[kind])}."
    return Telling(text, ("VR-182", "R-34"), (place_text(seat, cell),))
