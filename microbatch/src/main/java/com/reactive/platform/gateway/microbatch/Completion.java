package com.reactive.platform.gateway.microbatch;

/**
 * Told once, and only once, what became of one accepted message.
 *
 * <p>Called on whatever thread the sink finishes on; it must not block, and must not throw.
 */
public interface Completion {
  /** For messages whose outcome nobody waits for. */
  Completion NONE =
      new Completion() {
        @Override
        public void acked(int partition, long offset) {}

        @Override
        public void notWritten(Throwable reason) {}

        @Override
        public void unknown(Throwable reason) {}
      };

  /**
   * The sink holds the message durably.
   *
   * @param partition where the sink put it; sinks without partitions say 0, and -1 means that it is
   *     held durably until it can be put there
   * @param offset its position there; sinks without offsets say -1
   */
  void acked(int partition, long offset);

  /** The message is certainly not in the sink: sending it again cannot duplicate it. */
  void notWritten(Throwable reason);

  /** The message may or may not be in the sink. */
  void unknown(Throwable reason);

  /**
   * Asked right before {@link #unknown}, on the same thread, by a sink that will go on asking what
   * became of the message.
   *
   * @return told once, later; null if nobody wants to know. After {@code unknown} this object may
   *     serve another message: the sink keeps the settlement and drops the completion
   */
  default Settlement settlement() {
    return null;
  }
}
