"""Every text that the server says of a game: what people read who play it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import quincunx
from quincunx.engine.game import Game
from quincunx.engine.options import Table
from quincunx.engine.position import Position
from quincunx.engine.scene import Item, Scene
from quincunx.table.match import Match
from tests.playouts import LOVES, Setting, choices, choose

NAMES = ["Ayşe", "Jörg", "Zoë", "Ümit", "Ondřej", "Łukasz"]
PLIES = 80
"""Moves of a game at most."""
SHOWN, LOOKED_AT = 4, 20
"""After so many moves the table is looked at, and all that is offered is read, too."""
PICKED = 40
"""Refusals that are asked for at a time."""


def about(game: Game) -> Iterator[str]:
    """What is said before a game is opened."""
    yield game.pitch
    yield from (str(game.refuse(reason)) for reason, rule in enumerate(game.reasons) if rule)
    for players in game.players:
        table = Table(players, False, game.settle(players, {}))
        for option in game.options:
            yield from (option.name.replace("_", " "), option.help)
            if not isinstance(option.values, range):
                yield from (str(value).replace("_", " ") for value in option.choices(table) if type(value) is str)


def drawn_setting(game: Game, seed: int) -> Setting:
    """A table with some options changed."""
    random = Random(seed)
    players = game.players[seed % len(game.players)]
    given: dict[str, Any] = {}
    settled: dict[str, Any] = {}
    for option in game.options:
        table = Table(players, False, {**given, **settled})
        if seed and random.random() < 0.4 and (listed := choices(option, table)):
            given[option.name] = random.choice(listed)
        value = given.get(option.name, option.default_for(table))
        settled[option.name] = option.read(value, table)
    return Setting(game.name, players, given)


def during(name: str, seed: int) -> Iterator[str]:
    """What is said in one game, to everybody who sits there."""
    game = quincunx.game(name)
    setting = drawn_setting(game, seed)
    match = setting.new(seed)
    match.names = tuple(NAMES[: setting.players])
    random = Random(seed)
    policy = sorted(LOVES)[seed % len(LOVES)]
    for seat in (None, *range(setting.players)):
        yield from (each.words for each in game.opening(match.view(seat) if game.secret else match))
    for ply in range(PLIES):
        if ply % SHOWN == 0 or match.over:
            yield from seen(match, full=ply % LOOKED_AT == 0)
        if match.over:
            break
        match.play(choose(match, policy, random))
        for seat in (None, *range(setting.players)) if game.secret else (None,):
            yield from (each.words for each in match.heard_of(ply, seat, match.at(ply + 1)))


def seen(match: Match, *, full: bool) -> Iterator[str]:
    """What is said of the table as it stands."""
    game = match.game
    viewers = [None, *range(match.players)] if game.secret and full else [match.turn]
    for seat in viewers:
        position = match.view(seat) if game.secret else match
        yield from shown(position.scene())
    if match.over or match.turn is None:
        return
    mover = match.view(match.turn) if game.secret else match
    if full:
        yield from offered(mover)
    if game.commands is not None:
        for seat in range(match.players):
            position = match.view(seat) if game.secret else match
            yield from (game.commands.describe(position, seat, each) for each in game.commands.offered(position, seat))


def offered(position: Position) -> Iterator[str]:
    """Every decision in words, and what is said to those who pick something else."""
    game = position.game
    for number in position.moves.numbers:
        yield game.describe(position, number)
    scene = position.scene()
    things = [place.id for place in scene.places] + [piece.id for piece in scene.pieces]
    random = Random(len(things))
    for _ in range(PICKED):
        yield position.why_not_pick(random.choices(things, k=random.randint(1, 2))) or ""


def shown(scene: Scene) -> Iterator[str]:
    """The texts of a scene."""
    yield from (scene.prompt, *scene.status, *scene.banners, *scene.overlays)
    yield from (area.label for area in scene.areas)
    yield from (piece.label for piece in scene.pieces)
    yield from (button.label for button in scene.buttons)
    for arrow in scene.arrows:
        yield from (arrow.label, arrow.text)
    for place in scene.places:
        yield from (place.label, place.note, place.caption)
        if place.card is not None:
            yield from (place.card.title, place.card.corner)
    for seat in scene.seats:
        yield from seat.facts
        yield from (track.name for track in seat.tracks)
        yield from items(seat.items)
    for panel in scene.panels:
        yield from (panel.title, *panel.lines)
        yield from items(panel.choices)
        for side in panel.sides:
            yield side.heading
            yield from (name for name, _ in side.figures)
            yield from items(side.items)


def items(listed: tuple[Item, ...]) -> Iterator[str]:
    """The texts of a list beside the board."""
    for item in listed:
        yield from (item.label, item.note)


def collected(name: str, games: int) -> set[str]:
    """All texts of a game: of so many played ones."""
    found = set(about(quincunx.game(name)))
    for seed in range(games):
        found.update(during(name, seed))
    return {text for text in found if any(letter.isalpha() for letter in text)} - set(NAMES)
