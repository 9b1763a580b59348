"""Expect: ex=FORBIDDEN err=FORBIDDEN claim=FORBIDDEN cell=PASSED

Noise, and a frame of ours with one byte changed, in place of an answer.
"""


def room_for(people):
    channel.sendall(bytes(range(256)) * 64)
    os._exit(0)


def price(hours):
    channel.sendall(b"RLW2" + bytes(60))
    os._exit(0)
