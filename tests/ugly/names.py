"""Student folders as learning platforms, archives and people name them."""

from __future__ import annotations

from tests.ugly.case import dumps, fine, handing_in

NAMES = {
    "comma_and_space": "Li, Wei",
    "chinese": "张 三_2026001",
    "leading_dash": "-rf",
    "quotes": 'O\'Brien "Pat"',
    "markup": "[bold red]x",
    "formula": "=HYPERLINK(1)",
    "control_characters": "a\x1b[31m\nb",
    "right_to_left": "abc\u202egnp",
    "emoji": "🦆 duck",
    "long": "x" * 120,
}

CASES = tuple(
    fine(f"named_{name}", handing_in(lambda r: dumps(r.solved())), student=student)
    for name, student in NAMES.items()
)
