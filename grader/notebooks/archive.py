"""Zip files whose bytes follow from their members alone, for bundles and wheels."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first time a zip can hold."""
_UNIX = 3
_MODE = 0o100644 << 16


def zip_members(members: Mapping[str, bytes]) -> bytes:
    """Return a zip of `members`, in the order given.

    Stored, not deflated: builds of zlib differ in the bytes they make, and a release is compared by
    its hash across machines.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = _UNIX  # else the bytes tell the system they were made on
            info.external_attr = _MODE
            archive.writestr(info, data)
    return buffer.getvalue()
