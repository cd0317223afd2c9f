"""Vanagloria Galaxy: talk, pacts, and people who leave. Nothing of this is a rule of play, and nothing changes one."""

from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption, QuincunxError
from quincunx.table.match import Match
from quincunx.table.talk import PHRASES
from tests.helpers import pass_round, rule, scores, station, units, written


def allies(*seats: str, until_round: int = 0, **words: Any) -> Match:
    """A position in Alliances with an active non-aggression pact of seats 0 and 1."""
    game = station(*seats, talk="alliances", **words)
    number = game.propose(0, [0, 1], until_round=until_round)
    return game.answer(1, number, "accept")


# ---------------------------------------------------------------- modes


def test_one_of_three_ways_to_talk_is_chosen_before_the_game() -> None:
    """VG-043"""
    for talk in ("alliances", "competitive", "neutral"):
        assert quincunx.new("vanagloria", players=4, talk=talk, seed=1).options["talk"] == talk
    with pytest.raises(BadOption, match="alliances, competitive, neutral"):
        quincunx.new("vanagloria", players=4, talk="silent")
    assert quincunx.new("vanagloria", players=4, seed=1).options["talk"] == "neutral"


def test_competitive_has_no_alliances_and_no_talk_that_advises() -> None:
    """VG-046, R-34: fixed phrases only, in public and in private, and no pacts"""
    game = station(talk="competitive")
    with pytest.raises(QuincunxError, match="only fixed phrases"):
        game.say(0, "Attack Blue on K.a!")
    for phrase in PHRASES:
        game.say(0, phrase)
    with pytest.raises(QuincunxError, match="Private chat is off"):
        game.say(0, PHRASES[0], to=1)
    with pytest.raises(QuincunxError, match="no pacts in competitive talk"):
        game.propose(0, [0, 1])


def test_competitive_talk_cannot_have_private_chat() -> None:
    """R-34: section 3"""
    with pytest.raises(BadOption, match="no private chat"):
        quincunx.new("vanagloria", players=4, talk="competitive", private_chat="on")


def test_neutral_has_no_alliances_but_anything_may_be_said_even_lies() -> None:
    """VG-047, R-34: the program does not police what is said"""
    game = station(talk="neutral")
    game.say(0, "I will surely not attack you.").say(1, "Move to K.a, that is best for you.")
    said = [entry["text"] for kind, entry in game.entries if kind == "say"]
    assert said == ["I will surely not attack you.", "Move to K.a, that is best for you."]
    with pytest.raises(QuincunxError, match="no pacts in neutral talk"):
        game.propose(0, [0, 1])


@pytest.mark.parametrize(("talk", "usual"), [("alliances", "on"), ("neutral", "off"), ("competitive", "off")])
def test_private_chat_is_on_in_alliances_only_unless_chosen(talk: str, usual: str) -> None:
    """R-34"""
    game = quincunx.new("vanagloria", players=4, talk=talk, seed=1)
    assert game.options["private_chat"] == usual
    if usual == "on":
        game.say(0, "psst", to=1)
    else:
        with pytest.raises(QuincunxError, match="Private chat is off"):
            game.say(0, "Hello!", to=1)
    if talk == "neutral":
        quincunx.new("vanagloria", players=4, talk=talk, private_chat="on", seed=1).say(0, "psst", to=1)


def test_talk_never_changes_a_move_a_state_or_a_result() -> None:
    """R-34, R-17: section 5.4"""
    game, silent = allies("m@K.a", "d@K.a"), station("m@K.a", "d@K.a", talk="alliances")
    game.say(0, "Peace!").say(1, "Peace!", to=0)
    assert game.digest == silent.digest
    assert game.moves.numbers == silent.moves.numbers
    assert game.play("att m@K.a > 1:d@K.a").digest == silent.play("att m@K.a > 1:d@K.a").digest


