package com.reactive.platform.kafka.wire.produce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;

/**
 * One partition's log, with the checks that Kafka's leader makes of idempotent producers:
 * duplicates among the last five batches, the sequence, the epoch.
 */
final class SimulatedLog {
  private static final int REMEMBERED = 5;

  /** A batch in the log; each record is an id. */
  record Entry(long producerId, short epoch, int first, int last, long baseOffset, int[] ids) {}

  /** The end of an append. */
  record Append(Errors error, Entry entry, boolean isNew) {}

  /** The last batches of a producer's last epoch; without any, only the epoch is known. */
  private static final class ProducerState {
    short epoch;
    final List<Entry> last = new ArrayList<>();
  }

  private final List<Entry> entries = new ArrayList<>();
  private final BitSet seen = new BitSet();
  private Map<Long, ProducerState> producers = new HashMap<>();
  private int committed;
  private long endOffset;

  int leader;
  int epoch;

  List<Entry> entries() {
    return entries;
  }

  /** True if the record was in the log at any time. */
  boolean everContained(int id) {
    return seen.get(id);
  }

  Append append(long producerId, short producerEpoch, int first, int last, int[] ids) {
    ProducerState state = producers.get(producerId);
    if (state != null) {
      if (producerEpoch < state.epoch) {
        return new Append(Errors.INVALID_PRODUCER_EPOCH, null, false);
      }
      if (producerEpoch == state.epoch) {
        for (Entry entry : state.last) {
          if (entry.first == first && entry.last == last) {
            return new Append(Errors.NONE, entry, false);
          }
        }
      }
      if (first != expected(state, producerEpoch)) {
        return new Append(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER, null, false);
      }
    }
    Entry entry = new Entry(producerId, producerEpoch, first, last, endOffset, ids);
    add(entry);
    return new Append(Errors.NONE, entry, true);
  }

  private static int expected(ProducerState state, short producerEpoch) {
    if (producerEpoch > state.epoch) {
      return 0;
    }
    int last = state.last.get(state.last.size() - 1).last;
    return DefaultRecordBatch.incrementSequence(last, 1);
  }

  private void add(Entry entry) {
    entries.add(entry);
    endOffset += entry.ids.length;
    for (int id : entry.ids) {
      seen.set(id);
    }
    remember(entry);
  }

  private void remember(Entry entry) {
    ProducerState state = producers.computeIfAbsent(entry.producerId, id -> new ProducerState());
    if (entry.epoch > state.epoch) {
      state.last.clear();
    }
    state.epoch = entry.epoch;
    state.last.add(entry);
    if (state.last.size() > REMEMBERED) {
      state.last.remove(0);
    }
  }

  /** All replicas have what is in the log now. */
  void commit() {
    committed = entries.size();
  }

  int uncommitted() {
    return entries.size() - committed;
  }

  /** A new leader, which lacks some of the batches that are not committed, and keeps the others. */
  void elect(int newLeader, int lacking) {
    leader = newLeader;
    epoch++;
    for (int i = 0; i < lacking; i++) {
      endOffset -= entries.remove(entries.size() - 1).ids.length;
    }
    commit();
    producers = new HashMap<>();
    entries.forEach(this::remember);
  }

  /** The producers' ids have expired. */
  void forgetProducers() {
    producers = new HashMap<>();
  }
}
