package com.reactive.platform.kafka.wire.fetch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.requests.FetchMetadata;

/** Makes requests to Fetch, each complete in itself (no session), and finds its way in answers. */
final class FetchRequests {
  /** From this version on topics go by id. */
  private static final short TOPIC_ID_VERSION = 13;

  private FetchRequests() {}

  /** The version to use: without an id for each topic an older one. */
  static short version(List<FetchedPartition> partitions, Leaders leaders, short most) {
    if (most >= TOPIC_ID_VERSION) {
      for (FetchedPartition partition : partitions) {
        if (leaders.topicId(partition.id.topic()).equals(Uuid.ZERO_UUID)) {
          return TOPIC_ID_VERSION - 1;
        }
      }
    }
    return most;
  }

  static FetchRequestData of(
      List<FetchedPartition> partitions, Leaders leaders, FetchSettings settings) {
    FetchOptions options = settings.options();
    return new FetchRequestData()
        .setMaxWaitMs(options.maxWaitMillis())
        .setMinBytes(1)
        .setMaxBytes(options.maxBytes())
        .setIsolationLevel(settings.isolation())
        .setSessionId(FetchMetadata.INVALID_SESSION_ID)
        .setSessionEpoch(FetchMetadata.FINAL_EPOCH)
        .setTopics(topics(partitions, leaders, options.partitionMaxBytes()));
  }

  /** A broker fills an answer in this order: topics as their first partitions come. */
  private static List<FetchTopic> topics(
      List<FetchedPartition> partitions, Leaders leaders, int maxBytes) {
    List<FetchTopic> topics = new ArrayList<>();
    Map<String, FetchTopic> byName = new HashMap<>();
    for (FetchedPartition partition : partitions) {
      String name = partition.id.topic();
      FetchTopic topic = byName.get(name);
      if (topic == null) {
        topic = new FetchTopic().setTopic(name).setTopicId(leaders.topicId(name));
        byName.put(name, topic);
        topics.add(topic);
      }
      topic
          .partitions()
          .add(
              new FetchPartition()
                  .setPartition(partition.id.partition())
                  .setCurrentLeaderEpoch(leaders.epoch(partition.id))
                  .setFetchOffset(partition.position)
                  .setLastFetchedEpoch(partition.lastEpoch)
                  .setPartitionMaxBytes(maxBytes));
    }
    return topics;
  }

  /** The parts of an answer. What was not asked for is left out. */
  static Map<TopicPartition, PartitionData> parts(
      FetchResponseData answer, List<FetchedPartition> asked, short version) {
    Map<Uuid, String> names = new HashMap<>();
    for (FetchedPartition partition : asked) {
      names.put(partition.topicId, partition.id.topic());
    }
    Map<TopicPartition, PartitionData> parts = new HashMap<>();
    for (FetchableTopicResponse topic : answer.responses()) {
      String name = version >= TOPIC_ID_VERSION ? names.get(topic.topicId()) : topic.topic();
      if (name != null) {
        for (PartitionData part : topic.partitions()) {
          parts.put(new TopicPartition(name, part.partitionIndex()), part);
        }
      }
    }
    return parts;
  }
}
