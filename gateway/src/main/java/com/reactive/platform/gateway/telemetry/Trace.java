package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.microbatch.FlushReason;
import io.opentelemetry.api.trace.SpanContext;

/**
 * The spans of one sampled request: the server's, the wait in the batcher, the way to Kafka. Each
 * method is called once at most, in this order, on the thread that is named; a hand-over between
 * them happens before the next.
 */
public interface Trace {
  /** Event loop: the event is in the batcher; the wait begins. */
  void submitted();

  /**
   * Dispatcher: the event is handed to the Kafka client; the wait ends.
   *
   * @param messages how many there are in its batch
   * @return the {@code traceparent} that the record carries, ASCII
   */
  byte[] publishing(String topic, int messages, FlushReason reason);

  /**
   * The thread that completes the event: the outcome is known. Comes without the step before if the
   * event was never handed over.
   *
   * @param partition where it is, as the offset, if it was written
   * @param failure null if it was written
   */
  void published(int partition, long offset, Throwable failure);

  /**
   * Event loop: the request was a call and has ended; {@link #answered} follows.
   *
   * @param code as its protocol writes it
   * @param failed the code is a fault of the server
   */
  default void callEnded(String code, boolean failed) {}

  /**
   * Event loop: the call has brought one of many events. Its wait and its way to Kafka are spans
   * below the call's; of this trace, none but {@link #callEnded} and {@link #answered} is called.
   *
   * @return null if the event is not traced: there are too many
   */
  default Trace ofMessage() {
    return null;
  }

  /** The span of the request; invalid if it has none of its own. */
  default SpanContext requestSpan() {
    return SpanContext.getInvalid();
  }

  /** Event loop: the request was answered; everything that is open ends. */
  void answered(int status, String problem);
}
