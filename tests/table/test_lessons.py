"""The first lessons: each can be followed to its end, says what is true, and answers everything else."""

from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import QuincunxError
from quincunx.engine.picks import PickTree
from quincunx.games import GAMES, get
from quincunx.table.lesson import LANGUAGES, BadLesson, Lesson, lesson_of, read_lesson

STEPS = 5


@pytest.fixture(params=list(GAMES))
def lesson(request: pytest.FixtureRequest) -> Lesson:
    """The lesson of each game."""
    found = lesson_of(get(request.param))
    assert found is not None
    return found


def decisions(tree: PickTree) -> list[list[int]]:
    """All that a tree of picks can spell."""
    found = [list(tree.numbers)] if tree.numbers else []
    return found + [line for branch in tree.branches.values() for line in decisions(branch)]


def test_every_step_asks_for_one_legal_decision_of_the_learner(lesson: Lesson) -> None:
    assert len(lesson.steps) == STEPS
    for step in range(STEPS):
        match = lesson.match(step)
        assert match.turn == lesson.seat
        offered = decisions(lesson.known(match).picks())
        wanted = lesson.wanted(match, step)
        assert all(line in offered for line in wanted), lesson.steps[step].do
        assert any(line not in wanted for line in offered), "there should be something else to choose"


def test_decisions_that_are_accepted_for_one_another_come_to_the_same(lesson: Lesson) -> None:
    for step in range(STEPS):
        match = lesson.match(step)
        ends = set()
        for line in lesson.wanted(match, step):
            after = match.copy()
            for number in line:
                after.play(number)
            ends.add(after.raw.tobytes())
        assert len(ends) == 1


def test_a_lesson_goes_on_to_its_end_in_the_same_way_every_time(lesson: Lesson) -> None:
    assert not lesson.match(STEPS).over
    assert lesson.match(STEPS).raw.tobytes() == lesson.match(STEPS).raw.tobytes()
    told = [line.words for step in range(STEPS + 1) for line in lesson.told(step)]
    assert told == lesson.match(STEPS).log_for(lesson.seat)


def test_a_lesson_speaks_every_language_and_cites_rules_of_its_rulebook(lesson: Lesson) -> None:
    for step in lesson.steps:
        assert step.rules
        assert set(step.rules) <= set(lesson.game.rulebook.rules)
    for words in (lesson.title, lesson.end, *(w for step in lesson.steps for w in (step.title, step.say))):
        assert all(words[language].strip() for language in LANGUAGES)
        assert len(set(words.values())) == len(LANGUAGES), "somebody forgot to translate"


def test_what_the_rules_forbid_is_refused_with_the_rule(lesson: Lesson) -> None:
    cited = set()
    for step in range(STEPS):
        known = lesson.known(lesson.match(step))
        offered = set(known.picks().branches)
        scene = known.scene()
        things = [*(piece.id for piece in scene.pieces), *(place.id for place in scene.places)]
        others = [thing for thing in things if thing not in offered]
        reasons = [known.why_not_pick([thing]) for thing in others]
        assert all(reasons), (step, others)
        cited |= {lesson.game.rulebook.cited(reason) for reason in reasons}
    assert cited - {None}


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("vanagloria", [(8, 10), (8, 10), (10, 14), (10, 14), (14, 16), (20, 16)]),
        ("orbit-cubes", [(14, 12), (14, 12), (16, 14), (16, 14), (20, 18), (24, 22)]),
    ],
)
def test_points_that_a_lesson_speaks_of_are_given(name: str, scores: list[tuple[int, int]]) -> None:
    """VG-076, VG-077, VG-078, OC-046, OC-047"""
    lesson = lesson_of(get(name))
    assert lesson
    assert [tuple(lesson.match(step).state.score[:2]) for step in range(STEPS + 1)] == scores


def test_a_game_may_have_no_lesson() -> None:
    example = Path(__file__).parents[2] / "examples" / "connect_four.py"
    assert lesson_of(quincunx.game(str(example))) is None


WORDS = {"en": "Look", "de": "Schau"}
STEP: dict[str, Any] = {"title": WORDS, "say": WORDS, "do": ["end"], "rules": ["VG-073"]}
PLAN: dict[str, Any] = {"title": WORDS, "end": WORDS, "position": '{"players": 2}', "steps": [STEP]}


def test_a_lesson_may_begin_with_a_new_game_and_moves_before_it() -> None:
    lesson = read_lesson(get("vanagloria"), PLAN | {"seed": 7, "seat": 1, "before": ["end"]})
    assert lesson.match(0).turn == 1
    assert lesson.match(1).log[-1] == "Round 2 begins (Red 0, Blue 0)."


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"titel": WORDS}, "has no 'titel'"),
        ({"title": "Look"}, "title: there should be words in en and de"),
        ({"end": {"en": "Look"}}, "end: there should be words"),
        ({"position": "{"}, "not valid JSON"),
        ({"position": "[]"}, "JSON object with at least 'players'"),
        ({"steps": "end"}, "steps should be a list of tables"),
        ({"steps": [{"title": WORDS}]}, "Step 1 lacks 'do'"),
        ({"steps": [STEP | {"say": 5}]}, "Step 1, say: there should be words"),
    ],
)
def test_a_lesson_that_is_written_wrongly_is_refused_with_the_place(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadLesson, match=reason):
        read_lesson(get("vanagloria"), PLAN | change)


def test_a_lesson_whose_moves_are_none_says_so() -> None:
    lesson = read_lesson(get("vanagloria"), PLAN | {"steps": [STEP | {"do": ["dance"]}]})
    with pytest.raises(QuincunxError, match="dance"):
        lesson.wanted(lesson.match(0), 0)
