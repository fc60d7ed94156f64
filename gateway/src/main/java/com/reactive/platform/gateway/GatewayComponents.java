package com.reactive.platform.gateway;

import com.reactive.platform.gateway.admin.view.Performance;
import com.reactive.platform.gateway.admin.view.Readiness;
import com.reactive.platform.gateway.http.HttpServer;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.idempotency.log.WindowRebuild;
import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.EventMemory;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ingest.UnsettledEvents;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.privacy.HashKeyFile;
import com.reactive.platform.gateway.registry.SchemaRegistry;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.rpc.services.HealthStatus;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Authenticators;
import com.reactive.platform.gateway.security.Tls;
import com.reactive.platform.gateway.sink.SinkConnection;
import com.reactive.platform.gateway.sink.kafka.KafkaConnection;
import com.reactive.platform.gateway.sink.spool.SpoolSet;
import com.reactive.platform.gateway.source.ConfiguredSource;
import com.reactive.platform.gateway.source.EventSource;
import com.reactive.platform.gateway.source.SourceContext;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.gateway.telemetry.LiveStats;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.SourceStats;
import com.reactive.platform.gateway.telemetry.Telemetry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a gateway and how they are connected: sink, batchers, streams, HTTP. Nothing runs
 * until {@link #start}; closed front to back.
 */
final class GatewayComponents {
  private static final Logger log = LoggerFactory.getLogger(GatewayComponents.class);

  /** The sink has bounds of its own, in bytes, and mostly reaches those first. */
  private static final int MAX_UNSETTLED = 200_000;

  final GatewayConfig config;
  final SinkConnection sink;
  final StreamRegistry streams;
  final SpoolSet spools;
  final DeliveryPipelines pipelines;
  final Optional<Tls> tls;
  final Optional<Tls> adminTls;
  final Telemetry telemetry;
  final Limits limits;
  final HttpServer http;
  private final Map<String, EventSource> sources = new TreeMap<>();
  final KeyWindows windows;
  private final WindowRebuild rebuild;
  final LiveStats live = new LiveStats();
  final Readiness readiness;
  private final Ledger ledger = new Ledger();
  private final UnsettledEvents unsettled;
  final LoggedEvents logged;
  final EventLookup lookup;
  private final Authenticators authenticators;
  private final Optional<HashKeyFile> hashKey;
  private final SchemaRegistry registry;
  private volatile boolean draining;

  /**
   * Blocks on files, and on the schema registry where streams need it.
   *
   * @param sinks makes the connection to where events go
   */
  GatewayComponents(GatewayConfig config, Function<GatewayConfig, SinkConnection> sinks)
      throws IOException, InterruptedException {
    this.config = config;
    boolean hasHashKey = config.privacy().hashKeyFile().isPresent();
    registry =
        new SchemaRegistry(
            config.registry(), (before, stream) -> StreamChecks.fault(before, stream, hasHashKey));
    List<StreamDefinition> known = resolved(config.streams());
    authenticators = Authenticators.of(config.security());
    hashKey = config.privacy().hashKeyFile().map(HashKeyFile::new);
    tls =
        config
            .security()
            .httpTls()
            .map(its -> Tls.of(its, config.http().versions().applicationProtocols()));
    adminTls = config.security().adminTls().map(its -> Tls.of(its, Tls.HTTP_1_1));
    telemetry =
        Telemetry.start(config.telemetry(), Version.current(), tls.isPresent() ? "https" : "http");
    spools =
        SpoolSet.open(
            config.spool(),
            known.stream()
                .filter(StreamDefinition::spool)
                .map(StreamDefinition::topic)
                .collect(Collectors.toSet()));
    sink = sinks.apply(config);
    long settleMillis = config.kafka().isNative() ? config.kafka().settleTimeoutMillis() : 0;
    long answerMillis = config.http().answerTimeoutMillis();
    unsettled =
        new UnsettledEvents(
            ledger,
            MAX_UNSETTLED,
            config.kafka().settleTimeoutMillis(),
            answerMillis,
            GatewayComponents::later);
    logged = new LoggedEvents(sink.log(), this::isAbsent, MAX_UNSETTLED, GatewayComponents::later);
    lookup = new EventLookup(answerMillis + settleMillis);
    windows = new KeyWindows(config.idempotency().maxBytes());
    rebuild =
        new WindowRebuild(sink.log(), config.idempotency().scope(), config.sources().isEmpty());
    pipelines =
        new DeliveryPipelines(
            config.batching(),
            config.kafka(),
            sink,
            spools.inFrontOf(sink),
            this::topic,
            config.telemetry().metrics() ? live.and(telemetry.batchMetrics()) : BatchMetrics.NONE);
    streams =
        new StreamRegistry(
            sink,
            pipelines::indexOf,
            config.http().maxBodyBytes(),
            this::metricsOf,
            config.diagnosticRoutes() ? sink::sendUnheard : null,
            spools,
            this::rpc,
            windows,
            new EventMemory(null, unsettled, logged),
            lookup,
            hashKey.orElse(null));
    serve(known);
    readiness =
        new Readiness(
            sink,
            streams::current,
            spools::events,
            rebuild::progress,
            rebuild::isBrief,
            () -> draining);
    limits = new Limits(config.limits());
    http =
        new HttpServer(
            config.http(),
            pipelines::writers,
            streams::routes,
            ledger,
            telemetry.tracing(),
            authenticators.asks() ? authenticators : Authenticator.NONE,
            limits,
            tls);
    SourceContext context =
        new SourceContext(
            http.firstLoop(),
            http::firstLoopRestNanos,
            http.firstIngress(),
            ledger,
            streams::named);
    for (ConfiguredSource source : config.sources()) {
      sources.put(source.name(), source.create(context));
    }
  }

  /** The usual destination of the events. */
  static SinkConnection connectToKafka(GatewayConfig config) {
    return new KafkaConnection(
        config.kafka(),
        config.budgetBytes(),
        config.http().eventLoops(),
        config.ownClientAcks(),
        config.batching().calibration().learnedCodec());
  }

  /** Connects to the sink, and loads keys and certificates; listens nowhere yet. */
  void start() throws IOException, InterruptedException {
    sink.start();
    rebuild.start();
    spools.start(sink);
    authenticators.start();
    limits.start();
    tls.ifPresent(Tls::start);
    adminTls.ifPresent(Tls::start);
  }

  /** Opens the data port, and begins to read from the sources. */
  void open() throws IOException, InterruptedException {
    http.start(readiness::takesEvents);
    sources.values().forEach(EventSource::start);
  }

  /** The sources' figures, by their names. */
  Map<String, SourceStats> sourceStats() {
    Map<String, SourceStats> stats = new TreeMap<>();
    sources.forEach((name, source) -> stats.put(name, source.stats()));
    return stats;
  }

  /** These streams and no others from now on. */
  void serve(List<StreamDefinition> next) {
    streams.replace(next, rebuild::serve);
    registry.inForce(next);
    IdempotencyWarnings.of(next).forEach(log::warn);
    Map<String, Long> budgets = new TreeMap<>();
    for (StreamDefinition stream : next) {
      long nanos = Performance.budgetNanos(stream.maxLatencyMillis());
      stream.paths().forEach(path -> budgets.put(path, nanos));
    }
    live.budgets(budgets);
  }

  private RpcServer rpc(List<StreamRuntime> current) {
    return RpcServices.of(config.rpc(), current, ledger, this::stateOf);
  }

  /** Of a stream by its name, or of the gateway by the empty name. */
  private HealthStatus stateOf(String stream) {
    if (stream.isEmpty()) {
      return readiness.ready() ? HealthStatus.SERVING : HealthStatus.NOT_SERVING;
    }
    boolean serves = !draining && "".equals(readiness.byStream().get(stream));
    return serves ? HealthStatus.SERVING : HealthStatus.NOT_SERVING;
  }

  private RequestMetrics metricsOf(String route) {
    if (!config.telemetry().metrics()) {
      return RequestMetrics.NONE;
    }
    if (route.startsWith(Routes.LOOK_UP)) {
      return telemetry.forRoute("GET", route.substring(Routes.LOOK_UP.length()));
    }
    String template = route.equals(Routes.UNKNOWN) ? null : route;
    // What is no event must not be seen on the live page, and cost what an event costs.
    LiveStats shown = Routes.diagnosticRoutes().contains(route) ? new LiveStats() : live;
    return shown.route(route).and(telemetry.forRoute(template));
  }

  /**
   * Takes over what can change while events pass. A file of keys or certificates that is wrong
   * leaves those that were in force.
   *
   * @return what is wrong with such files
   */
  List<String> reload(GatewayConfig next) throws IOException, InterruptedException {
    serve(resolved(next.streams()));
    limits.update(next.limits());
    List<String> errors = new ArrayList<>(authenticators.reload());
    tls.ifPresent(t -> errors.addAll(t.reload()));
    adminTls.ifPresent(t -> errors.addAll(t.reload()));
    hashKey.ifPresent(key -> errors.addAll(key.reload()));
    return errors;
  }

  /** With all that the registry says of their schemas. */
  private List<StreamDefinition> resolved(List<StreamDefinition> streams)
      throws IOException, InterruptedException {
    return registry.withIds(registry.withLatest(streams));
  }

  /** The streams in force. */
  List<StreamDefinition> definitions() {
    return streams.current().stream().map(StreamRuntime::stream).toList();
  }

  /** The same with later versions of schemas, if there are any. Blocks on the registry. */
  List<StreamDefinition> withLatest(List<StreamDefinition> now) throws InterruptedException {
    return registry.withLatest(now);
  }

  private boolean isAbsent(String topic) {
    return sink.topics().stream()
        .anyMatch(status -> status.topic().equals(topic) && status.isAbsent());
  }

  private String topic(int stream) {
    return streams.topic(stream);
  }

  /** The counts so far. */
  Ledger.Snapshot ledger() {
    return ledger.snapshot(pipelines.stats().pendingMessages());
  }

  boolean isDraining() {
    return draining;
  }

  /** Takes no more requests in, sends what was accepted, answers all, then leaves the sink. */
  void drain() {
    draining = true;
    sources.values().forEach(EventSource::stop);
    try {
      http.stopAccepting();
      boolean drained = pipelines.close(Duration.ofMillis(config.shutdownTimeoutMillis()));
      if (!drained) {
        log.warn("Stopped with events of unknown outcome; their responses were 504");
      }
      sources.values().forEach(EventSource::close);
      sink.closeOnLoops();
      http.close();
      unsettled.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    rebuild.close();
    spools.close();
    sink.close();
  }

  /** Ends what only serves the others; call it after {@link #drain}. */
  void close() {
    tls.ifPresent(Tls::close);
    adminTls.ifPresent(Tls::close);
    authenticators.close();
    limits.close();
    telemetry.close();
  }

  /** For what is short; the threads are the JVM's own. */
  private static Executor later(long millis) {
    return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
  }
}
