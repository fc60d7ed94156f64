package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.Verification;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * The records of one run in the log: from the offsets before it to those after it. For one thread.
 */
final class LogRange {
  /** At acks=all, for a second copy that nobody waits for. */
  private static final long SECOND_COPY_MILLIS = 50;

  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long POLL_MILLIS = 20;
  private static final int SHOW_EVERY_RECORDS = 8192;

  private final MessageLog log;
  private final boolean acksAll;
  private final boolean stores;
  private final Map<TopicPartition, Long> readUpTo;
  private final long quietNanos;
  private final long lateNanos;
  private Map<TopicPartition, Long> begin;
  private OptionalLong settledNanos = OptionalLong.empty();

  /**
   * @param readUpTo the end of the run before of each partition; takes the end of this one
   */
  LogRange(
      MessageLog log,
      Destination destination,
      Map<TopicPartition, Long> readUpTo,
      Timeouts timeouts) {
    this.log = log;
    this.acksAll = destination.acks().equals("all");
    this.stores = destination.stores();
    this.readUpTo = readUpTo;
    this.quietNanos = timeouts.quiet().toNanos();
    this.lateNanos = timeouts.late().toNanos();
  }

  /** The replication of stored records, as settings; empty where nothing is stored. */
  Map<String, String> replication() throws IOException, InterruptedException {
    return stores ? log.replication() : Map.of();
  }

  /** Before the run. */
  void noteBegin() throws IOException, InterruptedException {
    Map<TopicPartition, Long> from = new HashMap<>(log.ends());
    from.replaceAll(
        (partition, end) -> Objects.requireNonNullElse(readUpTo.remove(partition), end));
    begin = from;
  }

  /** Number of partitions of a topic; 0 if unknown. */
  int partitions(String topic) {
    return begin == null
        ? 0
        : (int) begin.keySet().stream().filter(of -> of.topic().equals(topic)).count();
  }

  /**
   * Watches that nothing is acknowledged before the log has it. The log may be used for nothing
   * else until that has stopped.
   */
  AckWatch watch(LongSupplier ackedRecords, long everyMillis) {
    return new AckWatch(log, begin, ackedRecords, everyMillis);
  }

  /**
   * The time at which the log was seen to have all of the run, as {@link System#nanoTime}. Empty at
   * acks=all, where the acknowledgement says so.
   */
  OptionalLong settledNanos() {
    return settledNanos;
  }

  /** Reads all that came in, and frees its room. */
  Verification verify(Verifier verifier, Progress progress) throws InterruptedException {
    if (begin == null) {
      return verifier.verify(0, "the log could not be read before the run");
    }
    if (!stores) {
      return verifyThatNothingCame(verifier);
    }
    long records = 0;
    try {
      Map<TopicPartition, Long> end = acksAll ? log.ends() : settle();
      long endNanos = System.nanoTime();
      records = MessageLog.distance(begin, end);
      read(begin, end, records, verifier, progress);
      end =
          acksAll
              ? readSecondCopies(end, endNanos, verifier, progress)
              : readLateOnes(end, verifier, progress);
      Verification verification = verifier.verify(MessageLog.distance(begin, end), "");
      log.forget(end);
      readUpTo.putAll(end);
      return verification;
    } catch (IOException | IdSet.OutOfRoomException e) {
      return verifier.verify(records, e.getMessage());
    }
  }

  /** Later records are found by the next run, which begins where this one ends. */
  private Verification verifyThatNothingCame(Verifier verifier) throws InterruptedException {
    try {
      Thread.sleep(SECOND_COPY_MILLIS);
      Map<TopicPartition, Long> end = log.ends();
      readUpTo.putAll(end);
      return verifier.verifyNone(MessageLog.distance(begin, end), "");
    } catch (IOException e) {
      return verifier.verifyNone(0, e.getMessage());
    }
  }

  /** Reads on until the log has stood still for a moment; what comes later is of the next run. */
  private Map<TopicPartition, Long> readSecondCopies(
      Map<TopicPartition, Long> end, long endNanos, Verifier verifier, Progress progress)
      throws IOException, InterruptedException {
    long deadline = endNanos + SETTLE_NANOS;
    Map<TopicPartition, Long> from = end;
    long seenNanos = endNanos;
    while (seenNanos - deadline < 0) {
      long gone = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - seenNanos);
      Thread.sleep(Math.max(0, SECOND_COPY_MILLIS - gone));
      Map<TopicPartition, Long> to = log.ends();
      seenNanos = System.nanoTime();
      if (to.equals(from)) {
        break;
      }
      read(from, to, MessageLog.distance(from, to), verifier, progress);
      from = to;
    }
    return from;
  }

  /** Waits until no more records come in. */
  private Map<TopicPartition, Long> settle() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + SETTLE_NANOS;
    Map<TopicPartition, Long> end = log.ends();
    long changedNanos = System.nanoTime();
    while (System.nanoTime() - changedNanos < quietNanos && System.nanoTime() - deadline < 0) {
      Thread.sleep(POLL_MILLIS);
      Map<TopicPartition, Long> now = log.ends();
      if (!now.equals(end)) {
        end = now;
        changedNanos = System.nanoTime();
      }
    }
    settledNanos = OptionalLong.of(changedNanos);
    return end;
  }

  /** A broker may have paused for longer than was waited: what is missing may still come. */
  private Map<TopicPartition, Long> readLateOnes(
      Map<TopicPartition, Long> end, Verifier verifier, Progress progress)
      throws IOException, InterruptedException {
    Map<TopicPartition, Long> from = end;
    long changedNanos = System.nanoTime();
    while (verifier.lost() > 0 && System.nanoTime() - changedNanos < lateNanos) {
      Thread.sleep(POLL_MILLIS);
      Map<TopicPartition, Long> to = log.ends();
      long more = MessageLog.distance(from, to);
      if (more > 0) {
        changedNanos = System.nanoTime();
        settledNanos = OptionalLong.of(changedNanos);
        read(from, to, more, verifier, progress);
        from = to;
      }
    }
    return from;
  }

  private void read(
      Map<TopicPartition, Long> from,
      Map<TopicPartition, Long> to,
      long records,
      Verifier verifier,
      Progress progress)
      throws IOException, InterruptedException {
    log.read(
        from,
        to,
        record -> {
          verifier.accept(record);
          if (verifier.records() % SHOW_EVERY_RECORDS == 0) {
            progress.show("verifying", (double) verifier.records() / records, 0, -1);
          }
        });
  }
}
