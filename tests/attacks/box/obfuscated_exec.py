"""Expect: ex=WRONG err=WRONG claim=WRONG cell=PASSED

A constant answer that no reader of the text would find: the text is not what is judged.
"""

import base64
import marshal
import zlib

_text = "def room_for(people):\n    return 'none'\ndef price(hours):\n    return 9"
_packed = base64.b85encode(zlib.compress(marshal.dumps(compile(_text, "x", "exec"))))
exec(marshal.loads(zlib.decompress(base64.b85decode(_packed))))
