"""Sentences as HTML in the languages of a page: Chinese first, then English marked as such."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from grader.messages import LANGS, Lang, Message, say
from grader.notebooks.build import key_name
from grader.outcome import Key, Text
from grader.report.visible import visible


def safe(text: str) -> str:
    """Return text as HTML that shows every character of it and does nothing.

    Quotes stay: nothing from outside goes into an attribute.
    """
    return escape(visible(text), quote=False)


class Words:
    """The languages of one page.

    Parameters
    ----------
    langs
        The languages to show; Chinese comes first if both are.
    """

    def __init__(self, langs: Sequence[Lang]) -> None:
        self.langs = tuple(lang for lang in LANGS if lang in langs)
        if not self.langs:
            raise ValueError("a page needs a language")

    def say(self, message_id: str, /, **args: str | int | Message) -> str:
        """Return a sentence of the catalogue as HTML."""
        return self.message(say(message_id, **args))

    def message(self, message: Message) -> str:
        """Return a message as HTML."""
        return self._both([message.text(lang) for lang in self.langs])

    def text(self, text: Text) -> str:
        """Return an author's text as HTML."""
        return self._both([text.text(lang) for lang in self.langs])

    def key(self, key: Key) -> str:
        """Return what students call a key as HTML."""
        return self.message(key_name(key))

    def _both(self, texts: Sequence[str]) -> str:
        first, *others = texts
        shown = safe(first)
        for lang, text in zip(self.langs[1:], others, strict=True):
            if text != first:
                # <i> is HTML's element for a phrase in another language, and the shortest there is.
                shown += f" <i lang={lang}>{safe(text)}</i>"
        return shown
