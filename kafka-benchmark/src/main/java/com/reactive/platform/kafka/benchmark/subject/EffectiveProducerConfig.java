package com.reactive.platform.kafka.benchmark.subject;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;

/**
 * Reads from a producer the settings that it was constructed with.
 *
 * <p>The client has no method for its configuration, but passes it to its plug-ins. This is one: a
 * metrics reporter that reports nothing. It receives the settings that were really given, without
 * defaults; those come from {@link ProducerConfig}, by the same constructor that the client uses.
 * The client later raises a {@code delivery.timeout.ms} that is not given to what linger.ms
 * requires, and so does this class.
 */
public final class EffectiveProducerConfig implements MetricsReporter {
  /** Key of the holder in the settings; Kafka has no such setting. */
  static final String HOLDER = "reactive.benchmark.in-force";

  private static final List<String> USUAL =
      List.of(
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.LINGER_MS_CONFIG,
          ProducerConfig.BATCH_SIZE_CONFIG,
          ProducerConfig.BUFFER_MEMORY_CONFIG,
          ProducerConfig.COMPRESSION_TYPE_CONFIG,
          ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
          ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);

  /** Receives the configuration. */
  static final class Holder {
    private final AtomicReference<ProducerConfig> config = new AtomicReference<>();

    ProducerConfig config() {
      return config.get();
    }

    /** The settings that matter, and those of these keys. */
    Map<String, String> settings(Set<String> keys) {
      Set<String> all = new TreeSet<>(USUAL);
      all.addAll(keys);
      Map<String, String> settings = new TreeMap<>();
      for (String key : all) {
        settings.put(key, text(key));
      }
      return settings;
    }

    private String text(String key) {
      Object value = config().values().get(key);
      if (key.equals(ProducerConfig.ACKS_CONFIG)) {
        return acks();
      }
      if (key.equals(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG)
          && !config().originals().containsKey(key)) {
        long least = ProducerSettings.leastDeliveryMillis(config());
        return Long.toString(Math.max((int) value, least));
      }
      return String.valueOf(value); // of a password: [hidden]
    }

    /** 0, 1 or all. */
    String acks() {
      String acks = config().getString(ProducerConfig.ACKS_CONFIG);
      return acks.equals("-1") ? "all" : acks;
    }
  }

  @Override
  public void configure(Map<String, ?> configs) {
    ((Holder) configs.get(HOLDER)).config.set(new ProducerConfig(Map.copyOf(configs)));
  }

  @Override
  public void init(List<KafkaMetric> metrics) {}

  @Override
  public void metricChange(KafkaMetric metric) {}

  @Override
  public void metricRemoval(KafkaMetric metric) {}

  @Override
  public void close() {}
}
