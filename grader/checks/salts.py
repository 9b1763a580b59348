"""The one salt that is no secret; apart from `session`: naming a job needs no Hypothesis."""

from __future__ import annotations

PUBLIC_SALT = "public"
"""The salt of a student's own checks; hidden draws come from the release's secret salt."""
