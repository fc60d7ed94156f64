package com.reactive.platform.gateway.stream;

/** What becomes of a field of a body that the schema lacks. */
enum UnknownFields {
  /** The event is refused, so that a misspelt field is not lost. */
  REFUSE,
  /** The field is ignored, so that clients may be newer than the schema. */
  DROP
}