@pytest.mark.parametrize("text", ["", "   ", "x" * 501, None, 5])
def test_nothing_and_far_too_much_cannot_be_said(text: Any) -> None:
    """R-34"""
    with pytest.raises(QuincunxError, match="Say something"):
        station().say(0, text)


# ---------------------------------------------------------------- pacts


def test_a_pact_changes_nothing_but_the_record() -> None:
    """TV-59: VG-044, VG-045, VG-098, R-17, R-34, R-35"""
    game = allies("m@F0.b, d@D0.r", "d@F0.b, d@D0.r, d@E1", round=3, until_round=5)
    (pact,) = game.pacts
    assert (pact.status, pact.members, pact.non_aggression, pact.until_round) == ("active", (0, 1), True, 5)
    assert rule(game, "act d@D0.r") == "VG-062", "the ally's unit is on the platform"
    assert rule(game, "att m@F0.b > 1:d@F0.b") is None
    assert game.would_break("att m@F0.b > 1:d@F0.b") == [pact], "the table asks for confirmation"
    game.play("att m@F0.b > 1:d@F0.b")
    assert units(game, 1) == "d@E1, d@D0.r"
    (pact,) = game.pacts
    assert (pact.status, pact.broken_by, pact.broken_in_round) == ("broken", 0, 3)
    assert scores(pass_round(game)) == [2, 0, 0, 0]


def test_pacts_may_be_temporary_or_permanent_against_each_other_or_a_common_enemy() -> None:
    """VG-044"""
    game = station(talk="alliances")
    game.propose(0, [0, 1], until_round=4)
    game.propose(2, [2, 3], non_aggression=False, common_enemy=0)
    game.propose(3, [0, 1, 3], common_enemy=2, public=False)
    for_a_time, for_good, three = game.pacts
    assert (for_a_time.until_round, for_good.until_round) == (4, 0)
    assert (for_good.common_enemy, for_good.non_aggression) == (0, False)
    assert (three.members, three.public) == ((0, 1, 3), False)


def test_a_pact_is_active_when_all_members_have_accepted() -> None:
    """VG-044"""
    game = station(talk="alliances")
    number = game.propose(0, [0, 1, 2])
    assert game.pacts[0].status == "proposed"
    assert game.answer(1, number, "accept").pacts[0].status == "proposed"
    assert game.answer(2, number, "accept").pacts[0].status == "active"


def test_a_pact_may_be_declined_or_left_openly() -> None:
    """VG-044"""
    game = station(talk="alliances")
    assert game.answer(1, game.propose(0, [0, 1]), "decline").pacts[0].status == "declined"
    number = game.propose(0, [0, 2])
    assert game.answer(2, number, "accept").answer(0, number, "leave").pacts[1].status == "left"


def test_betraying_an_ally_is_allowed_by_any_member_and_noted_once() -> None:
    """VG-045"""
    game = allies("d@K.a x2, m@F0.b", "m@K.a", acts=1).play("att m@K.a > 0:d@K.a")
    assert (game.pacts[0].status, game.pacts[0].broken_by) == ("broken", 1)
    pass_round(game)
    assert game.would_break("move m@F0.b > K.a") == []
    assert (game.play("move m@F0.b > K.a").play("att m@K.a > 1:m@K.a").pacts[0].broken_by) == 1


def test_only_an_attack_on_a_member_breaks_a_pact() -> None:
    """VG-045: not an attack on others, a step onto the ally's platform or a block"""
    game = allies("m@F0.b", "d@K.a", "d@F0.b, d@E2")
    assert game.would_break("att m@F0.b > 2:d@F0.b") == []
    game.play("att m@F0.b > 2:d@F0.b").play("move m@F0.b > K.a")
    assert game.pacts[0].status == "active"


@pytest.mark.parametrize("answer", [None, "decline"])
def test_a_pact_that_is_not_active_cannot_be_broken(answer: str | None) -> None:
    """VG-045"""
    game = station("m@K.a", "d@K.a", talk="alliances")
    number = game.propose(0, [0, 1])
    if answer:
        game.answer(1, number, answer)
    status = game.pacts[0].status
    assert game.play("att m@K.a > 1:d@K.a").pacts[0].status == status


