"""Every sentence exists in both languages, says the same things, and somebody says it."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from grader import messages
from grader.messages import LANGS, Message, catalogue, default_lang, say

GRADER = Path(messages.__file__).parents[1]
SAYING = {"say", "Message"}


class Said(NamedTuple):
    """One call that names a sentence."""

    where: str
    pattern: str
    """A regular expression: an f-string's holes match anything without a dot."""
    literal: bool
    args: frozenset[str] | None
    """The arguments; None where `**` passes some."""


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(GRADER.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def pattern_of(node: ast.expr) -> tuple[str, bool] | None:
    """Return the pattern of an id that is written where it is said."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value), True
    if isinstance(node, ast.JoinedStr):
        parts = (
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^.]+"
            for part in node.values
        )
        return "".join(parts), False
    return None


def all_said() -> Iterator[Said]:
    for path, tree in sources():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id not in SAYING or not node.args:
                continue
            found = pattern_of(node.args[0])
            if found is None:
                continue
            names = [k.arg for k in node.keywords]
            args = None if None in names else frozenset(str(n) for n in names)
            yield Said(f"{path.name}:{node.lineno}", *found, args)


def mentioned() -> set[str]:
    """Return every string constant of the sources: ids also pass through variables."""
    return {
        node.value
        for _, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_the_sources_say_something() -> None:
    """The search below would find nothing wrong in nothing."""
    said = list(all_said())
    assert len(said) > 50
    assert any(not s.literal for s in said)


@pytest.mark.parametrize("message_id", sorted(catalogue()))
def test_both_languages_are_there_and_use_the_same_arguments(message_id: str) -> None:
    sentence = catalogue()[message_id]
    assert sorted(sentence) == sorted(LANGS)
    assert all(text.strip() for text in sentence.values())
    if message_id != "compare.property":  # each language has the author's own words
        assert fields(sentence["zh"]) == fields(sentence["en"])
    assert all(name.isidentifier() for text in sentence.values() for name in fields(text))


@pytest.mark.parametrize("count", [0, 1, 2, 11, "1", "2"], ids=repr)
def test_a_noun_agrees_with_its_number(count: int | str) -> None:
    noun = "demand does" if str(count) == "1" else "demands do"
    assert say("cli.validate_failed", count=count).text("en") == f"{count} {noun} not hold."


def test_no_english_noun_is_left_in_one_form() -> None:
    """`1 students` was read in every small class. What is of something, or at most, is many."""
    plural = re.compile(
        r"(?:^|[:,;(✓] ?)\{\w+\} (students|units|files|rows|fixtures|mutants|pages)\b"
    )
    assert [m for m, sentence in catalogue().items() if plural.search(sentence["en"])] == []


def test_the_languages_are_not_mixed_up() -> None:
    han = re.compile(r"[\u4e00-\u9fff]")
    for message_id, sentence in catalogue().items():
        assert not han.search(sentence["en"]), message_id
        words = re.sub(r"\{\w+\}|`[^`]*`", "", sentence["zh"])
        if re.search(r"[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}", words):
            assert han.search(words), message_id


def test_every_sentence_that_is_said_exists() -> None:
    unknown = [
        f"{said.where}: {said.pattern}"
        for said in all_said()
        if not any(re.fullmatch(said.pattern, message_id) for message_id in catalogue())
    ]
    assert unknown == []


def test_every_sentence_is_said_by_somebody() -> None:
    written = mentioned()
    patterns = [said.pattern for said in all_said() if not said.literal]
    unused = [
        message_id
        for message_id in catalogue()
        if message_id not in written and not any(re.fullmatch(p, message_id) for p in patterns)
    ]
    assert unused == []


def test_every_sentence_is_given_its_arguments() -> None:
    wrong = []
    for said in all_said():
        for message_id, sentence in catalogue().items():
            if said.args is not None and re.fullmatch(said.pattern, message_id):
                wanted = fields(sentence["zh"]) | fields(sentence["en"])
                if said.args != wanted:
                    wrong.append(f"{said.where}: {message_id} {set(said.args)} for {wanted}")
    assert wrong == []


def test_no_id_is_used_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text('["x.y"]\nzh = "甲"\nen = "A"\n', "utf-8")
    monkeypatch.setattr(messages, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(ValueError, match=r"b\.toml: the id 'x\.y' is used twice"):
        catalogue.__wrapped__()


def test_no_table_is_nested_by_an_unquoted_dot() -> None:
    header = re.compile(r'\["[a-z_]+(\.[A-Za-z0-9_]+)+"\]')
    for path in GRADER.rglob("messages/*.toml"):
        headers = [x for x in path.read_text("utf-8").splitlines() if x.startswith("[")]
        assert all(map(header.fullmatch, headers)), path.name


# --- saying ---------------------------------------------------------------------------------------


def test_a_sentence_is_told_in_the_readers_language() -> None:
    message = say("usage.no_unit", name="q99")
    assert message == Message("usage.no_unit", {"name": "q99"})
    assert message.text("zh") == "没有名为 q99 的单元。"
    assert message.text("en") == "there is no unit named q99."


def test_an_unknown_id_fails_where_it_is_said() -> None:
    with pytest.raises(KeyError, match="no_such_sentence"):
        say("no_such_sentence")


def test_a_missing_argument_is_an_error() -> None:
    with pytest.raises(KeyError, match="name"):
        say("usage.no_unit").text("en")


def test_an_argument_is_never_a_template() -> None:
    assert "{path} {0}" in say("usage.no_unit", name="{path} {0}").text("en")


def test_a_sentence_inside_another_is_told_in_the_same_language() -> None:
    outer = say("error.course", path="x", key="y", expected=say("course.minutes"))
    assert outer.text("zh").endswith("预计分钟数至少为 1，至多为 10 亿。")
    assert outer.text("en").endswith(
        "the expected minutes are at least 1 and at most 1,000,000,000."
    )


@pytest.mark.parametrize(
    ("env", "lang"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "GRADER_LANG": "zh"}, "zh"),
        ({"LANG": "zh_CN", "GRADER_LANG": "EN"}, "en"),
        ({"GRADER_LANG": "", "LC_MESSAGES": "ZH_TW"}, "zh"),
        ({"LANG": "C.UTF-8"}, "en"),
    ],
    ids=range(7),
)
def test_the_environment_tells_the_language(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], lang: str
) -> None:
    for name in ("GRADER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert default_lang() == lang
