package com.reactive.platform.kafka.wire.fetch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsTopic;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsTopicResponse;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ListOffsetsRequest;

/** Questions for offsets without an answer, and the requests that are made of them. */
final class OffsetLookups {
  /** One question. */
  static final class Lookup {
    final TopicPartition partition;
    final long timestamp;
    final OffsetReceiver receiver;
    int failures;
    long notBeforeNanos;

    Lookup(TopicPartition partition, long timestamp, OffsetReceiver receiver, long nowNanos) {
      this.partition = partition;
      this.timestamp = timestamp;
      this.receiver = receiver;
      notBeforeNanos = nowNanos;
    }
  }

  /** Told what one answer says of a question. */
  interface Outcome {
    void of(Lookup lookup, Errors error, long offset);
  }

  private final FetchSettings settings;
  private final List<Lookup> waiting = new ArrayList<>();

  OffsetLookups(FetchSettings settings) {
    this.settings = settings;
  }

  void add(Lookup lookup) {
    waiting.add(lookup);
  }

  List<Lookup> waiting() {
    return waiting;
  }

  /** None of them gets an answer. */
  void failAll(Exception cause) {
    List<Lookup> failed = List.copyOf(waiting);
    waiting.clear();
    failed.forEach(lookup -> lookup.receiver.failed(lookup.partition, cause));
  }

  /** Takes those of one broker, one for each partition: a request must not name one twice. */
  List<Lookup> take(List<Lookup> ofBroker) {
    Map<TopicPartition, Lookup> taken = new HashMap<>();
    for (Lookup lookup : ofBroker) {
      taken.putIfAbsent(lookup.partition, lookup);
    }
    Iterator<Lookup> all = waiting.iterator();
    while (all.hasNext()) {
      Lookup lookup = all.next();
      if (taken.get(lookup.partition) == lookup) {
        all.remove();
      }
    }
    return List.copyOf(taken.values());
  }

  ListOffsetsRequestData request(List<Lookup> lookups, Leaders leaders) {
    Map<String, ListOffsetsTopic> topics = new HashMap<>();
    for (Lookup lookup : lookups) {
      topics
          .computeIfAbsent(lookup.partition.topic(), name -> new ListOffsetsTopic().setName(name))
          .partitions()
          .add(
              new ListOffsetsPartition()
                  .setPartitionIndex(lookup.partition.partition())
                  .setCurrentLeaderEpoch(leaders.epoch(lookup.partition))
                  .setTimestamp(lookup.timestamp));
    }
    return new ListOffsetsRequestData()
        .setReplicaId(ListOffsetsRequest.CONSUMER_REPLICA_ID)
        .setIsolationLevel(settings.isolation())
        .setTopics(List.copyOf(topics.values()));
  }

  /** Tells what the answer says; what it does not name counts as an error that passes. */
  static void answered(List<Lookup> asked, ListOffsetsResponseData answer, Outcome outcome) {
    Map<TopicPartition, ListOffsetsPartitionResponse> byPartition = new HashMap<>();
    for (ListOffsetsTopicResponse topic : answer.topics()) {
      for (ListOffsetsPartitionResponse partition : topic.partitions()) {
        byPartition.put(new TopicPartition(topic.name(), partition.partitionIndex()), partition);
      }
    }
    for (Lookup lookup : asked) {
      ListOffsetsPartitionResponse found = byPartition.get(lookup.partition);
      if (found == null) {
        outcome.of(lookup, Errors.UNKNOWN_SERVER_ERROR, -1);
      } else {
        outcome.of(lookup, Errors.forCode(found.errorCode()), found.offset());
      }
    }
  }
}
