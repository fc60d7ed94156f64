package com.reactive.platform.kafka.benchmark.subject;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Settings of a Kafka producer: defaults of ours, those of the user, and those that only the
 * benchmark sets.
 */
public final class ProducerSettings {
  /** The allowed keys in words, for {@link Options#refuseOthers}. */
  public static final String WORDS = "the settings of the Kafka producer";

  private static final Set<String> OWNED =
      Set.of(
          ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG);

  /** Shown whether they were given or not. */
  private static final Set<String> USUAL =
      Set.of(
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.LINGER_MS_CONFIG,
          ProducerConfig.BATCH_SIZE_CONFIG,
          ProducerConfig.BUFFER_MEMORY_CONFIG,
          ProducerConfig.COMPRESSION_TYPE_CONFIG,
          ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
          ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);

  /** A request takes several batches; one record may be a whole MEGA send. */
  private static final int MAX_REQUEST_BYTES = 16 << 20;

  private final Map<String, String> given;
  private final Map<String, Object> defaults;

  private ProducerSettings(Map<String, String> given, Map<String, Object> defaults) {
    this.given = given;
    this.defaults = defaults;
  }

  /**
   * Reads a producer's settings from the options.
   *
   * @param lingerMillis default of linger.ms
   * @throws IllegalArgumentException if a setting is wrong, or two of them do not go together
   */
  static ProducerSettings from(Options options, int lingerMillis) {
    Map<String, Object> defaults = new TreeMap<>();
    defaults.put(ProducerConfig.CLIENT_ID_CONFIG, "bench-" + options.kind());
    defaults.put(ProducerConfig.ACKS_CONFIG, "all");
    defaults.put(ProducerConfig.LINGER_MS_CONFIG, lingerMillis);
    // The messages of 5 ms at a million small ones per second. More would not fill before linger is
    // over, and the 16 MiB that are sometimes advised are taken from buffer.memory as a whole.
    defaults.put(ProducerConfig.BATCH_SIZE_CONFIG, 512 * 1024);
    // Several targets share one heap, and the client never gives back what it has once used. 64 MiB
    // bridge some hundred milliseconds of what a broker takes; beyond that a queue only adds
    // latency.
    defaults.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 64 << 20);
    defaults.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    // A send that finds no memory is refused soon and tried again, so that no load thread hangs.
    defaults.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 100);
    // As in the gateway: a broker that is away is waited for, not forgotten.
    defaults.put("metadata.recovery.strategy", "none");
    defaults.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);

    return over(defaults, options);
  }

  /**
   * Reads a producer's settings from the options, for one that has the client's own defaults.
   *
   * @throws IllegalArgumentException as {@link #from} does
   */
  public static Map<String, String> asGiven(Options options) {
    return Map.copyOf(over(Map.of(), options).given);
  }

  private static ProducerSettings over(Map<String, Object> defaults, Options options) {
    Map<String, String> given =
        options.others(key -> ProducerConfig.configNames().contains(key) || key.contains("."));
    ProducerSettings settings = new ProducerSettings(given, defaults);
    settings.check(options);
    return settings;
  }

  private void check(Options options) {
    Map<String, ConfigValue> checked = ProducerConfig.configDef().validateAll(given);
    for (String name : given.keySet()) {
      if (OWNED.contains(name)) {
        throw options.refuse(name, "is set by the benchmark");
      }
      if (!ProducerConfig.configNames().contains(name)) {
        throw options.refuse(name, "is not a setting of the Kafka producer");
      }
      if (!checked.get(name).errorMessages().isEmpty()) {
        throw options.refuse(name, "is wrong: " + checked.get(name).errorMessages().get(0));
      }
    }
    try {
      ProducerConfig together = new ProducerConfig(properties("localhost:9092"));
      long atLeast = leastDeliveryMillis(together);
      String key = ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG;
      if (given.containsKey(key) && together.getInt(key) < atLeast) {
        throw options.refuse(key, "must be at least linger.ms + request.timeout.ms = " + atLeast);
      }
    } catch (KafkaException e) {
      throw new IllegalArgumentException(
          "target " + options.targetName() + ": " + e.getMessage(), e);
    }
  }

  /** The value that the client raises {@code delivery.timeout.ms} to if that is not given. */
  private static long leastDeliveryMillis(ProducerConfig config) {
    return Math.min(
        Integer.MAX_VALUE,
        config.getLong(ProducerConfig.LINGER_MS_CONFIG)
            + config.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG));
  }

  /** The settings that matter and those of the user, as the client's own class reads them. */
  Map<String, String> inForce(ProducerConfig config) {
    Map<String, String> settings = new TreeMap<>();
    for (String key : USUAL) {
      settings.put(key, String.valueOf(config.values().get(key)));
    }
    for (String key : given.keySet()) {
      settings.put(key, String.valueOf(config.values().get(key))); // of a password: [hidden]
    }
    settings.put(ProducerConfig.ACKS_CONFIG, acks(config));
    settings.computeIfPresent(
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
        (key, value) ->
            given.containsKey(key)
                ? value
                : Long.toString(Math.max(Long.parseLong(value), leastDeliveryMillis(config))));
    return settings;
  }

  /** 0, 1 or all. */
  static String acks(ProducerConfig config) {
    String acks = config.getString(ProducerConfig.ACKS_CONFIG);
    return acks.equals("-1") ? "all" : acks;
  }

  /** For the producer's constructor. */
  Map<String, Object> properties(String bootstrapServers) {
    Map<String, Object> properties = new TreeMap<>(defaults);
    properties.putAll(given);
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return properties;
  }
}
