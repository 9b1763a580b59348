"""What readers of a course share: strict TOML, and an error that names file and key."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeVar

import msgspec

from grader.errors import CourseError
from grader.messages import say

NAME = re.compile(r"(?!(con|prn|aux|nul|com[0-9]|lpt[0-9])\Z)[a-z][a-z0-9]*(_[a-z0-9]+)*\Z")
"""Names of bundle and unit folders: they become module names, and files on students' computers.

Windows keeps a few names for devices and makes no file of them, whatever their ending.
"""
T = TypeVar("T")


def read_toml(path: Path, kind: type[T]) -> T:
    """Return a TOML file as a record. CourseError for what does not fit it."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        raise CourseError(path, "", say("course.file_missing")) from None
    except (msgspec.DecodeError, OSError, ValueError, RecursionError) as error:
        # Python's own parser has no words for a number of 5000 digits or lists 1000 deep.
        raise CourseError(path, key_of(error), say("course.toml", detail=str(error))) from None


def read_text(path: Path) -> str:
    """Return a text of a course: a prompt, a stub, a solution.

    Raises
    ------
    CourseError
        It is missing, or no UTF-8: editors on Windows still write GBK.
    """
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        raise CourseError(path, "", say("course.file_missing")) from None
    except OSError as error:
        raise CourseError(path, "", say("course.toml", detail=str(error))) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CourseError(path, "", say("course.not_utf8", line=line)) from None
    if (null := data.find(b"\0")) >= 0:  # what older ones call Unicode
        line = data.count(b"\n", 0, null) + 1
        raise CourseError(path, "", say("course.not_utf8", line=line))
    return text.replace("\r\n", "\n")


def key_of(error: Exception) -> str:
    """Return the key that an error of msgspec is about, "" if it names none.

    It says "Object contains unknown field `cpu` - at `$.limits`" and "Invalid enum value 'exx' -
    at `key` in `$.points`".
    """
    text = str(error)
    path = re.search(r"`\$\.?([^`]*)`", text)
    name = re.search(r"field `([^`]*)`|value '([^']*)' - at `key`", text)
    parts = (path and path[1], name and (name[1] or name[2]))
    return ".".join(part for part in parts if part)


def demand(holds: bool, path: Path, key: str, message_id: str) -> None:
    """Raise a CourseError about `key` of `path` unless `holds`."""
    if not holds:
        raise CourseError(path, key, say(message_id))
