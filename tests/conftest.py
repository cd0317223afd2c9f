"""What all tests share: Hypothesis draws the same examples on every machine.

`pytest --hypothesis-profile=deep` looks longer, and at other examples each time.
"""

import pytest
from hypothesis import HealthCheck, settings

SLOW_STARTS = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""The first example of a game compiles its rules."""

settings.register_profile("ci", max_examples=25, derandomize=True, deadline=None, suppress_health_check=SLOW_STARTS)
settings.register_profile("deep", max_examples=1000, deadline=None, suppress_health_check=SLOW_STARTS)
settings.load_profile("ci")

pytest.register_assert_rewrite("tests.cli.program", "tests.games.layouts", "tests.properties")


def pytest_configure(config: pytest.Config) -> None:
    """Compiling `draw` for a game's record warns of something that the package means; warnings are errors here."""
    config.addinivalue_line("filterwarnings", "ignore::numba.core.errors.NumbaExperimentalFeatureWarning")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tells what tests have measured."""
    for report in terminalreporter.getreports("passed"):
        for name, words in report.user_properties:
            if name == "measured":
                terminalreporter.write_line(str(words))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The file that compiles everything once more comes first: no other core has to wait for it at the end."""
    items.sort(key=lambda item: item.path.name != "test_modes.py")
