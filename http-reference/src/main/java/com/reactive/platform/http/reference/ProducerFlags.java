package com.reactive.platform.http.reference;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Flags of {@link ProducerServer}: any setting of the Kafka producer, with hyphens for its dots,
 * such as {@code --linger-ms 0}. What is not given has the client's default.
 */
final class ProducerFlags implements Serving.Flags {
  static final String USAGE =
      " --bootstrap HOST:PORT --topic NAME [--async]"
          + " [--linger-ms N and other settings of the producer]";

  private static final List<String> TOLD =
      List.of(
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.LINGER_MS_CONFIG,
          ProducerConfig.BATCH_SIZE_CONFIG,
          ProducerConfig.BUFFER_MEMORY_CONFIG,
          ProducerConfig.COMPRESSION_TYPE_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION);

  private final Map<String, Object> settings = new TreeMap<>();
  private String topic = "";
  private boolean async;

  @Override
  public int take(String[] args, int at) {
    if (args[at].equals("--async")) {
      async = true;
      return 1;
    }
    boolean known = at + 1 < args.length && take(args[at], args[at + 1]);
    return known ? 2 : 0;
  }

  private boolean take(String flag, String value) {
    if (flag.equals("--topic")) {
      topic = value;
      return true;
    }
    if (flag.equals("--bootstrap")) {
      settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, value);
      return true;
    }
    String setting = flag.startsWith("--") ? flag.substring(2).replace('-', '.') : "";
    if (!ProducerConfig.configNames().contains(setting)) {
      return false;
    }
    settings.put(setting, value);
    return true;
  }

  String topic() {
    return topic;
  }

  boolean async() {
    return async;
  }

  String facts() {
    return "async=" + async;
  }

  /**
   * For the producer's constructor.
   *
   * @throws IllegalArgumentException if something that must be given is not
   */
  Map<String, Object> config() {
    if (topic.isEmpty() || !settings.containsKey(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)) {
      throw new IllegalArgumentException("--bootstrap and --topic must be given;" + USAGE);
    }
    Map<String, Object> config = new TreeMap<>(settings);
    config.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    config.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return config;
  }

  /** The settings that matter as a producer has them, as {@code key=value}. */
  static String inForce(Map<String, Object> config) {
    ProducerConfig inForce = new ProducerConfig(config);
    return TOLD.stream()
        .map(key -> key + "=" + inForce.values().get(key))
        .map(fact -> fact.equals("acks=-1") ? "acks=all" : fact)
        .collect(Collectors.joining(" "));
  }
}
