package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.collector.CollectorConfig;
import com.reactive.platform.gateway.microbatch.collector.CollectorStats;
import com.reactive.platform.gateway.microbatch.collector.MicrobatchCollector;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.time.Duration;

/**
 * MicrobatchCollector before a producer. It gathers objects and knows nothing of bytes, so each
 * message is an object with its bytes, and N counts messages.
 */
final class CollectorTarget extends KafkaTarget {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final MicrobatchCollector<CollectorSink.Item> collector;
  private final CollectorSink sink;

  private CollectorTarget(
      Options options,
      TopicProducer producer,
      boolean packed,
      CollectorConfig config,
      int inFlight) {
    super(options, 1, producer, packed, packed ? 0 : 1);
    this.sink = new CollectorSink(producer, packed, inFlight);
    this.collector =
        MicrobatchCollector.create(sink, config, task -> new Thread(task, "bench-collector"));
  }

  static TargetFactory prepare(Options options) {
    boolean packed = BatcherOptions.packed(options);
    CollectorConfig config =
        new CollectorConfig(
            options.integer(
                "rings", Math.min(64, Runtime.getRuntime().availableProcessors()), 1, 64),
            options.integer("ring-messages", 1 << 16, 16, 1 << 22),
            options.integer("flush-messages", 8_192, 1, 1 << 22),
            BatcherOptions.flushIntervalNanos(options));
    // The sink is busy, and the next batch grows, while so many batches have no response yet.
    int inFlight = options.integer("max-in-flight-batches", 2, 1, 1_000);
    int partitions = TopicOptions.partitions(options);
    ProducerSettings settings = ProducerSettings.from(options, 0);
    options.refuseOthers(ProducerSettings.WORDS);
    return kafka -> {
      TopicProducer producer = new TopicProducer(kafka, options.kind(), partitions, settings);
      try {
        return new CollectorTarget(options, producer, packed, config, inFlight);
      } catch (RuntimeException | Error e) {
        producer.close();
        throw e;
      }
    };
  }

  @Override
  public TargetSession openSession(SessionContext context) {
    int bytes = context.format().messageBytes();
    if (bytes > producer().maxValueBytes()) {
      throw new IllegalArgumentException(
          "target %s: a message of %d bytes is more than the %d that a record takes"
              .formatted(name(), bytes, producer().maxValueBytes()));
    }
    return (firstSequence, intendedNanos) -> {
      byte[] message = new byte[bytes];
      context.format().write(message, 0, context.index(), firstSequence, intendedNanos);
      return collector.submitFireAndForget(
              new CollectorSink.Item(message, context.outcomes(), firstSequence, intendedNanos))
          == SubmitResult.ACCEPTED;
    };
  }

  @Override
  public void drain(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    long left = timeout.toNanos();
    while (left > 0 && (collector.stats().pending() > 0 || sink.hasOpenBatches())) {
      producer().flush(Duration.ofNanos(left));
      Thread.sleep(1);
      left = deadline - System.nanoTime();
    }
  }

  @Override
  public Gauges gauges() {
    CollectorStats stats = collector.stats();
    return new Gauges(
        stats.batches(),
        stats.delivered() + stats.failed(),
        sink.bytes(),
        GaugesOf.byName(stats.batchesByReason()),
        null,
        null, // it counts messages, not bytes
        stats.flushIntervalNanos(),
        null);
  }

  @Override
  public void close() {
    try {
      collector.close(CLOSE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      producer().close();
    }
  }
}
