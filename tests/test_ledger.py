"""The ledger: every rule of every rulebook is proved by a test, and whatever is cited can be read in a rulebook."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import quincunx
from quincunx.engine.game import Game
from tests.vectors import read_page, rule_ids

TESTS = Path(__file__).parent
PACKAGE = Path(quincunx.__file__).parent
LEDGERS = {
    "VG": "001-098",
    "OC": "001-059",
    "GD": "001-022 100-125 200-202 210-225 230 300-321 400-410 500-509 600-608 700-703",
    "VR": "001-004 010-016 020-033 040-063 070-088 090-093 100-139 150-167 170-178 180-183",
    "CW": "001-003 010-013 020 030-040 050-052 060-067 070-072 080-082 090-091 100-102 110-113 120-132 140-142 150-163 "
    "200-208 210-214 220-223 230-236 240-247",
}
"""The numbers of the statements that the ledger of a rules document has; some count by chapters."""
RULINGS_OF = {"vanagloria": ("R", 50), "galaxy_of_d": ("R", 62), "vanguard_rome": ("R", 58)}
RULINGS_OF |= {"connect_the_worlds": ("CWR", 67)}
"""The letters of the rulings and how many there are, by the folder whose games share them."""

GAMES = [quincunx.game(name) for name in quincunx.game_names()]


def folder(game: Game) -> Path:
    """Where a game lives; games of one folder share their rulings."""
    assert isinstance(game.rulebook.page, Path)
    return game.rulebook.page.parent


FOLDERS = sorted({folder(game) for game in GAMES})


def prefix(rule: str) -> str:
    """The letters of an ID."""
    return rule.partition("-")[0]


def mentioned_in(text: str) -> list[str]:
    """The IDs of a source file. Spaces of an army look like them: a row's letter, and a column such as -2."""
    return [rule for rule in rule_ids(text) if prefix(rule) != "F" and len(rule.partition("-")[2]) > 1]


def own_prefix(game: Game) -> str:
    """The letters of the game's own rules: those of its first one."""
    return prefix(next(iter(game.rulebook.rules)))


def ledger(own: str) -> list[int]:
    """The numbers of a ledger."""
    spans = [span.split("-") for span in LEDGERS[own].split()]
    return [number for span in spans for number in range(int(span[0]), int(span[-1]) + 1)]


def family(where: Path) -> list[Game]:
    """The games of a folder."""
    return [game for game in GAMES if folder(game) == where]


def prefixes(where: Path) -> set[str]:
    """The letters of the rules of a folder's games."""
    return {own_prefix(game) for game in family(where)}


def rulings(where: Path) -> str:
    """The letters of the rulings of a folder's games."""
    return RULINGS_OF[where.name][0]


def known(where: Path) -> set[str]:
    """All rules and rulings of a folder's games."""
    return {rule for game in family(where) for rule in game.rulebook.rules}


def docstrings(file: Path) -> Iterator[str]:
    """What the tests of a file say that they prove."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield ast.get_docstring(node) or ""


@cache
def cited_by_file() -> dict[Path, set[str]]:
    """The IDs that each file of tests or vectors cites; prose vectors are proved by tests and do not count."""
    cited = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        cited[file] = {rule for text in docstrings(file) for rule in rule_ids(text)}
    for file in sorted((TESTS / "vectors").glob("*.md")):
        cited[file] = {rule for vector in read_page(file).vectors() for rule in vector.rules}
    return cited


def cited_for(where: Path) -> set[str]:
    """The IDs cited for a folder's games. Rulings have the same letter in many games: a file that cites the own rules
    of one folder's games means theirs; in a file about several nobody knows whose they are, and they prove nothing."""
    letters = {own for home in FOLDERS for own in prefixes(home)}
    found: set[str] = set()
    for cited in cited_by_file().values():
        own = {prefix(rule) for rule in cited} & letters
        meant = prefixes(where) | ({rulings(where)} if own <= prefixes(where) else set())
        if own & prefixes(where):
            found |= {rule for rule in cited if prefix(rule) in meant}
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_of_the_rulebook_is_cited_by_a_test(game: Game) -> None:
    """Its own rules, and the rulings."""
    wanted = {rule for rule in game.rulebook.rules if prefix(rule) in (own_prefix(game), rulings(folder(game)))}
    assert sorted(wanted - cited_for(folder(game))) == []


