"""The same decisions twice, over a good network and over a bad one: the lists have to be the same.

`python -m tests.server.chaos --actions 20000`
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

from quincunx.engine.chance import Seed
from quincunx.games import get
from quincunx.server.live import Hub, Who
from quincunx.table.room import Room, Settings, header_for
from tests.server.clients import running
from tests.server.players import Action, Player, check_acknowledged, check_list
from tests.server.proxy import Weather, bad_network

GAMES = (("vanagloria", 2), ("orbit-cubes", 2))
STEPS = 60
"""Moves after which a table is left."""
AT_ONCE = 24
"""Tables that are played at the same time."""
Line = tuple[str, Any, int | None]


@dataclass
class Scripted:
    """Decides by nothing but the state of the game: at the same entry always the same."""

    number: int

    def __call__(self, player: Player) -> Action | None:
        """What the player does next: sometimes a word, then a move."""
        view, lines = player.view, player.client.lines
        if not lines or view["n"] < max((message["n"] for message in player.turned_down), default=0):
            return None
        dice = crc32(f"{self.number} {view['n']}".encode())
        speaks = view["n"] == view["changedAt"] and dice % 5 == 0
        waits = view["n"] < max((n for n, _ in player.done.values()), default=0)
        if waits and (speaks or dice % 7):  # the view of the last move is under way; some don't wait, and are stale
            return None
        if speaks:
            return {"type": "say", "text": f"after {view['n']}"}
        return {"type": "play", "move": lines[dice % len(lines)]}


class Leaver(Player):
    """Leaves the table after a while."""

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to do."""
        return super().is_over or self.view.get("steps", 0) >= STEPS


@dataclass
class Report:
    """What a run has shown."""

    lists: list[list[Line]] = field(default_factory=list)
    acknowledged: int = 0
    resent: int = 0
    connections: int = 0
    turned_down: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    network: str = "good"

    def __str__(self) -> str:
        return (
            f"{len(self.lists)} tables, {self.acknowledged} acknowledged actions, {self.resent} sent again, "
            f"{self.connections} connections, {dict(self.turned_down)} turned down, network: {self.network}; "
            f"{self.seconds:.0f} s"
        )


async def open_scripted(hub: Hub, number: int) -> tuple[str, list[str]]:
    """A table with the same deal in every run."""
    name, players = GAMES[number % len(GAMES)]
    game = get(name)
    seed = Seed(number.to_bytes(32), bytes(16))
    header = header_for(game, players, {}, Settings(undo="off"), seed)

    def sit_down(room: Room) -> None:
        for chair in range(players):
            room.sit(chair, f"P{chair}")
            room.ready(chair)
        room.start()

    tokens = [f"token-{number}-{chair}" for chair in range(players)]
    links = [(Who((chair,), chair == 0), token) for chair, token in enumerate(tokens)]
    return await hub.open_table(header, seed, sit_down, links), tokens


async def run(place: str, actions: int, weather: Weather | None = None, seed: int = 1) -> Report:
    """Plays until there were that many actions, and gives the lists of all tables."""
    began = time.monotonic()
    report = Report()
    async with running(place) as server:
        hub: Hub = server.app.state.hub
        if weather is None:
            await play_all(hub, server.url, actions, report)
        else:
            async with bad_network(server.url, seed, weather) as proxy:
                await play_all(hub, proxy.url, actions, report)
                report.network = f"{proxy.messages} messages, {proxy.counts}"
    report.seconds = time.monotonic() - began
    return report


async def play_all(hub: Hub, url: str, actions: int, report: Report) -> None:
    """Tables side by side; a run with the same number of actions plays the same ones."""
    found: dict[int, list[Line]] = {}
    numbers = iter(range(-(-actions // STEPS)))

    async def play_some() -> None:
        for number in numbers:
            id, tokens = await open_scripted(hub, number)
            players = [
                Leaver(
                    url,
                    id,
                    token,
                    Scripted(number),
                    f"{id}/{chair}",
                    in_order=False,
                    resend_after=1.0,
                    reconnect_after=2.0,
                )
                for chair, token in enumerate(tokens)
            ]
            await asyncio.gather(*(player.play() for player in players))
            entries = await hub.store.entries(id)
            check_list(entries)
            report.acknowledged += check_acknowledged(entries, list(players))
            for player in players:
                report.resent += player.resent
                report.connections += player.connections
                report.turned_down.update(message["type"] for message in player.turned_down)
            found[number] = [(entry.kind, entry.data, entry.seat) for entry in entries]
            if number % 50 == 49:
                print(f"{number + 1} tables, {report.acknowledged} acknowledged", flush=True)

    await asyncio.gather(*(play_some() for _ in range(AT_ONCE)))
    report.lists = [found[number] for number in sorted(found)]


async def compare(actions: int, folder: Path, seed: int = 1, weather: Weather | None = None) -> tuple[Report, Report]:
    """A clean run and a bad one; raises AssertionError unless the lists are the same."""
    clean = await run(str(folder / "clean.sqlite"), actions)
    bad = await run(str(folder / "bad.sqlite"), actions, weather or Weather(), seed)
    assert clean.acknowledged >= actions
    for number, (one, other) in enumerate(zip(clean.lists, bad.lists, strict=True)):
        assert one == other, f"table {number}"
    return clean, bad


def main() -> None:
    """By hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="quincunx-chaos-") as folder:
        for report in asyncio.run(compare(given.actions, Path(folder), given.seed)):
            print(report)


if __name__ == "__main__":
    main()
