package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import com.reactive.platform.kafka.wire.connection.ConnectionSettings;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import com.reactive.platform.kafka.wire.fetch.FetchSettings;
import com.reactive.platform.kafka.wire.produce.ProduceSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.network.Selectable;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * The settings of a client, from the ordinary keys of a Kafka producer: their names, defaults and
 * checks are Kafka's. Immutable.
 *
 * <p>Without a meaning here:
 *
 * <ul>
 *   <li>{@code linger.ms}, {@code max.block.ms}, {@code partitioner.adaptive.partitioning.enable},
 *       {@code partitioner.availability.timeout.ms}: there is no accumulator and no blocking call;
 *   <li>{@code metadata.max.idle.ms}: topics are not forgotten;
 *   <li>{@code connections.max.idle.ms}: only the broker closes what is idle;
 *   <li>{@code socket.connection.setup.timeout.max.ms}: each attempt has {@code
 *       socket.connection.setup.timeout.ms}, and who else leads is asked after a second;
 *   <li>{@code metadata.recovery.rebootstrap.trigger.ms}: the bootstrap addresses are tried as soon
 *       as all known brokers have failed.
 * </ul>
 */
public final class WireConfig {
  private static final int MAX_RESPONSE_BYTES = 100 << 20;

  private final ProducerConfig config;
  private final List<BrokerAddress> bootstrap;
  private final long codecMegabyteNanos;
  private final Duration settleTimeout;
  private final boolean createsTopics;

  private WireConfig(
      ProducerConfig config,
      long codecMegabyteNanos,
      Duration settleTimeout,
      boolean createsTopics) {
    this.config = config;
    this.codecMegabyteNanos = codecMegabyteNanos;
    this.settleTimeout = settleTimeout;
    this.createsTopics = createsTopics;
    bootstrap = bootstrap(config.getList(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG));
  }

