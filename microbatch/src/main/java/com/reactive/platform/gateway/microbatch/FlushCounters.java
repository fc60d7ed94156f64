package com.reactive.platform.gateway.microbatch;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of what was handed to the sender. Written by the dispatcher alone, read by any thread. */
final class FlushCounters {
  private final Map<FlushReason, AtomicLong> batches = new EnumMap<>(FlushReason.class);
  private final AtomicLong messages = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private volatile FlushReason lastReason;

  FlushCounters() {
    for (FlushReason reason : FlushReason.values()) {
      batches.put(reason, new AtomicLong());
    }
  }

  void count(Batch batch) {
    add(batches.get(batch.reason()), 1);
    add(messages, batch.size());
    add(bytes, batch.bytes());
    lastReason = batch.reason();
  }

  Map<FlushReason, Long> batchesByReason() {
    Map<FlushReason, Long> counts = new EnumMap<>(FlushReason.class);
    batches.forEach((reason, count) -> counts.put(reason, count.getOpaque()));
    return counts;
  }

  long messages() {
    return messages.getOpaque();
  }

  long bytes() {
    return bytes.getOpaque();
  }

  FlushReason lastReason() {
    return lastReason;
  }

  private static void add(AtomicLong counter, long amount) {
    counter.setOpaque(counter.getPlain() + amount); // one writer: needs no atomic step
  }
}
