package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.TopicPartitions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks Kafka for the topics, again and again, and tells each topic's health and the {@link
 * BrokerLiveness} what came of it. Not thread-safe; each pass blocks.
 */
final class KafkaProbe {
  static final int TIMEOUT_MILLIS = 2_000;
  private static final int FAILURES_BEFORE_A_NEW_CLIENT = 20;

  /** After so long without an answer it is looked whether there is anybody at all. */
  private static final int FIRST_LOOK_MILLIS = 800;

  private final KafkaConfig config;
  private final Map<String, TopicHealth> topics;
  private final ProducerPool producers;
  private final LoopProducers loops;
  private final BrokerLiveness liveness;
  private final OutageLog outage;
  private final TopicInspector inspector = new TopicInspector();

  private Admin admin;
  private int failures;
  private long passNanos;

  /**
   * @param topics those to ask for; may change at any time
   */
  KafkaProbe(
      KafkaConfig config,
      Map<String, TopicHealth> topics,
      ProducerPool producers,
      LoopProducers loops,
      BrokerLiveness liveness) {
    this.config = config;
    this.topics = topics;
    this.producers = producers;
    this.loops = loops;
    this.liveness = liveness;
    this.outage = new OutageLog(config.bootstrapServers(), System::nanoTime);
  }

  /** Asks once. */
  void pass() throws InterruptedException {
    long startNanos = System.nanoTime();
    passNanos = startNanos;
    boolean spoke = false;
    boolean answered = false;
    Map<TopicHealth, Throwable> unanswered = new HashMap<>();
    Map<TopicHealth, TopicDescription> described = new HashMap<>();
    try {
      producers.replaceBroken();
      loops.retain(topics.keySet());
      if (admin == null) {
        admin = Admin.create(config.adminProperties(TIMEOUT_MILLIS));
      }
      Map<String, KafkaFuture<TopicDescription>> descriptions =
          admin.describeTopics(List.copyOf(topics.keySet())).topicNameValues();
      for (TopicHealth topic : topics.values()) {
        KafkaFuture<TopicDescription> description = descriptions.get(topic.topic());
        if (description != null) { // else it came in meanwhile
          boolean told = ask(topic, () -> described.put(topic, await(description)), unanswered);
          spoke |= told;
          answered |= told && !described.containsKey(topic);
        }
      }
      described.forEach(
          (topic, description) ->
              topic.consistsOf(TopicInspector.partitions(description.partitions())));
      inspector.inspect(admin, described);
      for (Map.Entry<TopicHealth, TopicDescription> each : described.entrySet()) {
        TopicHealth topic = each.getKey();
        answered |= ask(topic, () -> judge(topic, each.getValue().partitions()), unanswered);
      }
    } catch (RuntimeException e) {
      topics.values().forEach(topic -> unanswered.put(topic, e));
    }
    liveness.passed(startNanos, answered, producers.bytesFromKafka() + loops.acknowledged());
    if (spoke) {
      outage.answered();
    }
    if (!unanswered.isEmpty()) {
      noAnswer(unanswered, spoke, !answered && liveness.heard());
    }
    renewAfterFailures(answered);
  }

  private void renewAfterFailures(boolean answered) {
    failures = answered ? 0 : failures + 1;
    if (failures > 0 && failures % FAILURES_BEFORE_A_NEW_CLIENT == 0) {
      // Whatever is wrong with it, a new one does not have it.
      close();
    }
  }

  /** Something that may end with Kafka's answer that the topic cannot be had, or without one. */
  private interface Question {
    void ask() throws InterruptedException, ExecutionException;
  }

  /** Returns whether Kafka answered, whatever it said; else says why not. */
  private boolean ask(TopicHealth topic, Question question, Map<TopicHealth, Throwable> unanswered)
      throws InterruptedException {
    try {
      question.ask();
      return true;
    } catch (ExecutionException e) {
      return refused(topic, e.getCause(), unanswered);
    } catch (RuntimeException e) {
      return refused(topic, e, unanswered);
    }
  }

  /** The client says "timed out" at last; that nobody is there can be told earlier. */
  private TopicDescription await(KafkaFuture<TopicDescription> description)
      throws InterruptedException, ExecutionException {
    long lookNanos = passNanos + TimeUnit.MILLISECONDS.toNanos(FIRST_LOOK_MILLIS);
    try {
      return description.get(Math.max(0, lookNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      Unreachable.whyNoConnection(config.bootstrapServers())
          .ifPresent(why -> outage.unanswered(passNanos, () -> why));
      return description.get();
    }
  }

  private void judge(TopicHealth topic, List<TopicPartitionInfo> partitions) {
    producers.warm(topic.topic());
    loops.warm(topic.topic());
    TopicPartitions described = TopicInspector.partitions(partitions);
    int led = described.count() - described.leaderless();
    if (described.leaderless() == 0) {
      topic.ready();
      return;
    }
    topic.ails(
        led > 0 ? SinkState.DEGRADED : SinkState.UNREACHABLE,
        led + " of " + partitions.size() + " partitions of " + topic.topic() + " have a leader",
        "Check for brokers that are down");
  }

  /** Whether this is Kafka's answer that the topic cannot be had. */
  private static boolean refused(
      TopicHealth topic, Throwable cause, Map<TopicHealth, Throwable> unanswered) {
    if (cause instanceof UnknownTopicOrPartitionException) {
      topic.doesNotExist(
          "Create it (kafka-topics.sh --create --topic "
              + topic.topic()
              + "), or take it out of the configuration");
      return true;
    }
    if (cause instanceof AuthorizationException) {
      topic.ails(
          SinkState.TOPIC_MISSING,
          "topic " + topic.topic() + ": not authorised",
          "Grant the gateway's user Describe and Write on it");
      return true;
    }
    unanswered.put(topic, cause);
    return false;
  }

  /** A blip changes nothing for a topic that was there. */
  private void noAnswer(Map<TopicHealth, Throwable> unanswered, boolean spoke, boolean blip) {
    unanswered.keySet().removeIf(topic -> blip && topic.state() != SinkState.CONNECTING);
    if (unanswered.isEmpty()) {
      return;
    }
    String servers = config.bootstrapServers();
    Throwable cause = unanswered.values().iterator().next();
    if (spoke) {
      String why = "no response from " + servers + ": timeout describing the topic";
      unanswered.keySet().forEach(topic -> topic.passedOver(why));
      return;
    }
    String why = outage.unanswered(passNanos, () -> Unreachable.why(servers, cause));
    unanswered
        .keySet()
        .forEach(topic -> topic.unanswered("no response from " + servers + ": " + why));
  }

  /** Gives its client up; the next pass makes another. */
  void close() {
    if (admin != null) {
      admin.close(Duration.ZERO);
      admin = null;
    }
  }
}
