package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.ResponseFields;
import java.nio.charset.StandardCharsets;

/** Reads the fields of a gRPC response that name the event and its place. */
final class PublishedPlace {
  /** With which a response begins: its request id. */
  static final byte FIRST_TAG = 1 << 3 | 2;

  private static final int EVENT_ID = 2;
  private static final int TOPIC = 3;
  private static final int PARTITION = 4;
  private static final int OFFSET = 5;
  private static final int LEN = 2;

  private final byte[] bytes;
  private final int end;
  private int at;

  private PublishedPlace(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** The fields of the message in these bytes. */
  static ResponseFields read(byte[] bytes, int from, int end) {
    return new PublishedPlace(bytes, from, end).read();
  }

  private ResponseFields read() {
    String eventId = "";
    String topic = "";
    long partition = -1;
    long offset = -1;
    while (at < end) {
      int tag = (int) varint();
      if ((tag & 7) == LEN) {
        int length = (int) varint();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        eventId = tag >>> 3 == EVENT_ID ? text : eventId;
        topic = tag >>> 3 == TOPIC ? text : topic;
      } else {
        long number = varint();
        partition = tag >>> 3 == PARTITION ? number : partition;
        offset = tag >>> 3 == OFFSET ? number : offset;
      }
    }
    return new ResponseFields(eventId, topic, (int) partition, offset);
  }

  private long varint() {
    long value = 0;
    int shift = 0;
    byte next = bytes[at++];
    while (next < 0) {
      value |= (long) (next & 0x7F) << shift;
      shift += 7;
      next = bytes[at++];
    }
    return value | (long) next << shift;
  }
}
