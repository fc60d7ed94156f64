package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.privacy.FieldHasher;
import com.reactive.platform.gateway.stream.EventMetadata;

/** The state that writers share while they go through one body; used again for the next. */
final class TranscodeContext {
  /**
   * How much larger than its body a datum may be, so that a small body of many defaults cannot fill
   * the memory.
   */
  private static final int MAX_GROWTH_FACTOR = 4;

  private static final int MAX_GROWTH_BYTES = 1 << 20;

  final JsonPath place = new JsonPath();
  final RecordFrames frames = new RecordFrames();
  final RecordKey key = new RecordKey();
  AvroOutput out;

  /** Null unless the schema has fields that are hashed. */
  FieldHasher hasher;

  /** Null unless the body is JSON. */
  JsonParser parser;

  /** Null unless the body is protobuf. */
  WireInput wire;

  EventMetadata envelope;

  /** Whether a part of the body was passed over. */
  boolean skipped;

  void begin(
      JsonParser nextParser, int jsonLength, EventMetadata nextEnvelope, AvroOutput nextOut) {
    parser = nextParser;
    begin(jsonLength, nextEnvelope, nextOut);
  }

  void begin(WireInput nextWire, int length, EventMetadata nextEnvelope, AvroOutput nextOut) {
    wire = nextWire;
    begin(length, nextEnvelope, nextOut);
  }

  /** The most bytes that an event of such a body may become. */
  static long maxLength(int bodyLength) {
    return (long) bodyLength * MAX_GROWTH_FACTOR + MAX_GROWTH_BYTES;
  }

  private void begin(int bodyLength, EventMetadata nextEnvelope, AvroOutput nextOut) {
    out = nextOut;
    envelope = nextEnvelope;
    out.limit(maxLength(bodyLength));
    place.clear();
    frames.clear();
    key.clear();
    skipped = false;
  }

  /** The field at the current place is wrong; {@code must} goes on from its name. */
  InvalidEventException fault(String must) {
    return InvalidEventException.schema(place.pointer(), place.subject() + " " + must);
  }
}
