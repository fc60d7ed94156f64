package com.reactive.platform.gateway.microbatch;

/**
 * Told at most once what became of a message whose {@link Completion} was told <em>unknown</em>, by
 * a sink that went on asking.
 *
 * <p>Called later than {@code unknown}, never from within it, on the thread that called it or, when
 * the sink closes, on the one that closes it; it must not block, and must not throw. A sink that
 * took a settlement tells it, also when it closes. Only the end of the process leaves one untold.
 */
public interface Settlement {
  /**
   * The sink holds the message durably.
   *
   * @param offset its position there, or -1 if the sink knows that it is there, but not where
   */
  void written(int partition, long offset);

  /** The message is certainly not in the sink, and will not be. */
  void notWritten(Throwable reason);

  /** Nothing that the sink can ask tells whether it holds the message. */
  void unsettled(Throwable reason);
}
