package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.PipelineBatcher;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.sink.EventSink;
import com.reactive.platform.gateway.sink.kafka.KafkaConnection;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import com.reactive.platform.kafka.benchmark.rig.ResourceUse;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The gateway in this process and without sockets: its own parser, encoder, batcher, sink and
 * producer, wired as {@link com.reactive.platform.gateway.Gateway} wires them. The difference to
 * the gateway is the cost of HTTP. Each load worker represents an event loop.
 */
final class PipelineTarget implements Target {
  private static final String OUR_KEYS = "(batch|kafka)\\..*|http\\.event-loops";
  private static final String OWNED = "kafka\\.bootstrap-servers";
  private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final String name;
  private final BenchKafka kafka;
  private final int partitions;
  private final GatewayConfig config;
  private final StreamDefinition stream;
  private final KafkaConnection connection;
  private final PipelineBatcher batching;

  private PipelineTarget(String name, BenchKafka kafka, int partitions, GatewayConfig config) {
    this.name = name;
    this.kafka = kafka;
    this.partitions = partitions;
    this.config = config;
    DeliveryProfile profile = config.batching().lanes().get(0);
    this.stream = config.streams().get(0);
    this.connection =
        new KafkaConnection(config.kafka(), config.budgetBytes(), Set.of(profile.acks()));
    connection.watch(stream.topic());
    EventSink sink = connection.create(profile, index -> stream.topic(), BatchMetrics.NONE);
    this.batching = new PipelineBatcher(config.batching().lane(profile), config.kafka(), sink);
  }

  /** Reads the options: those of the gateway that matter without HTTP, by their own keys. */
  static TargetFactory prepare(Options options) {
    int partitions = TopicOptions.partitions(options);
    Map<String, String> given = options.others(key -> key.matches(OUR_KEYS) && !key.matches(OWNED));
    options.refuseOthers(
        "the keys batch.*, kafka.* and http.event-loops of the gateway's configuration, but for"
            + " kafka.bootstrap-servers");
    configure(options, given, "localhost:9092", "checked-only");
    return kafka -> open(options, kafka, partitions, given);
  }

  private static GatewayConfig configure(
      Options options, Map<String, String> given, String bootstrapServers, String topic) {
    Map<String, String> settings = new TreeMap<>();
    // Nothing learned elsewhere is used, and nothing is stored, unless a file is named.
    settings.put("batch.calibration-file", "");
    settings.putAll(given);
    settings.put("kafka.bootstrap-servers", bootstrapServers);
    settings.put("streams.counter.topic", topic);
    try {
      return GatewayConfig.from(Settings.ofKeys(settings));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(
          "target " + options.targetName() + ": " + String.join("; ", e.errors()), e);
    }
  }

  private static Target open(
      Options options, BenchKafka kafka, int partitions, Map<String, String> given)
      throws InterruptedException {
    String topic = TopicOptions.newTopic(kafka, options.kind(), partitions);
    PipelineTarget target;
    try {
      GatewayConfig config = configure(options, given, kafka.bootstrapServers(), topic);
      target = new PipelineTarget(options.targetName(), kafka, partitions, config);
    } catch (RuntimeException e) {
      kafka.deleteTopic(topic);
      throw e;
    }
    try {
      target.connection.start();
      target.awaitKafka();
      return target;
    } catch (InterruptedException | RuntimeException e) {
      target.close();
      throw e;
    }
  }

  private void awaitKafka() throws InterruptedException {
    long start = System.nanoTime();
    while (!connection.state().usable()) {
      if (System.nanoTime() - start > READY_NANOS) {
        throw new IllegalStateException("target " + name + ": " + connection.detail());
      }
      Thread.sleep(5);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public TargetSession openSession(SessionContext context) {
    int eventLoops = config.batching().batcher().stripes();
    if (context.index() >= eventLoops) {
      throw new IllegalArgumentException(
          "target %s: http.event-loops must be at least %d: each load worker is one, and there"
                  .formatted(name, context.index() + 1)
              + " are "
              + eventLoops);
    }
    return new PipelineSession(context, stream, batching.writer(context.index()));
  }

  /** There is nothing to hurry: the batcher sends as soon as Kafka has nothing in flight. */
  @Override
  public void drain(Duration timeout) throws InterruptedException {
    long start = System.nanoTime();
    while (batching.stats().pendingMessages() > 0
        && System.nanoTime() - start < timeout.toNanos()) {
      Thread.sleep(1);
    }
  }

  @Override
  public Optional<Destination> destination() {
    Destination destination =
        new Destination(
            List.of(stream.topic()),
            config.inForce().get("kafka.producer.acks"),
            new CounterRecordReader(false),
            true,
            new DeliveryGuarantees(DeliveryGuarantees.Order.SENT, 1, true, true, false));
    return Optional.of(destination);
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>(config.inForce());
    settings.keySet().removeIf(key -> !key.matches(OUR_KEYS));
    settings.put("partitions", Integer.toString(partitions));
    return settings;
  }

  @Override
  public Gauges gauges() {
    return GaugesOf.stats(batching.stats(), batching.level().orElse(null));
  }

  @Override
  public ResourceUse resourceUse() {
    return ResourceUse.here(connection.traffic());
  }

  /** Front to back, as the gateway does it. */
  @Override
  public void close() {
    try {
      batching.close(CLOSE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connection.close();
      kafka.deleteTopic(stream.topic());
    }
  }
}
