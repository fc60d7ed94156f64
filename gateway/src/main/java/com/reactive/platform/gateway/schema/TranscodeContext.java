package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.EventMetadata;

/** The state that writers share while they go through one body; used again for the next. */
final class TranscodeContext {
  /**
   * How much larger than its JSON a datum may be, so that a small body of many defaults cannot fill
   * the memory.
   */
  private static final int MAX_GROWTH_FACTOR = 4;

  private static final int MAX_GROWTH_BYTES = 1 << 20;

  final AvroOutput out = new AvroOutput();
  final JsonPath place = new JsonPath();
  final RecordFrames frames = new RecordFrames();
  JsonParser parser;
  EventMetadata envelope;

  private byte[] key;
  private int keyRank;

  void begin(JsonParser nextParser, int jsonLength, EventMetadata nextEnvelope) {
    parser = nextParser;
    envelope = nextEnvelope;
    long limit = (long) jsonLength * MAX_GROWTH_FACTOR + MAX_GROWTH_BYTES;
    out.begin((int) Math.min(limit, AvroOutput.MAX_LENGTH));
    place.clear();
    frames.clear();
    key = null;
    keyRank = Integer.MAX_VALUE;
  }

  /** The field at the current place is wrong; {@code must} goes on from its name. */
  InvalidEventException fault(String must) {
    return InvalidEventException.schema(place.pointer(), place.subject() + " " + must);
  }

  /** Whether a key field of this rank would still count. */
  boolean wantsKey(int rank) {
    return rank < keyRank;
  }

  void offerKey(int rank, byte[] value) {
    if (value != null && value.length > 0) {
      key = value;
      keyRank = rank;
    }
  }

  byte[] key() {
    return key;
  }
}
