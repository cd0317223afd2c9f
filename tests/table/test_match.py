"""A game being played: who sits where, what may be said, what is taken back, who leaves, and what a save file holds."""

import hashlib
import itertools
import json
from collections import Counter
from typing import Any

import pytest

import quincunx
from quincunx.engine.chance import Seed
from quincunx.engine.errors import BadSave, QuincunxError, Refused
from quincunx.table.match import Match, Player, styles_before
from quincunx.table.talk import PHRASES
from tests.helpers import orbit, station
from tests.playouts import EVERY_GAME

PEOPLE = ["Ann", "Bob", "Cem"]


def play_on(match: Match, moves: int, seed: int = 1) -> Match:
    """So many moves of a random bot, or to the end."""
    bot = quincunx.bot("random", seed=seed)
    for _ in range(moves):
        if not match.over:
            match.play(bot.choose(match))
    return match


def allies(*seats: str, **words: Any) -> Match:
    """A position with an active pact of seats 0 and 1, the second about to attack the first."""
    match = station(*(seats or ("d@K.a x2", "m@K.a")), talk="alliances", acts=1, **words)
    return match.answer(1, match.propose(0, [0, 1]), "accept")


ATTACK = "att m@K.a > 0:d@K.a"


# ---------------------------------------------------------------- seats


def games_with(*options: str) -> list[str]:
    """The games that have these options."""
    return [name for name in EVERY_GAME if set(options) <= {option.name for option in quincunx.game(name).options}]


@pytest.mark.parametrize("name", games_with("seating"))
def test_shuffled_people_may_sit_in_any_order(name: str) -> None:
    """R-32: all six orders of three occur, about equally often"""
    orders = Counter(tuple(quincunx.new(name, 3, seed=seed, seats=PEOPLE).names) for seed in range(180))
    assert set(orders) == set(itertools.permutations(PEOPLE))
    assert all(12 <= count <= 52 for count in orders.values()), orders


@pytest.mark.parametrize("name", EVERY_GAME)
def test_how_seats_look_is_told_beforehand_only_if_the_start_changes_nothing(name: str) -> None:
    game = quincunx.game(name)
    for players in game.players:
        told = styles_before(game, players, game.settle(players, {}))
        for seed in range(4):
            match = quincunx.new(name, players, seed=seed, seats=[f"Player {seat}" for seat in range(players)])
            seats = [match.names.index(f"Player {seat}") for seat in range(players)] if told else []
            assert [game.side(match, seat) for seat in seats] == told


@pytest.mark.parametrize("name", games_with("seating"))
def test_who_sits_as_joined_knows_the_own_colour(name: str) -> None:
    """R-32"""
    game = quincunx.game(name)
    told = styles_before(game, 4, game.settle(4, {"seating": "as_joined"}))
    assert [style.letter for style in told] == ["R", "B", "G", "A"]


def test_the_same_seed_seats_people_in_the_same_way() -> None:
    """R-32"""
    for seed in range(5):
        one, other = (quincunx.new("vanagloria", 6, seed=seed, seats=list("ABCDEF")) for _ in range(2))
        assert one.seats == other.seats
        assert one == other


def test_without_a_seed_chance_decides_where_people_sit() -> None:
    assert len({tuple(quincunx.new("vanagloria", 6, seats=list("ABCDEF")).names) for _ in range(8)}) > 1


def test_people_sit_as_they_joined_if_they_like() -> None:
    """R-32"""
    for seed in range(10):
        match = quincunx.new("vanagloria", 3, seed=seed, seats=PEOPLE, seating="as_joined")
        assert match.names == PEOPLE
        assert [match.name(seat) for seat in range(3)] == PEOPLE


def test_the_seating_tells_nothing_about_the_first_player() -> None:
    """The two are drawn apart: every first player meets every order."""
    seen = {
        (match.turn, match.names[0])
        for match in (quincunx.new("vanagloria", 2, seed=s, seats=["A", "B"]) for s in range(40))
    }
    assert seen == {(turn, name) for turn in (0, 1) for name in "AB"}


def test_a_game_without_named_seats_is_played_by_colours() -> None:
    match = quincunx.new("vanagloria", 4, seed=1)
    assert (match.seats, match.names) == ((), [])
    assert [match.name(seat) for seat in range(4)] == ["Red", "Blue", "Green", "Amber"]


