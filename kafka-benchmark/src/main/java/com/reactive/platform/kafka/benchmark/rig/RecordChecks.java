package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Utils;

/**
 * Holds the records of a run against what its target promised of them, besides that they are there:
 * partition, order, time, event id, and what was answered. Memory is bounded by {@link Samples}.
 * For one thread, after the load; gets each message once, in the order of its partition.
 */
final class RecordChecks {
  /** Clocks of processes on one machine agree; those of a foreign broker nearly do. */
  private static final long CLOCK_MILLIS = Duration.ofSeconds(2).toMillis();

  private static final String EVENT_ID = "event-id";
  private static final long NO_ID = 0;

  private final DeliveryGuarantees guarantees;
  private final boolean placed;
  private final ToIntFunction<String> partitionsOf;
  private final long fromMillis;
  private final int messagesPerSend;
  private final List<SentMessages> lanes;
  private final Map<TopicPartition, Partition> partitions = new HashMap<>();
  private final Map<String, Wrong> wrongs = new LinkedHashMap<>();
  private Partition current; // of the record before
  private long[] sampledIds = new long[1_024];
  private int sampled;
  private long answersChecked;

  /** The state of a partition up to the record before. */
  private static final class Partition {
    private final String topic;
    private final int number;
    private final int count;
    private final long[] barriers;
    private long lastId = NO_ID;

    Partition(ConsumerRecord<?, ?> record, int count, int lanes) {
      this.topic = record.topic();
      this.number = record.partition();
      this.count = count;
      this.barriers = new long[lanes];
    }
  }

  private static final class Wrong {
    private final String first;
    private long count;

    Wrong(String first) {
      this.first = first;
    }
  }

  /**
   * @param destination of the target
   * @param partitionsOf a topic; 0 if that is not known
   * @param fromMillis when the run began, as {@link System#currentTimeMillis}
   */
  RecordChecks(
      Destination destination,
      ToIntFunction<String> partitionsOf,
      long fromMillis,
      int messagesPerSend,
      List<SentMessages> lanes) {
    this.guarantees = destination.guarantees();
    this.placed = !destination.acks().equals(Destination.EARLY);
    this.partitionsOf = partitionsOf;
    this.fromMillis = fromMillis;
    this.messagesPerSend = messagesPerSend;
    this.lanes = lanes;
  }

  /** Looks at a message that is whole and was sent. */
  void check(ConsumerRecord<byte[], byte[]> record, int lane, long sequence) {
    Partition partition = partition(record);
    long send = sequence / messagesPerSend;
    checkTime(record, lane, sequence);
    if (guarantees.keyed()) {
      checkKey(record, partition, lane, sequence);
    }
    if (guarantees.order() != Order.NONE) {
      checkOrder(record, partition, lane, sequence);
    }
    byte[] id = guarantees.eventIds() ? eventId(record, lane, sequence) : new byte[0];
    if (id.length > 0) {
      checkDistinct(partition, id, send, () -> of(record, lane, sequence));
    }
    Samples samples = lanes.get(lane).samples();
    if (guarantees.answers() && Samples.has(send) && samples.isAnswered(send)) {
      checkAnswer(record, id, samples, lane, send);
    }
  }

  /** Something that the reader of the record found. */
  void wrong(ConsumerRecord<byte[], byte[]> record, String what) {
    note(what, "partition " + record.partition() + ", offset " + record.offset());
  }

  private Partition partition(ConsumerRecord<byte[], byte[]> record) {
    Partition last = current;
    if (last == null || last.number != record.partition() || !last.topic.equals(record.topic())) {
      current =
          partitions.computeIfAbsent(
              new TopicPartition(record.topic(), record.partition()),
              at -> new Partition(record, partitionsOf.applyAsInt(at.topic()), lanes.size()));
    }
    return current;
  }

  private void checkTime(ConsumerRecord<byte[], byte[]> record, int lane, long sequence) {
    long millis = record.timestamp();
    if (millis < fromMillis - CLOCK_MILLIS || millis > System.currentTimeMillis() + CLOCK_MILLIS) {
      note(
          "time: %,d records have a timestamp outside of the run",
          of(record, lane, sequence) + ", " + Instant.ofEpochMilli(millis));
    }
  }

