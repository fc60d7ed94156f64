package com.reactive.platform.reliability.mutate;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What a server has written on one connection: the answer of each stream. */
final class Http2Answers {
  /** No error code of HTTP/2. */
  static final long NONE = -1;

  /** The server's own fault, by RFC 9113. */
  static final long INTERNAL_ERROR = 2;

  private static final int FRAME_HEAD = 9;
  private static final long MAX_HEAD_BYTES = 1 << 20;
  private static final long MAX_TABLE_BYTES = 0xFFFF_FFFFL;

  /** One stream's answer, as far as it came. */
  static final class Answer {
    /** With its pseudo-header; null if none came. */
    Map<String, String> head;

    /** Null if none came. */
    Map<String, String> trailers;

    boolean ended;

    /** Error code of the reset; {@link #NONE} if there was none. */
    long reset = NONE;

    private final ByteArrayOutputStream data = new ByteArrayOutputStream();

    byte[] data() {
      return data.toByteArray();
    }

    void addData(byte[] bytes) {
      data.writeBytes(bytes);
    }

    private void addHead(Map<String, String> fields) {
      if (head == null || head.getOrDefault(":status", "").startsWith("1")) {
        head = fields; // An informational one is followed by another.
      } else if (trailers == null) {
        trailers = fields;
      } else {
        throw new IllegalStateException("trailers came twice");
      }
    }
  }

  private final Map<Integer, Answer> streams = new TreeMap<>();
  private final DefaultHttp2HeadersDecoder headers;
  private final byte[] bytes;
  private long goAway = NONE;
  private String plain;
  private byte[] block = {};

  private Http2Answers(byte[] bytes) {
    this.bytes = bytes;
    headers = new DefaultHttp2HeadersDecoder(false, MAX_HEAD_BYTES);
  }

  /**
   * Reads them.
   *
   * @throws IllegalStateException if they are neither frames of HTTP/2 nor a response of HTTP/1.1
   */
  static Http2Answers read(byte[] bytes) {
    Http2Answers answers = new Http2Answers(bytes);
    if (startsWith(bytes, "HTTP/")) {
      answers.plain = new String(bytes, StandardCharsets.ISO_8859_1);
      return answers;
    }
    try {
      answers.headers.configuration().maxHeaderTableSize(MAX_TABLE_BYTES);
      answers.readFrames();
    } catch (Http2Exception e) {
      throw new IllegalStateException("a head of an answer cannot be decoded: " + e, e);
    }
    return answers;
  }

  private static boolean startsWith(byte[] bytes, String text) {
    byte[] start = text.getBytes(StandardCharsets.US_ASCII);
    return bytes.length >= start.length
        && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  private void readFrames() throws Http2Exception {
    int at = 0;
    while (at < bytes.length) {
      int length = bytes.length - at < FRAME_HEAD ? -1 : length(at);
      if (length < 0 || bytes.length - at - FRAME_HEAD < length) {
        throw new IllegalStateException("a frame of an answer is cut off");
      }
      int stream = ByteBuffer.wrap(bytes, at + 5, 4).getInt() & 0x7FFF_FFFF;
      byte[] payload = Arrays.copyOfRange(bytes, at + FRAME_HEAD, at + FRAME_HEAD + length);
      take(bytes[at + 3], bytes[at + 4], stream, payload);
      at += FRAME_HEAD + length;
    }
  }

  private int length(int at) {
    return ((bytes[at] & 0xFF) << 16) | ((bytes[at + 1] & 0xFF) << 8) | (bytes[at + 2] & 0xFF);
  }

  private void take(int type, int flags, int stream, byte[] payload) throws Http2Exception {
    switch (type) {
      case Frame.DATA -> {
        require((flags & Frame.PADDED) == 0 && answer(stream).head != null, "DATA");
        answer(stream).addData(payload);
        answer(stream).ended |= (flags & Frame.END_STREAM) != 0;
      }
      case Frame.HEADERS, Frame.CONTINUATION -> {
        require((flags & (Frame.PADDED | Frame.WITH_PRIORITY)) == 0, "HEADERS");
        block = Arrays.copyOf(block, block.length + payload.length);
        System.arraycopy(payload, 0, block, block.length - payload.length, payload.length);
        boolean ends = type == Frame.HEADERS && (flags & Frame.END_STREAM) != 0;
        if ((flags & Frame.END_HEADERS) != 0) {
          answer(stream).addHead(decode(stream, block));
          block = new byte[0];
        }
        answer(stream).ended |= ends;
      }
      case Frame.RST_STREAM -> answer(stream).reset = number(payload, 0);
      case Frame.GOAWAY -> goAway = Math.max(goAway, number(payload, 4));
      case Frame.PUSH_PROMISE, Frame.PRIORITY -> require(false, "frame");
      default -> {
        // Of the connection.
      }
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("a " + what + " that no server should send");
    }
  }

  private static long number(byte[] payload, int at) {
    return ByteBuffer.wrap(payload, at, 4).getInt() & 0xFFFF_FFFFL;
  }

  private Map<String, String> decode(int stream, byte[] encoded) throws Http2Exception {
    ByteBuf in = Unpooled.wrappedBuffer(encoded);
    try {
      Http2Headers decoded = headers.decodeHeaders(stream, in);
      Map<String, String> fields = new LinkedHashMap<>();
      decoded.forEach(
          field -> {
            String name = field.getKey().toString();
            String former = fields.put(name, field.getValue().toString());
            require(former == null || name.equals("vary"), "second " + name);
          });
      return fields;
    } finally {
      in.release();
    }
  }

  private Answer answer(int stream) {
    return streams.computeIfAbsent(stream, id -> new Answer());
  }

  /** By their streams. */
  Map<Integer, Answer> streams() {
    return streams;
  }

  /** Error code of the connection's end; {@link #NONE} if the server has not ended it. */
  long goAway() {
    return goAway;
  }

  /** The response if it is one of HTTP/1.1; else null. */
  String plain() {
    return plain;
  }
}