def test_people_are_named_wherever_the_game_is_told() -> None:
    match = quincunx.new("vanagloria", 3, seed=1, seats=PEOPLE)
    name = match.name(match.turn or 0)
    assert match.play("end").log == [f"{name} ends the turn without an action."]
    assert sorted(seat.name for seat in match.scene().seats) == PEOPLE
    assert match.at(0).name(0) == match.view(0).name(0) == match.copy().name(0) == match.name(0)
    assert name in repr(match.undo())


@pytest.mark.parametrize("seats", [["Ann"], ["Ann", "Bob", "Cem"], ["bot:greedy"] * 4])
def test_as_many_seats_are_named_as_there_are_players(seats: list[str]) -> None:
    with pytest.raises(QuincunxError, match=f"{len(seats)} seats are named, but 2 players"):
        quincunx.new("vanagloria", 2, seats=seats)


# ---------------------------------------------------------------- bots at the table


def test_bots_sit_at_their_seats_by_name() -> None:
    seats = ["Ann", "bot:greedy", "bot:random", "bot:greedy"]
    match = quincunx.new("vanagloria", 4, seed=1, seats=seats, seating="as_joined")
    assert [player.bot for player in match.seats] == [None, "greedy", "random", "greedy"]
    assert [name.split()[0] for name in match.names] == ["Ann", "Greedy", "Random", "Greedy"]
    assert len(set(match.names)) == 4


def test_shuffled_bots_keep_their_names() -> None:
    seen = {quincunx.new("vanagloria", 2, seed=seed, seats=["Ann", "bot:greedy"]).seats for seed in range(20)}
    ann, bot = next(seats for seats in seen if seats[0] == Player("Ann"))
    assert bot.bot == "greedy"
    assert seen == {(ann, bot), (bot, ann)}


@pytest.mark.parametrize(
    ("name", "options", "rounds"),
    [
        ("vanagloria", {}, 60),
        ("vanagloria", {"target": 100}, 120),
        ("vanagloria", {"target": "150"}, 180),
        ("vanagloria", {"round_limit": 7}, 7),
        ("vanagloria", {"round_limit": 0}, 0),
        ("orbit-cubes", {}, 60),
    ],
)
def test_a_game_with_bots_has_a_round_limit(name: str, options: dict[str, Any], rounds: int) -> None:
    """R-11: 60 rounds per 50 points"""
    match = quincunx.new(name, 2, seed=1, seats=["Ann", "bot:greedy"], **options)
    assert match.options["round_limit"] == rounds
    assert quincunx.loads(match.dumps()).options["round_limit"] == rounds


def test_people_among_themselves_have_no_round_limit() -> None:
    """R-11"""
    assert quincunx.new("vanagloria", 2, seed=1, seats=["Ann", "Bob"]).options["round_limit"] == 0
    assert quincunx.new("vanagloria", 2, seed=1).options["round_limit"] == 0
    assert quincunx.new("vanagloria", 2, seed=1, seats=["robot:x", "Bob"]).seats[0].bot is None


# ---------------------------------------------------------------- leaving


def test_an_idle_seat_passes_at_once_when_its_player_leaves() -> None:
    """R-41"""
    match = quincunx.new("vanagloria", 3, seed=1, first_player=1, leaver="idle").leave(1)
    assert match.turn == 2
    assert [kind for kind, _ in match.entries] == ["leave", "move"]
    assert match.play("end").turn == 0
    assert match.play("end").turn == 2, "seat 1 has passed again"


def test_a_bot_may_take_the_seat() -> None:
    """R-41: nothing is played by itself; the table lets a bot choose"""
    match = quincunx.new("vanagloria", 3, seed=1, first_player=1, leaver="bot").leave(1)
    assert (match.turn, match.left, match.line) == (1, {1}, [])
    match.play(quincunx.bot("greedy", seed=1).choose(match))
    assert len(match.line) == 1


def test_who_has_left_cannot_leave_again() -> None:
    match = quincunx.new("vanagloria", 3, seed=1, leaver="bot").leave(0).leave(0)
    assert match.entries == [("leave", 0)]


@pytest.mark.parametrize("seat", [-1, 3, True, None, "0"])
def test_nobody_leaves_a_seat_that_is_not_there(seat: Any) -> None:
    with pytest.raises(QuincunxError, match="There is no seat"):
        quincunx.new("vanagloria", 3, seed=1).leave(seat)


@pytest.mark.parametrize("name", games_with("leaver", "round_limit"))
def test_a_table_that_everybody_leaves_comes_to_rest(name: str) -> None:
    match = quincunx.new(name, 3, seed=1, leaver="idle", round_limit=5)
    for seat in range(3):
        match.leave(seat)
    assert match.left == {0, 1, 2}
    assert quincunx.loads(match.dumps()) == match


