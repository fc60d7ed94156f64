package com.reactive.platform.http.reference;

import java.io.IOException;

/**
 * Finds where a request ends, which is all that a server needs that answers each the same. Knows
 * bodies with a Content-Length, as the load generator sends them, and no others. Allocates nothing.
 */
final class RequestScanner {
  /** Head and body together; a longer request ends its connection. */
  static final int MAX_REQUEST_BYTES = 64 * 1024;

  /** Said of a request that has not arrived whole. */
  static final int INCOMPLETE = -1;

  private static final int MAX_DIGITS = 6;
  private static final byte[] CONTENT_LENGTH = {
    'c', 'o', 'n', 't', 'e', 'n', 't', '-', 'l', 'e', 'n', 'g', 't', 'h', ':'
  };

  private RequestScanner() {}

  /**
   * Looks at {@code bytes[from .. to)}, which begins with a request.
   *
   * @return how long the request is, or {@link #INCOMPLETE}
   * @throws IOException if its length cannot be told, or is too much
   */
  static int length(byte[] bytes, int from, int to) throws IOException {
    int bodyLength = 0;
    int lineStart = from;
    for (int i = from; i < to; i++) {
      if (bytes[i] != '\n') {
        continue;
      }
      if (i - lineStart <= 1) {
        int length = i + 1 - from + bodyLength;
        return from + length <= to ? length : bounded(length);
      }
      if (isContentLength(bytes, lineStart, i)) {
        bodyLength = number(bytes, lineStart + CONTENT_LENGTH.length, i);
      }
      lineStart = i + 1;
    }
    return bounded(to - from);
  }

  private static int bounded(int length) throws IOException {
    if (length >= MAX_REQUEST_BYTES) {
      throw new IOException("a request of more than " + MAX_REQUEST_BYTES + " bytes");
    }
    return INCOMPLETE;
  }

  private static boolean isContentLength(byte[] bytes, int from, int to) {
    if (to - from < CONTENT_LENGTH.length) {
      return false;
    }
    for (int i = 0; i < CONTENT_LENGTH.length; i++) {
      int b = bytes[from + i];
      int lower = b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
      if (lower != CONTENT_LENGTH[i]) {
        return false;
      }
    }
    return true;
  }

  private static int number(byte[] bytes, int from, int to) throws IOException {
    int value = 0;
    int digits = 0;
    for (int i = from; i < to; i++) {
      int b = bytes[i];
      if (b >= '0' && b <= '9' && digits < MAX_DIGITS) {
        value = 10 * value + (b - '0');
        digits++;
      } else if (b != ' ' && b != '\r') {
        throw new IOException("a Content-Length that is no number, or too large");
      }
    }
    return value;
  }
}
