package com.reactive.platform.gateway.stream;

/** What the value of a record is. */
public enum ValueFormat {
  /** The event as Avro, behind the prefix of the stream's framing. */
  AVRO,
  /** The body as it was sent, which is UTF-8, once the schema has been checked. */
  JSON,
  /** The event as the message of the stream's .proto. */
  PROTOBUF
}
