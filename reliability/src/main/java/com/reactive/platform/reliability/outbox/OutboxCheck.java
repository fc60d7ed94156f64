package com.reactive.platform.reliability.outbox;

import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Compares committed rows with the records of a topic. All rows are announced before the first
 * record; records of a partition come in the order of their offsets. For one thread.
 *
 * <p>A record with the id of an earlier one is a repeat, which is counted and allowed: consumers
 * drop it. What they see then must be each committed row once, and those of a key in the order of
 * their commits, which is that of their numbers, because each key belongs to one writer.
 */
final class OutboxCheck {
  private static final int EXAMPLES = 5;
  private static final int NONE = -1;

  private final BinaryMessageDecoder<GenericRecord> decoder =
      new BinaryMessageDecoder<>(GenericData.get(), StreamsConfig.counterSchema());
  private final Writer[] writers;
  private final Map<OutboxFault, Long> counts = new EnumMap<>(OutboxFault.class);
  private final Map<OutboxFault, List<String>> examples = new EnumMap<>(OutboxFault.class);
  private long records;
  private long repeats;

  /** The rows of one writer by their numbers. */
  private static final class Writer {
    final BitSet committed = new BitSet();
    final BitSet seen = new BitSet();

    // By the number of the key.
    final int[] last = new int[LoadRow.KEYS];
    final int[] partition = new int[LoadRow.KEYS];

    Writer() {
      Arrays.fill(last, NONE);
      Arrays.fill(partition, NONE);
    }
  }

  OutboxCheck(int writers) {
    this.writers = new Writer[writers];
    Arrays.setAll(this.writers, i -> new Writer());
  }

  /** The rows of this writer from a number, before another, were committed. */
  void committed(int writer, int from, int to) {
    writers[writer].committed.set(from, to);
  }

  /** The next record. */
  void record(ConsumerRecord<byte[], byte[]> record) {
    records++;
    String id = header(record, "event-id");
    LoadRow row = LoadRow.of(id);
    String place = " at " + record.partition() + "@" + record.offset();
    if (row == null || row.writer() >= writers.length) {
      fault(OutboxFault.FOREIGN, "id " + id + place);
      return;
    }
    String name = "row " + row.number() + " of writer " + row.writer() + place;
    if (!isWhole(record, row)) {
      fault(OutboxFault.ALTERED, name);
    }
    Writer writer = writers[row.writer()];
    if (!writer.committed.get(row.number())) {
      fault(OutboxFault.INVENTED, name);
    } else if (writer.seen.get(row.number())) {
      repeats++;
    } else {
      writer.seen.set(row.number());
      checkOrder(writer, row, record.partition(), name);
    }
  }

  private void checkOrder(Writer writer, LoadRow row, int partition, String name) {
    int key = row.keyNumber();
    if (writer.partition[key] != NONE && writer.partition[key] != partition) {
      fault(OutboxFault.DISORDERED, name + ", in another partition than those before");
    } else if (writer.last[key] > row.number()) {
      fault(OutboxFault.DISORDERED, name + ", behind row " + writer.last[key]);
    }
    writer.partition[key] = partition;
    writer.last[key] = Math.max(writer.last[key], row.number());
  }

  private boolean isWhole(ConsumerRecord<byte[], byte[]> record, LoadRow row) {
    try {
      GenericRecord event = decoder.decode(record.value());
      return row.key().equals(text(record.key()))
          && LoadRow.TYPE.equals(header(record, "event-type"))
          && row.sessionId().equals(event.get("sessionId").toString())
          && "set".equals(event.get("action").toString())
          && Integer.valueOf(row.number()).equals(event.get("value"))
          && row.id().equals(event.get("eventId").toString());
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? "" : text(header.value());
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }

  private void fault(OutboxFault fault, String example) {
    counts.merge(fault, 1L, Long::sum);
    List<String> kept = examples.computeIfAbsent(fault, none -> new ArrayList<>());
    if (kept.size() < EXAMPLES) {
      kept.add(example);
    }
  }

  /** After the last record. */
  OutboxVerdict verdict() {
    long rows = 0;
    for (int i = 0; i < writers.length; i++) {
      rows += writers[i].committed.cardinality();
      BitSet lost = (BitSet) writers[i].committed.clone();
      lost.andNot(writers[i].seen);
      for (int row = lost.nextSetBit(0); row >= 0; row = lost.nextSetBit(row + 1)) {
        fault(OutboxFault.LOST, "row " + row + " of writer " + i);
      }
    }
    return new OutboxVerdict(rows, records, repeats, counts, examples);
  }
}
