from __future__ import annotations

from pathlib import Path

import pytest

from zellig.checks.policy import default_policy, read_policy
from zellig.errors import ZelligError


def test_the_defaults_are_those_of_the_specification() -> None:
    policy = default_policy()
    assert not policy.from_scratch
    assert (policy.sentence.warn_tokens, policy.sentence.review_tokens) == (5, 8)
    assert policy.sentence.review_normalised == 0.5
    assert policy.paragraph.review_normalised == 0.25


def test_a_file_overrides_single_values(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text("from_scratch = true\n[sentence]\nwarn_tokens = 2\n")
    policy = read_policy(file)
    assert policy.from_scratch
    assert policy.sentence.warn_tokens == 2
    assert policy.sentence.review_tokens == default_policy().sentence.review_tokens
    assert policy.similarity == default_policy().similarity


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("from_scrath = true", "from_scrath: a policy has no such key. There are: from_scratch, sentence"),
        ("[sentence]\nwarn = 2", "sentence.warn: a policy has no such key. There are: sentence.warn_tokens"),
        ("from_scratch = 1", "from_scratch: Expected 'bool', got 'int'"),
        ("sentence = 3", "sentence: Expected 'object', got 'int'"),
        ("[similarity]\nleakage = 90", "similarity.leakage: Expected 'float' <= 1.0"),
        ("[sentence", "it is not TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "policy.toml"
    file.write_text(text)
    with pytest.raises(ZelligError) as refused:
        read_policy(file)
    assert said in str(refused.value)
    assert str(file) in str(refused.value)
