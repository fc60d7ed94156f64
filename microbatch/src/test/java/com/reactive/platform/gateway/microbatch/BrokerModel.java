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
