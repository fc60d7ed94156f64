package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.Replication;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.TopicPartitions;
import com.reactive.platform.gateway.sink.TopicSettings;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last known state of one topic. Written by the probe's thread, read by any. */
final class TopicHealth implements TopicStatus {
  private static final Logger log = LoggerFactory.getLogger(TopicHealth.class);

  private enum Use {
    STREAM,
    QUARANTINE,
    HOT_KEYS
  }

  private final String topic;
  private final long holdNanos;
  private final Optional<Replication> required;
  private volatile List<StreamDefinition> streams = List.of();
  private volatile Use use = Use.STREAM;
  private volatile boolean absent;
  private volatile SinkState state = SinkState.CONNECTING;
  private volatile String detail = "not checked yet";
  private volatile long lastUsableNanos;
  private volatile Optional<TopicSettings> settings = Optional.empty();
  private volatile Optional<TopicPartitions> partitions = Optional.empty();
  private volatile String tooWeak = "";
  private volatile List<String> findings = List.of();

  /**
   * @param holdMillis how long a blip may last before events are turned away
   * @param required less than that is refused to streams that promise a 201
   */
  TopicHealth(String topic, int holdMillis, Optional<Replication> required) {
    this.topic = topic;
    this.required = required;
    this.holdNanos = TimeUnit.MILLISECONDS.toNanos(holdMillis);
    this.lastUsableNanos = System.nanoTime() - holdNanos;
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public SinkState state() {
    return state;
  }

  @Override
  public String detail() {
    return detail;
  }

  @Override
  public Optional<TopicSettings> settings() {
    return settings;
  }

  @Override
  public Optional<TopicPartitions> partitions() {
    return partitions;
  }

  @Override
  public List<String> findings() {
    return findings;
  }

  @Override
  public String tooWeak() {
    return tooWeak;
  }

  /** Kafka described its partitions. */
  void consistsOf(TopicPartitions described) {
    partitions = Optional.of(described);
  }

  /** Its settings were read. */
  void isLike(TopicSettings read) {
    settings = Optional.of(read);
    tooWeak =
        required
            .map(read::lessThan)
            .filter(why -> !why.isEmpty())
            .map(why -> "topic " + topic + ": " + why)
            .orElse("");
    List<String> before = findings;
    findings = read.findings(topic, streams);
    findings.stream().filter(finding -> !before.contains(finding)).forEach(log::warn);
    if (findings.isEmpty() && !before.isEmpty()) {
      log.info("The settings of topic {} are correct now", topic);
    }
  }

  /** Its settings could not be read this time. */
  void isNotKnown() {
    if (settings.isEmpty() && required.isPresent()) {
      tooWeak = "topic " + topic + ": its replication is not known yet";
    }
  }

  /** The streams whose events go there; none if it is a quarantine. */
  List<StreamDefinition> streams() {
    return streams;
  }

  void feeds(List<StreamDefinition> feeding) {
    streams = List.copyOf(feeding);
    use = feeding.isEmpty() ? Use.QUARANTINE : Use.STREAM;
  }

  /** Events of these streams go there if too many others have their key. */
  void takesHotKeysOf(List<StreamDefinition> feeding) {
    streams = List.copyOf(feeding);
    use = Use.HOT_KEYS;
  }

  @Override
  public boolean isAbsent() {
    return absent;
  }

  @Override
  public boolean accepting() {
    return switch (state) {
      case READY, DEGRADED -> true;
      case CONNECTING, TOPIC_MISSING -> false;
      case UNREACHABLE -> System.nanoTime() - lastUsableNanos < holdNanos;
    };
  }

  void ready() {
    if (state != SinkState.READY) {
      log.info("Topic {} is ready", topic);
    }
    become(SinkState.READY, "");
  }

  /** Kafka answers that there is no such topic. */
  void doesNotExist(String remedy) {
    ails(SinkState.TOPIC_MISSING, "topic " + topic + " does not exist", remedy);
    absent = true;
  }

  /** Kafka answers, and something is wrong with this topic alone. */
  void ails(SinkState next, String why, String remedy) {
    if (next != state || !why.equals(detail)) {
      log.warn("{}{}. {}", why, next.usable() && use != Use.HOT_KEYS ? "" : refused(), remedy);
    }
    if (next == SinkState.TOPIC_MISSING) {
      partitions = Optional.empty();
    }
    become(next, why);
  }

  private String refused() {
    String names = streams.stream().map(StreamDefinition::name).collect(Collectors.joining(", "));
    if (use == Use.QUARANTINE) {
      return "; what is refused is not quarantined";
    }
    if (use == Use.HOT_KEYS) {
      return "; events of hot keys stay in the topic of their stream (" + names + ")";
    }
    return (names.isEmpty() ? "; its events" : "; events of stream " + names)
        + " are rejected (503); other streams are not affected";
  }

  /** Kafka answers, but says nothing of this topic. */
  void passedOver(String why) {
    SinkState before = state;
    unanswered(why);
    if (state != before) {
      log.warn("Topic {}: {}{}", topic, why, refused());
    }
  }

  /** Kafka does not answer; {@link OutageLog} tells of that, once for all topics. */
  void unanswered(String why) {
    become(state == SinkState.CONNECTING ? SinkState.CONNECTING : SinkState.UNREACHABLE, why);
  }

  private void become(SinkState next, String why) {
    if (next != SinkState.TOPIC_MISSING || !why.equals(detail)) {
      absent = false;
    }
    if (next.usable()) {
      lastUsableNanos = System.nanoTime();
    }
    detail = why;
    state = next;
  }
}
