"""Expect: ex=FORBIDDEN err=FORBIDDEN claim=FORBIDDEN cell=PASSED

Answers for calls that have not been asked, under numbers that are guesses.
"""


def ahead(value):
    for step in range(1, 4):
        wire.send(
            channel,
            wire.Kind.RETURNED,
            serving().nonce + step,
            {"value": value, "buffers": {}},
            keep_layout=False,
        )
    os._exit(0)


def room_for(people):
    ahead("small")


def price(hours):
    ahead(6)
