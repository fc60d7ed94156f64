package com.reactive.platform.testbed.proxy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Requests and responses as Kafka frames them. */
final class KafkaBytes {
  static final int PRODUCE = 0;
  static final int METADATA = 3;

  private KafkaBytes() {}

  static byte[] request(int apiKey, int id, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(12 + bytes.length)
        .putInt(8 + bytes.length)
        .putShort((short) apiKey)
        .putShort((short) 9)
        .putInt(id)
        .put(bytes)
        .array();
  }

  static byte[] response(int id, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + bytes.length)
        .putInt(4 + bytes.length)
        .putInt(id)
        .put(bytes)
        .array();
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
