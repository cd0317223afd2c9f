"""From a lead to a result, or from what all seats are worth to their results: what every `appraise` ends with."""

# mypy: disable-error-code="no-untyped-def"

import math

from quincunx.engine.compiling import compiled


@compiled
def expected(lead, players, left, scale):
    """The result to be expected from a lead, as `outcome` counts results among n: 1 for a sure win, -1 / (n - 1) for a
    sure loss. If nobody leads, each of those who are left wins as often as the others. A lead is worth the more the
    smaller the scale is. The curve takes a root, which every machine draws the same, and never quite reaches its ends,
    so that a bot that is far ahead still tells more from less."""
    even = 1.0 - 2.0 / left
    behind = even / math.sqrt(1.0 - even * even)
    scaled = lead / scale - behind
    chance = 0.5 + 0.5 * scaled / math.sqrt(1.0 + scaled * scaled)
    return (players * chance - 1.0) / (players - 1)


@compiled
def expect(out, players, scale):
    """Turns the leads of all seats into the results to be expected, in a game that nobody leaves before its end."""
    for seat in range(players):
        out[seat] = expected(out[seat], players, players, scale)


@compiled
def share_out(out, players, scale):
    """Turns what all seats are worth into the results to be expected. Their chances add up to one, and who is behind
    another by the scale has 1/e of its chance or little more. Roots and products only: every machine draws the curve
    the same."""
    best = out[0]
    for seat in range(1, players):
        best = max(best, out[seat])
    total = 0.0
    for seat in range(players):
        behind = (best - out[seat]) / (4.0 * scale)
        chance = 1.0 / (behind + math.sqrt(1.0 + behind * behind))
        chance *= chance
        out[seat] = chance * chance  # the fourth power is nearly an exponential
        total += out[seat]
    for seat in range(players):
        out[seat] = (players * out[seat] / total - 1.0) / (players - 1)
