package com.reactive.platform.kafka.wire.produce;

import static com.reactive.platform.kafka.wire.produce.SimulatedNetwork.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;

/** What the core may send while answers are missing, partition by partition. */
final class SendRules {
  private static final int MAX_UNANSWERED = 5;

  /** A broker knows this many batches of a producer again. */
  private static final int REMEMBERED = 5;

  private record Batch(long producerId, short epoch, int sequence, long checksum) {}

  private record Flight(Object connection, int correlationId) {}

  private static final class Partition {
    final List<Flight> unanswered = new ArrayList<>();
    final Set<Batch> seen = new HashSet<>();

    /** Of the last producer id and epoch: the numbers of batches that may be in the log. */
    final TreeSet<Integer> sequences = new TreeSet<>();

    long producerId;
    short epoch;

    void number(RecordBatch batch, boolean isNew) {
      if (producerId != batch.producerId() || epoch != batch.producerEpoch()) {
        producerId = batch.producerId();
        epoch = batch.producerEpoch();
        sequences.clear();
      }
      if (isNew) {
        sequences.tailSet(batch.baseSequence()).clear();
        sequences.add(batch.baseSequence());
      }
      check(
          sequences.tailSet(batch.baseSequence()).size() <= REMEMBERED,
          "sent again when the broker may have forgotten it");
    }
  }

  private final Map<String, Partition> partitions = new HashMap<>();

  void sent(Object connection, int correlationId, ProduceRequestData request) {
    for (var topic : request.topicData()) {
      String name = topic.name();
      if (name.isEmpty()) {
        name = SimulatedCluster.nameOf(topic.topicId());
      }
      for (var part : topic.partitionData()) {
        Partition partition =
            partitions.computeIfAbsent(name + part.index(), key -> new Partition());
        RecordBatch batch = ((MemoryRecords) part.records()).batches().iterator().next();
        sent(partition, batch, new Flight(connection, correlationId));
      }
    }
  }

  private static void sent(Partition partition, RecordBatch batch, Flight flight) {
    for (Flight other : partition.unanswered) {
      check(other.connection == flight.connection, "sent to two leaders at a time");
    }
    check(partition.unanswered.size() < MAX_UNANSWERED, "too many batches unanswered");
    boolean isNew =
        partition.seen.add(
            new Batch(
                batch.producerId(), batch.producerEpoch(), batch.baseSequence(), batch.checksum()));
    check(isNew || partition.unanswered.isEmpty(), "sent again beside others");
    partition.number(batch, isNew);
    partition.unanswered.add(flight);
  }

  void answered(Object connection, int correlationId) {
    Flight flight = new Flight(connection, correlationId);
    partitions.values().forEach(partition -> partition.unanswered.remove(flight));
  }

  void lost(Object connection) {
    partitions
        .values()
        .forEach(
            partition -> partition.unanswered.removeIf(flight -> flight.connection == connection));
  }
}
