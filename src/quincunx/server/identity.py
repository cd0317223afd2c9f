"""Unguessable links: whoever has one, has the seat. Only their hashes are kept."""

import hashlib
import secrets

LONGEST_TOKEN = 100


def new_token() -> str:
    """192 random bits, as text for a link."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> bytes:
    """What is kept of a token. It is random and long, so a plain hash can't be reversed."""
    return hashlib.sha256(token[:LONGEST_TOKEN].encode("utf-8", "surrogatepass")).digest()
