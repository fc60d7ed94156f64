#!/usr/bin/env python3
"""Posts an event and tries again as the response says. Needs the standard library only.

  examples/clients/post.py http://localhost:8080/api/counter '{"sessionId":"s1","action":"increment"}'

Exit 0: the event is stored; 1: rejected, trying again would not help; 2: given up.
"""
import json
import sys
import time
import urllib.error
import urllib.request
import uuid


class Rejected(Exception):
    """Trying again would not help."""


def post(url, event, attempts=6):
    """Returns the body of the response when the event is stored."""
    # One key for all attempts becomes the event id: it is written once, if they take less than ten minutes.
    key = str(uuid.uuid4())
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    last = None
    for attempt in range(1, attempts + 1):
        wait = attempt
        try:
            request = urllib.request.Request(url, json.dumps(event).encode(), headers)
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            last = f"{error.code} {error.read().decode(errors='replace')}"
            # A problem says whether the same request may be sent again: not written, or unknown. A proxy's 5xx does not.
            if error.code < 500 and '"retryable":true' not in last:
                raise Rejected(last) from error
            wait = float(error.headers.get("Retry-After", attempt))
        except OSError as error:
            last = str(error)  # No response: the outcome is unknown.
        time.sleep(wait)
    raise TimeoutError(f"no success after {attempts} attempts; the key is {key}: {last}")


if __name__ == "__main__":
    try:
        print(json.dumps(post(sys.argv[1], json.loads(sys.argv[2]))))
    except (Rejected, TimeoutError) as error:
        print(error, file=sys.stderr)
        sys.exit(1 if isinstance(error, Rejected) else 2)
