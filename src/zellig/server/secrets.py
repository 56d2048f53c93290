"""Secrets that are given out once and kept as hashes, and passwords."""

from __future__ import annotations

import hashlib
import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from zellig.errors import ZelligError

SHORTEST, LONGEST = 10, 200  # characters of a password


def new_id() -> str:
    """A random name for a row."""
    return secrets.token_hex(10)


def new_secret() -> str:
    """What a cookie, a token or a link carries: 256 random bits."""
    return secrets.token_urlsafe(32)


def key_of(secret: str) -> str:
    """What is kept of a secret. It has so many random bits that a plain hash cannot be turned round."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hash_password(password: str) -> str:
    """What is kept of a password; refuses one that is too short to be one."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise ZelligError(
            f"a password has {SHORTEST} to {LONGEST} characters",
            field="password",
            remedy="Choose another one, e.g. four words that have nothing to do with each other.",
        )
    return _hasher().hash(password)


def is_password(password: str, kept: str | None) -> bool:
    """Is this the password? Where none is kept it takes as long to say no, so that names cannot be probed."""
    try:
        _hasher().verify(kept or _nobodys(), password[:LONGEST])
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobodys() -> str:
    return _hasher().hash(new_secret())
