"""The example of a program that plays."""

import asyncio
import sys
from pathlib import Path

from tests.server.clients import running

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


async def test_the_example_plays_a_game_to_its_end(tmp_path: Path) -> None:
    async with running(str(tmp_path / "tables.sqlite")) as server:
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
        opened = await server.open("vanagloria", 2, seats=seats, start=True)
        link = f"{server.url}/t/{opened['table']}#{opened['mine']['token']}"
        program = await asyncio.create_subprocess_exec(
            sys.executable, str(BOT), link, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        said, wrong = await program.communicate()
        assert (program.returncode, wrong) == (0, b"")
        assert said.startswith(b"The results: [")
