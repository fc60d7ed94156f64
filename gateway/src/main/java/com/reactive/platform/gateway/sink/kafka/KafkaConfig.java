package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.sink.Replication;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.kafka.wire.WireConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The settings to reach Kafka, and the time to try.
 *
 * @param bootstrapServers host:port, comma-separated
 * @param queueTimeoutMillis how long an event may wait for the producer to take it
 * @param maxBlockMillis the producer's {@code max.block.ms}: how long one send may block the
 *     dispatcher
 * @param deliveryTimeoutMillis the producer's {@code delivery.timeout.ms}
 * @param settleTimeoutMillis for how long the native client goes on asking what became of an event
 *     whose outcome was unknown; 0: not at all
 * @param requiredReplication a topic with less is refused to streams with acks=all
 * @param passThrough further producer settings, as given; see {@code SecretReferences}
 * @param client the one that is wanted; what it cannot do is done by the other
 */
public record KafkaConfig(
    String bootstrapServers,
    int queueTimeoutMillis,
    int maxBlockMillis,
    int deliveryTimeoutMillis,
    int settleTimeoutMillis,
    Optional<Replication> requiredReplication,
    Map<String, String> passThrough,
    Client client) {

  /** The producer that sends the events. */
  public enum Client {
    /** On the event loops; see {@link NativeSink}. */
    NATIVE,
    /** Kafka's own, on a thread of its own. */
    JAVA
  }

  /** Settings that our promises rest on; nobody may set them behind our back. */
  private static final Set<String> OWNED =
      Set.of(
          ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.RETRIES_CONFIG,
          ProducerConfig.MAX_BLOCK_MS_CONFIG,
          ProducerConfig.BUFFER_MEMORY_CONFIG,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG);

  private static final Set<String> SHOWN =
      Set.of(
          ProducerConfig.ACKS_CONFIG,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          ProducerConfig.LINGER_MS_CONFIG,
          ProducerConfig.BATCH_SIZE_CONFIG,
          ProducerConfig.BUFFER_MEMORY_CONFIG,
          ProducerConfig.COMPRESSION_TYPE_CONFIG,
          ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
          ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
          ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);

  /** Those of Kafka's type for passwords hide themselves; this is for the others. */
  private static final String SECRET = "(sasl|ssl)\\..*|.*(password|secret|credential|token).*";

  private static final String SERVER = "\\s*(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):\\d{1,5}\\s*";
  private static final String SERVERS = SERVER + "(," + SERVER + ")*";

  private static final String RECOVERY_STRATEGY =
      CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG;
  private static final int NATIVE_BATCH_BYTES = 1_000_000;
  private static final int REQUEST_TIMEOUT_MILLIS = 5_000;
  private static final int DEFAULT_MAX_REQUEST_BYTES = 1_048_576;

  public static KafkaConfig from(Settings settings) {
    KafkaConfig config =
        new KafkaConfig(
            settings.text(
                "kafka.bootstrap-servers", "127.0.0.1:9092", "host:port, comma-separated"),
            settings.integer(
                "kafka.queue-timeout-ms",
                5_000,
                1,
                600_000,
                "longest wait of an event for the producer"),
            settings.integer(
                "kafka.max-block-ms",
                100,
                1,
                60_000,
                "longest time that send() may block the dispatcher (max.block.ms)"),
            settings.integer(
                "kafka.delivery-timeout-ms",
                15_000,
                100,
                600_000,
                "time for the producer to deliver a record, retries included"
                    + " (delivery.timeout.ms)"),
            settings.integer(
                "kafka.settle-timeout-ms",
                300_000,
                0,
                3_600_000,
                "after a 504, how long the native client goes on asking Kafka whether the event"
                    + " was written; far less than the brokers' producer.id.expiration.ms"),
            requiredReplication(settings),
            settings.passThrough(
                "kafka.producer",
                "passed to the Kafka producer, with ${file:/path} and ${env:NAME} resolved; acks,"
                    + " idempotence, buffer.memory and others that durability depends on cannot be"
                    + " set"),
            settings.choice(
                "kafka.client",
                Client.NATIVE,
                "native: a producer on the event loops, for acks: all without packing or a spool;"
                    + " java: Kafka's own"));
    if (!config.bootstrapServers.matches(SERVERS)) {
      settings.reject("kafka.bootstrap-servers", "must be host:port, comma-separated");
    }
    if (checkPassThrough(settings, config.passThrough)) {
      checkTogether(settings, config);
    }
    return config;
  }

  private static Optional<Replication> requiredReplication(Settings settings) {
    String key = "kafka.require-replication";
    String text =
        settings.text(
            key,
            "",
            "3/2: a stream with acks: all is refused (503) while its topic has a smaller"
                + " replication factor than 3 or min.insync.replicas than 2; without it that is a"
                + " warning");
    Optional<Replication> required = Replication.of(text);
    if (required.isEmpty() && !text.isEmpty()) {
      settings.reject(
          key,
          "must be REPLICAS/MIN-INSYNC, as 3/2, the second not above the first, not '"
              + text
              + "'");
    }
    return required;
  }

  /** Each by itself; returns whether all are fine. */
  private static boolean checkPassThrough(Settings settings, Map<String, String> passThrough) {
    Map<String, String> followed = new TreeMap<>();
    boolean fine = true;
    for (Map.Entry<String, String> given : passThrough.entrySet()) {
      try {
        followed.put(given.getKey(), SecretReferences.follow(given.getValue()));
      } catch (IllegalArgumentException e) {
        settings.reject("kafka.producer." + given.getKey(), e.getMessage());
        return false;
      }
    }
    Map<String, ConfigValue> checked = ProducerConfig.configDef().validateAll(followed);
    for (String name : passThrough.keySet()) {
      String key = "kafka.producer." + name;
      if (OWNED.contains(name)) {
        settings.reject(key, "cannot be set: durability depends on it");
        fine = false;
      } else if (!ProducerConfig.configNames().contains(name)) {
        settings.reject(key, "is not a setting of the Kafka producer");
        fine = false;
      } else if (name.equals(ProducerConfig.MAX_REQUEST_SIZE_CONFIG)
          && SecretReferences.isIn(passThrough.get(name))) {
        settings.reject(key, "must be a number: other limits depend on it");
        fine = false;
      } else if (!checked.get(name).errorMessages().isEmpty()) {
        // The first tells what is wrong; the rest follow from it. It quotes the value.
        settings.reject(
            key,
            mayNotBeShown(name, passThrough.get(name))
                ? "is rejected by the Kafka client"
                : checked.get(name).errorMessages().get(0));
        fine = false;
      }
    }
    return fine;
  }

  /** What the producer would refuse at its start, when nobody looks any more. */
  private static void checkTogether(Settings settings, KafkaConfig config) {
    try {
      ProducerConfig producer = new ProducerConfig(config.producerProperties(0, Acks.ALL));
      long atLeast =
          producer.getLong(ProducerConfig.LINGER_MS_CONFIG)
              + producer.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
      if (config.deliveryTimeoutMillis < atLeast) {
        settings.reject(
            "kafka.delivery-timeout-ms",
            "must be at least kafka.producer.linger.ms + kafka.producer.request.timeout.ms = "
                + atLeast);
      }
    } catch (KafkaException e) {
      settings.reject("kafka.producer", e.getMessage());
    }
  }

  /** The largest produce request, in bytes: the producer's {@code max.request.size}. */
  public int maxRequestBytes() {
    String given = passThrough.getOrDefault(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, "");
    // What is no number was rejected already, with Kafka's own words.
    return given.matches("\\d{1,9}") ? Integer.parseInt(given) : DEFAULT_MAX_REQUEST_BYTES;
  }

  /** The longest that an accepted event can be without an outcome. */
  public long worstCaseMillis() {
    return (long) queueTimeoutMillis + maxBlockMillis + deliveryTimeoutMillis;
  }

  /**
   * @param budgetBytes the most that the batcher ever holds; the producer's memory is sized above
   *     it, so that our own bound is the one that is met first
   * @param acks idempotence, and with it the promise of a 201, comes with ALL only
   */
  Map<String, Object> producerProperties(long budgetBytes, Acks acks) {
    Map<String, Object> properties = new TreeMap<>();
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "reactive-gateway");
    // The dispatcher has batched already; waiting a second time would only add latency.
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 64 * 1024);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, bufferBytes(budgetBytes));
    // Half, so that a request that is never answered can be tried again.
    properties.put(
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        Math.min(REQUEST_TIMEOUT_MILLIS, deliveryTimeoutMillis / 2));
    properties.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
    // After a blip the known brokers are the right ones; forgetting them turns it into failures.
    properties.put(RECOVERY_STRATEGY, "none");
    properties.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    properties.putAll(SecretReferences.follow(passThrough));

    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    properties.put(ProducerConfig.ACKS_CONFIG, acks.text());
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, acks == Acks.ALL);
    properties.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, maxBlockMillis);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryTimeoutMillis);
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return properties;
  }

  /**
   * The settings of the native producers, as {@link #producerProperties} otherwise. Their batches
   * are as large as a topic takes by default: the batcher decides when one is sent.
   */
  Map<String, Object> nativeProperties(long budgetBytes) {
    Map<String, Object> properties = producerProperties(budgetBytes, Acks.ALL);
    if (!passThrough.containsKey(ProducerConfig.BATCH_SIZE_CONFIG)) {
      properties.put(
          ProducerConfig.BATCH_SIZE_CONFIG, Math.min(NATIVE_BATCH_BYTES, maxRequestBytes()));
    }
    // It forgets nothing by that, and brokers may all have moved.
    if (!passThrough.containsKey(RECOVERY_STRATEGY)) {
      properties.put(RECOVERY_STRATEGY, "rebootstrap");
    }
    return properties;
  }

  /** The reasons why Kafka's own client is used though the native one is wanted; mostly none. */
  public List<String> reasonsForJava() {
    return client == Client.NATIVE
        ? WireConfig.unsupported(producerProperties(0, Acks.ALL))
        : List.of();
  }

  /** The reasons why nothing can be read back from topics; mostly none. */
  List<String> reasonsAgainstReading() {
    return WireConfig.unsupported(producerProperties(0, Acks.ALL));
  }

  /** The settings of the native client for reading. */
  Map<String, Object> readerProperties() {
    Map<String, Object> properties = nativeProperties(0);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "reactive-gateway-log");
    return properties;
  }

  /** True if the native producers are used for what they can do. */
  public boolean isNative() {
    return client == Client.NATIVE && reasonsForJava().isEmpty();
  }

  /**
   * What a producer may hold: under a stalled Kafka what the batcher holds a second time, and whole
   * buffers for little.
   *
   * @param budgetBytes as for {@link #producerProperties}
   */
  public static long bufferBytes(long budgetBytes) {
    return 2 * budgetBytes + 16 * 1024 * 1024;
  }

  /**
   * A producer that never gives a record up that it has taken, but for being closed. May throw if
   * no broker's name can be resolved.
   *
   * @param windowBytes what it is given before the oldest is acknowledged
   */
  Producer<byte[], byte[]> patientProducer(long windowBytes) {
    Map<String, Object> properties = producerProperties(windowBytes, Acks.ALL);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "reactive-gateway-spool");
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    return new KafkaProducer<>(properties);
  }

  /**
   * The settings of the producer for acks=all that matter for what it does, and all that were
   * passed through, as its own configuration class makes them of what it is given. Of secrets only
   * that they were given.
   *
   * @param budgetBytes as for {@link #producerProperties}
   */
  public Map<String, String> producerInForce(long budgetBytes) {
    Map<String, ?> values =
        new ProducerConfig(
                isNative()
                    ? nativeProperties(budgetBytes)
                    : producerProperties(budgetBytes, Acks.ALL))
            .values();
    Map<String, String> inForce = new TreeMap<>();
    for (String name : SHOWN) {
      inForce.put(name, String.valueOf(values.get(name)));
    }
    for (String name : passThrough.keySet()) {
      boolean hidden = mayNotBeShown(name, passThrough.get(name));
      inForce.put(name, hidden ? Password.HIDDEN : String.valueOf(values.get(name)));
    }
    inForce.replace(ProducerConfig.ACKS_CONFIG, "-1", "all");
    return inForce;
  }

  private static boolean mayNotBeShown(String name, String given) {
    return name.matches(SECRET) || SecretReferences.isIn(given);
  }

  /** The settings passed through may be secret. */
  @Override
  public String toString() {
    return "KafkaConfig[" + bootstrapServers + "]";
  }

  /**
   * The same way to Kafka for a client that is no producer: addresses, security, sockets. Secrets
   * are resolved, so it must not be shown.
   */
  public Map<String, Object> clientProperties() {
    Map<String, Object> properties = new TreeMap<>(SecretReferences.follow(passThrough));
    properties.keySet().retainAll(AdminClientConfig.configNames());
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    properties.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return properties;
  }

  /** For the health probe's admin client. */
  Map<String, Object> adminProperties(int timeoutMillis) {
    Map<String, Object> properties = clientProperties();
    properties.put(AdminClientConfig.CLIENT_ID_CONFIG, "reactive-gateway-probe");
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMillis);
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
    return properties;
  }
}
