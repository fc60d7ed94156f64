package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.time.Duration;
import java.util.Map;

/** One of the batchers of microbatch, with a producer behind it. */
final class BatcherTarget extends KafkaTarget {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final MeasuredBatcher measured;

  /** Takes the producer and the batcher over, and closes them. */
  BatcherTarget(
      Options options,
      int messagesPerSend,
      TopicProducer producer,
      boolean packed,
      MeasuredBatcher measured) {
    super(options, messagesPerSend, producer, packed, packed ? 0 : messagesPerSend);
    this.measured = measured;
  }

  @Override
  public TargetSession openSession(SessionContext context) {
    int bytes = context.format().messageBytes();
    int most = Math.min(measured.batcher().maxMessageBytes(), producer().maxValueBytes());
    int atOnce = measured.bulks() == null ? 1 : messagesPerSend();
    if ((long) bytes * atOnce > most) {
      throw new IllegalArgumentException(
          "target %s: a send of %d bytes is more than the %d that the batcher takes at once"
              .formatted(name(), (long) bytes * atOnce, most));
    }
    if (messagesPerSend() == 1) {
      return BatcherSessions.single(context, measured.singles().apply(context.index()));
    }
    if (measured.bulks() == null) {
      return BatcherSessions.each(
          context, measured.singles().apply(context.index()), messagesPerSend());
    }
    return BatcherSessions.bulk(
        context, measured.bulks().apply(context.index()), messagesPerSend());
  }

  @Override
  public void drain(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    producer().flush(timeout); // also of what nobody waits for, such as a batch sent twice
    long left = deadline - System.nanoTime();
    while (measured.batcher().stats().pendingMessages() > 0 && left > 0) {
      producer().flush(Duration.ofNanos(left)); // then the sink is idle, and the batcher sends more
      Thread.sleep(1);
      left = deadline - System.nanoTime();
    }
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = super.settings();
    settings.putAll(measured.settings());
    return settings;
  }

  @Override
  public Gauges gauges() {
    BatcherStats stats = measured.batcher().stats();
    return GaugesOf.stats(stats, measured.level() == null ? null : measured.level().get());
  }

  /** Front to back, so that what is on its way still arrives. */
  @Override
  public void close() {
    try {
      measured.batcher().close(CLOSE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      try {
        measured.afterClose().run();
      } finally {
        producer().close();
      }
    }
  }
}
