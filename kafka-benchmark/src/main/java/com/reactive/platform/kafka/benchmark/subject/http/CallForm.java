package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.subject.CounterProtobuf;
import com.reactive.platform.testbed.ResponseContract;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The forms of a request that are no plain JSON over HTTP/1.1. */
enum CallForm {
  JSON("application/json", null),
  PROTOBUF("application/protobuf", null),
  /** A unary call of the counter's publisher. */
  GRPC("application/grpc", Method.UNARY),
  /** The same with JSON as the message, for servers that do not look at it. */
  GRPC_JSON("application/grpc", Method.UNARY),
  /** Messages of one call. */
  GRPC_STREAM("application/grpc", Method.STREAMING),
  GRPC_WEB("application/grpc-web+proto", Method.UNARY),
  CONNECT("application/proto", Method.UNARY),
  CONNECT_JSON("application/json", Method.UNARY);

  /** The publisher's methods. */
  private static final class Method {
    static final String UNARY = "/reactive.counter.Publisher/Publish";
    static final String STREAMING = "/reactive.counter.Publisher/PublishStream";
  }

  /** Before each message of gRPC: a byte for compression, and its length. */
  static final int GRPC_PREFIX_BYTES = 5;

  private static final int GRPC_UNAVAILABLE = 14;
  private static final int CALL_STATUS = 200;
  private static final int EVENT = 2 << 3 | 2;

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

  /** Null for the path of a plain request. */
  private final String path;

  CallForm(String contentType, String path) {
    this.contentType = contentType;
    this.path = path;
  }

  String contentType() {
    return contentType;
  }

  /** That of the method; null for plain requests. */
  String path() {
    return path;
  }

  /** True if the outcome is a status of gRPC. */
  boolean hasGrpcStatus() {
    return contentType.startsWith("application/grpc");
  }

  /**
   * The status of an event that Kafka has.
   *
   * @param plain that of a plain request
   */
  int success(int plain) {
    return hasGrpcStatus() ? 0 : path == null ? plain : CALL_STATUS;
  }

  /** True if this status says that the event was not written. */
  boolean isNotWritten(int status) {
    return hasGrpcStatus()
        ? status == GRPC_UNAVAILABLE
        : ResponseContract.outcome(status) == ResponseContract.Outcome.NOT_WRITTEN;
  }

  /** Length of a request's body, bytes, of an event of which JSON has so many. */
  int bodyBytes(int jsonBytes) {
    int protobuf = CounterProtobuf.bytes(jsonBytes);
    return switch (this) {
      case JSON, CONNECT_JSON -> jsonBytes;
      case PROTOBUF, CONNECT -> protobuf;
      case GRPC, GRPC_WEB -> GRPC_PREFIX_BYTES + protobuf;
      case GRPC_JSON -> GRPC_PREFIX_BYTES + jsonBytes;
      case GRPC_STREAM -> (protobuf > 0x7F ? 3 : 2) + protobuf;
    };
  }

  private static void copy(byte[] json, byte[] body, int at) {
    System.arraycopy(json, 0, body, at, json.length);
  }

  /** The body of the event that this JSON is; of a stream, its field of the message. */
  void writeBody(byte[] json, byte[] body) {
    switch (this) {
      case JSON, CONNECT_JSON -> copy(json, body, 0);
      case PROTOBUF, CONNECT -> CounterProtobuf.write(json, body, 0);
      case GRPC, GRPC_WEB -> {
        writePrefix(body);
        CounterProtobuf.write(json, body, GRPC_PREFIX_BYTES);
      }
      case GRPC_JSON -> {
        writePrefix(body);
        copy(json, body, GRPC_PREFIX_BYTES);
      }
      case GRPC_STREAM -> {
        int event = CounterProtobuf.bytes(json.length);
        int at = body.length - event;
        body[0] = EVENT;
        body[1] = (byte) (at == 3 ? event | 0x80 : event);
        body[at - 1] = (byte) (at == 3 ? event >>> 7 : event);
        CounterProtobuf.write(json, body, at);
      }
    }
  }

  private static void writePrefix(byte[] body) {
    int message = body.length - GRPC_PREFIX_BYTES;
    for (int i = 1; i < GRPC_PREFIX_BYTES; i++) {
      body[i] = (byte) (message >>> (8 * (GRPC_PREFIX_BYTES - 1 - i)));
    }
  }

  /** The header block of the first request on a connection. */
  byte[] firstHead(String plainPath, String authority, int bodyBytes) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(LATER[0]);
    block.write(LATER[1]);
    write(block, NEW_PATH, path == null ? plainPath : path);
    write(block, NEW_AUTHORITY, authority);
    write(block, NEW_CONTENT_TYPE, contentType);
    if (hasGrpcStatus()) {
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
