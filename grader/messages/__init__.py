"""Every sentence people read, in Chinese and English, from one catalogue.

A record never holds prose: it holds a `Message` (an id and its arguments), and a renderer turns
it into the language of the reader. A number that its noun has to agree with is written
`{units:unit|units}`. The sentences live in `*.toml` beside this file, one table per id with the
keys `zh` and `en`; a test checks that both languages use the same arguments and that no id is
missing or unused. The package imports nothing else of `grader`.
"""

from __future__ import annotations

import os
import string
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

Lang = Literal["zh", "en"]
LANGS: tuple[Lang, ...] = ("zh", "en")


class Message(msgspec.Struct, frozen=True, order=False):
    """A sentence of the catalogue with its arguments, independent of any language.

    An argument that is itself a `Message` is rendered in the reader's language first.
    """

    id: str
    args: dict[str, str | int | Message] = {}

    def text(self, lang: Lang) -> str:
        """Return the sentence in `lang`. KeyError for an id the catalogue does not know."""
        shown = {
            name: value.text(lang) if isinstance(value, Message) else value
            for name, value in self.args.items()
        }
        return _SENTENCE.vformat(catalogue()[self.id][lang], (), shown)


class _Sentence(string.Formatter):
    """Format strings in which a number may be followed by its noun: `{units:unit|units}`."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return super().format_field(value, format_spec)
        return f"{value} {one if str(value) == '1' else many}"


_SENTENCE = _Sentence()


def say(message_id: str, /, **args: str | int | Message) -> Message:
    """Return the sentence `message_id`; KeyError at once if the catalogue lacks it."""
    catalogue()[message_id]
    return Message(message_id, args)


@cache
def catalogue() -> dict[str, dict[Lang, str]]:
    """Return all sentences: id -> language -> format string."""
    import tomllib

    sentences: dict[str, dict[Lang, str]] = {}
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        for message_id, languages in tomllib.loads(path.read_text("utf-8")).items():
            if message_id in sentences:
                raise ValueError(f"{path.name}: the id {message_id!r} is used twice")
            sentences[message_id] = languages
    return sentences


def default_lang() -> Lang:
    """Return the reader's language from GRADER_LANG, LC_ALL, LC_MESSAGES or LANG; else English."""
    for name in ("GRADER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
