package com.reactive.platform.kafka.benchmark.reading;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.network.Selectable;

/** The readers that are compared. */
enum ReaderKind {
  VISITOR("wire reader, visitor") {
    @Override
    TopicRead open(String bootstrapServers, TopicLayout topic) {
      return new VisitorRead(settings(bootstrapServers), topic);
    }
  },
  ITERATOR("topic reader, iterator of objects") {
    @Override
    TopicRead open(String bootstrapServers, TopicLayout topic) throws IOException {
      return new IteratorRead(settings(bootstrapServers), topic);
    }
  },
  EVENTS("event reader, reused Avro object") {
    @Override
    TopicRead open(String bootstrapServers, TopicLayout topic) {
      return new EventsRead(settings(bootstrapServers), topic);
    }
  },
  CONSUMER("KafkaConsumer, byte arrays") {
    @Override
    TopicRead open(String bootstrapServers, TopicLayout topic) {
      return new ConsumerRead(tuned(bootstrapServers), topic, false);
    }
  },
  CONSUMER_AVRO("KafkaConsumer, BinaryMessageDecoder") {
    @Override
    TopicRead open(String bootstrapServers, TopicLayout topic) {
      return new ConsumerRead(tuned(bootstrapServers), topic, true);
    }
  },
  FRANZ_GO("franz-go"),
  LIBRDKAFKA("confluent-kafka (librdkafka)");

  private static final int MOST_OF_A_POLL = 10_000;

  private final String text;

  ReaderKind(String text) {
    this.text = text;
  }

  /** For people. */
  String text() {
    return text;
  }

  /** True if it is read with in a JVM. */
  boolean isJava() {
    return this != FRANZ_GO && this != LIBRDKAFKA;
  }

  /**
   * Opens it for one pass.
   *
   * @throws UnsupportedOperationException unless {@link #isJava}
   */
  TopicRead open(String bootstrapServers, TopicLayout topic) throws IOException {
    throw new UnsupportedOperationException(this + " is a program of its own");
  }

  private static Map<String, Object> settings(String bootstrapServers) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return settings;
  }

  /** As who wants it fast sets it. */
  private static Map<String, Object> tuned(String bootstrapServers) {
    Map<String, Object> settings = settings(bootstrapServers);
    settings.put(ConsumerConfig.RECEIVE_BUFFER_CONFIG, Selectable.USE_DEFAULT_BUFFER_SIZE);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_OF_A_POLL);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return settings;
  }
}
