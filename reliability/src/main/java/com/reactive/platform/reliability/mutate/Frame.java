package com.reactive.platform.reliability.mutate;

import java.io.ByteArrayOutputStream;

/**
 * A frame of HTTP/2 as it is sent, whose length need not be that of its payload.
 *
 * @param stream with the reserved bit
 */
record Frame(int length, int type, int flags, int stream, byte[] payload) {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PUSH_PROMISE = 5;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int ACK = 1;
  static final int END_HEADERS = 4;
  static final int PADDED = 8;
  static final int WITH_PRIORITY = 0x20;

  static Frame of(int type, int flags, int stream, byte[] payload) {
    return new Frame(payload.length, type, flags, stream, payload);
  }

  /** Four bytes, as many payloads begin. */
  static byte[] number(int value) {
    return new byte[] {
      (byte) (value >>> 24), (byte) (value >>> 16), (byte) (value >>> 8), (byte) value
    };
  }

  Frame withFlags(int changed) {
    return new Frame(length, type, changed, stream, payload);
  }

  Frame withStream(int changed) {
    return new Frame(length, type, flags, changed, payload);
  }

  Frame withType(int changed) {
    return new Frame(length, changed, flags, stream, payload);
  }

  Frame withLength(int changed) {
    return new Frame(changed, type, flags, stream, payload);
  }

  Frame withPayload(byte[] changed) {
    return of(type, flags, stream, changed);
  }

  void writeTo(ByteArrayOutputStream out) {
    out.write(length >>> 16);
    out.write(length >>> 8);
    out.write(length);
    out.write(type);
    out.write(flags);
    out.writeBytes(number(stream));
    out.writeBytes(payload);
  }
}