def test_a_pact_against_a_common_enemy_is_a_declaration_only() -> None:
    """VG-044, VG-045: section 5.4; it is never breached"""
    game = station("m@K.a", "d@K.a", talk="alliances")
    number = game.propose(0, [0, 1], non_aggression=False, common_enemy=2)
    game.answer(1, number, "accept").play("att m@K.a > 1:d@K.a")
    assert game.pacts[0].status == "active"


def test_a_pact_holds_to_the_end_of_its_last_round() -> None:
    """VG-044: section 5.4"""
    game = allies("m@K.a", "d@K.a x2", round=3, until_round=4)
    pass_round(game)
    assert (written(game)["round"], game.pacts[0].status) == (4, "active")
    assert game.play("att m@K.a > 1:d@K.a").pacts[0].status == "broken"


def test_a_pact_expires_at_the_end_of_its_last_round() -> None:
    """VG-044: section 5.4; nobody has to say or do anything, and the table no longer asks"""
    game = allies("m@K.a", "d@K.a", round=3, until_round=3)
    pass_round(game)
    assert written(game)["round"] == 4
    assert game.pacts[0].status == "expired"
    assert game.would_break("att m@K.a > 1:d@K.a") == []


def test_an_attack_after_the_last_round_of_a_pact_is_no_breach() -> None:
    """VG-044, VG-045"""
    game = allies("m@K.a", "d@K.a", round=3, until_round=3)
    pass_round(game).play("att m@K.a > 1:d@K.a")
    assert (game.pacts[0].status, game.pacts[0].broken_by) == ("expired", None)


def test_a_pact_for_a_round_that_is_over_never_becomes_active() -> None:
    """VG-044"""
    game = station(talk="alliances", round=3)
    try:
        number = game.propose(0, [0, 1], until_round=2)
        game.answer(1, number, "accept")
    except QuincunxError:
        return
    assert game.pacts[0].status == "expired"


def test_allies_are_enemies_for_every_rule() -> None:
    """VG-098, R-17: they block, share and may be hit"""
    game = allies("d@F0.w, d@K.a", "d@F0.w, d@K.a")
    assert rule(game, "act d@F0.w") == "VG-062"
    assert scores(pass_round(game)) == [2, 2, 0, 0]


def test_nobody_moves_the_units_of_an_ally() -> None:
    """VG-098: a unit obeys its owner alone"""
    game = allies("d@K.a", "m@F0.b")
    assert rule(game, "move m@F0.b > K.a") == "VG-060"
    said = game.why_not_pick(("1:m@F0.b", "K.a"))
    assert said is not None
    assert said.startswith("VG-098: ")


def test_allies_do_not_win_together() -> None:
    """R-35: one winner, and the ally loses like all others"""
    game = pass_round(allies("d@K.a", "d@F1.b", scores=[48, 46, 0, 0]))
    assert written(game)["winners"] == [0]
    assert game.outcome == pytest.approx((1.0, -1 / 3, -1 / 3, -1 / 3))


def test_two_players_may_choose_alliances() -> None:
    """R-50: pact records work as for more"""
    game = station("m@K.a", "d@K.a", board="p2a", talk="alliances")
    game.answer(1, game.propose(0, [0, 1]), "accept").play("att m@K.a > 1:d@K.a")
    assert game.pacts[0].status == "broken"


@pytest.mark.parametrize(
    ("seat", "members", "words", "reason"),
    [
        (0, [1, 2], {}, "proposer is one of them"),
        (0, [0], {}, "at least two members"),
        (0, [0, 0], {}, "at least two members"),
        (0, [0, 1], {"common_enemy": 1}, "can't be a member"),
        (0, [0, 4], {}, "no seat 4"),
        (0, [0, 1], {"common_enemy": 7}, "no seat 7"),
        (0, [0, 1], {"until_round": -1}, "from 1 to 999"),
        (0, [0, 1], {"until_round": 1000}, "from 1 to 999"),
        (9, [0, 1], {}, "no seat 9"),
    ],
)
def test_a_pact_that_makes_no_sense_is_refused(
    seat: int, members: list[int], words: dict[str, Any], reason: str
) -> None:
    """VG-044"""
    with pytest.raises(QuincunxError, match=reason):
        station(talk="alliances").propose(seat, members, **words)


