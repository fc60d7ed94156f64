#!/usr/bin/env python3
"""Publishes an event by gRPC and tries again as the status says. Needs grpcio and the stubs of the stream:

  ./reactive proto counter >counter.proto
  python3 -m grpc_tools.protoc -I. --python_out=. --grpc_python_out=. counter.proto
  PYTHONPATH=. examples/clients/publish.py localhost:8080 session-1

Exit 0: the event is stored; 1: rejected, trying again would not help; 2: given up.
"""
import sys
import time
import uuid

import grpc

from counter_pb2 import COUNTER_ACTION_INCREMENT, CounterEvent
from counter_pb2_grpc import PublisherStub

# UNAVAILABLE: not written, or the connection was lost. DEADLINE_EXCEEDED: unknown. RESOURCE_EXHAUSTED is a rate limit,
# or an event that is too large: only the first is worth another attempt.
AGAIN = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.INTERNAL}


def publish(stub, event, attempts=6):
    """Returns the response when the event is stored."""
    # One key for all attempts becomes the event id: it is written once, if they take less than ten minutes.
    metadata = [("idempotency-key", str(uuid.uuid4()))]
    for attempt in range(1, attempts + 1):
        try:
            return stub.Publish(event, metadata=metadata, timeout=30)
        except grpc.RpcError as error:
            if error.code() not in AGAIN or attempt == attempts:
                raise
            time.sleep(attempt)


if __name__ == "__main__":
    # The client must not repeat calls on its own, under whatever key.
    with grpc.insecure_channel(sys.argv[1], [("grpc.enable_retries", 0)]) as channel:
        try:
            print(publish(PublisherStub(channel), CounterEvent(sessionId=sys.argv[2], action=COUNTER_ACTION_INCREMENT)))
        except grpc.RpcError as error:
            print(error.code(), error.details(), file=sys.stderr)
            sys.exit(2 if error.code() in AGAIN else 1)
