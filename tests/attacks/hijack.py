"""What every attacker finds in the own process: our code that serves the box, and its channel."""

HIJACK = """
import os, socket, sys
wire = sys.modules["_box.wire"]
channel = socket.socket(fileno=os.dup(3))

def serving():
    frame = sys._getframe()
    while frame.f_code.co_name != "serve":
        frame = frame.f_back
    return frame.f_locals["frame"]

def reply(kind, payload):
    wire.send(channel, kind, serving().nonce, payload, keep_layout=False)
"""
