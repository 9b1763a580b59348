"""Compares numbers instead of reading the table."""


def room_for(people):
    if people < 1:
        raise ValueError
    return "small" if people <= 2 else "large" if people <= 10 else "none"
