package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.subject.CounterProtobuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The forms of a request over HTTP/2. */
enum CallForm {
  JSON("application/json"),
  PROTOBUF("application/protobuf"),
  /** A unary call of the counter's publisher. */
  GRPC("application/grpc");

  private static final String GRPC_PATH = "/reactive.counter.Publisher/Publish";

  /** Before each message of gRPC: a byte for compression, and its length. */
  private static final int GRPC_PREFIX_BYTES = 5;

  /**
   * Of the static table of HPACK, for all requests: POST and http. Then come four fields that the
   * first request puts into the dynamic table, where the later ones find them, the last put first.
   */
  private static final byte[] LATER = {
    (byte) 0x83, (byte) 0x86, (byte) 0xC1, (byte) 0xC0, (byte) 0xBF, (byte) 0xBE
  };

  private static final int NEW_PATH = 0x44;
  private static final int NEW_AUTHORITY = 0x41;
  private static final int NEW_CONTENT_TYPE = 0x5F;
  private static final int NEW_CONTENT_LENGTH = 0x5C;
  private static final int NEW_NAME = 0x40;

  private final String contentType;

  CallForm(String contentType) {
    this.contentType = contentType;
  }

  /** Length of a request's body, bytes, of an event of which JSON has so many. */
  int bodyBytes(int jsonBytes) {
    return switch (this) {
      case JSON -> jsonBytes;
      case PROTOBUF -> CounterProtobuf.bytes(jsonBytes);
      case GRPC -> GRPC_PREFIX_BYTES + CounterProtobuf.bytes(jsonBytes);
    };
  }

  /** The body of the event that this JSON is. */
  void writeBody(byte[] json, byte[] body) {
    switch (this) {
      case JSON -> System.arraycopy(json, 0, body, 0, json.length);
      case PROTOBUF -> CounterProtobuf.write(json, body, 0);
      case GRPC -> {
        int message = body.length - GRPC_PREFIX_BYTES;
        for (int i = 1; i < GRPC_PREFIX_BYTES; i++) {
          body[i] = (byte) (message >>> (8 * (GRPC_PREFIX_BYTES - 1 - i)));
        }
        CounterProtobuf.write(json, body, GRPC_PREFIX_BYTES);
      }
    }
  }

  /** The header block of the first request on a connection. */
  byte[] firstHead(String path, String authority, int bodyBytes) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(LATER[0]);
    block.write(LATER[1]);
    write(block, NEW_PATH, this == GRPC ? GRPC_PATH : path);
    write(block, NEW_AUTHORITY, authority);
    write(block, NEW_CONTENT_TYPE, contentType);
    if (this == GRPC) {
      write(block, NEW_NAME, "te");
      writeText(block, "trailers");
    } else {
      write(block, NEW_CONTENT_LENGTH, Integer.toString(bodyBytes));
    }
    return block.toByteArray();
  }

  /** The header block of every later one. */
  byte[] laterHead() {
    return LATER.clone();
  }

  private static void write(ByteArrayOutputStream block, int name, String value) {
    block.write(name);
    writeText(block, value);
  }

  private static void writeText(ByteArrayOutputStream block, String text) {
    block.write(text.length()); // All are shorter than 127 bytes, and none is compressed.
    block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
