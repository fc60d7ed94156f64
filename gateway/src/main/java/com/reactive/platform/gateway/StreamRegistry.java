package com.reactive.platform.gateway;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.http.DirectSender;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.idempotency.log.RememberingStream;
import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.EventMemory;
import com.reactive.platform.gateway.ingest.HotTopic;
import com.reactive.platform.gateway.ingest.Quarantine;
import com.reactive.platform.gateway.ingest.StreamExtras;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.privacy.HashKey;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.sink.SinkConnection;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.sink.spool.Spool;
import com.reactive.platform.gateway.sink.spool.SpoolSet;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.IdempotencyLimits;
import com.reactive.platform.gateway.stream.QuarantineConfig;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.SchemaVersions;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.ValueFormat;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * The streams in force. They can be replaced while events pass: what is under way keeps the stream
 * that it came by, because an index is never given to another.
 */
final class StreamRegistry {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

  private final SinkConnection sink;
  private final ToIntFunction<DeliveryProfile> pipelines;
  private final int maxBodyBytes;
  private final Function<String, RequestMetrics> metrics;
  private final DirectSender direct;
  private final SpoolSet spools;
  private final Function<List<StreamRuntime>, RpcServer> rpc;
  private final KeyWindows windows;
  private final EventMemory memory;
  private final EventLookup lookup;
  private final Supplier<HashKey> hashKey;

  /** By index, also of streams that are gone: their last events may be under way. Grows only. */
  private volatile List<String> topics = List.of();

  /** By stream, since the start: they survive a change of the stream. */
  private final Map<String, Quarantine.Counts> quarantineCounts = new HashMap<>();

  private final Map<String, LongAdder> spreadCounts = new HashMap<>();

  private volatile List<StreamRuntime> current = List.of();
  private volatile Routes routes;

  /**
   * @param pipelines the index of the pipeline with a profile; -1 if there is none
   * @param maxBodyBytes the most that batchers and producers were made for
   * @param metrics those of a route
   * @param direct whether there are routes that are there to measure, and where what goes straight
   *     to the Kafka client goes; null if there are none
   * @param spools where events of streams that say so are kept while Kafka is away
   * @param rpc the services of the streams
   * @param windows the idempotency keys of streams that remember them
   * @param memory of past events, but for the keys
   * @param lookup answers questions after events
   * @param hashKey gives the key of fields that are hashed; null if there is none
   */
  StreamRegistry(
      SinkConnection sink,
      ToIntFunction<DeliveryProfile> pipelines,
      int maxBodyBytes,
      Function<String, RequestMetrics> metrics,
      DirectSender direct,
      SpoolSet spools,
      Function<List<StreamRuntime>, RpcServer> rpc,
      KeyWindows windows,
      EventMemory memory,
      EventLookup lookup,
      Supplier<HashKey> hashKey) {
    this.sink = sink;
    this.pipelines = pipelines;
    this.maxBodyBytes = maxBodyBytes;
    this.metrics = metrics;
    this.direct = direct;
    this.spools = spools;
    this.rpc = rpc;
    this.windows = windows;
    this.memory = memory;
    this.lookup = lookup;
    this.hashKey = hashKey;
    this.routes = new Routes(List.of(), metrics);
  }

  /** The plan by which bodies become this stream's events, by the schema in force. */
  static TranscoderPlan plan(StreamDefinition stream) throws SchemaException {
    if (stream.jsonSchema().isPresent()) {
      return TranscoderPlan.ofJson(stream.schema(), stream.jsonSchema().get(), stream.key());
    }
    for (SchemaVersions.Earlier version : stream.versions().earlier()) {
      plan(stream, version);
    }
    TranscoderPlan plan = plan(stream, stream.schema());
    if (stream.protobuf().hasNumbers()) {
      plan = plan.withProtobuf(stream.protoFile(), stream.protobuf().dropUnknown());
    }
    return stream.value() == ValueFormat.PROTOBUF ? plan.intoProtobuf(stream.protoFile()) : plan;
  }

  private static TranscoderPlan plan(StreamDefinition stream, SchemaVersions.Earlier version)
      throws SchemaException {
    try {
      return plan(stream, version.schema());
    } catch (SchemaException e) {
      throw new SchemaException(version.name(), e);
    }
  }

  private static TranscoderPlan plan(StreamDefinition stream, Schema schema)
      throws SchemaException {
    Set<String> pathFields = new TreeSet<>();
    for (String route : stream.routes()) {
      Matcher matcher = PLACEHOLDER.matcher(route);
      while (matcher.find()) {
        pathFields.add(matcher.group(1));
      }
    }
    return TranscoderPlan.compile(
        schema, stream.json(), stream.allowsUnknown(), stream.key(), pathFields);
  }

