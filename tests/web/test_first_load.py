"""What the first load costs: its size has a bound, its time is told."""

import gzip
import re
from collections.abc import Callable

from tests.web.browsing import PHONE, Visitors
from tests.web.building import build_table

MOST = 200_000
"""Bytes of the first load, compressed."""
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOW_PROCESSOR = 4
"""Times slower than this machine."""
Note = Callable[[str, object], None]


def test_the_first_load_is_small(record_property: Note) -> None:
    built = build_table()
    page = (built / "index.html").read_text("utf-8")
    files = [built / "index.html", *(built / name for name in re.findall(r'(?:src|href)="/(assets/[^"]+)"', page))]
    size = sum(len(gzip.compress(file.read_bytes(), 6)) for file in files)
    record_property("measured", f"the table in the browser, first load: {size / 1000:.0f} kB compressed")
    assert size <= MOST


def test_the_time_until_somebody_can_play_is_told(visitors: Visitors, record_property: Note) -> None:
    page = visitors.visit("about:blank", **PHONE)
    slow = page.context.new_cdp_session(page)
    slow.send("Network.enable")
    slow.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})
    page.goto("/")
    page.locator("button.main").first.wait_for()
    seconds = page.evaluate("() => performance.now()") / 1000
    record_property("measured", f"the start on a slow phone and network: interactive after {seconds:.1f} s")
