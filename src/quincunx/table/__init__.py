"""A game being played by people."""
