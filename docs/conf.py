"""Sphinx settings; `./dev docs` builds with warnings as errors."""

import tomllib
from pathlib import Path

_project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))

project = "rooflab"
author = "the rooflab authors"
copyright = f"2026, {author}"
release = version = _project["project"]["version"]

extensions = ["myst_parser"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"rooflab {release}"
exclude_patterns = ["build"]
# Pages in Chinese stand beside the English ones, so the site's own words stay in one language.
language = "en"
