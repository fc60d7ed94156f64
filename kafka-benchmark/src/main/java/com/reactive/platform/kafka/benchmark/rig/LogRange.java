package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What one run put into the log: from the offsets before it to those after it. For one thread. */
final class LogRange {
  /** At acks=0 and 1 an acknowledged record may not have come that far yet. */
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** At acks=all, for a second copy that nobody waits for. */
  private static final long SECOND_COPY_MILLIS = 50;

  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long POLL_MILLIS = 20;
  private static final int SHOW_EVERY_RECORDS = 8192;

  private final MessageLog log;
  private final List<String> topics;
  private final boolean acksAll;
  private final boolean stores;
  private final Map<List<String>, Map<Integer, Long>> readUpTo;
  private Map<Integer, Long> begin;
  private OptionalLong settledNanos = OptionalLong.empty();

  /**
   * @param readUpTo by topics, the end of the run before; is told the end of this one
   */
  LogRange(
      MessageLog log, Destination destination, Map<List<String>, Map<Integer, Long>> readUpTo) {
    this.log = log;
    this.topics = destination.topics();
    this.acksAll = destination.acks().equals("all");
    this.stores = destination.stores();
    this.readUpTo = readUpTo;
  }

  /** How often what is stored is kept, as settings; empty where nothing is. */
  Map<String, String> replication() throws LogUnreadableException, InterruptedException {
    return stores ? log.replication() : Map.of();
  }

  /** Before the run. */
  void noteBegin() throws LogUnreadableException, InterruptedException {
    Map<Integer, Long> now = log.ends();
    Map<Integer, Long> read = readUpTo.remove(topics);
    begin = read == null ? now : read;
  }

  /** How many partitions a topic has; 0 if that is not known. */
  int partitions(String topic) {
    return log.partitions(topic);
  }

  /**
   * Watches that nothing is acknowledged before the log has it. The log may be used for nothing
   * else until that has stopped.
   */
  AckWatch watch(LongSupplier ackedRecords, long everyMillis) {
    return new AckWatch(log, begin, ackedRecords, everyMillis);
  }

  /**
   * When the log was seen to have all of the run, as {@link System#nanoTime}. Empty at acks=all,
   * where the acknowledgement says so.
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
      Map<Integer, Long> end = acksAll ? log.ends() : settle();
      long endNanos = System.nanoTime();
      records = MessageLog.distance(begin, end);
      read(begin, end, records, verifier, progress);
      end =
          acksAll
              ? readSecondCopies(end, endNanos, verifier, progress)
              : readLateOnes(end, verifier, progress);
      Verification verification = verifier.verify(MessageLog.distance(begin, end), "");
      log.forget(end);
      readUpTo.put(topics, end);
      return verification;
    } catch (LogUnreadableException | IdSet.OutOfRoomException e) {
      return verifier.verify(records, e.getMessage());
    }
  }

  /** What comes later is seen by the next run, which begins where this one ends. */
  private Verification verifyThatNothingCame(Verifier verifier) throws InterruptedException {
    try {
      Thread.sleep(SECOND_COPY_MILLIS);
      Map<Integer, Long> end = log.ends();
      readUpTo.put(topics, end);
      return verifier.verifyNone(MessageLog.distance(begin, end), "");
    } catch (LogUnreadableException e) {
      return verifier.verifyNone(0, e.getMessage());
    }
  }

  /** Reads on until the log has stood still for a moment; what comes later is of the next run. */
  private Map<Integer, Long> readSecondCopies(
      Map<Integer, Long> end, long endNanos, Verifier verifier, Progress progress)
      throws LogUnreadableException, InterruptedException {
    long deadline = endNanos + SETTLE_NANOS;
    Map<Integer, Long> from = end;
    long seenNanos = endNanos;
    while (seenNanos - deadline < 0) {
      long gone = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - seenNanos);
      Thread.sleep(Math.max(0, SECOND_COPY_MILLIS - gone));
      Map<Integer, Long> to = log.ends();
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
  private Map<Integer, Long> settle() throws LogUnreadableException, InterruptedException {
    long deadline = System.nanoTime() + SETTLE_NANOS;
    Map<Integer, Long> end = log.ends();
    long changedNanos = System.nanoTime();
    while (System.nanoTime() - changedNanos < QUIET_NANOS && System.nanoTime() - deadline < 0) {
      Thread.sleep(POLL_MILLIS);
      Map<Integer, Long> now = log.ends();
      if (!now.equals(end)) {
        end = now;
        changedNanos = System.nanoTime();
      }
    }
    settledNanos = OptionalLong.of(changedNanos);
    return end;
  }

  /** A broker may have paused for longer than was waited: what is missing may still come. */
  private Map<Integer, Long> readLateOnes(
      Map<Integer, Long> end, Verifier verifier, Progress progress)
      throws LogUnreadableException, InterruptedException {
    Map<Integer, Long> from = end;
    long changedNanos = System.nanoTime();
    while (verifier.lost() > 0 && System.nanoTime() - changedNanos < LATE_NANOS) {
      Thread.sleep(POLL_MILLIS);
      Map<Integer, Long> to = log.ends();
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
      Map<Integer, Long> from,
      Map<Integer, Long> to,
      long records,
      Verifier verifier,
      Progress progress)
      throws LogUnreadableException, InterruptedException {
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