  /** The plan by all versions of its schema. Their ids are known. */
  private static TranscoderPlan planOfVersions(StreamDefinition stream) throws SchemaException {
    TranscoderPlan plan = plan(stream);
    if (!stream.versions().hasEarlier()) {
      return plan;
    }
    List<TranscoderPlan.Version> earlier = new ArrayList<>();
    for (SchemaVersions.Earlier version : stream.versions().earlier()) {
      earlier.add(
          new TranscoderPlan.Version(
              version.name(), stream.framePrefix(version), plan(stream, version)));
    }
    return plan.withEarlier(stream.versions().current(), stream.framePrefix(), earlier);
  }

  /**
   * These streams and no others are in force from now on.
   *
   * @param first told of those that remember keys, before a request can come by any of them
   * @throws ConfigException if one needs a pipeline that is not there; then nothing has changed
   */
  synchronized void replace(
      List<StreamDefinition> streams, Consumer<List<RememberingStream>> first) {
    check(streams);
    List<String> all = new ArrayList<>(topics);
    List<StreamRuntime> next = new ArrayList<>();
    for (StreamDefinition stream : streams) {
      StreamRuntime same =
          current.stream().filter(live -> live.stream().equals(stream)).findFirst().orElse(null);
      if (same != null) {
        next.add(same);
      } else {
        int index = all.size();
        List<String> topicsOfStream = stream.topics().toList();
        all.addAll(topicsOfStream); // each has an index of its own
        Quarantine quarantine = quarantine(stream, index + 1);
        HotTopic hotTopic = hotTopic(stream, index + topicsOfStream.size() - 1);
        next.add(make(stream, index, quarantine, hotTopic));
      }
    }
    first.accept(remembering(next));
    topics = List.copyOf(all);
    current = List.copyOf(next);
    routes = new Routes(next, metrics, direct, rpc.apply(next), lookup);
    sink.watchOnly(streams);
    windows.retain(
        streams.stream()
            .filter(stream -> stream.idempotency().isOn())
            .map(StreamDefinition::name)
            .collect(Collectors.toSet()));
  }

  /** Those that remember keys. Behind a spool there is no waiting for Kafka. */
  private List<RememberingStream> remembering(List<StreamRuntime> streams) {
    return streams.stream()
        .filter(live -> live.window() != null)
        .filter(live -> live.stream().format() != RecordFormat.PACKED)
        .flatMap(this::remembering)
        .toList();
  }

  private Stream<RememberingStream> remembering(StreamRuntime live) {
    StreamDefinition stream = live.stream();
    long windowMillis = stream.idempotency().windowMillis();
    RememberingStream own =
        new RememberingStream(
            stream.name(), stream.topic(), windowMillis, live.window(), !stream.spool());
    return Stream.concat(
        Stream.of(own),
        stream.hotKey().topic().stream()
            .map(
                topic ->
                    new RememberingStream(
                        stream.name(),
                        topic,
                        windowMillis,
                        live.window(),
                        true,
                        sink.watch(topic))));
  }

  /** Before anything changes. */
  private void check(List<StreamDefinition> streams) {
    List<String> errors = new ArrayList<>();
    long more = streams.stream().flatMap(StreamDefinition::topics).count();
    if (topics.size() + more > EventFrame.MAX_STREAMS) {
      errors.add("streams: changed too often since startup; restart the gateway");
    }
    for (StreamDefinition stream : streams) {
      if (pipelines.applyAsInt(DeliveryProfile.of(stream)) < 0) {
        errors.add(
            "streams."
                + stream.name()
                + ": no stream had its acks, format and max-latency-ms"
                + (stream.spool() ? " and a spool for its topic" : "")
                + " at startup; restart the gateway");
      }
      StreamRuntime live = named(stream.name());
      if (live != null && !live.stream().hotKey().topic().equals(stream.hotKey().topic())) {
        errors.add(
            "streams."
                + stream.name()
                + ".hot-key.topic: was "
                + live.stream().hotKey().topic().orElse("not set")
                + " until now; restart the gateway");
      }
      if (quarantinePipeline(stream) < 0) {
        errors.add(
            "streams."
                + stream.name()
                + ".quarantine: there was no pipeline for it at startup; restart the gateway");
      }
      if (hashKey == null && stream.schemas().anyMatch(TranscoderPlan::isHashed)) {
        errors.add(
            "streams."
                + stream.name()
                + ".schema: there was no privacy.hash-key-file at startup; restart the gateway");
      }
      if (stream.maxBodyBytes() > maxBodyBytes) {
        errors.add(
            "streams."
                + stream.name()
                + ".max-body-bytes: http.max-body-bytes was "
                + maxBodyBytes
                + " at startup; restart the gateway");
      }
      try {
        plan(stream);
        checkNumbers(stream, errors);
      } catch (SchemaException e) {
        errors.add("streams." + stream.name() + ".schema: " + e.getMessage());
      }
    }
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
  }

