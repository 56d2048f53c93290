"""What is said reaches whoever listens, once."""

from zellig.notices import Notice, hearing, note, warn


def test_heard_once_by_all_who_listen() -> None:
    outer, inner = list[Notice](), list[Notice]()
    note("nobody listens")
    with hearing(outer.append):
        warn("one")
        with hearing(inner.append):
            for _ in range(2):
                note("two")
        note("three")
    note("nobody listens")
    assert outer == [("warning", "one"), ("note", "two"), ("note", "three")]
    assert inner == [("note", "two")]
