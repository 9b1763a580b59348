"""Expect: ex=PASSED prop=PASSED err=PASSED

A ledger that adopts one option after another; a generator of plans; the factor in Fraction.
"""

from fractions import Fraction


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    if not (0 < t1_ms < math.inf and 0 < target_ms < math.inf):
        raise ValueError("argument out of range")
    if not (0 <= s <= 1 and 0 <= overhead_ms < math.inf):
        raise ValueError("argument out of range")
    t1, part, goal, extra = map(Fraction, (t1_ms, s, target_ms, overhead_ms))
    floor = part * t1 + extra
    if goal >= t1 + extra or same(goal, t1 + extra):
        return 1.0
    if goal <= floor or same(goal, floor):
        return None
    return float((t1 - part * t1) / (goal - floor))


def same(a, b):
    return abs(a - b) <= Fraction(1, 10**9) * max(a, b)


def plan_total_ms(stage_ms, chosen):
    class Budget(dict):
        """Stage -> ms, each changed at most once."""

        def __init__(self, times):
            super().__init__(times)
            if any(not 0 <= t < math.inf for t in times.values()):
                raise ValueError("bad stage time")
            self.names, self.touched, self.fees = set(), set(), []

        def adopt(self, name, stage, factor, overhead_ms, **_):
            if name in self.names or stage in self.touched or stage not in self:
                raise ValueError("same name, same stage, or no such stage")
            if not factor > 0 or not 0 <= overhead_ms < math.inf:
                raise ValueError("bad factor or overhead")
            self.names.add(name)
            self.touched.add(stage)
            self.fees.append(overhead_ms)
            self[stage] /= factor

    budget = Budget(stage_ms)
    for option in chosen:
        budget.adopt(**option)
    return math.fsum([*budget.values(), *budget.fees])


def best_plan(stage_ms, options, max_options):
    names = {o["name"] for o in options}
    if len(options) > 6 or max_options < 0 or len(names) < len(options):
        raise ValueError("too many options, negative limit, or a name twice")
    plan_total_ms(stage_ms, [])
    for option in options:
        plan_total_ms(stage_ms, [option])

    def plans(rest, used=()):
        if not rest:
            yield used
            return
        head, *tail = rest
        yield from plans(tail, used)
        if len(used) < max_options and all(u["stage"] != head["stage"] for u in used):
            yield from plans(tail, (*used, head))

    def rank(plan):
        return round(plan_total_ms(stage_ms, plan), 9), len(plan), sorted(o["name"] for o in plan)

    return frozenset(o["name"] for o in min(plans(list(options)), key=rank))
