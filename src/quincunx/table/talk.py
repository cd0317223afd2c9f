"""Talk at the table: who may say what, and pacts. Nothing said here ever changes a legal move, a state or a result."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from quincunx.engine.errors import QuincunxError, is_text, shown
from quincunx.engine.options import Value

PHRASES = ("Hello!", "Good luck!", "Thank you!", "Well played.", "Please wait a moment.", "I am back.", "Goodbye.")
"""What may be said in every talk mode."""
LONGEST_TEXT = 500

PROPOSED, ACTIVE, DECLINED, LEFT, EXPIRED, BROKEN = "proposed", "active", "declined", "left", "expired", "broken"


def mode(options: Mapping[str, Value]) -> str:
    """The talk mode of a table."""
    return str(options.get("talk", "neutral"))


def check_speech(options: Mapping[str, Value], text: str, *, private: bool) -> None:
    """Raises the reason why this may not be said."""
    if not is_text(text) or not text.strip() or len(text) > LONGEST_TEXT:
        raise QuincunxError(f"Say something of 1 to {LONGEST_TEXT} characters.")
    if mode(options) == "competitive" and text not in PHRASES:
        raise QuincunxError(f"In competitive talk only fixed phrases are said: {' '.join(PHRASES)}")
    if private and options.get("private_chat") != "on":
        raise QuincunxError("Private chat is off at this table; speak to all.")


@dataclass(frozen=True)
class Pact:
    """A promise between people, kept as a record. It shares no points and no victory."""

    number: int
    members: tuple[int, ...]
    non_aggression: bool
    common_enemy: int | None
    until_round: int
    """0: permanent."""
    public: bool
    status: str
    accepted: frozenset[int]
    broken_by: int | None = None
    broken_in_round: int | None = None

    def forbids(self, attacker: int | None, target: int) -> bool:
        """Whether an attack by one member on another would break it."""
        both = attacker in self.members and target in self.members
        return self.status == ACTIVE and self.non_aggression and both


def check_pact(
    options: Mapping[str, Value], seat: int, members: Sequence[int], enemy: int | None, until_round: int
) -> None:
    """Raises the reason why this pact can't be proposed."""
    if mode(options) != "alliances":
        raise QuincunxError(f"There are no pacts in {mode(options)} talk; choose talk = alliances before the game.")
    if seat not in members or len(set(members)) < 2:
        raise QuincunxError("A pact has at least two members, and its proposer is one of them.")
    if enemy in members:
        raise QuincunxError("The common enemy can't be a member of the pact.")
    if isinstance(until_round, bool) or not isinstance(until_round, int) or not 0 <= until_round <= 999:
        raise QuincunxError("A pact lasts until a round from 1 to 999, or for good (0).")


def check_answer(pacts: Sequence[Pact], seat: int, number: int, answer: str) -> None:
    """Raises the reason why this answer can't be given."""
    if answer not in ("accept", "decline", "leave"):
        raise QuincunxError(f"{shown(answer)} is no answer to a pact; say accept, decline or leave.")
    if type(number) is not int or not 1 <= number <= len(pacts):
        raise QuincunxError(f"There is no pact {shown(number)}.")
    pact = pacts[number - 1]
    if seat not in pact.members:
        raise QuincunxError(f"Seat {seat} is not a member of pact {number}.")
    needed = ACTIVE if answer == "leave" else PROPOSED
    if pact.status != needed:
        raise QuincunxError(f"Pact {number} is {pact.status}: you can't {answer} it.")


def fold(
    records: Sequence[Mapping[str, Value]],
    attacks: Sequence[tuple[int, int, int, int]],
    round_after: Callable[[int], int],
    round_now: int,
) -> list[Pact]:
    """All pacts as they stand, from what was said and which attacks were made since, in order."""
    pacts: list[Pact] = []
    happened: list[tuple[int, int, Mapping[str, Value] | tuple[int, int, int, int]]] = []
    happened += [(record["moves"], 0, record) for record in records]
    happened += [(attack[0], 1, attack) for attack in attacks]
    for moves, _, thing in sorted(happened, key=lambda item: item[:2]):
        pacts = [_expire(pact, round_after(moves)) for pact in pacts]
        if isinstance(thing, tuple):
            _, attacker, target, round_ = thing
            pacts = [_break(pact, attacker, target, round_) for pact in pacts]
        elif "propose" in thing:
            pacts.append(_proposed(thing))
        else:
            answer = next(word for word in ("accept", "decline", "leave") if word in thing)
            number = thing[answer]
            pacts[number - 1] = _answered(pacts[number - 1], thing["seat"], answer)
    return [_expire(pact, round_now) for pact in pacts]


def _proposed(record: Mapping[str, Value]) -> Pact:
    return Pact(
        number=record["propose"],
        members=tuple(record["members"]),
        non_aggression=record["non_aggression"],
        common_enemy=record["common_enemy"],
        until_round=record["until_round"],
        public=record["public"],
        status=PROPOSED,
        accepted=frozenset({record["seat"]}),
    )


def _answered(pact: Pact, seat: int, answer: str) -> Pact:
    if answer == "accept":
        accepted = pact.accepted | {seat}
        return replace(pact, accepted=accepted, status=ACTIVE if accepted == set(pact.members) else PROPOSED)
    return replace(pact, status=DECLINED if answer == "decline" else LEFT)


def _expire(pact: Pact, round_: int) -> Pact:
    over = pact.status in (ACTIVE, PROPOSED) and 0 < pact.until_round < round_
    return replace(pact, status=EXPIRED) if over else pact


def _break(pact: Pact, attacker: int, target: int, round_: int) -> Pact:
    if not pact.forbids(attacker, target):
        return pact
    return replace(pact, status=BROKEN, broken_by=attacker, broken_in_round=round_)
