package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks, while a load runs, whether the log has all that was acknowledged: first the
 * acknowledgements are counted, then the log's ends are read. So an answer that was given before
 * Kafka's is seen even if its record comes a moment later. A thread of its own, since a log that is
 * gone takes its time to say so.
 */
final class AckWatch {
  private final MessageLog log;
  private final Map<TopicPartition, Long> begin;
  private final LongSupplier ackedRecords;
  private final long everyMillis;
  private final Thread thread;
  private long looks;
  private long tooEarly;
  private String worst = "";
  private long worstBy;

  /**
   * Begins to watch. The log belongs to this thread until {@link #stop}.
   *
   * @param begin of the run in the log
   * @param ackedRecords how many were acknowledged so far, or fewer
   */
  AckWatch(
      MessageLog log,
      Map<TopicPartition, Long> begin,
      LongSupplier ackedRecords,
      long everyMillis) {
    this.log = log;
    this.begin = begin;
    this.ackedRecords = ackedRecords;
    this.everyMillis = everyMillis;
    this.thread = new Thread(this::watch, "rig-ack-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    try {
      while (true) {
        look();
        Thread.sleep(everyMillis);
      }
    } catch (InterruptedException stopped) {
      return;
    } catch (IOException gone) {
      return; // whoever reads the log back says so
    }
  }

  private void look() throws IOException, InterruptedException {
    long acked = ackedRecords.getAsLong();
    long there = MessageLog.distance(begin, log.ends());
    looks++;
    if (acked > there) {
      tooEarly++;
      if (acked - there > worstBy) {
        worstBy = acked - there;
        worst = String.format(Locale.ROOT, "%,d were, and the log had %,d", acked, there);
      }
    }
  }

  /** Ends the thread and waits for that. */
  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }

  /** The violations, in words; empty if nothing was acknowledged too early. After the end. */
  String wrong() {
    return tooEarly == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "early: in %,d of %,d samples more was acknowledged than the log had; the worst: %s",
            tooEarly,
            looks,
            worst);
  }
}
