package com.reactive.platform.gateway.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks Kafka for the topics, again and again, and tells each topic's health and the {@link Hearing}
 * what came of it. Not thread-safe; each pass blocks.
 */
final class KafkaProbe {
  static final int TIMEOUT_MILLIS = 2_000;
  private static final int FAILURES_BEFORE_A_NEW_CLIENT = 20;

  private final KafkaConfig config;
  private final Map<String, TopicHealth> topics;
  private final Producers producers;
  private final Hearing hearing;

  private Admin admin;
  private int failures;

  /**
   * @param topics those to ask for; may change at any time
   */
  KafkaProbe(
      KafkaConfig config, Map<String, TopicHealth> topics, Producers producers, Hearing hearing) {
    this.config = config;
    this.topics = topics;
    this.producers = producers;
    this.hearing = hearing;
  }

  /** Asks once. */
  void pass() throws InterruptedException {
    long startNanos = System.nanoTime();
    boolean answered = false;
    Map<TopicHealth, Throwable> unanswered = new HashMap<>();
    try {
      producers.replaceBroken();
      if (admin == null) {
        admin = Admin.create(config.adminProperties(TIMEOUT_MILLIS));
      }
      Map<String, KafkaFuture<TopicDescription>> descriptions =
          admin.describeTopics(List.copyOf(topics.keySet())).topicNameValues();
      for (TopicHealth topic : topics.values()) {
        KafkaFuture<TopicDescription> description = descriptions.get(topic.topic());
        if (description != null) { // else it came in meanwhile
          Throwable why = ask(topic, description);
          answered |= why == null;
          if (why != null) {
            unanswered.put(topic, why);
          }
        }
      }
    } catch (RuntimeException e) {
      topics.values().forEach(topic -> unanswered.put(topic, e));
    }
    hearing.passed(startNanos, answered, producers.bytesFromKafka());
    boolean blip = !answered && hearing.heard();
    unanswered.forEach((topic, why) -> noAnswer(topic, why, blip));
    renewAfterFailures(answered);
  }

  private void renewAfterFailures(boolean answered) {
    failures = answered ? 0 : failures + 1;
    if (failures > 0 && failures % FAILURES_BEFORE_A_NEW_CLIENT == 0) {
      // Whatever is wrong with it, a new one does not have it.
      close();
    }
  }

  /** Returns why Kafka did not answer; null if it did, whatever it said. */
  private Throwable ask(TopicHealth topic, KafkaFuture<TopicDescription> description)
      throws InterruptedException {
    try {
      List<TopicPartitionInfo> partitions = description.get().partitions();
      producers.warm(topic.topic());
      judge(topic, partitions);
      return null;
    } catch (ExecutionException e) {
      return refused(topic, e.getCause()) ? null : e.getCause();
    } catch (RuntimeException e) {
      return refused(topic, e) ? null : e;
    }
  }

  private static void judge(TopicHealth topic, List<TopicPartitionInfo> partitions) {
    long led =
        partitions.stream()
            .filter(partition -> partition.leader() != null && !partition.leader().isEmpty())
            .count();
    String why =
        led + " of " + partitions.size() + " partitions of " + topic.topic() + " have a leader";
    if (led == partitions.size()) {
      topic.became(KafkaState.READY, "");
    } else if (led > 0) {
      topic.became(KafkaState.DEGRADED, why);
    } else {
      topic.became(KafkaState.UNREACHABLE, why);
    }
  }

  /** Whether this is Kafka's answer that the topic cannot be had. */
  private static boolean refused(TopicHealth topic, Throwable cause) {
    if (cause instanceof UnknownTopicOrPartitionException) {
      topic.became(KafkaState.TOPIC_MISSING, "topic " + topic.topic() + " does not exist");
      return true;
    }
    if (cause instanceof AuthorizationException) {
      topic.became(KafkaState.TOPIC_MISSING, "topic " + topic.topic() + " may not be used");
      return true;
    }
    return false;
  }

  /** A blip changes nothing for a topic that was there. */
  private void noAnswer(TopicHealth topic, Throwable cause, boolean blip) {
    boolean never = topic.state() == KafkaState.CONNECTING;
    if (never || !blip) {
      topic.became(
          never ? KafkaState.CONNECTING : KafkaState.UNREACHABLE,
          "no answer from " + config.bootstrapServers() + ": " + rootMessage(cause));
    }
  }

  private static String rootMessage(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage();
  }

  /** Gives its client up; the next pass makes another. */
  void close() {
    if (admin != null) {
      admin.close(Duration.ZERO);
      admin = null;
    }
  }
}
