package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Writes into a {@link MemoryLog} and acknowledges from a thread of its own; tests override what is
 * to go wrong.
 */
class MemoryTarget implements Target {
  static final int BYTES = 40;

  final MemoryLog log = new MemoryLog();
  final ExecutorService kafka = Executors.newSingleThreadExecutor();
  private final int messagesPerSend;
  private final String acks;

  MemoryTarget(int messagesPerSend, String acks) {
    this.messagesPerSend = messagesPerSend;
    this.acks = acks;
  }

  /** What becomes of a send; on the acknowledging thread. */
  void land(SessionContext lane, long firstSequence, long intendedNanos) {
    log.append(record(lane, firstSequence, messagesPerSend, intendedNanos));
    lane.outcomes().acked(firstSequence, intendedNanos);
  }

  /** Whether the send is taken over; on the lane's thread. */
  boolean take(SessionContext lane, long firstSequence, long intendedNanos) {
    kafka.execute(() -> land(lane, firstSequence, intendedNanos));
    return true;
  }

  static byte[] record(SessionContext lane, long firstSequence, int messages, long intendedNanos) {
    byte[] value = new byte[messages * BYTES];
    for (int i = 0; i < messages; i++) {
      lane.format().write(value, i * BYTES, lane.index(), firstSequence + i, intendedNanos);
    }
    return value;
  }

  @Override
  public TargetSession openSession(SessionContext context) throws IOException {
    return (firstSequence, intendedNanos) -> take(context, firstSequence, intendedNanos);
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public int messagesPerSend() {
    return messagesPerSend;
  }

  @Override
  public void drain(Duration timeout) {}

  @Override
  public Optional<Destination> destination() {
    return Optional.of(new Destination("t", acks, MemoryLog.reader(BYTES)));
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("acks", acks);
  }

  @Override
  public void close() {
    kafka.shutdownNow();
  }
}