def test_the_last_person_plays_the_game_to_its_end() -> None:
    """R-41: two idle seats pass until the limit ends the game"""
    match = quincunx.new("vanagloria", 3, seed=1, leaver="idle", round_limit=4).leave(0).leave(2)
    turns = 0
    while not match.over:
        assert match.turn == 1
        match.play("end")
        turns += 1
    assert turns == 4
    assert quincunx.loads(match.dumps()) == match


# ---------------------------------------------------------------- talk


@pytest.mark.parametrize("talk", ["alliances", "neutral", "competitive"])
def test_everybody_may_say_a_phrase_in_every_mode(talk: str) -> None:
    """R-34"""
    match = quincunx.new("vanagloria", 3, seed=1, talk=talk)
    for seat, phrase in enumerate(PHRASES):
        match.say(seat % 3, phrase)
    assert match.entries == [("say", {"seat": i % 3, "text": phrase}) for i, phrase in enumerate(PHRASES)]


@pytest.mark.parametrize(("talk", "free"), [("alliances", True), ("neutral", True), ("competitive", False)])
def test_free_talk_depends_on_the_mode(talk: str, free: bool) -> None:
    """VG-046, VG-047, R-34"""
    match = quincunx.new("vanagloria", 3, seed=1, talk=talk)
    if free:
        assert match.say(0, "Attack Blue!").entries[-1] == ("say", {"seat": 0, "text": "Attack Blue!"})
    else:
        with pytest.raises(QuincunxError, match="only fixed phrases are said: Hello!"):
            match.say(0, "Attack Blue!")
        assert match.entries == []


@pytest.mark.parametrize(
    ("options", "heard"),
    [
        ({"talk": "alliances"}, True),
        ({"talk": "alliances", "private_chat": "off"}, False),
        ({"talk": "neutral"}, False),
        ({"talk": "neutral", "private_chat": "on"}, True),
        ({"talk": "competitive"}, False),
    ],
)
def test_private_chat_is_on_or_off(options: dict[str, str], heard: bool) -> None:
    """R-34"""
    match = quincunx.new("vanagloria", 3, seed=1, **options)
    if heard:
        assert match.say(0, "Hello!", 2).entries == [("say", {"seat": 0, "text": "Hello!", "to": 2})]
    else:
        with pytest.raises(QuincunxError, match="Private chat is off"):
            match.say(0, "Hello!", 2)


@pytest.mark.parametrize("talk", ["alliances", "neutral", "competitive"])
def test_pacts_exist_in_alliances_only(talk: str) -> None:
    """VG-043, VG-044, VG-046, VG-047"""
    match = quincunx.new("vanagloria", 3, seed=1, talk=talk)
    if talk == "alliances":
        assert match.propose(0, [0, 1]) == 1
        assert match.propose(1, [1, 2]) == 2
        return
    with pytest.raises(QuincunxError, match=f"There are no pacts in {talk} talk"):
        match.propose(0, [0, 1])
    assert match.pacts == []
    with pytest.raises(QuincunxError, match="There is no pact 1"):
        match.answer(1, 1, "accept")


@pytest.mark.parametrize("name", ["alliances", "neutral", "competitive"])
def test_only_an_active_pact_can_be_broken(name: str) -> None:
    """VG-045: elsewhere the table asks nothing"""
    match = station("d@K.a x2", "m@K.a", talk=name, acts=1)
    assert match.would_break(ATTACK) == []
    if name == "alliances":
        number = match.propose(0, [0, 1])
        assert match.would_break(ATTACK) == [], "not yet accepted"
        match.answer(1, number, "accept")
        assert match.would_break(ATTACK) == match.pacts
        assert match.would_break(match.number(ATTACK)) == match.pacts
        assert match.would_break("end") == match.would_break("move m@K.a > F0.b") == []
        assert match.answer(0, number, "leave").would_break(ATTACK) == []


def test_several_pacts_break_at_once() -> None:
    """VG-045"""
    match = allies()
    three = match.propose(1, [0, 1, 2])
    match.answer(0, three, "accept").answer(2, three, "accept")
    others = match.propose(0, [0, 3])
    match.answer(3, others, "accept")
    assert [pact.number for pact in match.would_break(ATTACK)] == [1, three]
    match.play(ATTACK)
    assert [pact.status for pact in match.pacts] == ["broken", "broken", "active"]
    assert [pact.broken_by for pact in match.pacts] == [1, 1, None]


