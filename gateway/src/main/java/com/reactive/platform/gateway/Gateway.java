package com.reactive.platform.gateway;

import com.reactive.platform.gateway.admin.AdminResponse;
import com.reactive.platform.gateway.admin.AdminServer;
import com.reactive.platform.gateway.admin.view.CalibrationJson;
import com.reactive.platform.gateway.admin.view.CalibrationReset;
import com.reactive.platform.gateway.admin.view.LiveView;
import com.reactive.platform.gateway.admin.view.Performance;
import com.reactive.platform.gateway.admin.view.Readiness;
import com.reactive.platform.gateway.admin.view.Status;
import com.reactive.platform.gateway.admin.view.StatusJson;
import com.reactive.platform.gateway.admin.view.StreamsJson;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.http.HttpLoad;
import com.reactive.platform.gateway.http.HttpServer;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.ingest.InFlightLimiter;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Rates;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.protobuf.ProtoText;
import com.reactive.platform.gateway.registry.SchemaRegistry;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Authenticators;
import com.reactive.platform.gateway.security.Tls;
import com.reactive.platform.gateway.sink.SinkConnection;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.kafka.KafkaConnection;
import com.reactive.platform.gateway.sink.spool.Spool;
import com.reactive.platform.gateway.sink.spool.SpoolSet;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.gateway.telemetry.LatencyBreakdown;
import com.reactive.platform.gateway.telemetry.LiveStats;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.SpoolStats;
import com.reactive.platform.gateway.telemetry.Telemetry;
import com.reactive.platform.gateway.telemetry.TelemetrySources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway: all the wiring. Built back to front (sink, batchers, HTTP), closed front to back.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Gateway.class);
  private static final Duration TELEMETRY_START = Duration.ofSeconds(2);

  private final GatewayConfig config;
  private final Supplier<GatewayConfig> source;
  private final Map<String, String> inForce;
  private final long startNanos = System.nanoTime();
  private final Ledger ledger = new Ledger();
  private final Rates rates = new Rates();
  private final SinkConnection sink;
  private final StreamRegistry streams;
  private final SpoolSet spools;
  private final DeliveryPipelines pipelines;
  private final Authenticators authenticators;
  private final Optional<Tls> tls;
  private final Optional<Tls> adminTls;
  private final SchemaRegistry registry;
  private final Telemetry telemetry;
  private final Limits limits;
  private final HttpServer http;
  private final LiveStats live = new LiveStats();
  private final LiveView view;
  private final Readiness readiness;
  private final ScheduledExecutorService sampler;
  private AdminServer admin;
  private volatile boolean draining;

  /** One reload at a time; not the gateway's own lock, so that a stop waits for none. */
  private final Object reloading = new Object();

  private boolean closed;

  private Gateway(
      GatewayConfig config,
      Supplier<GatewayConfig> source,
      Function<GatewayConfig, SinkConnection> sinks)
      throws IOException, InterruptedException {
    this.config = config;
    this.source = source;
    inForce = config.inForce();
    registry = new SchemaRegistry(config.registry());
    List<StreamDefinition> known = registry.withIds(config.streams());
    authenticators = Authenticators.of(config.security());
    tls = config.security().httpTls().map(Tls::of);
    adminTls = config.security().adminTls().map(Tls::of);
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
            spools);
    serve(known);
    readiness = new Readiness(sink, streams::current, spools::events, () -> draining);
    view = new LiveView(live, config.budgetBytes());
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
    telemetry.observe(sources());
    sampler =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "sampler");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts everything. Kafka need not be there: the gateway is live at once, and ready as soon as
   * Kafka and the topic are.
   *
   * @throws IOException with one clear sentence if a port cannot be had
   */
  public static Gateway start(GatewayConfig config) throws IOException, InterruptedException {
    return start(config, () -> config);
  }

  /**
   * The same for a configuration that can be read again.
   *
   * @param source reads it; {@link #reload()} asks for it
   */
  public static Gateway start(GatewayConfig config, Supplier<GatewayConfig> source)
      throws IOException, InterruptedException {
    return start(config, source, Gateway::connectToKafka);
  }

  private static SinkConnection connectToKafka(GatewayConfig config) {
    Set<Acks> acks =
        config.batching().lanes().stream()
            .filter(
                profile ->
                    config.diagnosticRoutes() || !KafkaConnection.isNative(config.kafka(), profile))
            .map(DeliveryProfile::acks)
            .collect(Collectors.toSet());
    return new KafkaConnection(config.kafka(), config.budgetBytes(), acks);
  }

  /**
   * The same for any destination of the events.
   *
   * @param sinks makes the connection, which is started and closed with the gateway
   */
  static Gateway start(
      GatewayConfig config,
      Supplier<GatewayConfig> source,
      Function<GatewayConfig, SinkConnection> sinks)
      throws IOException, InterruptedException {
    config.security().warnings(config.http().host(), config.admin().host()).forEach(log::warn);
    if (config.diagnosticRoutes()) {
      log.warn(
          "diagnostics.routes is on: the outcome of events posted to {} is not reported; not for"
              + " production",
          String.join(", ", Routes.diagnosticRoutes()));
    }
    Gateway gateway = new Gateway(config, source, sinks);
    try {
      gateway.sink.start();
      gateway.spools.start(gateway.sink);
      gateway.authenticators.start();
      gateway.tls.ifPresent(Tls::start);
      gateway.adminTls.ifPresent(Tls::start);
      gateway.admin =
          AdminServer.builder(config.admin())
              .authorized(config.security().adminToken().orElse(null))
              .first(channel -> gateway.adminTls.ifPresent(secured -> secured.secure(channel)))
              .probeWithQuery("/readyz", gateway.readiness::response)
              .get("/status", () -> AdminResponse.json(StatusJson.of(gateway.status())))
              .get("/streams", gateway::streams)
              .get("/calibration", gateway::calibration)
              .post(
                  "/calibration/reset",
                  body -> CalibrationReset.response(body, gateway.pipelines.learning()))
              .get("/metrics", gateway::metrics)
              .get("/openapi.json", accept -> gateway.openApi())
              .getBelow("/proto", gateway::proto)
              .post("/reload", body -> gateway.reloadResponse())
              .dashboard("/dashboard")
              .start();
      gateway.http.start();
      gateway.telemetry.awaitStarted(TELEMETRY_START);
      gateway.sampler.scheduleAtFixedRate(gateway::sample, 0, 1, TimeUnit.SECONDS);
      return gateway;
    } catch (IOException | InterruptedException | RuntimeException e) {
      gateway.close();
      throw e;
    }
  }

  /** These streams and no others from now on. */
  private void serve(List<StreamDefinition> next) {
    streams.replace(next);
    Map<String, Long> budgets = new TreeMap<>();
    for (StreamDefinition stream : next) {
      long nanos = Performance.budgetNanos(stream.maxLatencyMillis());
      stream.routes().forEach(route -> budgets.put(route, nanos));
    }
    live.budgets(budgets);
  }

  private RequestMetrics metricsOf(String route) {
    if (!config.telemetry().metrics()) {
      return RequestMetrics.NONE;
    }
    String template = route.equals(Routes.UNKNOWN) ? null : route;
    // What is no event must not be seen on the live page, and cost what an event costs.
    LiveStats shown = Routes.diagnosticRoutes().contains(route) ? new LiveStats() : live;
    return shown.route(route).and(telemetry.forRoute(template));
  }

  private TelemetrySources sources() {
    return new TelemetrySources(
        Version.current(),
        this::ledger,
        this::observed,
        java.util.stream.Stream.of(SinkState.values()).map(SinkState::text).toList(),
        () -> sink.state().text(),
        () -> http.openConnections(),
        this::ready,
        () -> readiness.byStream(),
        sink::replication,
        () -> new TelemetrySources.Loops(http.load().recentDelayNanos(), http.load().stalls()),
        live::overBudget,
        this::bodies,
        this::certificates,
        this::spoolStats);
  }

  private TelemetrySources.Bodies bodies() {
    HttpLoad.Bodies now = http.load().bodies();
    return new TelemetrySources.Bodies(now.budgetBytes(), now.heldBytes(), now.refused());
  }

  private Map<String, TelemetrySources.Lane> observed() {
    Map<String, TelemetrySources.Lane> observed = new TreeMap<>();
    List<InFlightLimiter.Load> admitted = http.load().pipelines();
    for (int i = 0; i < admitted.size(); i++) {
      DeliveryPipelines.Pipeline pipeline = pipelines.all().get(i);
      InFlightLimiter.Load its = admitted.get(i);
      observed.put(
          pipeline.profile().text(),
          new TelemetrySources.Lane(
              pipeline.batcher().stats(),
              pipeline.batcher().level().map(PressureLevel::ordinal).orElse(-1) + 1,
              new TelemetrySources.Admission(its.limit(), its.inFlight(), its.refused())));
    }
    return observed;
  }

  private Map<String, SpoolStats> spoolStats() {
    return spools.all().stream().collect(Collectors.toMap(Spool::topic, Spool::stats));
  }

  private Map<String, Instant> certificates() {
    Map<String, Instant> ends = new TreeMap<>();
    tls.ifPresent(t -> ends.put("http", Instant.ofEpochMilli(t.notAfterMillis())));
    adminTls.ifPresent(t -> ends.put("admin", Instant.ofEpochMilli(t.notAfterMillis())));
    return ends;
  }

  /**
   * Reads the configuration again and takes over what can change while events pass: streams, rates,
   * API keys, the issuer's keys, certificates. A configuration that is wrong changes nothing, a
   * file of keys or certificates that is wrong leaves those that were in force. From any thread;
   * blocks on files, and on the schema registry where streams need it.
   */
  public Reload reload() {
    synchronized (reloading) {
      if (draining) {
        return new Reload(List.of("shutting down"), List.of());
      }
      Reload reload;
      try {
        GatewayConfig next = source.get();
        serve(registry.withIds(next.streams()));
        limits.update(next.limits());
        List<String> errors = new ArrayList<>(authenticators.reload());
        tls.ifPresent(t -> errors.addAll(t.reload()));
        adminTls.ifPresent(t -> errors.addAll(t.reload()));
        reload = new Reload(errors, Reload.differences(config, next));
      } catch (ConfigException e) {
        reload = new Reload(e.errors(), List.of());
      } catch (IOException e) {
        reload = new Reload(List.of(e.getMessage()), List.of());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        reload = new Reload(List.of("interrupted"), List.of());
      }
      log.info("Configuration: {}", reload.text());
      return reload;
    }
  }

  private AdminResponse reloadResponse() {
    Reload reload = reload();
    return AdminResponse.text(reload.errors().isEmpty() ? 200 : 409, reload.text());
  }

  private AdminResponse openApi() {
    List<StreamDefinition> served = streams.current().stream().map(StreamRuntime::stream).toList();
    return AdminResponse.json(config.openApi(served, httpPort()));
  }

  private AdminResponse proto(String name) {
    return streams.current().stream()
        .map(StreamRuntime::stream)
        .filter(stream -> stream.name().equals(name))
        .findFirst()
        .map(stream -> AdminResponse.text(200, ProtoText.of(stream.protoFile()).stripTrailing()))
        .orElseGet(() -> AdminResponse.text(404, "no such stream"));
  }

  private AdminResponse metrics(String accept) {
    Telemetry.Page page = telemetry.scrape(accept);
    return new AdminResponse(
        true, page.contentType(), new String(page.body(), StandardCharsets.UTF_8));
  }

  private Map<String, String> inForce() {
    Map<String, String> now = new TreeMap<>(inForce);
    now.putAll(limits.inForce());
    return now;
  }

  private String topic(int stream) {
    return streams.topic(stream);
  }

  private void sample() {
    long now = System.nanoTime();
    rates.sample(ledger(), now);
    try {
      view.tick(
          status(),
          sink.accepting() || readiness.spooling(),
          now,
          System.currentTimeMillis(),
          admin::publish);
    } catch (RuntimeException e) {
      // A task that throws is never run again.
      log.error("No live page data for this second", e);
    }
  }

  /** Whether an event posted now would be taken in, by some stream at least. */
  public boolean ready() {
    return readiness.ready();
  }

  /** Why it is not ready, or what is wrong though it is, in a few words; empty if nothing is. */
  public String notReadyBecause() {
    return readiness.because();
  }

  public int httpPort() {
    return http.port();
  }

  public int adminPort() {
    return admin.port();
  }

  /** The counts so far. */
  public Ledger.Snapshot ledger() {
    return ledger.snapshot(pipelines.stats().pendingMessages());
  }

  /** Stage times count from now on, if they are measured. From any thread. */
  public void resetStageTimes() {
    http.stageTimes().ifPresent(LatencyBreakdown::reset);
  }

  private Status status() {
    long uptimeSeconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    return new Status(
        Version.current(),
        uptimeSeconds,
        ready(),
        draining,
        sink.state().text(),
        sink.detail(),
        config.kafka().bootstrapServers(),
        streams.current(),
        readiness.byStream(),
        sink.topics(),
        sink.traffic(),
        http.openConnections(),
        ledger(),
        rates,
        pipelines.stats(),
        DeliveryPipelines.status(pipelines.busiest()),
        pipelines.statuses(),
        http.load(),
        view.health(),
        view.performance(),
        http.stageTimes(),
        spoolStats(),
        inForce());
  }

  private AdminResponse streams() {
    List<StreamDefinition> current = streams.current().stream().map(StreamRuntime::stream).toList();
    return AdminResponse.json(StreamsJson.of(config.kafka().bootstrapServers(), current));
  }

  private AdminResponse calibration() {
    return AdminResponse.json(CalibrationJson.of(pipelines.calibrations()));
  }

  /**
   * Stops: takes no more requests in, sends what was accepted, answers all, and returns.
   * Idempotent.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    draining = true;
    try {
      http.stopAccepting();
      boolean drained = pipelines.close(Duration.ofMillis(config.shutdownTimeoutMillis()));
      if (!drained) {
        log.warn("Stopped with events of unknown outcome; their responses were 504");
      }
      sink.closeOnLoops();
      http.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    spools.close();
    sink.close();
    sampler.shutdownNow();
    tls.ifPresent(Tls::close);
    adminTls.ifPresent(Tls::close);
    authenticators.close();
    if (admin != null) {
      admin.close();
    }
    telemetry.close();
  }
}
