#!/usr/bin/env python3
"""Reads a Confluent-framed topic with Confluent's own deserialisers; prints one JSON line per record.

Needs: pip install "confluent-kafka[avro,json,schemaregistry]". Knows the topic and the registry, and no schema.
"""
import argparse
import datetime
import decimal
import json
import sys
import uuid

from confluent_kafka import Consumer, KafkaException
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer
from confluent_kafka.schema_registry.json_schema import JSONDeserializer
from confluent_kafka.serialization import MessageField, SerializationContext


def plain(value):
    """What JSON has no type for, as text."""
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if isinstance(value, (decimal.Decimal, uuid.UUID)):
        return str(value)
    raise TypeError(type(value))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bootstrap", required=True)
    arguments.add_argument("--registry", required=True)
    arguments.add_argument("--topic", required=True)
    arguments.add_argument("--count", type=int, required=True)
    arguments.add_argument("--timeout", type=float, default=60, help="seconds without a record")
    arguments.add_argument("--json", action="store_true", help="values have a JSON Schema, not an Avro schema")
    options = arguments.parse_args()

    registry = SchemaRegistryClient({"url": options.registry})
    deserialise = JSONDeserializer(None, schema_registry_client=registry) if options.json else AvroDeserializer(registry)
    context = SerializationContext(options.topic, MessageField.VALUE)
    consumer = Consumer({
        "bootstrap.servers": options.bootstrap,
        "group.id": "confluent-reader",
        "auto.offset.reset": "earliest",
        "enable.auto.commit": False,
    })
    consumer.subscribe([options.topic])
    try:
        for _ in range(options.count):
            message = consumer.poll(options.timeout)
            if message is None:
                sys.exit("no record in %s s" % options.timeout)
            if message.error():
                raise KafkaException(message.error())
            print(json.dumps(deserialise(message.value(), context), default=plain, sort_keys=True))
    finally:
        consumer.close()


if __name__ == "__main__":
    main()
