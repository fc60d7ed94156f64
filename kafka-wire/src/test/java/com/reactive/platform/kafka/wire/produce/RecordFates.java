package com.reactive.platform.kafka.wire.produce;

import static com.reactive.platform.kafka.wire.produce.SimulatedNetwork.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a core says of each record of a schedule, and at its end what the logs say of them. Throws
 * where these differ.
 */
final class RecordFates implements RecordOutcomes {
  private enum Told {
    NOTHING,
    ACKED,
    NOT_WRITTEN,
    UNKNOWN,
    SETTLED_WRITTEN,
    SETTLED_NOT_WRITTEN,
    UNSETTLED;

    boolean written() {
      return this == ACKED || this == SETTLED_WRITTEN;
    }

    boolean notWritten() {
      return this == NOT_WRITTEN || this == SETTLED_NOT_WRITTEN;
    }

    boolean isFinal() {
      return this != NOTHING && this != UNKNOWN;
    }
  }

  private static final class Sent {
    final String topic;
    final int wanted;
    final boolean poison;
    Told told = Told.NOTHING;
    long offset;
    Exception reason;

    Sent(String topic, int wanted, boolean poison) {
      this.topic = topic;
      this.wanted = wanted;
      this.poison = poison;
    }
  }

  private final SimulatedCluster cluster;
  private final Runnable afterEach;
  private final List<Sent> records = new ArrayList<>();

  /**
   * @param afterEach run whenever something was told
   */
  RecordFates(SimulatedCluster cluster, Runnable afterEach) {
    this.cluster = cluster;
    this.afterEach = afterEach;
  }

  int count() {
    return records.size();
  }

  /**
   * A record was appended, under the next number.
   *
   * @param partition -1: any
   * @param poison brokers refuse it
   */
  void add(String topic, int partition, boolean poison) {
    records.add(new Sent(topic, partition, poison));
  }

  @Override
  public void acked(int index, int partition, long offset) {
    Sent sent = tell(index, Told.NOTHING, Told.ACKED, null);
    written(index, sent, partition, offset);
  }

  @Override
  public void settledWritten(int index, int partition, long offset) {
    Sent sent = tell(index, Told.UNKNOWN, Told.SETTLED_WRITTEN, null);
    written(index, sent, partition, offset);
  }

  private void written(int index, Sent sent, int partition, long offset) {
    sent.offset = offset;
    check(!sent.poison, "called written what must be refused");
    check(sent.wanted < 0 || sent.wanted == partition, "in another partition");
    check(cluster.log(sent.topic, partition).everContained(index), "said to be in the log");
    afterEach.run();
  }

  @Override
  public void notWritten(int index, Exception reason) {
    tell(index, Told.NOTHING, Told.NOT_WRITTEN, reason);
    afterEach.run();
  }

  @Override
  public void settledNotWritten(int index, Exception reason) {
    tell(index, Told.UNKNOWN, Told.SETTLED_NOT_WRITTEN, reason);
    afterEach.run();
  }

  @Override
  public void unknown(int index, Exception reason) {
    tell(index, Told.NOTHING, Told.UNKNOWN, reason);
    afterEach.run();
  }

  @Override
  public void unsettled(int index, Exception reason) {
    tell(index, Told.UNKNOWN, Told.UNSETTLED, reason);
    afterEach.run();
  }

  private Sent tell(int index, Told before, Told now, Exception reason) {
    Sent sent = records.get(index);
    check(sent.told == before, now + " after " + sent.told);
    sent.told = now;
    sent.reason = reason;
    return sent;
  }

  /** Throws unless all records from this one on are acked. */
  void checkAcked(int first) {
    for (Sent sent : records.subList(first, records.size())) {
      check(sent.told == Told.ACKED, "not acked in health: " + sent.reason);
    }
  }

  /**
   * Compares all that was told with the logs.
   *
   * @param losses a leader was elected that lacked what was acknowledged, and what producers had
   *     sent: what was written may be gone, and a later batch may be taken before an earlier one
   */
  void verify(boolean losses) {
    int[] copies = new int[records.size()];
    for (String topic : SimulatedCluster.TOPICS) {
      for (int partition = 0; partition < SimulatedCluster.PARTITIONS; partition++) {
        verify(topic, partition, copies, losses);
      }
    }
    check(Arrays.stream(copies).noneMatch(n -> n > 1), "written twice");
    for (int id = 0; id < copies.length; id++) {
      Sent sent = records.get(id);
      check(sent.told.isFinal(), "left " + sent.told);
      check(!sent.told.written() || losses || copies[id] == 1, sent.told + " and lost");
    }
  }

  /** Compares all that was told with the counters of the only core. */
  void checkCounters(ProduceStats stats) {
    check(stats.records() == count(), "records");
    check(stats.acked() == count(Told.ACKED), "acked");
    check(stats.notWritten() == count(Told.NOT_WRITTEN), "not written");
    check(stats.settledWritten() == count(Told.SETTLED_WRITTEN), "settled as written");
    check(stats.settledNotWritten() == count(Told.SETTLED_NOT_WRITTEN), "settled as not written");
    check(stats.unsettled() == count(Told.UNSETTLED), "unsettled");
    long settled = stats.settledWritten() + stats.settledNotWritten() + stats.unsettled();
    check(stats.unknown() == settled, "unknown");
    check(stats.settlingRecords() == 0 && stats.settlingBytes() == 0, "still settling");
  }

  private long count(Told told) {
    return records.stream().filter(sent -> sent.told == told).count();
  }

  private void verify(String topic, int partition, int[] copies, boolean losses) {
    SimulatedLog log = cluster.log(topic, partition);
    for (int id = 0; id < copies.length; id++) {
      check(
          !records.get(id).told.notWritten() || !log.everContained(id),
          "called not written, and was in the log");
    }
    int lastWritten = -1;
    Map<Long, Integer> last = new HashMap<>();
    for (SimulatedLog.Entry entry : log.entries()) {
      for (int i = 0; i < entry.ids().length; i++) {
        int id = entry.ids()[i];
        Sent sent = records.get(id);
        copies[id]++;
        check(sent.topic.equals(topic), "another topic's record");
        boolean written = sent.told.written();
        // What is unsettled, of a producer id that was given up, may still arrive late.
        boolean inOrder = last.merge(entry.producerId(), id, Math::max) == id;
        check(inOrder || losses, "out of order");
        check(!written || id > lastWritten || losses, "written out of order");
        lastWritten = written ? id : lastWritten;
        check(!written || sent.offset < 0 || sent.offset == entry.baseOffset() + i, "wrong offset");
      }
    }
  }
}
