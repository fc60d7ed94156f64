package com.reactive.platform.gateway.microbatch;

import java.util.Objects;

/**
 * Refuses what no stripe takes: messages and batches that are too large, even for an empty one.
 * Asked before anything else happens, a thread's claim of a stripe too.
 */
final class SubmitLimits {
  private final int maxMessageBytes;
  private final int maxBatchMessages;

  SubmitLimits(BatcherConfig config) {
    maxMessageBytes = config.maxMessageBytes();
    maxBatchMessages = config.stripeMessages();
  }

  /**
   * @throws NullPointerException if there is no completion
   * @throws IndexOutOfBoundsException if the message is not within the buffer
   * @throws IllegalArgumentException if it is too large
   */
  void check(byte[] buffer, int offset, int length, Completion completion) {
    BatcherSupport.checkSubmit(buffer, offset, length, completion, maxMessageBytes);
  }

  /**
   * @throws IllegalArgumentException if a message of this length is too large
   */
  void check(int length) {
    BatcherSupport.checkLength("message", length, maxMessageBytes);
  }

  /**
   * @throws IllegalArgumentException if there is no message, or too many, or too many bytes
   */
  void check(MessageBatch messages) {
    if (messages.size() == 0 || messages.size() > maxBatchMessages) {
      throw new IllegalArgumentException(
          "batch of " + messages.size() + " messages, must have between 1 and " + maxBatchMessages);
    }
    BatcherSupport.checkLength("batch", messages.bytes(), maxMessageBytes);
  }

  /**
   * @throws NullPointerException if there is no completion
   * @throws IllegalArgumentException if there is no message, or too many, or too many bytes
   */
  void check(MessageBatch messages, Completion completion) {
    Objects.requireNonNull(completion, "completion");
    check(messages);
  }
}
