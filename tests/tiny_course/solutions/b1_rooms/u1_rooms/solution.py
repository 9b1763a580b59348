PRICE_PER_HOUR = 3


def room_for(people):
    if people < 1:
        raise ValueError("at least one person")
    fitting = [name for name in ("small", "large") if CAPACITY[name] >= people]  # noqa: F821
    return fitting[0] if fitting else "none"


def price(hours):
    if hours < 0:
        raise ValueError("hours are not negative")
    return PRICE_PER_HOUR * hours
