"""Tries to act in a marker's browser, through a written answer that formgrader renders."""

from __future__ import annotations

import re

import pytest

from grader.notebooks.outputs import harmless_markdown

PIXEL = {"image/png": "iVBORw0KGgo="}
ACTS = re.compile(
    r"<(?:script|svg|iframe|details|object|form|[a-z]+\s[^>]*\son\w+=)"
    r"|(?:href|src)=\"\s*(?!https://|data:image/png)",
    re.IGNORECASE,
)


def rendered(source: str, pictures: dict[str, dict[str, str]] | None = None) -> str:
    """Return the HTML that formgrader makes of a text cell."""
    filters = pytest.importorskip("nbconvert.filters.markdown_mistune", reason="extra: course")
    renderer = filters.IPythonRenderer(escape=False, attachments=pictures or {})
    return filters.MarkdownWithMath(renderer=renderer).render(source)


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<!--><script>alert(1)</script>-->",
        "[more](javascript:alert(1))",
        "[more](JaVaScRiPt&#58;alert(1))",
        "[more](<javascript:alert(1)>)",
        "[more](\n  javascript:alert(1))",
        "[more](data:text/html;base64,PHNjcmlwdD4=)",
        "[more](/formgrader/api/grade)",
        "[more][1]\n\n[1]: javascript:alert(1)",
        "[more][1]\n\n[1]:\n  javascript:alert(1)",
        "<javascript:alert(1)>",
        "![picture](javascript:alert(1))",
        "![picture](/logout)",
        "![picture][1]\n\n[1]: /logout",
        '![x" onerror="alert(1)](y)',
        "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
    ],
)
def test_markup_that_would_act_is_shown_as_text(source: str) -> None:
    """Scripts, script links, pictures that call an address: the raw Markdown acts, ours does not."""
    assert ACTS.search(rendered(source)), "the control: nothing to defend against"
    assert ACTS.search(rendered(harmless_markdown(source))) is None


@pytest.mark.parametrize("name", ["missing.png", "a)b", "a b", "../x", ""])
def test_a_picture_that_is_not_there_ends_no_page(name: str) -> None:
    """`attachment:` of a picture that was not kept made the whole page an error: now it is text."""
    source = harmless_markdown(f"![](attachment:{name}) [](attachment:{name})", {"kept.png"})
    assert "<img" not in rendered(source, {"kept.png": PIXEL})


def test_math_that_is_a_link() -> None:
    """MathJax makes `\\href` a link with a script and `\\style` a cover: neither is left."""
    source = r"$\href{javascript:alert(1)}{E = mc^2} \style{position: fixed}{x} \frac{1}{2}$"
    shown = harmless_markdown(source)
    assert "\\href" not in shown
    assert "\\style" not in shown
    assert "\\frac{1}{2}" in shown


def test_an_honest_answer_is_shown_as_it_was_meant() -> None:
    """The control: emphasis, math, a table, a web link, a pasted picture, an inequality."""
    source = (
        "**Because** $a < b$ and `x[0]`, see [the paper](https://example.org/p).\n\n"
        "![photo](attachment:kept.png)\n\n| n | t |\n|---|---|\n| 1 | 2 |"
    )
    html = rendered(harmless_markdown(source, {"kept.png"}), {"kept.png": PIXEL})
    assert '<a href="https://example.org/p">the paper</a>' in html
    assert '<img src="data:image/png;base64,iVBORw0KGgo=" alt="photo"' in html
    for part in ("<strong>Because</strong>", "$a &lt; b$", "<code>x[0]</code>", "<td"):
        assert part in html


def test_a_long_hostile_answer_is_read_in_no_time() -> None:
    """A million brackets: each is looked at once, and none is dropped."""
    for piece in ("![", "](", "]:", "![a](attachment:", "\\href", "]( \n"):
        source = piece * 100_000
        assert harmless_markdown(source).replace("\u200b", "") == source
