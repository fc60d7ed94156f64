#!/usr/bin/env python3
"""Prints the events of a topic, each once. Needs confluent-kafka and fastavro.

  examples/readers/read.py 127.0.0.1:9092 my-group counter-events counter-event.avsc
"""
import io
import json
import sys
from collections import OrderedDict

import fastavro
from confluent_kafka import Consumer

servers, group, topic, schema_file = sys.argv[1:5]
schema = fastavro.parse_schema(json.load(open(schema_file)))
consumer = Consumer({"bootstrap.servers": servers, "group.id": group, "auto.offset.reset": "earliest",
                     "enable.auto.commit": False})
consumer.subscribe([topic])
# The last event ids, and who chose them; b"" is in it if a record did not say whose id it is.
seen = OrderedDict()
while True:
    record = consumer.poll(1.0)
    if record is None or record.error():
        continue
    headers = dict(record.headers() or [])
    event_id, caller = headers.get("event-id"), headers.get("idempotency", b"")[:8]
    callers = seen.get(event_id, set())
    # The same id is the same event, unless two clients chose it.
    repeat = bool(callers) and (not caller or b"" in callers or caller in callers)
    if not repeat:
        # Single-object encoding: C3 01, eight bytes that name the schema, the datum.
        event = fastavro.schemaless_reader(io.BytesIO(record.value()[10:]), schema)
        print(json.dumps(event, default=str), flush=True)
        if event_id is not None:
            seen.setdefault(event_id, set()).add(caller)
        if len(seen) > 100_000:
            seen.popitem(last=False)
    consumer.commit(record, asynchronous=True)
