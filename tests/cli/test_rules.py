"""`quincunx games`, `options` and `rules`: what there is to play, and how."""

import pytest

import quincunx
from tests.cli.program import good, run, words, wrong
from tests.playouts import EVERY_GAME

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def test_games_lists_every_game() -> None:
    said = good("games")
    for name in EVERY_GAME:
        assert name in said
        assert quincunx.game(name).minutes in said
    assert "2-6" in said


@pytest.mark.parametrize("name", EVERY_GAME)
def test_options_lists_every_option_with_its_rules(name: str) -> None:
    said = good("options", name)
    for option in quincunx.game(name).options:
        assert option.name in said
        for rule in option.rules:
            assert rule in said
    assert "Defaults are those for 2 players without bots." in said


def test_defaults_depend_on_the_number_of_players() -> None:
    assert "p4a" in good("options", "vanagloria", "-p", "4").split("What")[0]
    assert "Defaults are those for 5 players" in good("options", "vanagloria", "--players", "5")


@pytest.mark.parametrize("command", [["options"], ["simulate", "-n", "2", "-j", "1"], ["play"]])
@pytest.mark.parametrize("players", ["0", "1", "7", "-1", "99999999999999999999"])
def test_an_impossible_number_of_players_is_refused(command: list[str], players: str) -> None:
    """VG-001: nought is a number too, not a default."""
    said = wrong(*command, "vanagloria", "-p", players)
    assert f"for 2 to 6 players, not {players}" in said or "range" in said or "people can't sit at a table" in said


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_whole_rulebook_is_printed(name: str) -> None:
    done = run("rules", name)
    assert done.exit_code == 0
    assert done.stdout.strip() == quincunx.game(name).rulebook.text.strip()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_rule_is_printed_word_for_word(name: str) -> None:
    """Also one with brackets in it."""
    book = quincunx.game(name).rulebook
    for rule in book.rules:
        said = good("rules", name, rule)
        assert said.startswith(f"{rule} {words(book.full(rule))} {words(quincunx.game(name).title)}, chapter “"), rule


def test_a_rule_is_found_in_small_letters() -> None:
    assert good("rules", "vanagloria", "vg-006") == good("rules", "vanagloria", "VG-006")


@pytest.mark.parametrize("rule", ["VG-999", "OC-001", "6", "[/]", "VG-006 ", "☂"])
def test_an_unknown_rule_is_answered_with_known_ones(rule: str) -> None:
    assert f"There is no rule '{rule}'." in run("rules", "vanagloria", rule).stderr
    assert run("rules", "vanagloria", rule).exit_code == 2


def test_rules_can_be_searched() -> None:
    book = quincunx.game("vanagloria").rulebook
    found = [rule for rule, text in book.rules.items() if "shield" in text.lower()]
    said = good("rules", "vanagloria", "--search", "SHIELD")
    assert len(found) > 5
    for rule in found:
        assert f"{rule} {words(book.full(rule))}" in said
    assert "No rule contains 'zebra'." in wrong("rules", "vanagloria", "-s", "zebra", code=(1, 2))
    assert "No rule contains" in wrong("rules", "vanagloria", "-s", "[/]", code=(1, 2))