  static void checkNumbers(StreamDefinition stream, List<String> errors) {
    if (stream.value() == ValueFormat.PROTOBUF && !stream.protobuf().hasNumbers()) {
      errors.add(
          "streams."
              + stream.name()
              + ".value: protobuf needs the file of field numbers; run ./reactive proto "
              + stream.name()
              + " --update with this configuration, and commit the file");
    }
    stream
        .protobuf()
        .fault(stream.name(), stream.schema())
        .ifPresent(fault -> errors.add("streams." + stream.name() + ".schema: " + fault));
  }

  /** The index of the pipeline of its quarantine; -1 if that is not there; 0 if it has none. */
  private int quarantinePipeline(StreamDefinition stream) {
    return DeliveryProfile.ofQuarantine(stream).map(pipelines::applyAsInt).orElse(0);
  }

  /** Null if the stream has none. */
  private Quarantine quarantine(StreamDefinition stream, int index) {
    if (stream.quarantine().isEmpty()) {
      return null;
    }
    QuarantineConfig config = stream.quarantine().get();
    TopicStatus health = sink.watch(config.topic());
    return new Quarantine(
        stream,
        index,
        quarantinePipeline(stream),
        () -> health.accepting() && health.tooWeak().isEmpty(),
        quarantineCounts.computeIfAbsent(stream.name(), name -> new Quarantine.Counts()));
  }

  /** Null if the stream has none. */
  private HotTopic hotTopic(StreamDefinition stream, int index) {
    if (stream.hotKey().topic().isEmpty()) {
      return null;
    }
    String topic = stream.hotKey().topic().get();
    TopicStatus health = sink.watch(topic);
    boolean needsAll = stream.acks() == Acks.ALL;
    // At the first fault they stay in their own topic: there is no need to hold them.
    return new HotTopic(
        topic,
        index,
        () -> health.state() == SinkState.READY && (!needsAll || health.tooWeak().isEmpty()));
  }

  private StreamRuntime make(
      StreamDefinition stream, int index, Quarantine quarantine, HotTopic hotTopic) {
    try {
      TopicStatus health = sink.watch(stream.topic());
      // With several versions of a schema, transcoders write the prefix of the one that fits.
      byte[] prefix = stream.versions().hasEarlier() ? new byte[0] : stream.framePrefix();
      TranscoderPlan plan = planOfVersions(stream);
      int pipeline = pipelines.applyAsInt(DeliveryProfile.of(stream));
      BooleanSupplier way = health::accepting;
      if (stream.spool()) {
        Spool spool = spools.of(stream.topic());
        way = () -> accepting(stream.topic(), health, spool);
      }
      BooleanSupplier open = way;
      BooleanSupplier accepting =
          stream.acks() == Acks.ALL
              ? () -> open.getAsBoolean() && health.tooWeak().isEmpty()
              : open;
      return new StreamRuntime(
          stream,
          index,
          pipeline,
          hashKey == null ? plan : plan.withHashKey(hashKey),
          prefix,
          accepting,
          new StreamExtras(
              memory.with(window(stream)),
              quarantine,
              hotTopic,
              spreadCounts.computeIfAbsent(stream.name(), name -> new LongAdder())));
    } catch (SchemaException e) {
      throw new IllegalStateException("it was valid a moment ago", e);
    }
  }

  /** Null if the stream remembers no keys. */
  private KeyWindow window(StreamDefinition stream) {
    IdempotencyLimits limits = stream.idempotency();
    return limits.isOn()
        ? windows.of(stream.name(), stream.topic(), limits.windowMillis(), limits.maxKeys())
        : null;
  }

  /** Behind what is spooled there is one way only: through the spool. */
  private boolean accepting(String topic, TopicStatus health, Spool spool) {
    boolean spooling = sink.isAway(topic) || !spool.isEmpty();
    return spooling
        ? spool.accepting() && health.state() != SinkState.TOPIC_MISSING
        : health.accepting();
  }

  Routes routes() {
    return routes;
  }

  /** Those in force. */
  List<StreamRuntime> current() {
    return current;
  }

  /** The stream of this name that is in force; null if there is none. */
  StreamRuntime named(String name) {
    for (StreamRuntime live : current) {
      if (live.stream().name().equals(name)) {
        return live;
      }
    }
    return null;
  }

  /** The topic that has or had this index: of a stream, its quarantine, or its hot keys. */
  String topic(int index) {
    return topics.get(index);
  }
}