  private void checkKey(
      ConsumerRecord<byte[], byte[]> record, Partition partition, int lane, long sequence) {
    if (record.key() == null) {
      note("partition: %,d records have no key", of(record, lane, sequence));
    } else if (partition.count > 0
        && Utils.toPositive(Utils.murmur2(record.key())) % partition.count != partition.number) {
      note("partition: %,d records are not where their key belongs", of(record, lane, sequence));
    }
  }

  private void checkOrder(
      ConsumerRecord<byte[], byte[]> record, Partition partition, int lane, long sequence) {
    long send = sequence / messagesPerSend;
    SentMessages sent = lanes.get(lane);
    boolean inSendOrder = guarantees.order() == Order.SENT;
    long mine = inSendOrder ? sequence : send;
    long barrier = partition.barriers[lane];
    if (mine < barrier && sent.ledger().state(send) == SendLedger.ACKED) {
      note(
          inSendOrder
              ? "order: %,d messages stand behind one that their lane sent later"
              : "order: %,d messages stand behind one that was sent after they were acknowledged",
          of(record, lane, sequence));
    }
    if (inSendOrder) {
      partition.barriers[lane] = Math.max(barrier, sequence);
    } else if (Samples.has(send)) {
      partition.barriers[lane] = Math.max(barrier, sent.samples().settledBelow(send));
    }
  }

  private byte[] eventId(ConsumerRecord<byte[], byte[]> record, int lane, long sequence) {
    Header header = record.headers().lastHeader(EVENT_ID);
    if (header == null || header.value() == null || header.value().length == 0) {
      note("event-id: %,d records have no such header", of(record, lane, sequence));
      return new byte[0];
    }
    return header.value();
  }

  private void checkDistinct(Partition partition, byte[] id, long send, Supplier<String> where) {
    long hash = Samples.hash(id);
    if (hash == partition.lastId) {
      note("event-id: %,d records have that of the record before", where.get());
    } else if (Samples.has(send)) {
      sampledIds =
          sampled < sampledIds.length ? sampledIds : Arrays.copyOf(sampledIds, 2 * sampled);
      sampledIds[sampled++] = hash;
    }
    partition.lastId = hash;
  }

  private void checkAnswer(
      ConsumerRecord<byte[], byte[]> record, byte[] id, Samples samples, int lane, long send) {
    answersChecked++;
    if (placed && !samples.named(send, record.topic(), record.partition(), record.offset())) {
      note(
          "answers: %,d named another place than that of their record",
          of(record, lane, send) + ", answered " + samples.place(send));
    }
    if (guarantees.eventIds() && id.length > 0 && !samples.named(send, id)) {
      note(
          "answers: %,d named another event id than the header of their record",
          of(record, lane, send));
    }
  }

  private static String of(ConsumerRecord<byte[], byte[]> record, int lane, long sequence) {
    return "message %d of lane %d at partition %d, offset %d"
        .formatted(sequence, lane, record.partition(), record.offset());
  }

  private void note(String what, String where) {
    wrongs.computeIfAbsent(what, key -> new Wrong(where)).count++;
  }

  /** Number of responses that were compared with their records; null if responses say nothing. */
  Long answersChecked() {
    return guarantees.answers() ? answersChecked : null;
  }

  /** The broken promises, in words; empty if there are none. */
  List<String> wrong() {
    long[] ids = Arrays.copyOf(sampledIds, sampled);
    Arrays.sort(ids);
    for (int i = 1; i < ids.length; i++) {
      if (ids[i] == ids[i - 1]) {
        note("event-id: %,d of those that were compared came more than once", "an earlier record");
      }
    }
    return wrongs.entrySet().stream()
        .map(
            wrong ->
                String.format(Locale.ROOT, wrong.getKey(), wrong.getValue().count)
                    + ": the first is "
                    + wrong.getValue().first)
        .toList();
  }
}
