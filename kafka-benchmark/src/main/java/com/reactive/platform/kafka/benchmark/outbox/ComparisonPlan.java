package com.reactive.platform.kafka.benchmark.outbox;

/**
 * The load of a comparison, the same for each relay.
 *
 * @param waitingRows that wait when the relay starts
 * @param rowsPerTransaction of these
 * @param keys that rows have, in turn
 * @param ratePerSecond of the steady load, each row in a transaction of its own
 * @param warmUpSeconds of steady load that are not measured
 * @param steadySeconds that are
 * @param idleSeconds measured without load, after half as many that are not
 * @param largeTransaction rows of one transaction, which only the gateway gets; 0: none
 * @param heapMegabytes of the JVM of each relay
 * @param rounds of all relays in turn
 */
public record ComparisonPlan(
    int waitingRows,
    int rowsPerTransaction,
    int keys,
    int ratePerSecond,
    int warmUpSeconds,
    int steadySeconds,
    int idleSeconds,
    int largeTransaction,
    int heapMegabytes,
    int rounds) {

  /** In sentences. */
  String text() {
    return """
    Rows wait: %,d in transactions of %,d, with %,d keys. Steady load: %,d rows/s, each in a transaction of its own, \
    %d s after %d s that are not measured. Then %d s without load. Heap: %d MiB. Rounds: %d.\
    """
        .formatted(
            waitingRows,
            rowsPerTransaction,
            keys,
            ratePerSecond,
            steadySeconds,
            warmUpSeconds,
            idleSeconds,
            heapMegabytes,
            rounds);
  }
}
