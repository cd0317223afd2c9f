"""The vectors of the rules documents, one test each; and the program that runs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import quincunx
from tests.vectors import Failure, Vector, read_page, rule_ids
from tests.vectors.__main__ import main

FOLDER = Path(__file__).parent / "vectors"
PAGES = [read_page(path) for path in sorted(FOLDER.glob("*.md"))]
VECTORS = [pytest.param(vector, id=f"{page.path.stem}:{vector.id}") for page in PAGES for vector in page.vectors()]


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector: Vector) -> None:
    """Each vector cites its rules in its heading."""
    assert vector.run() == []


def test_every_vector_of_section_eight_is_run_or_proved_elsewhere() -> None:
    """TV-56 was never used. The prose is proved in tests/games, but for TV-60: our numbering of moves is smaller."""
    page = next(page for page in PAGES if page.path.stem == "vanagloria-and-orbit-cubes")
    numbered = [vector.id for vector in page.vectors()] + [heading.id for heading in page.prose]
    assert sorted(numbered) == [f"TV-{number:02d}" for number in range(1, 69) if number != 56]
    assert sorted(heading.id for heading in page.prose) == [f"TV-{n:02d}" for n in (1, 2, 8, 9, 10, 58, 59, 60, 68)]


# ---------------------------------------------------------------- the runner


def failures(tmp_path: Path, block: str, heading: str = "**TV-99 — A title** · VG-001") -> list[Failure]:
    """What goes wrong in a page with one vector; lines are counted from the heading."""
    file = tmp_path / "page.md"
    file.write_text(f"{heading}\n```\n{block.strip()}\n```\n", encoding="utf-8")
    (vector,) = read_page(file).vectors()
    return vector.run()


def run(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit code, output and errors of the program for one page."""
    file = tmp_path / "page.md"
    file.write_text(text, encoding="utf-8")
    code = main([str(file)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_wrong_vector_is_reported_with_its_line_and_what_was_expected_and_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The closing line counts, and the exit code tells."""
    right = "**TV-1 — Right** · VG-042\n```\nsetup: VG, board p4a\nexpect: seat 0: d@E0\n```\n"
    wrong = "**TV-2 — Wrong** · VG-042, R-32\n```\nsetup: VG, board p4a\nexpect: round 1; seat 1: d@E0 x2\n```\n"
    code, out, _ = run(tmp_path, right + "\n" + wrong, capsys)
    assert code == 1
    head, where, expected, found, count = out.splitlines()
    assert head.endswith("page.md:7: TV-2 — Wrong (VG-042, R-32)")
    assert where.endswith("page.md:10: expect: seat 1: d@E0 x2")
    assert (expected.split(), found.split()) == (["expected:", "d@E0", "x2"], ["found:", "d@E1"])
    assert count == "1 passed, 1 failed"


def test_the_exit_code_is_0_when_all_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A heading without a block is named, not counted."""
    text = "**TV-1 — Right** · VG-1\n```\nsetup: VG, board p4a\nexpect: round 1\n```\n**TV-2 — Prose** · VG-2\nWords.\n"
    code, out, err = run(tmp_path, text, capsys)
    assert (code, err) == (0, "")
    assert out.splitlines()[0].endswith("not run, written in prose: TV-2")
    assert out.splitlines()[1] == "1 passed, 0 failed"


@pytest.mark.parametrize("text", ["", "# Nothing here\n\n```toml\na = 1\n```\n", "**TV-1 — Prose** · VG-001\nWords.\n"])
def test_a_page_without_vectors_is_no_success(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1."""
    code, out, err = run(tmp_path, text, capsys)
    assert code == 1
    assert err == "No vector was found.\n"
    assert out.splitlines()[-1] == "0 passed, 0 failed"


def test_odd_files_are_answered_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing one, a folder, bytes that are no text; without a file, how to use it."""
    (tmp_path / "bytes.md").write_bytes(b"\xff\xfe\x00")
    for name, reason in (("no.md", "no such file"), ("", "directory"), ("bytes.md", "not a text")):
        assert main([str(tmp_path / name)]) == 1
        assert reason in capsys.readouterr().err
    assert main([]) == 1
    assert capsys.readouterr().out.startswith("Usage:")
    assert main(["--help"]) == 0


def test_the_command_shows_no_traceback() -> None:
    """`python -m tests.vectors` from the root of the repository."""
    command = [sys.executable, "-m", "tests.vectors", "no-such-file.md"]
    done = subprocess.run(command, cwd=FOLDER.parent.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == "0 passed, 0 failed\n"
    assert done.stderr.startswith("no-such-file.md: there is no such file.")


@pytest.mark.parametrize(
    ("block", "line", "phrase"),
    [
        ("setup: VG, board p4a, purple hats\nexpect: round 1", 3, "purple hats"),
        ("setup: VG, board p4a\n       seat 0: d@E0, x@E0\nexpect: round 1", 4, "x@E0"),
        ("setup: VG, board p4a\nexpect: round 1; seat 0 is happy", 4, "seat 0 is happy"),
        ("setup: VG, board p4a\nexpect: round 1\n        and so on", 5, "and so on"),
        ("setup: VG, board p4a, turn=random\nchance: rain", 4, "rain"),
        ("setup: VG, board p4a, seed=often\nexpect: round 1", 3, "seed=often"),
        ("setup: VG, board p4a, speed=5\nexpect: round 1", 3, "speed=5"),
        ("setup: VG, custom boards: tiles []\nexpect: round 1", 3, "custom boards: tiles []"),
        ("setup: VG, board p4a; seat 2: starting blocks\nexpect: round 1", 3, "starting blocks"),
        ("setup: VG, board p4a\nexpect: the game is odd", 4, "the game is odd"),
        ("setup: VG, board p4a\nexpect: winner: the best", 4, "winner: the best"),
        ("setup: VG, board p4a\nexpect: 2 legal thoughts", 4, "2 legal thoughts"),
    ],
)
def test_an_unknown_phrase_is_a_failure_that_quotes_it(tmp_path: Path, block: str, line: int, phrase: str) -> None:
    """Nothing is skipped."""
    (failure,) = failures(tmp_path, block)
    assert failure.line == line
    assert failure.found == f"unknown phrase {phrase!r}"


def test_a_block_in_no_notation_is_a_failure_if_a_vector_is_announced(tmp_path: Path) -> None:
    """Blocks without a heading, in other languages or with one word only, are none of our business."""
    (failure,) = failures(tmp_path, "given the usual\nwhen nothing happens")
    assert failure.found == "none recognises it"
    assert "given the usual" in failure.what
    (failure,) = failures(tmp_path, "what: nothing\nsetup: VG, board p4a")
    assert failure.what == "'what: nothing'"
    (tmp_path / "page.md").write_text("# Setup\n```\nsetup: of the table\n```\n**TV-1 — x**\n```toml\na = 1\n```\n")
    assert read_page(tmp_path / "page.md").vectors() == []


def test_an_illegal_do_is_reported_with_the_rule_and_ends_the_vector(tmp_path: Path) -> None:
    """What comes after it has no meaning."""
    (failure,) = failures(tmp_path, "setup: VG, board p4a\ndo: att d@E0 > 1:d@E1\nexpect: round 99")
    assert failure == Failure(
        4,
        "do: att d@E0 > 1:d@E1",
        "a legal move",
        "refused by VG-006: A disarmed dreadnought cannot attack.",
    )


def test_refuse_and_allow_are_checked_and_a_rule_may_be_named(tmp_path: Path) -> None:
    """Words that are no move are a failure of both."""
    block = """
setup:  VG, board p4a; seat 0: d@D0.s
refuse: move d@D0.s > F0.b
refuse: move d@D0.s > E0 (VG-021)
refuse: move d@D0.s > E0 (VG-022); act d@E0
refuse: move d@D0.s > Z9.z
allow:  move d@D0.s > E0
allow:  go home
"""
    legal, rule, place, illegal, words = failures(tmp_path, block)
    assert (legal.line, legal.expected, legal.found) == (4, "a refusal", "the move is legal")
    assert (rule.line, rule.expected) == (5, "refused by VG-021")
    assert rule.found.startswith("refused by VG-022: ")
    assert (place.line, place.expected) == (7, "a move")
    assert "no platform 'Z9.z'" in place.found
    assert (illegal.line, illegal.expected) == (8, "a legal move")
    assert illegal.found.startswith("refused by VG-022: ")
    assert (words.line, words.expected) == (9, "a move")


def test_a_setup_that_cannot_be_is_reported_unless_that_is_expected(tmp_path: Path) -> None:
    """The reason is the program's own; a rule or a code behind `refused` is compared."""
    (failure,) = failures(tmp_path, "setup: VG, board p4a; seat 0: d@E0 x9\nexpect: round 1")
    assert "the limit is 8 (VG-015)" in failure.found
    assert failures(tmp_path, "setup: VG, board p4a; seat 0: d@E0 x9\nexpect: refused (VG-015)") == []
    assert failures(tmp_path, "setup: VG, board p2a, turn=pro\nexpect: refused VG-050") == []
    (failure,) = failures(tmp_path, "setup: VG, board p2a, turn=pro\nexpect: illegal VG-056")
    assert failure.expected == "refused by VG-056"
    (failure,) = failures(tmp_path, "expect: round 1\nsetup: VG, board p4a")
    assert failure.found == "there is no setup"


def test_an_error_of_the_program_is_a_failure_and_not_a_traceback() -> None:
    """Whatever it is."""

    def broken() -> list[Failure]:
        raise IndexError("list index out of range")

    (failure,) = Vector("TV-1", "x", (), 5, broken).run()
    assert failure.found == "the program failed with IndexError: list index out of range"


def test_the_writing_may_be_careless(tmp_path: Path) -> None:
    """Spaces, capitals, line breaks, trailing commas, comments, code marks."""
    block = """
Setup :  vg , board `p4a` ; ACTING SEAT 0 , 2 Actions left     # a comment
         seat 0 : m@F0.b  x 2,
                  d@E0
         Seat 1: 3x d@F0.b
expect:  seat 0: d@E0, m@F0.b x2; seat 1: d@F0.b ×3;
do:      att m@F0.b > 1:d@F0.b; then Attack m+@F0.b->1:d@F0.b
expect:  seat 1: d@F0.b, acting seat 1;
         2 actions left; no mark.
allow:   move d@F0.b > K.a, move d@F0.b > D0.s
refuse:  act d@F0.b (VG-036); att d@F0.b > 0:m@F0.b by VG-006
do:      seat 1: end; end x3
expect:  round 2; seat 1 acts
do:      pass (twice)
expect:  Acting seat 3; ROUND 2; game goes on
"""
    assert failures(tmp_path, block, "### TV-70: careless · VG-001,\nR-01") == []


def test_do_may_say_who_acts(tmp_path: Path) -> None:
    """It is compared."""
    (failure,) = failures(tmp_path, "setup: VG, board p4a\ndo: seat 1: end")
    assert (failure.expected, failure.found) == ("seat 1 acts", "acting seat 0")


@pytest.mark.parametrize(
    "board",
    [
        "board ex1",
        'board mine, 2 players\n  tiles ["V0","T24",0,0,0], ["V1","T25",1,0,2]\n  entrances [0,"V0","W"], [1,"V1","E"]',
        'board mine; tiles: [["V0","T24",0,0,0],\n ["V1","T25",1,0,2]]; entrances: [[0,"V0","W"], [1,"V1","E"]]',
        'board {"tiles": [["V0","T24",0,0,0],["V1","T25",1,0,2]],\n "entrances": [[0,"V0","W"],[1,"V1","E"]]}',
        'custom board: tiles [["V0","T24",0,0,0],["V1","T25",1,0,2]]; entrances [[0,"V0","W"],[1,"V1","E"]]',
        'Custom Board = tiles ["V0","T24",0,0,0], ["V1","T25",1,0,2];\n  Entrances [0,"V0","W"], [1,"V1","E"]',
        'custom board `my`: tiles `["V0","T24",0,0,0]`, `["V1","T25",1,0,2]`; entrances `[0,"V0","W"]`, `[1,"V1","E"]`',
        'a custom board; tiles [["V0","T24",0,0,0],["V1","T25",1,0,2]]; entrances [[0,"V0","W"],[1,"V1","E"]]',
        'board = {"tiles": [["V0","T24",0,0,0],["V1","T25",1,0,2]], "entrances": [[0,"V0","W"],[1,"V1","E"]]}',
        "board: ex1",
        "board=ex1",
        "custom board ex1",
    ],
)
def test_a_board_may_be_given_in_the_vector(tmp_path: Path, board: str) -> None:
    """As JSON, as rows of tiles and entrances, or by the name that the rules document gave it."""
    block = f"setup: VG, {board}\n       seat 0: d@V0.s\nexpect: 8 nodes, 7 edges; links of V0.s: E0 V0.a V0.w\n"
    assert failures(tmp_path, block + "do: move d@V0.s > V0.w; move d@V0.w > V1.w\nexpect: seat 0: d@V1.w") == []


@pytest.mark.parametrize("described", ["Custom board `my2`", "A board: my2", "The board = `my2`"])
def test_a_board_may_be_described_in_the_prose_of_the_page(tmp_path: Path, described: str) -> None:
    """As TV-01 does."""
    tiles, entrances = '`["A","T24",0,0,0]`, `["B","T25",1,0,2]`', '`[0,"A","W"]`, `[1,"B","E"]`'
    prose = f"{described}: tiles {tiles}; entrances {entrances}."
    heading = f"{prose}\n\n**TV-71 — it is known** · VG-032"
    assert failures(tmp_path, "setup: VG, board my2\nexpect: links of E0: A.s", heading) == []


@pytest.mark.parametrize("seed", ["seed=5", "seed 5", "Seed: 5", "SEED = 5"])
def test_a_seed_is_passed_on(tmp_path: Path, seed: str) -> None:
    """Another one deals otherwise."""
    match = quincunx.set_up({"game": "vanagloria", "players": 6, "options": {"board": "p6a", "turn": "random"}}, seed=5)
    for _ in range(6):
        match.play("end")
    tokens = json.loads(match.position())["tokens"]
    rest = f"\ndo: end x6\nexpect: tokens by seat {tokens}; round 2"
    assert failures(tmp_path, f"setup: VG, board p6a, turn=random, {seed}{rest}") == []
    (failure,) = failures(tmp_path, f"setup: VG, board p6a, turn=random, seed=6{rest}")
    assert failure.expected == str(tokens)


@pytest.mark.parametrize("start", ["(as at the start)", "start", "as at the start", "Start position", "starting unit"])
def test_a_seat_may_be_as_at_the_start(tmp_path: Path, start: str) -> None:
    """In a setup it is what leaving the seat out means; in an expectation it is compared."""
    setup = f"setup: VG, board p4a; seat 1: d@K.a\n seat 2: {start}\n seat 3: d@E3 x2\n"
    assert failures(tmp_path, setup + f"expect: seat 2: d@E2; seat 2: {start}; seat 0: {start}") == []
    (failure,) = failures(tmp_path, setup + f"expect: seat 1: {start}")
    assert (failure.expected, failure.found) == ("d@E1", "d@K.a")
    assert failures(tmp_path, f"setup: OC, board oc, 3 players; seat 2: {start}\nexpect: seat 2: d@S4") == []


@pytest.mark.parametrize(
    ("said", "name", "value", "other"),
    [
        ("turn=pro", "turn", "pro", "random"),
        ("Turn = PRO", "turn", "pro", "standard"),
        ("TURN: Random", "turn", "random", "pro"),
        ("Target =100", "target", "100", "50"),
        ("VG_Limit= Total12", "vg_limit", "total12", "components"),
        ("vg limit total12", "vg-limit", "TOTAL12", "components"),
        ("Round Limit : 30", "round_limit", "30", "31"),
        ('talk = "Alliances"', "Talk", "alliances", "neutral"),
        ("private-chat=ON, talk=alliances", "private chat", "on", "off"),
    ],
)
def test_options_may_be_written_in_any_case_and_spacing(
    tmp_path: Path, said: str, name: str, value: str, other: str
) -> None:
    """They reach the game, and can be expected in the same ways."""
    for sign in ("=", " = ", ": ", " "):
        assert failures(tmp_path, f"setup: VG, board p4a, {said}\nexpect: {name}{sign}{value}") == []
        (failure,) = failures(tmp_path, f"setup: VG, board p4a, {said}\nexpect: {name}{sign}{other}")
        assert failure.expected == other.lower()


@pytest.mark.parametrize("said", ["oc_respawn=False", "OC_Respawn = FALSE", "oc respawn: no", "oc-respawn=No"])
def test_yes_and_no_may_be_written_in_any_case(tmp_path: Path, said: str) -> None:
    """As true and false, too."""
    assert failures(tmp_path, f"setup: OC, board oc, 2 players, {said}\nexpect: {said}; oc_respawn=no") == []
    (failure,) = failures(tmp_path, f"setup: OC, board oc, 2 players, {said}\nexpect: oc_respawn=yes")
    assert failure.found == "false"


def test_legal_and_illegal_are_other_words_for_allow_and_refuse(tmp_path: Path) -> None:
    """Each is checked."""
    block = """
setup:   VG, board p4a; seat 0: d@D0.s
legal:   move d@D0.s > F0.b, act d@D0.s; end
Illegal: move d@D0.s > E0; act d@E0
"""
    assert failures(tmp_path, block) == []
    legal, illegal = failures(tmp_path, "setup: VG, board p4a\nlegal: act d@E0\nillegal: end")
    assert (legal.line, legal.expected, illegal.line, illegal.found) == (4, "a legal move", 5, "the move is legal")


@pytest.mark.parametrize(
    ("by", "wrong"),
    [
        ("(VG-022)", "(VG-021)"),
        ("by VG-022", "by VG-021"),
        ("(by VG-022)", "(by R-25)"),
        ("by vg-022", "by vg-021"),
        ("[VG-022]", "[VG-021]"),
        ("— VG-022", "— VG-021"),
        ("→ VG-022", "→ VG-021"),
        ("refused by VG-022", "refused by VG-021"),
        ("(VG-022, R-25)", "(VG-021, R-25)"),
        ("by R-25 or VG-022", "by R-25 or VG-021"),
    ],
)
def test_a_refusal_must_cite_the_rule_that_is_named(tmp_path: Path, by: str, wrong: str) -> None:
    """Or, if there are several, one of them."""
    for word in ("refuse", "illegal"):
        setup = f"setup: VG, board p4a; seat 0: d@D0.s\n{word}: move d@D0.s > E0 "
        assert failures(tmp_path, setup + by) == []
        (failure,) = failures(tmp_path, setup + wrong)
        assert failure.expected.startswith("refused by ")
        assert failure.found.startswith("refused by VG-022: ")


def test_words_behind_a_move_that_name_no_rule_are_no_move(tmp_path: Path) -> None:
    """They are quoted, not skipped."""
    (failure,) = failures(tmp_path, "setup: VG, board p4a\nrefuse: act d@E0 (for some reason)")
    assert failure.expected == "a move"
    assert "for some reason" in failure.found + failure.what


def test_chance_is_found_by_trying_seeds(tmp_path: Path) -> None:
    """After the action that deals, or told before it; the first deal belongs to the setup."""
    block = """
setup:  VG, board p6a, turn=random
chance: tokens by seat [3, 1, 2, 4, 5, 6]
expect: acting seat 1; playing order [1, 2, 0, 3, 4, 5]
do:     end
chance: tokens by seat [6, 5, 4, 3, 2, 1]
do:     end (5 times)
expect: playing order [5, 4, 3, 2, 1, 0]; round 2
do:     end (6 times)
chance: tokens by seat [1, 2, 3, 4, 5, 6]
expect: playing order [0, 1, 2, 3, 4, 5]; round 3
"""
    assert failures(tmp_path, block) == []
    (failure,) = failures(tmp_path, "setup: VG, board p3a\ndo: end x3\nchance: tokens by seat [1, 1, 2]")
    assert failure.expected == "tokens [1, 1, 2]"


@pytest.mark.parametrize(
    "heading",
    [
        "**TV-9 — A title: with a colon** · VG-001, R-02",
        "**TV-9** – A title: with a colon · VG-001, R-02",
        "### TV-9 - A title: with a colon · VG-001, R-02",
        "**TV-9: A title: with a colon** (VG-001,\nR-02)",
        "  **TV-9 — A title: with a colon**\nVG-001 and R-02",
    ],
)
def test_headings_may_be_written_in_several_ways(tmp_path: Path, heading: str) -> None:
    """ID, title and rules are found."""
    (tmp_path / "page.md").write_text(f"{heading}\n\n```\nsetup: VG, board p2a\n```\n", encoding="utf-8")
    (vector,) = read_page(tmp_path / "page.md").vectors()
    assert (vector.id, vector.title, vector.rules) == ("TV-9", "A title: with a colon", ("VG-001", "R-02"))


def test_starting_planets_are_compared(tmp_path: Path) -> None:
    """Seat k sits where the vector says."""
    assert failures(tmp_path, "setup: ruleset=OC, board oc, starts S0..S4 = seats 0..4\nexpect: seat 4: d@S4") == []
    (failure,) = failures(tmp_path, "setup: OC, board oc, starts S0, S1 = seats 0..1")
    assert (failure.expected, failure.found) == ("S0, S1", "S0, S3")


def test_a_table_of_links_is_compared_cell_by_cell(tmp_path: Path) -> None:
    """And, if it says so, for completeness."""
    wrong, missing = failures(tmp_path, "E0: V0.s | V0.s: E0 V0.a", "**TV-1 — Graph of `ex1`, complete** · VG-032")
    assert (wrong.line, wrong.expected, wrong.found) == (3, "E0 V0.a", "E0 V0.a V0.w")
    assert missing.found == "without E1, V0.a, V0.w, V1.s, V1.a, V1.w"
    assert failures(tmp_path, "S0: L0 W0 | C0: L0 W0 H0 H1 F0", "**TV-1 — Some of `oc-fit2`** · OC-021") == []


STAND = """
setup:  OC, board oc, starts S0, S2, S4 = seats 0..2, oc_respawn=False, oc_losses=permanent, round limit 30, round 3
        cubes already lost for good [0, 20, 3]; out of the game: [1]; first player seat 2
        scores [10, 70, 3]; overtime; acting seat 0, 1 action left; mark attacked m@H0
        seat 0: m@H0, d@S0
        seat 2: r+@F0 x2, d@H0
expect: """


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("seat 0: m@H0, d@S0", "seat 0: m@H0"),
        ("seat 1: (no units)", "seat 2: (no units)"),
        ("scores [10, 70, 3]", "scores [10, 70, 4]"),
        ("seat 1 has 70 points", "seat 1: score 3"),
        ("score of seat 2 is 3", "score of seat 2 is 4"),
        ("round 3", "round 4"),
        ("acting seat 0", "acting seat 2"),
        ("seat 0 to act", "seat 2 acts"),
        ("1 action left", "2 actions left"),
        ("actions left: 1", "actions left 2"),
        ("tokens by seat [2, 3, 1]", "tokens by seat [1, 2, 3]"),
        ("playing order [2, 0, 1]", "order [0, 1, 2]"),
        ("first player seat 2", "first player seat 0"),
        ("game goes on", "game over"),
        ("game continues", "the game is over"),
        ("The game continues", "The game ends"),
        ("winner: none", "winner: seat 1"),
        ("nobody has won", "winner seats [0, 1]"),
        ("5 legal moves", "6 legal moves"),
        ("legal moves: 5", "legal moves: at least 6"),
        ("5 moves are legal", "1 move is legal"),
        ("seat 0 acting", "seat 2 is acting"),
        ("oc_respawn: no", "OC respawn is yes"),
        ("the game is not over", "game over, winner seat 0"),
        ("no winner", "winners seats 0 and 2"),
        ("exactly 5 legal moves", "exactly 6 legal moves"),
        ("at least 4 legal moves", "at most 4 legal moves"),
        ("legal moves: end, move m@H0 > C0, move m@H0 > C1, move d@S0 > L0, move d@S0 > W0", "only legal move: end"),
        ("seat 0 supply 18", "seat 0 supply 17"),
        ("supply of seat 2: 12", "seat 2 box 20"),
        ("supply [18, 0, 12]", "supply by seat [18, 0, 20]"),
        ("out of the game: [1]", "out of the game: []"),
        ("seat 1 is out", "seat 2 out of the game"),
        ("seat 0 is not out", "nobody is out"),
        ("Seat 1 out", "nobody out"),
        ("seats 0, 2 are not out", "seats 0, 1 are out"),
        ("cubes lost for good [0, 20, 3]", "lost [0, 0, 0]"),
        ("overtime", "no overtime"),
        ("mark attacked m@H0", "no mark"),
        ("links of S0: L0 W0", "neighbours of S0: L0"),
        ("36 nodes, 48 edges", "35 planets"),
        ("oc_losses=permanent", "oc_losses = reserve"),
        ("round_limit=30", "round limit 60"),
    ],
)
def test_every_phrase_of_an_expectation_can_fail(tmp_path: Path, right: str, wrong: str) -> None:
    """It is known, it holds where it should, and it does not hold where it should not."""
    assert failures(tmp_path, STAND + right) == []
    found = failures(tmp_path, STAND + wrong)
    assert found
    assert not any("unknown phrase" in failure.found for failure in found)


@pytest.mark.parametrize(
    "won",
    [
        "game over, winners seats 0, 1",
        "game over; winners seats 1 and 0",
        "winners: [0, 1]",
        "seats 0 and 1 share the win",
        "Game is over; won by seats 0, 1",
        "winner seats [0, 1]",
        "Winners: seats 0 and 1",
        "game over: winners seats 0, 1",
        "the game is over (winners [0, 1])",
        "game over — seats 0, 1 share the win",
        "seats 0, 1 win",
        "The game is won by seats 1, 0",
    ],
)
def test_a_shared_win_may_be_told_in_many_ways(tmp_path: Path, won: str) -> None:
    """One winner less, or one more, is a failure."""
    block = "setup: VG, board p3a, round_limit=5, round 5, scores [9, 9, 2]; acting seat 2\ndo: end\nexpect: "
    assert failures(tmp_path, block + won) == []
    assert failures(tmp_path, block + "game over, winner seat 0")[0].found == "winners [0, 1]"
    assert failures(tmp_path, block + "seat 2 wins")[0].expected == "winners [2]"
    assert failures(tmp_path, block + "winner: seat 1")[0].expected == "winners [1]"
    assert failures(tmp_path, block + "game over: winner seat 1")[0].expected == "winners [1]"


def test_rules_are_read_from_headings() -> None:
    """Ranges name all between."""
    assert rule_ids("VG-001, R-02 and OC-045..OC-047; VG-052..054") == [
        *("VG-001", "R-02", "OC-045", "OC-046", "OC-047"),
        *("VG-052", "VG-053", "VG-054"),
    ]