@pytest.mark.parametrize("where", FOLDERS, ids=lambda where: where.name)
def test_every_rule_that_a_test_cites_is_in_a_rulebook(where: Path) -> None:
    """A slip of the pen proves nothing."""
    assert sorted(cited_for(where) - known(where)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rulebook_has_the_whole_ledger(game: Game) -> None:
    """All its numbers, and no others."""
    own = own_prefix(game)
    rules = sorted(rule for rule in game.rulebook.rules if prefix(rule) == own)
    assert rules == [f"{own}-{number:03d}" for number in ledger(own)]


def test_the_ledgers_have_as_many_statements_as_their_documents_say() -> None:
    """98, 59, 124, 143 and 108; the numbers of a ledger ascend."""
    assert {own: len(ledger(own)) for own in LEDGERS} == {"VG": 98, "OC": 59, "GD": 124, "VR": 143, "CW": 108}
    assert all(ledger(own) == sorted(set(ledger(own))) for own in LEDGERS)


@pytest.mark.parametrize("where", FOLDERS, ids=lambda where: where.name)
def test_the_rulebooks_of_a_folder_have_all_rulings(where: Path) -> None:
    """Each is in at least one of them."""
    letters, many = RULINGS_OF[where.name]
    found = sorted(rule for rule in known(where) if prefix(rule) == letters)
    assert found == [f"{letters}-{number:02d}" for number in range(1, many + 1)]


@pytest.mark.parametrize("where", FOLDERS, ids=lambda where: where.name)
def test_every_rule_that_the_code_of_a_game_mentions_is_in_a_rulebook(where: Path) -> None:
    """Docstrings, comments, reasons, options and data files alike."""
    missing = {}
    for file in sorted([*where.rglob("*.py"), *where.rglob("*.toml")]):
        everything = mentioned_in(file.read_text(encoding="utf-8"))
        mentioned = [rule for rule in everything if len(prefix(rule)) <= 2 or prefix(rule) == rulings(where)]
        if unknown := sorted(set(mentioned) - known(where)):
            missing[file.name] = unknown
    assert missing == {}


@pytest.mark.parametrize("where", FOLDERS, ids=lambda where: where.name)
def test_every_rule_that_a_rulebook_mentions_is_in_one_of_its_folder(where: Path) -> None:
    """A page does not send its reader into the void."""
    letters = {*prefixes(where), rulings(where)}
    for game in family(where):
        mentioned = [rule for rule in rule_ids(game.rulebook.text) if prefix(rule) in letters]
        assert sorted(set(mentioned) - known(where)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_cites_rules_that_its_own_rulebook_has(game: Game) -> None:
    """Fronts show them beside the option."""
    missing = {option.name: sorted(set(option.rules) - set(game.rulebook.rules)) for option in game.options}
    assert {name: rules for name, rules in missing.items() if rules} == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_refusal_cites_a_rule_that_its_own_rulebook_has(game: Game) -> None:
    """The first reason is no reason; one that a game can't have may be empty."""
    assert sorted({rule for rule in game.reasons[1:] if rule} - set(game.rulebook.rules)) == []


def test_no_rule_is_mentioned_outside_the_games_that_has_no_rulebook() -> None:
    """The engine and the table know no rules but those that they explain."""
    everything = {rule for where in FOLDERS for rule in known(where)}
    letters = {prefix(rule) for rule in everything}
    for file in sorted(PACKAGE.rglob("*.py")):
        mentioned = [rule for rule in mentioned_in(file.read_text(encoding="utf-8")) if prefix(rule) in letters]
        assert sorted(set(mentioned) - everything) == [], file


def test_every_vector_cites_rules() -> None:
    """But for tables of links, which prove section 2.3 of their document."""
    for file in sorted((TESTS / "vectors").glob("*.md")):
        for vector in read_page(file).vectors():
            assert vector.rules or vector.title.startswith("Graph of"), f"{file.name}: {vector.id}"


def test_all_vectors_of_connect_the_worlds_are_run() -> None:
    """TV-01 to TV-68; some are in parts."""
    page = read_page(TESTS / "vectors" / "connect-the-worlds.md")
    assert {vector.id[:5] for vector in page.vectors()} == {f"TV-{number:02d}" for number in range(1, 69)}
    assert page.prose == []
