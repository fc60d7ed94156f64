package com.reactive.platform.gateway.sink.spool;

import com.reactive.platform.gateway.logging.RateLimitedLog;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.telemetry.SpoolStats;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of one topic that were answered and are not in Kafka yet. One thread puts in, one
 * replays; figures are for any and never wait for the disk.
 */
public final class Spool implements Closeable {
  private static final Logger logger = LoggerFactory.getLogger(Spool.class);

  /** After a failure of the disk, for so long clients are told at once. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String topic;
  private final SpoolConfig config;
  private final LongSupplier clock;
  private final RateLimitedLog errors = new RateLimitedLog(logger);
  private final SpoolLog log;

  /** What Kafka refused for what it is. Nothing reads it but the next start. */
  private final SpoolLog refused;

  private final AtomicLong spooledEvents = new AtomicLong();
  private final AtomicLong spooledBytes = new AtomicLong();
  private final AtomicLong replayedEvents = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private volatile long failedNanos = System.nanoTime() - PAUSE_NANOS;

  Spool(
      String topic, Path dir, SpoolConfig config, LongSupplier clock, SegmentWriter.Factory writers)
      throws IOException {
    this.topic = topic;
    this.config = config;
    this.clock = clock;
    Path refusedDir = dir.resolve("refused");
    SpoolFiles.createDirectories(refusedDir);
    log = new SpoolLog(dir, config.maxBytes(), clock, writers);
    refused = new SpoolLog(refusedDir, config.maxBytes(), clock, writers);
    tryRefusedAgain();
    if (log.events() > 0) {
      logger.info("The spool has {} events of {} from before this start", log.events(), topic);
    }
  }

  public String topic() {
    return topic;
  }

  /** Somebody may have mended the topic's limits since. */
  private void tryRefusedAgain() {
    try (SpoolReader reader = new SpoolReader(refused)) {
      for (Block block = reader.next(); block != null; block = reader.next()) {
        log.append(block.events().stream().map(ByteBuffer::wrap).toList());
        refused.done(block);
      }
    } catch (IOException e) {
      errors.error("Events of " + topic + " that Kafka rejected stay in the spool: " + e);
    }
  }

  /** Whether every event that it took in is in Kafka. */
  public boolean isEmpty() {
    return log.events() == 0;
  }

  /** How many events it has that are not in Kafka. */
  long events() {
    return log.events();
  }

  /** Whether it would take an event in now. Never blocks. */
  public boolean accepting() {
    return log.bytes() < log.maxBytes()
        && ageMillis() <= config.maxAgeMillis()
        && System.nanoTime() - failedNanos >= PAUSE_NANOS;
  }

  private long ageMillis() {
    long oldest = log.oldestMillis();
    return oldest == 0 ? 0 : Math.max(0, clock.getAsLong() - oldest);
  }

  /**
   * Puts a batch on disk and completes it: acked nowhere, {@code (-1, -1)}, if the disk has it; not
   * written if it has not; unknown if that cannot be told. Blocks on disk.
   */
  void put(Batch batch) {
    List<ByteBuffer> events = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      events.add(ByteBuffer.wrap(batch.buffer(), batch.offset(i), batch.length(i)).slice());
    }
    try {
      if (ageMillis() > config.maxAgeMillis()) {
        throw new SpoolLog.FullException(
            "the oldest event of the spool is " + ageMillis() / 60_000 + " minutes old");
      }
      log.append(events);
      spooledEvents.addAndGet(batch.size());
      spooledBytes.addAndGet(batch.bytes());
      batch.acked(-1, -1);
    } catch (SpoolLog.UncertainException e) {
      failed(e);
      batch.unknown(e);
    } catch (SpoolLog.FullException e) {
      failures.incrementAndGet();
      batch.notWritten(e);
    } catch (IOException e) {
      failed(e);
      batch.notWritten(e);
    }
  }

  private void failed(IOException e) {
    failures.incrementAndGet();
    failedNanos = System.nanoTime();
    errors.error("Cannot write the spool of " + topic + ": " + e.getMessage());
  }

  /** As long as it has little left to replay, it may be worth to wait for the rest. */
  boolean awaitEmpty(long timeoutMillis) throws InterruptedException {
    return log.awaitEmpty(timeoutMillis);
  }

  /** Waits for events, for this long at most; returns whether there are any. */
  boolean awaitEvents(long timeoutMillis) throws InterruptedException {
    return log.awaitEvents(timeoutMillis);
  }

  SpoolReader reader() {
    return new SpoolReader(log);
  }

  /** Kafka has all of these, but for those that were {@link #refuse refused}. */
  void replayed(Block block, int count) {
    replayedEvents.addAndGet(count);
    try {
      log.done(block);
    } catch (IOException e) {
      errors.error("Cannot save the replay position of the spool of " + topic + ": " + e);
    }
  }

  /**
   * Kafka will not take this event, whenever it is sent: it is kept apart.
   *
   * @throws IOException if it cannot be kept; then it must not be counted as done
   */
  void refuse(byte[] event, String why) throws IOException {
    refused.append(List.of(ByteBuffer.wrap(event)));
    errors.error(
        "Kafka rejected an event of "
            + topic
            + " with a 202 response; it is kept on disk and retried at the next start: "
            + why);
  }

  void complain(String sentence) {
    errors.error(sentence);
  }

  /** The figures now. */
  public SpoolStats stats() {
    return new SpoolStats(
        log.events(),
        log.bytes() + refused.bytes(),
        ageMillis(),
        accepting(),
        spooledEvents.get(),
        spooledBytes.get(),
        replayedEvents.get(),
        refused.events(),
        failures.get(),
        log.lost() + refused.lost());
  }

  @Override
  public void close() {
    SpoolFiles.close(log);
    SpoolFiles.close(refused);
  }
}
