"""Games over the network: storage, seats, sockets and bots. It knows no rule and no game by name."""
