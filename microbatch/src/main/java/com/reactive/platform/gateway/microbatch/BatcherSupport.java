package com.reactive.platform.gateway.microbatch;

import java.util.Objects;

/** Checks and errors that batchers share. */
final class BatcherSupport {
  private BatcherSupport() {}

  static int atLeast(String name, int value, int min) {
    if (value < min) {
      throw new IllegalArgumentException(name + " must be at least " + min + ", but is " + value);
    }
    return value;
  }

  static void checkSubmit(
      byte[] buffer, int offset, int length, Completion completion, int maxMessageBytes) {
    Objects.requireNonNull(completion, "completion");
    Objects.checkFromIndexSize(offset, length, buffer.length);
    checkLength("message", length, maxMessageBytes);
  }

  /**
   * @param what is so long
   */
  static void checkLength(String what, int bytes, int maxBytes) {
    if (bytes > maxBytes) {
      throw new IllegalArgumentException(
          what + " of " + bytes + " bytes, the limit is " + maxBytes + " bytes");
    }
  }

  static Throwable closedBeforeSent() {
    return new IllegalStateException("the batcher was closed before the message was sent");
  }
}
