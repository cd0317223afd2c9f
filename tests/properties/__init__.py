"""What must hold everywhere: in random games of every game, at any table, by players of several habits."""
