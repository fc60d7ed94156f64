#!/usr/bin/env python3
"""Reads a Confluent-framed topic with Confluent's own deserialisers; prints one JSON line per record.

Needs: pip install "confluent-kafka[avro,json,schemaregistry]", and for --protobuf "confluent-kafka[protobuf]" grpcio-tools.
Knows the topic and the registry, and no schema.
"""
import argparse
import datetime
import decimal
import json
import os
import sys
import tempfile
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


def protobuf_deserialiser(registry, subject):
    """Compiles the .proto that is registered, as a reader's build does."""
    from confluent_kafka.schema_registry.protobuf import ProtobufDeserializer
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    from google.protobuf.json_format import MessageToDict
    from grpc_tools import protoc
    import grpc_tools

    proto = registry.get_latest_version(subject).schema.schema_str
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "registered.proto"), "w") as file:
            file.write(proto)
        compiled = os.path.join(folder, "compiled")
        library = os.path.join(os.path.dirname(grpc_tools.__file__), "_proto")
        if protoc.main(["protoc", "-I" + folder, "-I" + library, "--include_imports",
                        "--descriptor_set_out=" + compiled, "registered.proto"]) != 0:
            sys.exit("protoc refuses what is registered")
        with open(compiled, "rb") as file:
            files = descriptor_pb2.FileDescriptorSet.FromString(file.read())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.Add(file)
    last = files.file[-1]
    event = pool.FindMessageTypeByName(last.package + "." + last.message_type[0].name)
    # Without the registry: it would ask for descriptors, which not every registry gives.
    deserialise = ProtobufDeserializer(message_factory.GetMessageClass(event), {"use.deprecated.format": False})
    return lambda value, context: MessageToDict(deserialise(value, context), preserving_proto_field_name=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bootstrap", required=True)
    arguments.add_argument("--registry", required=True)
    arguments.add_argument("--topic", required=True)
    arguments.add_argument("--count", type=int, required=True)
    arguments.add_argument("--timeout", type=float, default=60, help="seconds without a record")
    arguments.add_argument("--json", action="store_true", help="values have a JSON Schema, not an Avro schema")
    arguments.add_argument("--protobuf", action="store_true", help="values are messages of a .proto")
    options = arguments.parse_args()

    registry = SchemaRegistryClient({"url": options.registry})
    if options.protobuf:
        deserialise = protobuf_deserialiser(registry, options.topic + "-value")
    elif options.json:
        deserialise = JSONDeserializer(None, schema_registry_client=registry)
    else:
        deserialise = AvroDeserializer(registry)
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
