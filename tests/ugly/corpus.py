"""The whole class of ugly notebooks."""

from __future__ import annotations

from tests.ugly import in_cells, in_code, in_files, names

CASES = (*in_files.CASES, *in_cells.CASES, *in_code.CASES, *names.CASES)
