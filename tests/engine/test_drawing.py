"""Pictures of scenes: whole, self-contained, and the same every time."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

import quincunx
from quincunx.engine.drawing import svg
from quincunx.engine.errors import BadOption
from quincunx.engine.moods import PAPER, Mood
from quincunx.engine.scene import SEAT_STYLES, Area, Item, Link, Panel, Piece, Place, Scene, Seat, Side, Track
from quincunx.engine.strokes import NAMESPACE, clean, plain, shortened, width_of, wrapped
from quincunx.games import GAMES
from quincunx.games.connect_the_worlds.moods import COSMOS
from quincunx.games.galaxy_of_d.moods import GALAXY
from quincunx.games.vanagloria.moods import ORBIT, STATION
from quincunx.games.vanguard_rome.moods import CAMPAIGN
from quincunx.table.match import Match

NASTY = (
    "<script>alert('x')</script>",
    "\"quoted\" & 'quoted' ]]> --",
    "مريم بنت عمران الأنصارية",
    "\u202eturned around\u202c \x00\x0b\ud800\ufffe",
    "W" * 60,
    "王小明と山田花子と김철수王小明と山田花子と김철수王小明と山田花子と김철수",
)


def tables() -> list[tuple[str, int, str]]:
    """Every preset board of every game with every number of players it is for."""
    found = []
    for name in GAMES:
        game = quincunx.game(name)
        boards = next((option.values for option in game.options if option.name == "board"), ())
        for board in boards:
            for players in game.players:
                try:
                    game.settle(players, {"board": board})
                except BadOption:
                    continue
                found.append((name, players, board))
    return found


def drawn(match: Match) -> ET.Element:
    """The picture, parsed."""
    return ET.fromstring(match._repr_svg_())


def ids(picture: ET.Element) -> list[str]:
    """What is marked on the picture."""
    return [group.attrib["data-id"] for group in picture.iter() if "data-id" in group.attrib]


def words(picture: ET.Element) -> list[str]:
    """All that is written."""
    return ["".join(text.itertext()) for text in picture.iter(f"{{{NAMESPACE}}}text")]


@pytest.mark.parametrize(("name", "players", "board"), tables())
def test_every_board_is_drawn_with_all_its_places_and_pieces(name: str, players: int, board: str) -> None:
    match = quincunx.new(name, players, seed=3, board=board)
    scene, picture = match.scene(), drawn(match)
    assert picture.tag == f"{{{NAMESPACE}}}svg"
    things: list[Place | Piece] = [*scene.places, *scene.pieces]
    for thing in things:
        assert ids(picture).count(thing.id) == 1
        assert thing.size < thing.x < scene.width - thing.size
        assert thing.size < thing.y < scene.height - thing.size


@pytest.mark.parametrize(("name", "players"), [("vanagloria", 6), ("orbit-cubes", 6), ("galaxy-of-d", 2)])
def test_a_game_in_its_middle_gives_the_same_bytes_twice_and_loads_nothing(name: str, players: int) -> None:
    match, bot = quincunx.new(name, players, seed=3), quincunx.bot("random", seed=3)
    for _ in range(120):
        match.play(bot.choose(match))
    once = match._repr_svg_()
    assert once == match._repr_svg_() == match.copy()._repr_svg_()
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg\")|url\(|@import|<script|<image|<foreignObject", once)
    assert all(reference.startswith("#") for reference in re.findall(r'href="([^"]*)"', once))


def test_only_the_symbols_that_are_used_are_embedded() -> None:
    picture = drawn(quincunx.new("vanagloria", 2, seed=3))
    embedded = {symbol.attrib["id"] for symbol in picture.iter(f"{{{NAMESPACE}}}symbol")}
    used = {use.attrib["href"].removeprefix("#") for use in picture.iter(f"{{{NAMESPACE}}}use")}
    assert embedded == used
    assert not any(id.endswith("-cube") for id in embedded)


def test_nasty_names_are_written_and_do_no_harm() -> None:
    match = quincunx.new("vanagloria", 6, seed=3)
    match.names = NASTY  # a table refuses some of these names; the drawing must not rely on that
    source = match._repr_svg_()
    assert "<script" not in source
    assert "\u202e" not in source
    source.encode("utf-8")
    picture = ET.fromstring(source)
    titles = [title.text for title in picture.iter(f"{{{NAMESPACE}}}title")]
    for seat, name in enumerate(NASTY):
        assert any((title or "").startswith(f"{clean(name)} ({SEAT_STYLES[seat].name})") for title in titles)
    assert any(text.startswith("WWW") and text.endswith("…") for text in words(picture))


def test_a_screen_reader_is_told_what_is_there() -> None:
    match = quincunx.new("vanagloria", 2, seed=3)
    picture, scene = drawn(match), match.scene()
    assert picture.attrib["role"] == "img"
    assert picture.attrib["aria-label"] == f"{scene.title}. {scene.prompt}"
    titles = {title.text for title in picture.iter(f"{{{NAMESPACE}}}title")}
    assert {place.label for place in scene.places} <= titles
    assert {piece.label for piece in scene.pieces} <= titles


def test_seats_are_told_apart_without_colour() -> None:
    match = quincunx.new("vanagloria", 6, seed=3)
    written = words(drawn(match))
    for style in SEAT_STYLES:
        assert written.count(style.letter) == 2  # on the one unit of the seat, and beside its name
    assert len({style.pattern for style in SEAT_STYLES}) == len(SEAT_STYLES)


def test_a_scene_without_art_mood_or_players_is_drawn() -> None:
    scene = Scene(
        title="A small island",
        width=200,
        height=200,
        prompt="",
        areas=(Area("a", ((10, 10), (190, 10), (100, 190)), label="Land"),),
        links=(Link("x", "y", ((50, 50), (100, 20), (150, 50))), Link("y", "x", ((150, 50), (150, 50), (50, 50)))),
        places=(Place("x", 50, 50, 20, "hut", mark="H"), Place("y", 150, 50, 20, "hut", mark="H", note="3")),
        pieces=(Piece("p", "x", 50, 40, 10, "boat", text="b", count=12), Piece("q", "y", 150, 40, 10, "", spent=True)),
    )
    picture = ET.fromstring(svg(scene, None))
    assert {"H", "b", "12", "3", "x", "y", "Land"} <= set(words(picture))
    assert picture.attrib["viewBox"] == "0 0 200 200"


HEX = ((50.0, 0.0), (93.3, 25.0), (93.3, 75.0), (50.0, 100.0), (6.7, 75.0), (6.7, 25.0))


def test_a_tile_is_drawn_with_its_owner_its_glow_its_stack_and_its_note() -> None:
    scene = Scene(
        title="Hexes",
        width=200,
        height=100,
        prompt="",
        places=(
            Place("A1", 50, 50, 43, "hut", mark="H", owner=1, note="+3", outline=HEX),
            Place("A2", 137, 50, 43, outline=tuple((x + 87, y) for x, y in HEX)),
        ),
        pieces=(
            Piece("base", "A1", 50, 50, 20, "base", owner=1, text="B", fixed=True),
            Piece("top", "A1", 40, 50, 10, "ship", owner=1, count=4, text="s", under="back"),
            Piece("lost", "A2", 137, 50, 10, "ship", owner=0, text="s", crossed=True),
        ),
        overlays={"reach": ("A2",), "stop": ("A2",)},
        shown=("reach", "stop"),
    )
    picture = ET.fromstring(svg(scene, None))
    assert sorted(ids(picture)) == ["A1", "A2", "base", "lost", "top"]
    assert {"A1", "A2", "H", "+3", "B4", "R"} <= set(words(picture))
    tiles = {group.attrib["data-id"]: group for group in picture.iter() if group.attrib.get("data-id") in ("A1", "A2")}
    edges = {name: len(list(group.iter(f"{{{NAMESPACE}}}polygon"))) for name, group in tiles.items()}
    assert edges == {"A1": 2, "A2": 3}


def test_tracks_stocks_and_panels_stand_beside_the_board() -> None:
    seat = Seat(
        0,
        "Ann",
        turn=True,
        tracks=(Track("Money", 12, 25), Track("Miles", 120, 500)),
        marks=("star",),
        items=(Item("ship", 2, "I", "Ships: 2 of 6", "/6", owner=0), Item("ship", 0, "C")),
    )
    fight = Panel(
        "A fight",
        (
            Side("Ann", 0, (("attack", 14), ("to absorb", 9)), (Item("s", 3, "C"), Item("s", crossed=True)), turn=True),
            Side("The wild", None, (("attack", 3),)),
        ),
        tuple(Item("s", label=f"Ship {i}", note="is lost " * (9 * i)) for i in range(12)),
        ("It goes on.",),
    )
    picture = ET.fromstring(svg(Scene("Hexes", 300, 300, "Go.", seats=(seat,), panels=(fight,)), None))
    written = set(words(picture))
    assert {
        "12/25",
        "120/500",
        "2/6",
        "A fight",
        "14attack",
        "9to absorb",
        "The wild",
        "and 3 more",
        "It goes on.",
    } <= written
    titles = {title.text for title in picture.iter(f"{{{NAMESPACE}}}title")}
    assert {"Money: 12 of 25", "Ships: 2 of 6"} <= titles
    cells = [rect for rect in picture.iter(f"{{{NAMESPACE}}}rect") if rect.attrib.get("height") == "9"]
    assert len(cells) == 25 + 1


def test_scores_and_what_they_would_grow_by() -> None:
    seats = (
        Seat(0, "Ann", turn=True, score=18, goal=50, gain=6, facts=("two ships",)),
        Seat(1, "Ben", score=70, goal=50, gain=-4),
        Seat(2, "Cleo", out=True),
    )
    scene = Scene("Islands", 300, 300, "Ann is to move.", seats=seats, status=("Round 2",), banners=("Storm!",))
    written = words(ET.fromstring(svg(scene, None)))
    assert {"18 +6 / 50", "70 -4 / 50", "two ships", "out of the game", "Round 2", "Storm!"} <= set(written)


@pytest.mark.parametrize("stacks", [1, 2, 3, 4, 6, 9, 13, 20, 36])
def test_stacks_on_one_platform_do_not_cover_each_other_nor_its_sign(stacks: int) -> None:
    units: list[list[str]] = [[] for _ in range(6)]
    for i in range(stacks):
        units[i % 6].append(f"{('d', 'm', 'r', 'd+', 'm+', 'r+')[i // 6]}@F0.a")
    units = [here or [f"d@E{seat}"] for seat, here in enumerate(units)]
    scene = quincunx.set_up({"game": "vanagloria", "players": 6, "units": units}).scene()
    place = next(place for place in scene.places if place.id == "F0.a")
    here = [piece for piece in scene.pieces if piece.place == "F0.a"]
    assert len(here) == stacks
    for one, other in combinations(here, 2):
        gap = max(abs(one.x - other.x), abs(one.y - other.y))
        assert gap >= 2 * one.size - 0.3
    for piece in here:
        assert piece.y + piece.size <= place.y + 0.4 * place.size + 0.3
        assert piece.y - piece.size >= place.y - 1.1 * place.size


def test_full_platforms_leave_their_neighbours_free() -> None:
    kinds = ("d", "m", "r", "d+", "m+", "r+")
    places = ["D0.s", "D0.r", "F0.b", "F0.w", "K.a", "F1.b", "F1.w"]
    units = [[f"{kind}@{place}" for kind in kinds for place in places[seat::4]][:20] for seat in range(4)]
    scene = quincunx.set_up({"game": "vanagloria", "players": 4, "units": units}).scene()
    for piece in scene.pieces:
        for place in scene.places:
            apart = max(abs(piece.x - place.x), abs(piece.y - place.y))
            assert place.id == piece.place or apart >= place.size + piece.size


def test_texts_are_fitted() -> None:
    assert shortened("Ann", 10, 100) == "Ann"
    assert width_of(shortened("Maximiliane " * 5, 10, 80), 10) <= 80
    assert wrapped("", 10, 100, 2) == []
    assert len(wrapped("word " * 50, 10, 100, 3)) == 3
    assert wrapped("W" * 60, 10, 100, 2)[0].endswith("…")
    assert [plain(number) for number in (1.0, -0.001, 12.345, 1234.56)] == ["1", "0", "12.35", "1234.6"]


def luminance(colour: str) -> float:
    """As WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


MOODS = [PAPER, ORBIT, STATION, GALAXY, CAMPAIGN, COSMOS]


@pytest.mark.parametrize("mood", [each for mood in MOODS for each in (mood, *mood.lights.values())])
def test_everything_written_can_be_read(mood: Mood) -> None:
    for text in (mood.text, mood.muted, mood.accent):
        for behind in (mood.panel, mood.card):
            assert contrast(text, behind) >= 4.5
    assert contrast(mood.ink, mood.disc) >= 7
    assert contrast(mood.text, mood.ground) >= 7
    for style in SEAT_STYLES:
        assert contrast(mood.ink, style.colour) >= 3


@pytest.mark.parametrize("mood", MOODS)
def test_every_game_is_known_by_light_and_by_dark_and_in_high_contrast(mood: Mood) -> None:
    assert {"contrast"} < set(mood.lights) <= {"light", "dark", "contrast"}
    grounds = [luminance(each.ground) for each in (mood, *mood.lights.values())]
    assert min(grounds) < 0.1
    assert max(grounds) > 0.7
