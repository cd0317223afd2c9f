"""Many tables at once, for training: observations, masks and rewards as NumPy arrays that a compiled loop writes.

>>> from quincunx.training import Tables
>>> tables = Tables("examples/connect_four.py", count=4, seed=1)
>>> tables.observation.shape, tables.mask.shape, tables.turn
((4, 139), (4, 7), array([0, 0, 0, 0]))
>>> observation, mask, turn, reward, done = tables.step([3, 3, 0, 6])
>>> turn, done
(array([1, 1, 1, 1]), array([False, False, False, False]))
>>> tables.step([3, 7, 0, 6])
Traceback (most recent call last):
quincunx.engine.errors.QuincunxError: Table 1: move 7 is not legal. CF-3: There are 7 columns. Nothing was played.
"""

from quincunx.lab.observing import Field, Layout, Observer, layout
from quincunx.training.tables import Tables

__all__ = ["Field", "Layout", "Observer", "Tables", "layout"]
