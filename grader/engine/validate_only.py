"""A part of `grader validate`, for an author at work: some fixtures by name, their verdicts alone.

Nothing here says that a unit is ready: that a check rejects some wrong, or that files are there,
is asked of the whole unit. So it is another function, not another parameter of that one.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from fnmatch import fnmatchcase

from grader.course import Unit
from grader.engine.demands import Finding, Trial, verdict_findings
from grader.engine.fixtures import Fixture, nonsense_fixtures, unit_fixtures
from grader.engine.grade import Grader, Progress
from grader.engine.submissions import work_of_cells
from grader.engine.validate import unjudged
from grader.errors import UsageError
from grader.messages import say


def validate_only(
    units: Sequence[Unit],
    names: Sequence[str],
    grader: Grader,
    salts: Sequence[str],
    progress: Progress = lambda done, all_, what: None,
) -> tuple[int, tuple[Finding, ...]]:
    """Return how many fixtures were judged, and which did not come to what they announce.

    Parameters
    ----------
    names
        `wrong/off_by_one`, `solution`, or a pattern such as `wrong/*nan*` or `right/*`.

    Raises
    ------
    UsageError
        A name fits no fixture of these units.
    CourseError
        A fixture announces nothing that can be read.
    """
    chosen = _chosen(units, names)
    planned = {}
    for unit, fixture in chosen:
        work = work_of_cells(fixture.cells, fixture.name, unit)
        for salt in salts:
            job = grader.job(unit, work, salt)
            planned[job.key] = (unit, fixture, salt, job)
    findings: list[Finding] = []
    replies = grader.judge([job for *_, job in planned.values()])
    for done, (job, reply) in enumerate(replies, 1):
        unit, fixture, salt, _ = planned[job.key]
        if reply.result is None:
            findings.append(unjudged(unit, fixture, salt, reply))
        else:
            findings += verdict_findings(unit, Trial(fixture, salt, reply.result))
        progress(done, len(planned), f"{unit.id} {fixture.name}")
    return len(chosen), tuple(sorted(findings, key=lambda f: (f.unit, f.why.text("en"))))


def _chosen(units: Sequence[Unit], names: Sequence[str]) -> list[tuple[Unit, Fixture]]:
    known = [(u, f) for u in units for f in (*unit_fixtures(u), *nonsense_fixtures(u))]
    for name in names:
        if not any(fnmatchcase(fixture.name, name) for _, fixture in known):
            all_names = sorted({fixture.name for _, fixture in known})
            near = difflib.get_close_matches(name, all_names, n=3, cutoff=0.3) or all_names
            hint = say("usage.known", names=", ".join(near))
            raise UsageError(say("validate.no_fixture", name=name), hint)
    return [(u, f) for u, f in known if any(fnmatchcase(f.name, name) for name in names)]