def test_pacts_are_asked_of_any_game() -> None:
    match = orbit("d@F0", "m@F0", talk="alliances", acts=1)
    match.answer(1, match.propose(0, [0, 1]), "accept")
    assert match.would_break("att m@F0 > 0:d@F0") == match.pacts
    assert match.play("att m@F0 > 0:d@F0").pacts[0].status == "broken"


def test_a_word_or_a_pact_changes_no_state() -> None:
    match = allies()
    match.say(0, "Peace!", 1)
    match.propose(2, [2, 3], common_enemy=0)
    assert match.digest == station("d@K.a x2", "m@K.a", talk="alliances", acts=1).digest
    assert match.line == []


# ---------------------------------------------------------------- taking back


def test_an_undo_is_an_entry_of_its_own() -> None:
    match = quincunx.new("vanagloria", 2, seed=1).play("end").play("end").undo(2)
    assert [kind for kind, _ in match.entries] == ["move", "move", "undo"]
    assert (match.line, match.log) == ([], [])
    assert match.digest == quincunx.new("vanagloria", 2, seed=1).digest


def test_a_breach_that_is_taken_back_is_no_breach_and_can_come_again() -> None:
    """VG-045"""
    match = allies().play(ATTACK)
    assert match.pacts[0].status == "broken"
    assert match.undo().pacts[0].status == "active"
    assert match.would_break(ATTACK) == match.pacts
    assert match.play("end").pacts[0].status == "active"
    assert match.undo().play(ATTACK).pacts[0].status == "broken"


def test_a_pact_outlives_the_moves_after_which_it_was_made() -> None:
    """R-34: what was said was said, whatever is taken back"""
    match = station("d@K.a x2", "m@K.a", talk="alliances", acts=0).play("move d@K.a > F0.b").play("end")
    number = match.propose(0, [0, 1])
    match.undo(2)
    assert match.pacts[0].status == "proposed"
    assert match.answer(1, number, "accept").pacts[0].status == "active"
    assert match.play("end").would_break(ATTACK) == match.pacts
    assert match.play(ATTACK).pacts[0].status == "broken"
    assert quincunx.loads(match.dumps()).pacts == match.pacts


def test_a_pact_that_was_left_stays_left_when_moves_are_taken_back() -> None:
    match = allies("d@K.a x2", "m@K.a").play("end")
    match.answer(0, 1, "leave").undo()
    assert match.pacts[0].status == "left"
    assert match.play(ATTACK).pacts[0].status == "left"
    assert quincunx.loads(match.dumps()) == match


def test_who_proposes_after_an_undo_gets_the_next_number() -> None:
    match = station(talk="alliances").play("end")
    assert match.propose(0, [0, 1]) == 1
    assert match.undo().propose(0, [0, 2]) == 2
    assert [pact.members for pact in match.pacts] == [(0, 1), (0, 2)]


def test_who_has_left_stays_away_when_moves_are_taken_back() -> None:
    """R-41"""
    match = quincunx.new("vanagloria", 3, seed=1, first_player=0, leaver="bot").play("end").leave(2).undo()
    assert match.left == {2}
    assert quincunx.loads(match.dumps()).left == {2}


def test_a_move_is_taken_back_together_with_the_passes_of_those_who_left() -> None:
    """R-41: the turn never stays with a seat that nobody plays"""
    match = quincunx.new("vanagloria", 3, seed=1, first_player=0, leaver="idle").leave(1).leave(2)
    match.play("end")
    assert (len(match.line), match.turn) == (3, 0)
    match.undo()
    assert match.turn == 0
    assert match.line == []
    again = quincunx.loads(match.dumps())
    assert again == match
    assert again.play("end").digest == match.play("end").digest


@pytest.mark.parametrize("count", [0, -1, 3, True, 1.0, "1", None])
def test_only_moves_that_were_played_are_taken_back(count: Any) -> None:
    match = quincunx.new("vanagloria", 2, seed=1).play("end").play("end")
    with pytest.raises(QuincunxError, match="can't be taken back"):
        match.undo(count)
    assert len(match.line) == 2


def test_a_finished_game_can_be_taken_back_too() -> None:
    match = quincunx.new("vanagloria", 2, seed=1, round_limit=1).play("end").play("end")
    assert match.over
    assert match.undo().turn is not None
    assert match.play("end").over


