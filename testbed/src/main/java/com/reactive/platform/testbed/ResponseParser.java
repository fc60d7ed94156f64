package com.reactive.platform.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Takes an HTTP/1.1 response apart: status line, Content-Length, whether the connection goes on,
 * and what a client that repeats requests has to know. Strict, and no more than a load generator
 * needs: chunked responses, responses without a length and interim ones are refused. Allocates
 * nothing. What it found is in its fields until the next call.
 */
public final class ResponseParser {
  /** Head and body together. */
  public static final int MAX_BYTES = 64 * 1024;

  /** Said of a response that has not arrived whole. */
  public static final int INCOMPLETE = -1;

  private static final byte[] VERSION = ascii("HTTP/1.1 ");
  private static final byte[] CONTENT_LENGTH = ascii("content-length:");
  private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding:");
  private static final byte[] CONNECTION = ascii("connection:");
  private static final byte[] RETRY_AFTER = ascii("retry-after:");
  private static final byte[] REPLAYED = ascii("idempotent-replayed:");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] CLOSE = ascii("close");
  private static final int MAX_DIGITS = 6;
  private static final int NO_CONTENT = 204;

  private int status;
  private int bodyFrom;
  private int bodyLength;
  private boolean close;
  private boolean replayed;
  private int retryAfterSeconds;

  /**
   * Looks at {@code bytes[0 .. to)}, which begins with a response.
   *
   * @return how long the response is, or {@link #INCOMPLETE}
   * @throws IOException with one clear sentence if it is none that this understands
   */
  public int parse(byte[] bytes, int to) throws IOException {
    bodyLength = -1;
    close = false;
    replayed = false;
    retryAfterSeconds = 0;
    int lineFrom = 0;
    for (int i = 0; i < to; i++) {
      if (bytes[i] != '\n') {
        continue;
      }
      if (i == lineFrom || bytes[i - 1] != '\r') {
        throw new IOException("a line of its head does not end with CRLF");
      }
      if (lineFrom == 0) {
        readStatus(bytes, i - 1);
      } else if (i - 1 == lineFrom) {
        return end(i + 1, to);
      } else {
        readHeader(bytes, lineFrom, i - 1);
      }
      lineFrom = i + 1;
    }
    return incomplete(to);
  }

  private int end(int headLength, int to) throws IOException {
    if (bodyLength < 0) {
      if (status != NO_CONTENT) {
        throw new IOException("it has no Content-Length");
      }
      bodyLength = 0;
    }
    bodyFrom = headLength;
    int length = headLength + bodyLength;
    return length <= to ? length : incomplete(length);
  }

  private static int incomplete(int length) throws IOException {
    if (length >= MAX_BYTES) {
      throw new IOException("it is longer than " + MAX_BYTES + " bytes");
    }
    return INCOMPLETE;
  }

  private void readStatus(byte[] bytes, int to) throws IOException {
    int at = VERSION.length;
    if (to < at + 3
        || !startsWith(bytes, 0, to, VERSION)
        || (to > at + 3 && bytes[at + 3] != ' ')) {
      throw new IOException("it does not begin with a status line of HTTP/1.1");
    }
    status = number(bytes, at, at + 3);
    if (status < 200) {
      throw new IOException("it is an interim one, status " + status);
    }
  }

  private void readHeader(byte[] bytes, int from, int to) throws IOException {
    switch (bytes[from] | 0x20) {
      case 'c' -> {
        if (startsWith(bytes, from, to, CONTENT_LENGTH)) {
          if (bodyLength >= 0) {
            throw new IOException("it has more than one Content-Length");
          }
          bodyLength = number(bytes, skipSpace(bytes, from + CONTENT_LENGTH.length, to), to);
        } else if (startsWith(bytes, from, to, CONNECTION)) {
          close = startsWith(bytes, skipSpace(bytes, from + CONNECTION.length, to), to, CLOSE);
        }
      }
      case 't' -> {
        if (startsWith(bytes, from, to, TRANSFER_ENCODING)) {
          throw new IOException("it has a Transfer-Encoding instead of a Content-Length");
        }
      }
      case 'r' -> {
        if (startsWith(bytes, from, to, RETRY_AFTER)) {
          int at = skipSpace(bytes, from + RETRY_AFTER.length, to);
          retryAfterSeconds = number(bytes, at, to);
        }
      }
      case 'i' -> {
        if (startsWith(bytes, from, to, REPLAYED)) {
          replayed = startsWith(bytes, skipSpace(bytes, from + REPLAYED.length, to), to, TRUE);
        }
      }
      default -> {
        // No other header matters here.
      }
    }
  }

  private static int skipSpace(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] == ' ') {
      at++;
    }
    return at;
  }

  private static int number(byte[] bytes, int from, int to) throws IOException {
    int end = to;
    while (end > from && bytes[end - 1] == ' ') {
      end--;
    }
    int value = 0;
    for (int i = from; i < end; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        throw new IOException("its status, Content-Length or Retry-After is no number");
      }
      value = 10 * value + (bytes[i] - '0');
    }
    if (end == from || end - from > MAX_DIGITS) {
      throw new IOException("its Content-Length or Retry-After is empty or too large");
    }
    return value;
  }

  /**
   * @param prefix in lower case where its case does not matter
   */
  private static boolean startsWith(byte[] bytes, int from, int to, byte[] prefix) {
    if (to - from < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      int b = bytes[from + i];
      int lower = b >= 'A' && b <= 'Z' && prefix != VERSION ? b + ('a' - 'A') : b;
      if (lower != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  public int status() {
    return status;
  }

  /** Index of the first byte of the body. */
  public int bodyFrom() {
    return bodyFrom;
  }

  public int bodyLength() {
    return bodyLength;
  }

  /** True if the server closes the connection after it. */
  public boolean close() {
    return close;
  }

  /** Of {@code Retry-After}; 0 if it has none. */
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /** True if it repeats the response to an earlier request with its {@code Idempotency-Key}. */
  public boolean replayed() {
    return replayed;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
