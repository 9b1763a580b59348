"""The style is one, small, and readable in light, dark and print."""

from __future__ import annotations

import re

import pytest

from grader.report.style import style


def colours(css: str, query: str) -> dict[str, str]:
    start = css.index(query)
    block = css[css.index("{", css.index(":root", start)) + 1 :]
    return dict(re.findall(r"--([a-z-]+):(#[0-9a-f]+)", block[: block.index("}")]))


def luminance(colour: str) -> float:
    digits = colour[1:]
    digits = "".join(c * 2 for c in digits) if len(digits) == 3 else digits
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    bright, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_the_contrast_of_black_on_white_is_known() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("query", [":root", "prefers-color-scheme:dark", "@media print"])
def test_text_can_be_read_on_every_background(query: str) -> None:
    """WCAG AA asks for 4.5."""
    found = colours(style(["zh"]), query)
    for text in ("text", "soft", "good", "bad", "warn", "link"):
        for back in ("page", "card"):
            assert contrast(found[text], found[back]) >= 4.5, (text, back)
    assert contrast(found["text"], found["code"]) >= 4.5
    assert contrast(found["warn"], found["warn-back"]) >= 4.5


def test_the_units_of_numbers_follow_the_languages() -> None:
    assert 'content:" 组"' in style(["zh"])
    assert 'content:" tried"' in style(["en"])
    assert 'content:" 分 pt"' in style(["zh", "en"])


def test_comments_are_not_sent() -> None:
    assert "/*" not in style(["zh"])
    assert "\n" not in style(["zh"])
    assert len(style(["zh"])) < 5000
