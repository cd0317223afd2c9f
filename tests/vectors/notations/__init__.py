"""The notations that are known; the first that recognises a block reads it."""

from tests.vectors import Notation
from tests.vectors.notations.connect_the_worlds import ConnectTheWorlds
from tests.vectors.notations.galaxy_of_d import GalaxyOfD
from tests.vectors.notations.vanagloria import LinkTables, SectionEight
from tests.vectors.notations.vanguard_rome import VanguardRome

NOTATIONS: tuple[Notation, ...] = (SectionEight(), LinkTables(), GalaxyOfD(), VanguardRome(), ConnectTheWorlds())
