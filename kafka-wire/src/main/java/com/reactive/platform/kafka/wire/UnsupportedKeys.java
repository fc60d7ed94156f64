package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.connection.SaslLogin;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.ClientDnsLookup;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Producer keys, as a user wrote them, that ask for what is not done here. */
final class UnsupportedKeys {
  private final Map<String, ?> config;
  private final List<String> found = new ArrayList<>();

  private UnsupportedKeys(Map<String, ?> config) {
    this.config = config;
  }

  /** A sentence for each, which begins with the key. */
  static List<String> of(Map<String, ?> config) {
    UnsupportedKeys keys = new UnsupportedKeys(config);
    keys.delivery();
    keys.plugIns();
    keys.security();
    return List.copyOf(keys.found);
  }

  private void delivery() {
    String acks = text(ProducerConfig.ACKS_CONFIG);
    refuse(
        ProducerConfig.ACKS_CONFIG,
        !acks.isEmpty() && !acks.equals("all") && !acks.equals("-1"),
        "only all is known");
    refuse(
        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
        text(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG).equals("false"),
        "every batch has its sequence");
    refuse(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
        isSet(ProducerConfig.TRANSACTIONAL_ID_CONFIG),
        "there are no transactions");
    String retries = text(ProducerConfig.RETRIES_CONFIG);
    refuse(
        ProducerConfig.RETRIES_CONFIG,
        !retries.isEmpty() && !retries.equals(Integer.toString(Integer.MAX_VALUE)),
        "tries are bounded by delivery.timeout.ms alone");
  }

  private void plugIns() {
    refuse(
        ProducerConfig.PARTITIONER_CLASS_CONFIG,
        isSet(ProducerConfig.PARTITIONER_CLASS_CONFIG),
        "keys are spread as by default");
    refuse(
        ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG,
        text(ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG).equals("true"),
        "keys are spread as by default");
    refuse(
        ProducerConfig.INTERCEPTOR_CLASSES_CONFIG,
        isSet(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG),
        "there are no interceptors");
    String reporters = text(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG);
    refuse(
        ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG,
        !reporters.isEmpty() && !reporters.contains("JmxReporter"),
        "there are no metrics of Kafka's client");
    refuse(
        ProducerConfig.ENABLE_METRICS_PUSH_CONFIG,
        text(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG).equals("true"),
        "there are no metrics of Kafka's client");
    serializer(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
    serializer(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
  }

  private void serializer(String key) {
    Object value = config.get(key);
    String name = value instanceof Class<?> type ? type.getName() : text(key);
    refuse(
        key,
        !name.isEmpty() && !name.equals(ByteArraySerializer.class.getName()),
        "keys and values are bytes");
  }

  private void security() {
    if (text(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG).startsWith("sasl_")) {
      String mechanism =
          isSet(SaslConfigs.SASL_MECHANISM)
              ? text(SaslConfigs.SASL_MECHANISM).toUpperCase(Locale.ROOT)
              : SaslConfigs.DEFAULT_SASL_MECHANISM;
      refuse(
          SaslConfigs.SASL_MECHANISM,
          !SaslLogin.MECHANISMS.contains(mechanism),
          mechanism + " is not known");
    }
    refuse(
        CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG,
        text(CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG)
            .equals(ClientDnsLookup.RESOLVE_CANONICAL_BOOTSTRAP_SERVERS_ONLY.toString()),
        "names are used as they are");
  }

  private void refuse(String key, boolean asked, String reason) {
    if (asked) {
      found.add(key + ": " + reason);
    }
  }

  private boolean isSet(String key) {
    return !text(key).isEmpty();
  }

  /** In small letters; empty if it is not there. */
  private String text(String key) {
    Object value = config.get(key);
    if (value == null || (value instanceof List<?> list && list.isEmpty())) {
      return "";
    }
    String text = value instanceof Class<?> type ? type.getName() : value.toString();
    String trimmed = text.trim();
    // Class names are told apart by their case.
    return trimmed.indexOf('.') < 0 ? trimmed.toLowerCase(Locale.ROOT) : trimmed;
  }
}
