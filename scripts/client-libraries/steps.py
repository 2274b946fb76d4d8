"""What the programs of the Python libraries share: the input, one line of JSON for each call."""

import dataclasses
import json
import sys


def read_task():
    return json.load(sys.stdin)


def _plain(value):
    return dataclasses.asdict(value) if dataclasses.is_dataclass(value) else getattr(value, "__dict__", str(value))


def report(call, operation, **outcome):
    print(json.dumps({"call": call, "operation": operation, **outcome}, default=_plain), flush=True)


def failure(error):
    return f"{type(error).__name__}: {error}"
