package com.reactive.platform.gateway.stream;

/** What becomes of a field of a JSON body that the schema lacks. */
enum UnknownFields {
  /** The event is refused, so that a misspelt field is not lost. */
  REFUSE,
  /** The field is ignored, so that clients may be newer than the schema. */
  DROP,
  /** The field is not looked at, and is in the record, which is the body as it was sent. */
  KEEP
}
