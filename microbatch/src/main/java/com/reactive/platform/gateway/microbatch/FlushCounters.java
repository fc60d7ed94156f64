package com.reactive.platform.gateway.microbatch;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of what was handed to the sender. Written by one thread, read by any. */
final class FlushCounters {
  /** Those of other threads, which are added to these. */
  private final List<FlushCounters> others = new CopyOnWriteArrayList<>();

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

  /** More counters, for another thread, that count with these. */
  FlushCounters another() {
    FlushCounters more = new FlushCounters();
    others.add(more);
    return more;
  }

  Map<FlushReason, Long> batchesByReason() {
    Map<FlushReason, Long> counts = new EnumMap<>(FlushReason.class);
    batches.forEach((reason, count) -> counts.put(reason, count.getOpaque()));
    for (FlushCounters other : others) {
      other.batchesByReason().forEach((reason, count) -> counts.merge(reason, count, Long::sum));
    }
    return counts;
  }

  long messages() {
    return messages.getOpaque() + others.stream().mapToLong(FlushCounters::messages).sum();
  }

  long bytes() {
    return bytes.getOpaque() + others.stream().mapToLong(FlushCounters::bytes).sum();
  }

  /** The reason of the last flush; of one of the last, where several threads flush. */
  FlushReason lastReason() {
    for (FlushCounters other : others) {
      if (other.lastReason != null) {
        return other.lastReason;
      }
    }
    return lastReason;
  }

  private static void add(AtomicLong counter, long amount) {
    counter.setOpaque(counter.getPlain() + amount); // one writer: needs no atomic step
  }
}
