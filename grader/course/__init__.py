"""A course on disk, read into frozen records: `assignments/` and its secret twin `solutions/`.

Discovery is by folder: a folder with a `bundle.toml` is a bundle, a folder in it with a
`unit.toml` is a unit; there is no registry. Every TOML file is decoded strictly, so a misspelt key
is a `CourseError` that names file and key. A unit carries its own folders, so that a course may
one day take units from another one. Reading runs none of the course's code.
"""

from __future__ import annotations

from grader.course.layout import read_text
from grader.course.manifest import (
    MANIFEST,
    Manifest,
    ManifestUnit,
    find_bundle_root,
    load_bundle,
    manifest_unit,
)
from grader.course.reading import find_course_root, load_course
from grader.course.records import (
    Bundle,
    Course,
    Feedback,
    Limits,
    Rule,
    ShowExpected,
    Track,
    Unit,
)

__all__ = [
    "MANIFEST",
    "Bundle",
    "Course",
    "Feedback",
    "Limits",
    "Manifest",
    "ManifestUnit",
    "Rule",
    "ShowExpected",
    "Track",
    "Unit",
    "find_bundle_root",
    "find_course_root",
    "load_bundle",
    "load_course",
    "manifest_unit",
    "read_text",
]
