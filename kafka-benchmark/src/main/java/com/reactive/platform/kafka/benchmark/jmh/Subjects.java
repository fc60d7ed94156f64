package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.AdaptiveBatcher;
import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.microbatch.Batcher;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.ExponentialBatcher;
import com.reactive.platform.gateway.microbatch.MessageBatch;
import com.reactive.platform.gateway.microbatch.NaiveBatcher;
import com.reactive.platform.gateway.microbatch.SimpleBatcher;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.collector.CollectorConfig;
import com.reactive.platform.gateway.microbatch.collector.MicrobatchCollector;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The subjects that deliver: how they are set up, with their writers and their reader. */
final class Subjects {
  /** Bytes of a stripe or buffer: several times the second-level cache of a core, not more. */
  static final int STRIPE_BYTES = 4 << 20;

  /** Messages of a stripe or ring: as many as its bytes hold. */
  static final int STRIPE_MESSAGES = STRIPE_BYTES / Messages.BYTES;

  /** N of the flush rule. */
  static final int FLUSH_BYTES = 256 << 10;

  /** T of the flush rule. */
  static final long FLUSH_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Smallest bucket of ExponentialBatcher; the largest is N. */
  private static final int MIN_BUCKET_BYTES = 1 << 10;

  /** Most items of a collector's batch: as many as fit into N bytes. */
  private static final int BATCH_ITEMS = FLUSH_BYTES / Messages.BYTES;

  private Subjects() {}

  /**
   * A subject between its writers and its reader.
   *
   * @param name class of the subject, and for another way in than the submit that any thread may
   *     call {@code -handle} (each writer has the handle of its stripe) or {@code -bulk}
   */
  static DeliveryCheck delivery(String name, int writers) {
    return switch (name) {
      case "StripedBatcher-handle" -> byHandle(writers);
      case "StripedBatcher-bulk" -> inBulk();
      case "MicrobatchCollector" -> collector();
      default -> byAnyThread(name, writers);
    };
  }

  static BatcherConfig config(int stripes) {
    return new BatcherConfig(
        stripes, STRIPE_BYTES, STRIPE_MESSAGES, FLUSH_BYTES, FLUSH_INTERVAL_NANOS);
  }

  private static DeliveryCheck byAnyThread(String className, int writers) {
    MessageReader reader = new MessageReader(writers);
    Batcher batcher = batcher(className, writers, reader::readAndAcknowledge);
    return single(reader, writers, i -> accepting(batcher), batcher::close);
  }

  private static DeliveryCheck byHandle(int writers) {
    MessageReader reader = new MessageReader(writers);
    StripedBatcher batcher =
        new StripedBatcher(config(writers), reader::readAndAcknowledge, "dispatcher");
    return single(reader, writers, i -> accepting(batcher.writer(i)), batcher::close);
  }

  private static DeliveryCheck single(
      MessageReader reader,
      int writers,
      IntFunction<Predicate<byte[]>> wayIn,
      Runnable closeSubject) {
    List<Feed> feeds =
        IntStream.range(0, writers).mapToObj(i -> Feed.stamped(i, wayIn.apply(i))).toList();
    return new DeliveryCheck(reader, feeds, 1, closeSubject);
  }

  /** The submit that any thread may call. */
  static Predicate<byte[]> accepting(Batcher batcher) {
    return message -> batcher.submit(message) == SubmitResult.ACCEPTED;
  }

  /** The submit of a writer's own handle. */
  static Predicate<byte[]> accepting(StripedBatcher.Writer handle) {
    return message -> handle.submit(message) == SubmitResult.ACCEPTED;
  }

  private static DeliveryCheck inBulk() {
    MessageReader reader = new MessageReader(1, Messages.CYCLE);
    StripedBatcher batcher =
        new StripedBatcher(config(1), reader::readAndAcknowledge, "dispatcher");
    StripedBatcher.Writer writer = batcher.writer(0);
    List<MessageBatch> blocks = Messages.blocks().stream().map(Subjects::messageBatch).toList();
    Feed feed = Feed.cycling(blocks, block -> writer.submitBulk(block) == SubmitResult.ACCEPTED);
    return new DeliveryCheck(reader, List.of(feed), Messages.OF_BLOCK, batcher::close);
  }

  private static MessageBatch messageBatch(byte[] block) {
    MessageBatch batch = new MessageBatch();
    for (int i = 0; i < Messages.OF_BLOCK; i++) {
      batch.add(block, i * Messages.BYTES, Messages.BYTES);
    }
    return batch;
  }

  /**
   * A collector of 64-byte arrays. It passes references on, so the items are made beforehand: twice
   * as many as its ring holds.
   */
  private static DeliveryCheck collector() {
    int cycle = 2 * STRIPE_MESSAGES;
    MessageReader reader = new MessageReader(1, cycle);
    MicrobatchCollector<byte[]> collector =
        MicrobatchCollector.create(
            reader::readAll,
            new CollectorConfig(1, STRIPE_MESSAGES, BATCH_ITEMS, FLUSH_INTERVAL_NANOS));
    List<byte[]> items = IntStream.range(0, cycle).mapToObj(Messages::ofWriter0).toList();
    Feed feed =
        Feed.cycling(items, item -> collector.submitFireAndForget(item) == SubmitResult.ACCEPTED);
    return new DeliveryCheck(reader, List.of(feed), 1, collector::close);
  }

  /** The batcher of this class; a striped one has a stripe for each writer. */
  static Batcher batcher(String className, int writers, BatchSender sender) {
    return switch (className) {
      case "StripedBatcher" -> new StripedBatcher(config(writers), sender, "dispatcher");
      case "AdaptiveBatcher" -> new AdaptiveBatcher(config(1), sender, calibration(), "dispatcher");
      case "SimpleBatcher" ->
          new SimpleBatcher(FLUSH_BYTES, FLUSH_INTERVAL_NANOS, STRIPE_BYTES, sender, "flush");
      case "ExponentialBatcher" ->
          new ExponentialBatcher(
              MIN_BUCKET_BYTES, FLUSH_BYTES, FLUSH_INTERVAL_NANOS, STRIPE_BYTES, sender, "flush");
      case "NaiveBatcher" -> new NaiveBatcher(sender, FLUSH_BYTES, STRIPE_MESSAGES);
      default -> throw new IllegalArgumentException("no batcher is called " + className);
    };
  }

  /** Without knowledge and without exploring, so that every round is alike. */
  private static BatchCalibration calibration() {
    CalibrationKey key = CalibrationKey.ofThisMachine("none", "benchmark");
    double targetLatencyMicros = TimeUnit.NANOSECONDS.toMicros(FLUSH_INTERVAL_NANOS);
    return BatchCalibration.inMemory(
        CalibrationConfig.of(key, targetLatencyMicros)
            .withMaxFlushBytes(FLUSH_BYTES)
            .withExploring(false));
  }
}