# ---------------------------------------------------------------- the past


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_step_of_the_past_can_be_seen(name: str) -> None:
    match = quincunx.new(name, min(3, quincunx.game(name).seats), seed=2)
    digests = [match.digest]
    for _ in range(25):
        digests.append(play_on(match, 1, seed=len(digests)).digest)
    assert [match.at(step).digest for step in range(26)] == digests
    assert match.at(25) == match.copy()


def test_the_past_is_a_copy() -> None:
    match = play_on(quincunx.new("vanagloria", 2, seed=1), 10)
    for step in (0, 5, 10):
        match.at(step).play("end")
    assert match.at(5).digest != match.at(5).play("end").digest
    assert match == quincunx.loads(match.dumps())
    match.at(0).raw[:] = 0
    assert match.at(0).digest == quincunx.new("vanagloria", 2, seed=1).digest


@pytest.mark.parametrize("step", [-1, 4, 10**9])
def test_there_is_nothing_before_the_start_and_after_the_end(step: int) -> None:
    match = play_on(quincunx.new("vanagloria", 2, seed=1), 3)
    with pytest.raises(QuincunxError, match=f"There is no step {step}; 3 moves have been played"):
        match.at(step)


def test_the_log_tells_every_move_in_order() -> None:
    match = play_on(quincunx.new("vanagloria", 3, seed=3), 40)
    tellings = match.tellings()
    assert len(tellings) == 40
    assert all(tellings), "every move is told"
    assert match.log == [telling.words for move in tellings for telling in move]
    book = match.game.rulebook
    for telling in (telling for move in tellings for telling in move):
        assert telling.words.endswith((".", ")."))
        assert [rule for rule in telling.rules if rule not in book.rules] == []
        assert set(telling.about) <= {place.id for place in match.scene().places}


def test_the_log_forgets_what_was_taken_back() -> None:
    match = play_on(quincunx.new("vanagloria", 3, seed=3), 12)
    told = match.log
    before = play_on(quincunx.new("vanagloria", 3, seed=3), 8).log
    assert match.undo(4).log == before == told[: len(before)]
    assert match.play("end").log[: len(before)] == before
    assert len(match.tellings()) == 9


def test_asking_for_the_log_again_and_again_changes_nothing() -> None:
    one, other = (quincunx.new("orbit-cubes", 2, seed=1) for _ in range(2))
    for _ in range(15):
        play_on(one, 1)
        one.log  # noqa: B018
        play_on(other, 1)
    assert one.log == other.log


def test_a_refused_move_is_not_an_entry() -> None:
    match = quincunx.new("vanagloria", 2, seed=1)
    before = match.raw.tobytes()
    with pytest.raises(Refused):
        match.play(match.game.move_count - 1)
    assert (match.entries, match.line, match.log, match.raw.tobytes()) == ([], [], [], before)


# ---------------------------------------------------------------- saves


def everything() -> Match:
    """A game with every kind of entry."""
    seats = ["Ann", "Bob", "bot:greedy", "Zoë \\"]
    match = quincunx.new("vanagloria", 4, seed=5, seats=seats, talk="alliances", turn="random", leaver="idle")
    match.say(0, "Hello!").say(1, 'psst "quoted" \\ ☂', 0)
    play_on(match, 5)
    first = match.propose(0, [0, 1], common_enemy=2, until_round=9, public=False)
    match.answer(1, first, "accept")
    second = match.propose(1, [1, 2, 3], non_aggression=False)
    match.answer(2, second, "decline")
    play_on(match, 3).undo(2)
    match.answer(0, first, "leave")
    play_on(match, 4, seed=2).leave(3)
    return play_on(match, 12, seed=3)


def test_a_save_holds_every_kind_of_entry() -> None:
    match = everything()
    assert Counter(kind for kind, _ in match.entries).keys() == {"move", "undo", "leave", "say", "pact"}
    again = quincunx.loads(match.dumps())
    assert again == match
    assert (again.entries, again.seats, again.left, again.pacts) == (
        match.entries,
        match.seats,
        match.left,
        match.pacts,
    )
    assert (again.line, again.log, again.options) == (match.line, match.log, match.options)
    assert again.dumps() == match.dumps()


def test_what_ends_a_line_elsewhere_does_not_end_a_line_of_a_save() -> None:
    """U+2028, U+0085 and others may be said, and may be part of a name."""
    match = quincunx.new("vanagloria", 2, seed=1, seats=["Zoë\u2028", "B\x85"]).say(0, "one\u2029two\x1cthree\x0b")
    assert quincunx.loads(match.dumps()) == match