  /**
   * Parses the settings.
   *
   * @param producer keys of a Kafka producer; serializers may be left out
   * @throws ConfigException if one is wrong, or {@link #unsupported}
   */
  public static WireConfig of(Map<String, Object> producer) {
    List<String> unsupported = unsupported(producer);
    if (!unsupported.isEmpty()) {
      throw new ConfigException(String.join("; ", unsupported));
    }
    Map<String, Object> complete = new HashMap<>(producer);
    complete.putIfAbsent(
        ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    complete.putIfAbsent(
        ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    return new WireConfig(
        new ProducerConfig(complete), ProduceSettings.FIXED_CODEC, Duration.ZERO, true);
  }

  /**
   * The same, but the codec is learned (none, lz4 or zstd, for each topic and size of batches) and
   * {@code compression.type} does not count.
   *
   * @param megabyteNanos what a million bytes cost behind this client, as CPU time, nanoseconds
   */
  public WireConfig withLearnedCodec(long megabyteNanos) {
    return new WireConfig(config, megabyteNanos, settleTimeout, createsTopics);
  }

  /**
   * The same, but what is unknown at its deadline is sent on for this time to learn what became of
   * it; see {@link ProduceSettings#settleTimeoutNanos}.
   */
  public WireConfig withSettleTimeout(Duration timeout) {
    return new WireConfig(config, codecMegabyteNanos, timeout, createsTopics);
  }

  /** The same, but a topic that is asked for and not there is not made: for those who read only. */
  public WireConfig withoutTopicCreation() {
    return new WireConfig(config, codecMegabyteNanos, settleTimeout, false);
  }

  /**
   * Names what these settings ask for and only Kafka's own client does: a sentence for each, which
   * begins with the key. Empty if there is nothing of the kind.
   */
  public static List<String> unsupported(Map<String, Object> producer) {
    return UnsupportedKeys.of(producer);
  }

  private static List<BrokerAddress> bootstrap(List<String> addresses) {
    List<BrokerAddress> brokers = new ArrayList<>();
    for (String address : addresses) {
      String host = Utils.getHost(address);
      Integer port = Utils.getPort(address);
      if (host == null || port == null) {
        throw new ConfigException(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, address, "not of the form host:port");
      }
      brokers.add(new BrokerAddress(-1 - brokers.size(), host, port));
    }
    if (brokers.isEmpty()) {
      throw new ConfigException(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG + " names no broker");
    }
    return brokers;
  }

  ConnectionSettings connection(WireSecurity security) {
    return connection(security, config.getInt(ProducerConfig.RECEIVE_BUFFER_CONFIG));
  }

  /** For long answers: a producer's receive buffer is small, unless somebody asks for that. */
  ConnectionSettings readingConnection(WireSecurity security) {
    boolean asked = config.originals().containsKey(ProducerConfig.RECEIVE_BUFFER_CONFIG);
    return asked ? connection(security) : connection(security, Selectable.USE_DEFAULT_BUFFER_SIZE);
  }

  private ConnectionSettings connection(WireSecurity security, int receiveBufferBytes) {
    return new ConnectionSettings(
        clientId(),
        config.getInt(ProducerConfig.SEND_BUFFER_CONFIG),
        receiveBufferBytes,
        Math.toIntExact(config.getLong(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG)),
        MAX_RESPONSE_BYTES,
        security.tls(),
        security.sasl(),
        security.blocking(),
        Math::random);
  }

  ClusterSettings cluster(ConnectionSettings connection) {
    MetadataRecoveryStrategy recovery =
        MetadataRecoveryStrategy.forName(
            config.getString(CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG));
    return new ClusterSettings(
        connection,
        bootstrap,
        recovery == MetadataRecoveryStrategy.REBOOTSTRAP,
        config.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG),
        config.getLong(ProducerConfig.METADATA_MAX_AGE_CONFIG),
        atLeastOne(config.getLong(ProducerConfig.RETRY_BACKOFF_MS_CONFIG)),
        atLeastOne(config.getLong(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG)),
        atLeastOne(config.getLong(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG)),
        atLeastOne(config.getLong(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG)),
        createsTopics);
  }

  ProduceSettings produce() {
    int batchBytes = Math.max(1, config.getInt(ProducerConfig.BATCH_SIZE_CONFIG));
    long backoffMillis = atLeastOne(config.getLong(ProducerConfig.RETRY_BACKOFF_MS_CONFIG));
    long mostMillis =
        Math.max(backoffMillis, config.getLong(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG));
    int requestMillis = Math.max(1, config.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG));
    ProduceSettings kafkas =
        new ProduceSettings(
            clientId(),
            compression(),
            batchBytes,
            Math.max(batchBytes, config.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG)),
            config.getLong(ProducerConfig.BUFFER_MEMORY_CONFIG),
            config.getInt(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION),
            requestMillis,
            TimeUnit.MILLISECONDS.toNanos(requestMillis),
            TimeUnit.MILLISECONDS.toNanos(config.getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG)),
            TimeUnit.MILLISECONDS.toNanos(backoffMillis),
            TimeUnit.MILLISECONDS.toNanos(mostMillis));
    ProduceSettings settings = kafkas.settling(settleTimeout.toNanos());
    boolean learned = codecMegabyteNanos != ProduceSettings.FIXED_CODEC;
    return learned ? settings.learningCodec(codecMegabyteNanos) : settings;
  }

  FetchSettings fetch(FetchOptions options) {
    long backoffMillis = atLeastOne(config.getLong(ProducerConfig.RETRY_BACKOFF_MS_CONFIG));
    long mostMillis =
        Math.max(backoffMillis, config.getLong(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG));
    int requestMillis = Math.max(1, config.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG));
    return new FetchSettings(
        clientId(),
        TimeUnit.MILLISECONDS.toNanos(requestMillis),
        TimeUnit.MILLISECONDS.toNanos(backoffMillis),
        TimeUnit.MILLISECONDS.toNanos(mostMillis),
        options);
  }

  private Compression compression() {
    CompressionType type =
        CompressionType.forName(config.getString(ProducerConfig.COMPRESSION_TYPE_CONFIG));
    return switch (type) {
      case GZIP ->
          Compression.gzip()
              .level(config.getInt(ProducerConfig.COMPRESSION_GZIP_LEVEL_CONFIG))
              .build();
      case LZ4 ->
          Compression.lz4()
              .level(config.getInt(ProducerConfig.COMPRESSION_LZ4_LEVEL_CONFIG))
              .build();
      case ZSTD ->
          Compression.zstd()
              .level(config.getInt(ProducerConfig.COMPRESSION_ZSTD_LEVEL_CONFIG))
              .build();
      case NONE, SNAPPY -> Compression.of(type).build();
    };
  }

  private String clientId() {
    return config.getString(ProducerConfig.CLIENT_ID_CONFIG);
  }

  /** All keys, parsed, and those that Kafka does not know as they came: plug-ins may know them. */
  Map<String, Object> values() {
    Map<String, Object> values = new HashMap<>(config.originals());
    values.putAll(config.values());
    return values;
  }

  private static long atLeastOne(long millis) {
    return Math.max(1, millis);
  }
}
