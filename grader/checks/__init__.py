"""Checks: what an author declares, how cases are drawn, how values are compared and judged.

Theory of operation
-------------------
`declare` turns a function into a check: it attaches a frozen `Spec` and leaves the function as it
is. `session` runs one check against one `Student` and returns a `CheckResult`; it is the only
place where an exception becomes a verdict. `student` is the proxy whose calls go to a backend (the
box when a TA grades, the running kernel in `self_check`); it keeps the calls of the current case
as evidence. The verbs in `compare` raise `CheckFailed` with what came and what should have come.
`draws` runs Hypothesis so that the cases depend on the salt, the unit and the check alone.
`pytest_plugin` lets pytest collect and run the checks of a unit.

A check passes only when it made at least one call and no verb objected; an exception that no verb
and no student raised is an author's mistake and becomes NOT_JUDGED.
"""