def test_a_loaded_game_goes_on_as_if_nothing_had_happened() -> None:
    match = everything()
    again = quincunx.loads(match.dumps())
    assert play_on(again, 30, seed=9) == play_on(match, 30, seed=9)
    assert again.undo(7) == match.undo(7)


def test_a_save_is_one_json_object_a_line() -> None:
    match = everything()
    lines = [json.loads(line) for line in match.dumps().split("\n")[:-1]]
    assert len(lines) == len(match.entries) + 2
    assert [line["n"] for line in lines[1:-1]] == list(range(1, len(match.entries) + 1))
    assert lines[0]["game"] == "vanagloria"
    assert lines[0]["rules"] == match.game.version
    assert [seat.get("bot") for seat in lines[0]["seats"]].count("greedy") == 1
    assert lines[-1]["seal"]["state"] == match.digest
    assert all("check" in line for line in lines)


def test_moves_are_saved_in_words_with_their_seat() -> None:
    match = quincunx.new("vanagloria", 2, seed=1, first_player=0).play("end").play("end")
    entries = [json.loads(line) for line in match.dumps().splitlines()[1:-1]]
    assert [(entry["seat"], entry["move"]) for entry in entries] == [(0, "end"), (1, "end")]


def test_a_game_that_was_set_up_is_saved_with_its_start() -> None:
    match = allies("m@K.a", "d@K.a, m@K.a", scores=[3, 1, 4, 1], round=7).play("att m@K.a > 0:m@K.a")
    again = quincunx.loads(match.dumps())
    assert again == match
    assert again.at(0).digest == match.at(0).digest
    assert again.pacts == match.pacts


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_finished_game_is_saved_with_its_end(name: str) -> None:
    limit: dict[str, Any] = {"round_limit": 3} if name in games_with("round_limit") else {}
    match = play_on(quincunx.new(name, 2, seed=1, **limit), 1000)
    again = quincunx.loads(match.dumps())
    assert again.over
    assert again.outcome == match.outcome
    assert json.loads(match.dumps().splitlines()[-1])["seal"]["over"] is True


def test_a_changed_save_is_not_loaded() -> None:
    text = everything().dumps()
    for was, becomes in (("Hello!", "Hello?"), ('"Ann"', '"Eve"'), ('"undo":2', '"undo":1')):
        assert was in text
        with pytest.raises(BadSave, match=r"^Line \d+: "):
            quincunx.loads(text.replace(was, becomes, 1))


# ---------------------------------------------------------------- commitments


def test_the_commitment_is_a_hash_of_the_seed_that_anybody_can_check() -> None:
    """As docs/save-files.md describes it: BLAKE2b of the key, salted, personalised."""
    match = quincunx.new("vanagloria", 2)
    header, *_, last = (json.loads(line) for line in match.dumps().splitlines())
    key, salt = bytes.fromhex(last["seal"]["seed"]), bytes.fromhex(last["seal"]["salt"])
    expected = hashlib.blake2b(key, salt=salt, digest_size=32, person=b"quincunx commit").hexdigest()
    assert header["commitment"] == match.seed.commitment == expected
    assert (len(key), len(salt)) == (32, 16)


def test_the_commitment_is_known_before_the_first_move_and_never_changes() -> None:
    match = quincunx.new("vanagloria", 2, seed=1)
    before = match.seed.commitment
    play_on(match, 20).undo(3)
    assert match.seed.commitment == before == quincunx.loads(match.dumps()).seed.commitment


def test_two_games_have_two_commitments() -> None:
    commitments = {quincunx.new("vanagloria", 2).seed.commitment for _ in range(5)}
    commitments |= {quincunx.new("vanagloria", 2, seed=seed).seed.commitment for seed in range(50)}
    assert len(commitments) == 55


def test_the_salt_hides_equal_seeds() -> None:
    seed = Seed.new(1)
    assert seed._replace(salt=bytes(16)).commitment != seed.commitment


def test_the_dice_of_a_move_are_known_to_the_seed_alone() -> None:
    """Nothing of the generator stays in the state, and no move's chance repeats another's."""
    match = play_on(quincunx.new("vanagloria", 4, seed=1, turn="random"), 40)
    for step in range(41):
        assert int(match.at(step).state.chance) == 0
    chances = [match.seed.chance(step) for step in range(200)] + [match.seed.chance(0, b"seating")]
    assert len(set(chances)) == 201
