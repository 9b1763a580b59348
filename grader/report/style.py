"""The style of the feedback page, made small, and the policy that admits it and nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from grader.messages import Lang, say


def policy(langs: Sequence[Lang]) -> str:
    """Return the page's Content-Security-Policy: this one style, no script, no request at all."""
    digest = base64.b64encode(hashlib.sha256(style(langs).encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def style(langs: Sequence[Lang]) -> str:
    """Return the style sheet of a page in `langs`."""
    return _style(tuple(langs))


@cache
def _style(langs: tuple[Lang, ...]) -> str:
    # The units of two numbers that stand on hundreds of lines; in the text they would cost 3 kB.
    units = {
        name: " ".join(say(f"feedback.short_{name}").text(lang) for lang in langs)
        for name in ("inputs", "points")
    }
    text = Path(__file__).with_name("page.css").read_text("utf-8")
    for name, unit in units.items():
        text = text.replace(f"[{name}]", unit)
    return _small(text)


def _small(css: str) -> str:
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"\s+", " ", css)
    return re.sub(r" ?([{};,>]) ?|(:) ", r"\1\2", css).strip()