def test_an_answer_must_fit_the_pact() -> None:
    """VG-044"""
    game = station(talk="alliances")
    number = game.propose(0, [0, 1])
    for seat, pact, answer, reason in (
        (2, number, "accept", "not a member"),
        (1, 2, "accept", "no pact 2"),
        (1, 0, "accept", "no pact 0"),
        (1, number, "perhaps", "no answer"),
        (1, number, "leave", "is proposed"),
    ):
        with pytest.raises(QuincunxError, match=reason):
            game.answer(seat, pact, answer)
    with pytest.raises(QuincunxError, match="is active"):
        game.answer(1, number, "accept").answer(1, number, "accept")


def test_a_breach_that_is_taken_back_is_no_breach() -> None:
    """VG-045: undo"""
    game = allies("m@K.a", "d@K.a").play("att m@K.a > 1:d@K.a")
    assert game.pacts[0].status == "broken"
    assert game.undo().pacts[0].status == "active"


def test_pacts_outlive_the_moves_that_are_taken_back() -> None:
    """VG-044, R-34: talk is not part of the game, so an undo does not touch it"""
    game = station(talk="alliances").play("end")
    number = game.propose(0, [0, 1])
    assert game.answer(1, number, "accept").undo().pacts[0].status == "active"
    game = station(talk="alliances").play("end")
    number = game.propose(0, [0, 1])
    assert game.undo().answer(1, number, "accept").pacts[0].status == "active"


def test_pacts_are_saved_with_the_game() -> None:
    """VG-044, VG-045"""
    game = allies("m@K.a", "d@K.a").play("att m@K.a > 1:d@K.a")
    again = quincunx.loads(game.dumps())
    assert again.pacts == game.pacts
    assert again == game


# ---------------------------------------------------------------- people who leave


def test_an_idle_seat_passes_every_turn_and_its_units_stay() -> None:
    """R-41"""
    game = quincunx.new("vanagloria", players=3, seed=1, first_player=0, leaver="idle").leave(1)
    assert game.play("end").turn == 2
    assert game.play("end").turn == 0
    assert units(game, 1) == "d@E1"
    assert game.play("end").turn == 2


def test_by_default_a_bot_takes_the_seat() -> None:
    """R-41: the table knows that the seat is free; any bot can play it"""
    game = quincunx.new("vanagloria", players=2, seed=1, first_player=1).leave(1)
    assert game.options["leaver"] == "bot"
    assert (set(game.left), game.turn) == ({1}, 1)
    assert game.play(quincunx.bot("greedy", seed=1).choose(game)).line


def test_only_those_who_sit_at_the_table_can_leave() -> None:
    """R-41"""
    with pytest.raises(QuincunxError, match="no seat 4"):
        station().leave(4)


def test_an_undo_does_not_leave_the_turn_with_somebody_who_has_left() -> None:
    """R-41: the idle seat passes every turn, also after a move was taken back"""
    game = quincunx.new("vanagloria", players=2, seed=1, first_player=0, leaver="idle").leave(1)
    game.play("end")
    assert written(game)["round"] == 2
    assert game.undo().turn == 0


def test_a_saved_game_remembers_who_has_left() -> None:
    """R-41"""
    game = quincunx.new("vanagloria", players=3, seed=1, first_player=0, leaver="idle").leave(1).play("end")
    again = quincunx.loads(game.dumps())
    assert (set(again.left), again.turn) == ({1}, 2)
    assert again.play("end").play("end").turn == 2
