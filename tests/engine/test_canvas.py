"""Boards drawn in characters: everything can be read, and nothing lies on top of anything else."""

from dataclasses import replace

import pytest

import quincunx
from quincunx.engine.canvas import Canvas, draw, text
from quincunx.engine.plan import label, plan, token
from quincunx.engine.scene import Area, Link, Piece, Place, Scene, Seat
from quincunx.table.match import Match

BOARDS = [
    *((f"p{players}{version}", players) for players in range(2, 7) for version in "ab"),
    ("g6", 6),
    *(("", players) for players in range(2, 7)),
]
WINDOWS = [(None, None), (50, 20), (66, 26), (100, 40), (200, 70)]


def new(layout: str, players: int) -> Match:
    if layout:
        return quincunx.new("vanagloria", players, seed=3, board=layout)
    return quincunx.new("orbit-cubes", players, seed=3)


def later(game: Match, moves: int) -> Match:
    """After moves that build up: whatever can be activated, is."""
    dice = quincunx.bot("random", seed=5)
    for step in range(moves):
        if game.over:
            break
        built = [move for move in game.moves if move.text.startswith("act")]
        game.play(int(built[0]) if built and step % 4 else dice.choose(game))
    return game


def written(canvas: Canvas) -> dict[str, str]:
    """Every thing with the characters that belong to it."""
    found: dict[str, str] = {}
    for row in range(canvas.rows):
        for cell in canvas.row(row):
            if cell.thing and cell.role not in ("note", "more"):
                found[cell.thing] = found.get(cell.thing, "") + cell.char
    return {thing: chars.strip() for thing, chars in found.items()}


@pytest.mark.parametrize(("layout", "players"), BOARDS)
def test_every_label_and_every_piece_of_every_board_can_be_read(layout: str, players: int) -> None:
    game = new(layout, players)
    for moves in (0, 60, 60):
        scene = later(game, moves).scene()
        for window in WINDOWS:
            canvas = draw(scene, plan(scene, *window))
            seen = written(canvas)
            hidden = {piece for pieces in canvas.hidden.values() for piece in pieces}
            assert {place.id: label(place) for place in scene.places}.items() <= seen.items()
            assert {p.id: token(p) for p in scene.pieces if p.id not in hidden}.items() <= seen.items()
            assert all(0 <= row < canvas.rows and 0 <= column < canvas.columns for row, column in canvas.cells)


@pytest.mark.parametrize(("layout", "players"), BOARDS)
def test_a_board_keeps_its_place_while_pieces_move(layout: str, players: int) -> None:
    game = new(layout, players)
    before = plan(game.scene(), 80, 30)
    assert plan(later(game, 40).scene(), 80, 30) == before


def test_a_board_fills_a_window_that_is_large_enough() -> None:
    scene = new("p2a", 2).scene()
    small, large = plan(scene, 60, 24), plan(scene, 90, 34)
    assert small.columns <= 60
    assert small.rows <= 24
    assert small.columns < large.columns <= 90
    assert large.rows <= 34


def crowd(count: int) -> Scene:
    pieces = tuple(Piece(f"p{i}", "A", 0, 0, 1, "x", owner=i % 6, text=f"{i}m+") for i in range(count))
    places = (Place("A", 0, 0, 1, mark="α", note="4"), Place("B", 100, 0, 1), Place("C", 0, 100, 1))
    links = (Link("A", "B", ((0, 0), (100, 0))), Link("A", "C", ((0, 0), (0, 100))), Link("B", "C", ()))
    return Scene("Crowd", 100, 100, "Go.", places=places, pieces=pieces, links=links)


def test_a_crowded_place_says_how_many_more_there_are() -> None:
    scene = crowd(40)
    canvas = draw(scene, plan(scene, 40, 12))
    assert f"+{len(canvas.hidden['A'])}" in str(canvas)
    assert len(written(canvas)) + len(canvas.hidden["A"]) == 3 + 40


def test_what_must_be_seen_is_not_among_the_hidden() -> None:
    scene = crowd(40)
    at = plan(scene, 40, 12)
    last = draw(scene, at).hidden["A"][-1]
    assert last not in draw(scene, at, first=[last]).hidden["A"]


def test_straight_links_are_drawn_in_box_characters_and_others_in_braille() -> None:
    drawn = str(draw(crowd(0), plan(crowd(0), 40, 12)))
    assert "──" in drawn
    assert "│" in drawn
    assert any("\u2800" < char <= "\u28ff" for char in drawn)


def test_areas_are_outlined_and_filled() -> None:
    square = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    hexagon = ((150.0, 0.0), (200.0, 30.0), (200.0, 70.0), (150.0, 100.0), (100.0, 70.0), (100.0, 30.0))
    areas = (Area("room", square, "room", "K"), Area("hex", hexagon, "hex"), Area("nothing", ()))
    scene = Scene("Ground", 200, 100, "", areas=areas, places=(Place("A", 50, 50, 1), Place("B", 150, 50, 1)))
    canvas = draw(scene, plan(scene, 60, 20))
    assert str(canvas).startswith("┌┄K┄")
    assert {cell.ground for cell in canvas.cells.values()} == {0, 1, 2}
    row, column, _ = canvas.spots["A"]
    assert canvas.at((row, column)).ground == 1


def test_wide_and_unprintable_characters_do_not_move_their_neighbours() -> None:
    places = (Place("李", 0, 0, 1, mark="α"), Place("A", 10, 0, 1, note="4 for 李\x07"), Place("B", 100, 0, 1))
    scene = Scene("Wide", 100, 10, "", places=places)
    canvas = draw(scene, plan(scene, 60, 20))
    assert "α 李" in str(canvas)
    assert "A 4 for 李?" in str(canvas)
    assert canvas.at((0, canvas.spots["B"][2])).char == "B"
    assert sum(len(cell.char) for cell in canvas.row(0)) == canvas.columns - 2


def test_scenes_without_a_board_and_with_places_on_one_point_are_drawn() -> None:
    assert text(Scene("Cards", 0, 0, "Pick a card.")).splitlines()[-1] == "Pick a card."
    same = Scene("Same", 0, 0, "", places=tuple(Place(name, 5, 5, 1) for name in "ABC"))
    assert text(same).startswith("Same")
    loose = Scene("Hand", 100, 0, "", pieces=tuple(Piece(f"c{i}", "", 30 * i, 0, 1, "card") for i in range(4)))
    assert "car" in text(loose)


def test_the_text_shows_players_scores_status_prompt_and_banners() -> None:
    seats = (Seat(0, "Ann", turn=True, score=3, goal=50, gain=4, facts=("12 left",)), Seat(1, "Bo", out=True))
    scene = replace(crowd(1), seats=seats, status=("Round 2", "Target 50"), banners=("Ann would win.",))
    assert text(scene).endswith(
        "\n\n► R Ann    3/50  +4  12 left\n  B Bo               out\n\nRound 2 · Target 50\nGo.\n! Ann would win."
    )


def test_text_keeps_to_a_width_where_the_board_does() -> None:
    scene = new("p2a", 2).scene()
    assert max(len(line) for line in text(scene, width=60).splitlines()) <= 60
    assert str(new("p2a", 2)).startswith("Vanagloria Galaxy: Bridgehead\n")
