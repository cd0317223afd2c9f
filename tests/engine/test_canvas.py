"""Boards drawn in characters: everything can be read, and nothing lies on top of anything else."""

from dataclasses import replace

import pytest

import quincunx
from quincunx.engine.canvas import Canvas, draw, text
from quincunx.engine.plan import label, plan, token
from quincunx.engine.scene import Area, Item, Link, Panel, Piece, Place, Scene, Seat, SeatStyle, Side, Track
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


# ---------------------------------------------------------------- boards of tiles


def hexes(rows: int, columns: int, **notes: str) -> tuple[Place, ...]:
    """Rows of hexes, each shifted by half a hex against the one above it."""
    found = []
    for row in range(rows):
        for column in range(columns):
            x, y = 100.0 * column + 50 * (row % 2), 86.0 * row
            around = ((0, -57), (50, -28), (50, 28), (0, 57), (-50, 28), (-50, -28))
            outline = tuple((x + dx, y + dy) for dx, dy in around)
            name, mark = f"{'ABCDEFGH'[row]}{column + 1}", "●" if row == column else ""
            found.append(Place(name, x, y, 50, mark=mark, note=notes.get(name, ""), outline=outline))
    return tuple(found)


STYLES = (SeatStyle("Ivory", "V", "#ffffff", ""), SeatStyle("Onyx", "X", "#000000", "2 2"))


def ships(place: str, *owned: tuple[int | None, str, int]) -> tuple[Piece, ...]:
    """Pieces on a place: owner, text and how many."""
    return tuple(
        Piece(f"{owner}:{text}@{place}", place, 0, 0, 1, "ship", owner=owner, text=text, count=count)
        for owner, text, count in owned
    )


@pytest.mark.parametrize("window", [*WINDOWS, (20, 8)])
def test_tiles_are_bricks_that_touch_their_neighbours_and_never_overlap(window: tuple[int | None, int | None]) -> None:
    scene = Scene("Hexes", 700, 600, "", places=hexes(6, 7))
    at = plan(scene, *window)
    cells = [
        (row, column)
        for tile in at.tiles.values()
        for row in range(tile.row, tile.row + tile.height)
        for column in range(tile.column, tile.column + tile.width)
    ]
    assert len(set(cells)) == len(cells)
    assert at.tiles["A2"].column == at.tiles["A1"].column + at.tiles["A1"].width
    assert at.tiles["A1"].column < at.tiles["B1"].column < at.tiles["A2"].column
    assert at.tiles["B1"].row == at.tiles["A1"].row + at.tiles["A1"].height
    assert len({at.tiles[name].shade for name in ("A1", "A2", "B1")}) == 3
    canvas = draw(scene, at)
    assert {place.id: label(place) for place in scene.places}.items() <= written(canvas).items()
    assert all(0 <= row < canvas.rows and 0 <= column < canvas.columns for row, column in canvas.cells)


def test_large_tiles_have_edges_and_small_ones_only_shades() -> None:
    scene = Scene("Hexes", 700, 600, "", places=hexes(3, 3))
    assert "┌┄" in str(draw(scene, plan(scene, 60, 30)))
    small = draw(scene, plan(scene, 16, 6))
    assert "┄" not in str(small)
    assert {cell.ground for cell in small.cells.values()} >= {-1, -2, -3}
    nearer = plan(scene, 16, 6, zoom=1.25**2)
    assert (nearer.columns, nearer.rows) > (small.columns, small.rows)


def test_pieces_on_a_tile_are_shown_one_by_one_or_summed_up_by_owner() -> None:
    pieces = (
        *ships("A1", (0, "2C", 2), (0, "I", 1)),
        *ships("A2", (0, "2C", 2), (0, "I", 1), (1, "D", 1)),
        *ships("A3", (1, "I+2", 3)),
        *ships("B1", (None, "p:S", 1)),
    )
    base = Piece("base", "A1", 0, 0, 1, "base", owner=0, text="⌂17", fixed=True)
    scene = Scene("Hexes", 700, 600, "", styles=STYLES, places=hexes(2, 4), pieces=(*pieces, base))
    large = str(draw(scene, plan(scene, 90, 20)))
    assert all(words in large for words in ("V:2CI⌂17", "X:D", "X:I+2", "p:S"))
    assert " V3+ " in str(draw(scene, plan(scene, 18, 4)))
    canvas = draw(scene, plan(scene, 23, 4))
    assert all(words in str(canvas) for words in ("V:3", "V3X1", "X:3", "p:S"))
    assert canvas.hidden["A1"] == ["0:2C@A1", "0:I@A1", "base"]
    assert "A3" not in canvas.hidden
    row, first, _ = canvas.spots["A1"]
    assert canvas.at((row + 1, first + 1)) == canvas.at((row + 1, first + 1))._replace(thing="A1", role="sum", seat=0)


def test_a_note_on_a_tile_stands_where_there_is_room() -> None:
    places = hexes(1, 3, A1="sell $12", A3="9:5")
    scene = Scene("Notes", 300, 100, "", places=places, pieces=ships("A3", (None, "big", 1)))
    assert "sell $12" in str(draw(scene, plan(scene, 80, 20)))
    small = str(draw(scene, plan(scene, 14, 2)))
    assert "$12" in small
    assert "sell" not in small


def test_the_text_shows_tracks_stocks_and_what_is_laid_out() -> None:
    tracks = (Track("Money", 12, 25, text="$"), Track("Armor", 20, 20))
    seat = Seat(0, "Ann", turn=True, tracks=tracks, facts=("first",), items=(Item("ship", 2, "I", note="/6"),))
    sides = (
        Side("Ann", 0, (("attack", 9),), (Item("s", 2, "C"), Item("s", 1, "I", crossed=True)), turn=True),
        Side("Nobody", None, (("attack", 3),)),
    )
    layout = Panel("A fight", sides, (Item("s", label="Cruiser", note="survives"),), ("It goes on.",))
    scene = Scene("Hexes", 0, 0, "Go.", styles=STYLES, seats=(seat,), panels=(layout,))
    assert text(scene).endswith(
        "► V Ann  Money 12/25; Armor 20/20; first\n      I 2/6\n\n\nGo.\n\n"
        "A fight\n► V Ann: attack 9: 2C I×\n    Nobody: attack 3\n  Cruiser: survives\n  It goes on."
    )
