package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.sink.CodecUse;
import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.sink.EventSink;
import com.reactive.platform.gateway.sink.LoopSinks;
import com.reactive.platform.gateway.sink.OrderedSender;
import com.reactive.platform.gateway.sink.SinkConnection;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.SinkTraffic;
import com.reactive.platform.gateway.sink.SpoolableSink;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.gateway.telemetry.TelemetrySources;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the producers up, and keeps watching whether Kafka can take events.
 *
 * <p>A thread of its own does both, because both can block: an unresolvable host makes the client's
 * constructor throw, a missing broker makes the first metadata request wait. Nothing else waits for
 * it; {@link TopicHealth#accepting()} tells the front end whether to take events in.
 */
public final class KafkaConnection implements SinkConnection {
  private static final Logger log = LoggerFactory.getLogger(KafkaConnection.class);
  private static final long MIN_BACK_OFF_MILLIS = 100;
  private static final long MAX_BACK_OFF_MILLIS = 1_000;

  /** A producer that loses its connections has the probe woken; this is for what nobody uses. */
  private static final long READY_MILLIS = 2_000;

  private static final int PASSES_FOR_THE_LAST = 5;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final KafkaConfig config;
  private final Map<String, TopicHealth> topics = new ConcurrentSkipListMap<>();
  private final ProducerPool producers;
  private final LoopProducers loops;
  private final BrokerLiveness liveness = new BrokerLiveness();
  private final KafkaProbe probe;
  private final KafkaLog eventLog;
  private final Thread thread;
  private volatile boolean closing;

  /** Whether each topic has been answered for, or the others have been for some passes. */
  private volatile boolean known;

  /** The thread's own. */
  private int passesWithAnswers;

  /**
   * Prepares the connection; nothing is tried yet.
   *
   * @param budgetBytes the most that the batchers ever hold, those of all event loops
   * @param eventLoops each has a native producer, with its part of the budget
   * @param acks the settings of acks that need a producer of Kafka's own client
   * @param learnedCodec what a million bytes cost Kafka, nanoseconds, if the native client learns
   *     its codec
   */
  public KafkaConnection(
      KafkaConfig config,
      long budgetBytes,
      int eventLoops,
      Set<Acks> acks,
      OptionalLong learnedCodec) {
    this.config = config;
    List<String> reasons = config.reasonsForJava();
    if (!reasons.isEmpty()) {
      log.info("Using Kafka's own client: {}", String.join("; ", reasons));
    }
    this.producers = new ProducerPool(config, budgetBytes, acks);
    this.loops = new LoopProducers(config, budgetBytes / eventLoops, learnedCodec);
    this.eventLog = new KafkaLog(config, loops);
    this.probe = new KafkaProbe(config, topics, producers, loops, liveness);
    this.thread = new Thread(this::run, "kafka-probe");
  }

  @Override
  public TopicStatus watch(String topic) {
    return health(topic);
  }

  private TopicHealth health(String topic) {
    return topics.computeIfAbsent(
        topic,
        name -> new TopicHealth(name, config.queueTimeoutMillis(), config.requiredReplication()));
  }

  @Override
  public void watchOnly(List<StreamDefinition> streams) {
    Map<String, List<StreamDefinition>> byTopic =
        streams.stream().collect(Collectors.groupingBy(StreamDefinition::topic));
    streams.stream()
        .flatMap(stream -> stream.quarantine().stream())
        .forEach(quarantine -> byTopic.put(quarantine.topic(), List.of()));
    Map<String, List<StreamDefinition>> byHotTopic =
        streams.stream()
            .filter(stream -> stream.hotKey().topic().isPresent())
            .collect(Collectors.groupingBy(stream -> stream.hotKey().topic().orElseThrow()));
    topics
        .keySet()
        .removeIf(topic -> !byTopic.containsKey(topic) && !byHotTopic.containsKey(topic));
    byTopic.forEach((topic, feeding) -> health(topic).feeds(feeding));
    byHotTopic.forEach((topic, feeding) -> health(topic).takesHotKeysOf(feeding));
    liveness.nudge();
  }

  @Override
  public void start() {
    thread.start();
  }

  /**
   * READY if every one is; DEGRADED if some are usable, so that one stream's topic takes no other
   * stream's events away; else the state of the worst. At the start the worst counts until each
   * topic has been answered for once.
   */
  @Override
  public SinkState state() {
    SinkState best = null;
    SinkState worst = SinkState.READY;
    for (TopicHealth topic : topics.values()) {
      SinkState state = topic.state();
      best = best == null || state.compareTo(best) < 0 ? state : best;
      worst = state.compareTo(worst) > 0 ? state : worst;
    }
    if (best == null || worst.usable()) {
      return worst;
    }
    return best.usable() && known ? SinkState.DEGRADED : worst;
  }

  @Override
  public String detail() {
    List<String> details =
        topics.values().stream()
            .map(TopicHealth::detail)
            .filter(detail -> !detail.isEmpty())
            .distinct()
            .toList();
    return details.size() <= 3
        ? String.join("; ", details)
        : details.get(0) + "; and " + (details.size() - 1) + " more";
  }

  @Override
  public boolean accepting() {
    return topics.values().stream().anyMatch(TopicHealth::accepting);
  }

  @Override
  public boolean isAway(String topic) {
    TopicHealth health = topics.get(topic);
    return health != null
        && (health.state() == SinkState.CONNECTING || health.state() == SinkState.UNREACHABLE);
  }

  @Override
  public List<TopicStatus> topics() {
    return List.copyOf(topics.values());
  }

  @Override
  public boolean sendUnheard(StreamDefinition stream, byte[] frame, int offset, int length) {
    EventFrame.Parts event = EventFrame.read(frame, offset, length);
    Future<RecordMetadata> sent =
        producers
            .live(stream.acks())
            .producer
            .send(KafkaRecords.of(stream.topic(), event, event.traceparent()));
    return !sent.isDone() || !failed(sent);
  }

  private static boolean failed(Future<?> done) {
    try {
      done.get();
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public SinkTraffic traffic() {
    return producers.traffic().plus(loops.traffic());
  }

  @Override
  public CodecUse codecs() {
    return loops.codecs();
  }

  @Override
  public TelemetrySources.Recovery recovery() {
    return loops.recovery();
  }

  @Override
  public EventLog log() {
    return eventLog;
  }

  @Override
  public TelemetrySources.Settling settling() {
    return loops.settling();
  }

  /** True if events with this profile are sent by the producers on the event loops. */
  public static boolean isNative(KafkaConfig config, DeliveryProfile profile) {
    return config.isNative()
        && profile.acks() == Acks.ALL
        && profile.format() != RecordFormat.PACKED
        && profile.spool().isEmpty();
  }

  @Override
  public Optional<LoopSinks> onLoops(
      DeliveryProfile profile, IntFunction<String> topicOf, BatchMetrics metrics) {
    return isNative(config, profile)
        ? Optional.of(
            loop ->
                new NativeSink(loops.of((EventLoop) loop, metrics), loop, topicOf, config, metrics))
        : Optional.empty();
  }

  @Override
  public void closeOnLoops() throws InterruptedException {
    loops.close(CLOSE_TIMEOUT);
  }

  @Override
  public EventSink create(
      DeliveryProfile profile, IntFunction<String> topicOf, BatchMetrics metrics) {
    ProducerHandle handle = handle(profile.acks());
    return profile.format() == RecordFormat.PACKED
        ? new PackedSink(handle, topicOf, config, metrics)
        : new KafkaSink(handle, topicOf, config, metrics);
  }

  @Override
  public SpoolableSink createSpoolable(
      DeliveryProfile profile, IntFunction<String> topicOf, BatchMetrics metrics) {
    return new CountingKafkaSink(handle(profile.acks()), topicOf, config, metrics);
  }

  @Override
  public OrderedSender openOrdered(long windowBytes) {
    return new KafkaOrderedSender(config.patientProducer(windowBytes));
  }

  /** A way to Kafka for one pipeline; it has a producer before a topic first is accepting. */
  ProducerHandle handle(Acks acks) {
    return new PooledProducerHandle(acks, producers, liveness);
  }

  private void run() {
    long backOffMillis = MIN_BACK_OFF_MILLIS;
    try {
      while (!closing) {
        probe.pass();
        known |= areAllKnown();
        boolean ready = state() == SinkState.READY && !liveness.quiet();
        boolean nudged = liveness.awaitNudge(ready ? READY_MILLIS : backOffMillis);
        backOffMillis =
            ready || nudged
                ? MIN_BACK_OFF_MILLIS
                : Math.min(MAX_BACK_OFF_MILLIS, 2 * backOffMillis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      probe.close();
    }
  }

  /** A topic of which nothing is heard while others are answered for is waited for a little. */
  private boolean areAllKnown() {
    boolean some = topics.values().stream().anyMatch(topic -> topic.state().usable());
    passesWithAnswers = some ? passesWithAnswers + 1 : 0;
    return passesWithAnswers >= PASSES_FOR_THE_LAST
        || topics.values().stream().noneMatch(topic -> topic.state() == SinkState.CONNECTING);
  }

  @Override
  public void close() {
    closing = true;
    eventLog.close();
    liveness.nudge();
    boolean interrupted = false;
    try {
      thread.join(KafkaProbe.TIMEOUT_MILLIS + 1_000L);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    producers.close(interrupted ? Duration.ZERO : CLOSE_TIMEOUT);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
