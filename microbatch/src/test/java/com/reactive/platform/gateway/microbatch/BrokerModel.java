package com.reactive.platform.gateway.microbatch;

/**
 * What a simulated broker and the way to it cost.
 *
 * @param maxInFlight batches away at once; the sender blocks for a further one
 * @param latencyNanos there and back, which overlaps with other batches
 * @param serviceNanosPerBatch work of the broker, one batch after another
 * @param serviceNanosPerByte likewise
 * @param cpuNanosPerBatch CPU time here; the dispatcher is busy for as long
 * @param cpuNanosPerEvent likewise
 */
record BrokerModel(
    int maxInFlight,
    long latencyNanos,
    long serviceNanosPerBatch,
    double serviceNanosPerByte,
    long cpuNanosPerBatch,
    long cpuNanosPerEvent) {
  static final long MICRO = 1_000;
  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000_000_000;

  /** Half a millisecond away; carries about 200 MB a second, and 20,000 batches. */
  static final BrokerModel NEAR = new BrokerModel(5, 400 * MICRO, 50 * MICRO, 5, 20 * MICRO, 200);

  /**
   * The produce path on event loops and one broker, on one machine: fitted from the CPU times of
   * gateway and broker in {@code gateway-full}, by requests per event. An event's share is mostly
   * HTTP. What a request costs the broker is {@link #REQUEST_NANOS}, an event a few more.
   */
  static final BrokerModel NATIVE =
      new BrokerModel(5, 250 * MICRO, 75 * MICRO, 10, 38 * MICRO, 11 * MICRO);

  /** CPU time that a request costs the broker. */
  static final long REQUEST_NANOS = 75 * MICRO;

  /** CPU time that a megabyte costs the broker. */
  static final long MEGABYTE_NANOS = 3_500 * MICRO;

  BrokerModel withLatency(long nanos) {
    return new BrokerModel(
        maxInFlight,
        nanos,
        serviceNanosPerBatch,
        serviceNanosPerByte,
        cpuNanosPerBatch,
        cpuNanosPerEvent);
  }
}
