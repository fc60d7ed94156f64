package com.reactive.platform.gateway;

import com.reactive.platform.gateway.admin.AdminResponse;
import com.reactive.platform.gateway.admin.AdminServer;
import com.reactive.platform.gateway.admin.view.CalibrationJson;
import com.reactive.platform.gateway.admin.view.CalibrationReset;
import com.reactive.platform.gateway.admin.view.LiveView;
import com.reactive.platform.gateway.admin.view.Status;
import com.reactive.platform.gateway.admin.view.StatusJson;
import com.reactive.platform.gateway.admin.view.StreamsJson;
import com.reactive.platform.gateway.http.HttpLoad;
import com.reactive.platform.gateway.idempotency.log.LogSearch;
import com.reactive.platform.gateway.ingest.InFlightLimiter;
import com.reactive.platform.gateway.ingest.Quarantine;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Rates;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.protobuf.ProtoText;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.spool.Spool;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.IdleHeap;
import com.reactive.platform.gateway.telemetry.SpoolStats;
import com.reactive.platform.gateway.telemetry.Telemetry;
import com.reactive.platform.gateway.telemetry.TelemetrySources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What can be seen of a running gateway: its metrics, {@code /status}, the live page, and the admin
 * port that serves them.
 */
final class GatewayMonitor {
  private static final Logger log = LoggerFactory.getLogger(GatewayMonitor.class);

  private final GatewayComponents parts;
  private final Map<String, String> inForce;
  private final long startNanos = System.nanoTime();
  private final Rates rates = new Rates();
  private final LiveView view;
  private final IdleHeap heap = new IdleHeap();
  private final ScheduledExecutorService sampler;
  private AdminServer admin;

  GatewayMonitor(GatewayComponents parts) {
    this.parts = parts;
    inForce = parts.config.inForce();
    view = new LiveView(parts.live, parts.config.budgetBytes());
    parts.telemetry.observe(sources());
    sampler =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "sampler");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Opens the admin port.
   *
   * @param reload what a POST to {@code /reload} does; may block
   * @throws IOException with one clear sentence if the port cannot be had
   */
  void openAdminPort(Supplier<Reload> reload) throws IOException, InterruptedException {
    GatewayConfig config = parts.config;
    admin =
        AdminServer.builder(config.admin())
            .authorized(config.security().adminToken().orElse(null))
            .first(channel -> parts.adminTls.ifPresent(secured -> secured.secure(channel)))
            .probeWithQuery("/readyz", parts.readiness::response)
            .get("/status", () -> AdminResponse.json(StatusJson.of(status(), inForce())))
            .get("/streams", this::streams)
            .get("/calibration", this::calibration)
            .post(
                "/calibration/reset",
                body -> CalibrationReset.response(body, parts.pipelines.learning()))
            .get("/metrics", this::metrics)
            .get("/openapi.json", accept -> openApi())
            .getBelow("/proto", this::proto)
            .post("/reload", body -> response(reload.get()))
            .dashboard("/dashboard")
            .start();
  }

  /**
   * Updates the live page once a second from now on, and has the memory of keys and the heap
   * shrink, though nobody asks for metrics.
   */
  void startSampling() {
    sampler.scheduleAtFixedRate(this::sample, 0, 1, TimeUnit.SECONDS);
    sampler.scheduleWithFixedDelay(parts.windows::expire, 1, 1, TimeUnit.MINUTES);
  }

  int adminPort() {
    return admin.port();
  }

  private static AdminResponse response(Reload reload) {
    return AdminResponse.text(reload.errors().isEmpty() ? 200 : 409, reload.text());
  }

  private TelemetrySources sources() {
    return new TelemetrySources(
        Version.current(),
        parts::ledger,
        this::observed,
        Stream.of(SinkState.values()).map(SinkState::text).toList(),
        () -> parts.sink.state().text(),
        parts.sink::recovery,
        parts.sink::settling,
        () -> parts.http.openConnections(),
        () -> parts.http.openHttp2Connections(),
        parts.readiness::ready,
        () -> parts.readiness.byStream(),
        parts.sink::replication,
        () ->
            new TelemetrySources.Loops(
                parts.http.load().recentDelayNanos(), parts.http.load().stalls()),
        parts.live::durable,
        parts.live::overBudget,
        this::bodies,
        this::certificates,
        this::spoolStats,
        this::windows,
        parts.windows::usedBytes,
        this::lookUps,
        this::searches,
        this::hotKeys,
        this::quarantines,
        this::refused,
        parts::sourceStats);
  }

  private TelemetrySources.Bodies bodies() {
    HttpLoad.Bodies now = parts.http.load().bodies();
    return new TelemetrySources.Bodies(now.budgetBytes(), now.heldBytes(), now.refused());
  }

  private Map<String, TelemetrySources.Lane> observed() {
    Map<String, TelemetrySources.Lane> observed = new TreeMap<>();
    List<InFlightLimiter.Load> admitted = parts.http.load().pipelines();
    for (int i = 0; i < admitted.size(); i++) {
      DeliveryPipelines.Pipeline pipeline = parts.pipelines.all().get(i);
      InFlightLimiter.Load its = admitted.get(i);
      observed.put(
          pipeline.profile().text(),
          new TelemetrySources.Lane(
              pipeline.batcher().stats(),
              pipeline.batcher().level().map(PressureLevel::ordinal).orElse(-1) + 1,
              new TelemetrySources.Admission(
                  its.limit(), its.inFlight(), its.refused(), its.overShare())));
    }
    return observed;
  }

  private Map<String, SpoolStats> spoolStats() {
    return parts.spools.all().stream().collect(Collectors.toMap(Spool::topic, Spool::stats));
  }

  private Map<String, TelemetrySources.Window> windows() {
    Map<String, TelemetrySources.Window> windows = new TreeMap<>();
    parts
        .windows
        .stats()
        .forEach(
            (stream, its) ->
                windows.put(
                    stream,
                    new TelemetrySources.Window(
                        its.windowMillis(), its.reachMillis(), its.keys(), its.open())));
    return windows;
  }

  private Map<String, Long> lookUps() {
    Map<String, Long> answers = new TreeMap<>();
    parts.lookup.answers().forEach((state, count) -> answers.put(state.text(), count));
    return answers;
  }

  private TelemetrySources.Searches searches() {
    LogSearch.Stats now = parts.logged.stats();
    return new TelemetrySources.Searches(
        now.settling(), now.lookUps(), now.passes(), now.passNanos());
  }

  private Map<String, TelemetrySources.HotKeyLoad> hotKeys() {
    long now = System.nanoTime();
    Map<String, TelemetrySources.HotKeyLoad> loads = new TreeMap<>();
    for (StreamRuntime live : parts.streams.current()) {
      loads.put(
          live.stream().name(),
          new TelemetrySources.HotKeyLoad(
              live.hotKeys().top(now).hottestPerSecond(),
              live.spreadKeys() == null ? 0 : live.spreadKeys().events()));
    }
    return loads;
  }

  private Map<String, TelemetrySources.Quarantined> quarantines() {
    Map<String, TelemetrySources.Quarantined> quarantines = new TreeMap<>();
    for (StreamRuntime live : parts.streams.current()) {
      Quarantine quarantine = live.quarantine();
      if (quarantine != null) {
        quarantines.put(
            live.stream().name(),
            new TelemetrySources.Quarantined(quarantine.kept(), quarantine.failed()));
      }
    }
    return quarantines;
  }

  private Map<String, Long> refused() {
    Map<String, Long> refused = new TreeMap<>();
    parts.limits.seen().refused().forEach((kind, count) -> refused.put(kind.text(), count));
    return refused;
  }

  private Map<String, Instant> certificates() {
    Map<String, Instant> ends = new TreeMap<>();
    parts.tls.ifPresent(t -> ends.put("http", Instant.ofEpochMilli(t.notAfterMillis())));
    parts.adminTls.ifPresent(t -> ends.put("admin", Instant.ofEpochMilli(t.notAfterMillis())));
    return ends;
  }

  private AdminResponse openApi() {
    List<StreamDefinition> served =
        parts.streams.current().stream().map(StreamRuntime::stream).toList();
    return AdminResponse.json(parts.config.openApi(served, parts.http.port()));
  }

  private AdminResponse proto(String name) {
    return parts.streams.current().stream()
        .map(StreamRuntime::stream)
        .filter(stream -> stream.name().equals(name))
        .findFirst()
        .map(stream -> AdminResponse.text(200, ProtoText.of(stream.protoFile()).stripTrailing()))
        .orElseGet(() -> AdminResponse.text(404, "no such stream"));
  }

  private AdminResponse metrics(String accept) {
    Telemetry.Page page = parts.telemetry.scrape(accept);
    return new AdminResponse(
        true, page.contentType(), new String(page.body(), StandardCharsets.UTF_8));
  }

  private Map<String, String> inForce() {
    Map<String, String> now = new TreeMap<>(inForce);
    now.putAll(parts.limits.inForce());
    return now;
  }

  private void sample() {
    long now = System.nanoTime();
    Ledger.Snapshot counts = parts.ledger();
    rates.sample(counts, now);
    try {
      heap.sample(counts.received());
      view.tick(
          status(),
          parts.sink.accepting() || parts.readiness.spooling(),
          now,
          System.currentTimeMillis(),
          admin::publish);
    } catch (RuntimeException e) {
      // A task that throws is never run again.
      log.error("No live page data for this second", e);
    }
  }

  private Status status() {
    long uptimeSeconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    return new Status(
        Version.current(),
        uptimeSeconds,
        parts.readiness.ready(),
        parts.isDraining(),
        parts.sink.state().text(),
        parts.sink.detail(),
        parts.config.kafka().bootstrapServers(),
        parts.streams.current(),
        parts.readiness.byStream(),
        parts.sink.topics(),
        parts.sink.traffic(),
        parts.http.openConnections(),
        parts.http.openHttp2Connections(),
        parts.ledger(),
        rates,
        parts.pipelines.stats(),
        DeliveryPipelines.status(parts.pipelines.busiest()),
        parts.pipelines.statuses(),
        parts.http.load(),
        parts.limits.seen(),
        parts.config.http().maxConnections(),
        view.health(),
        view.performance(),
        parts.http.stageTimes(),
        spoolStats(),
        parts.sourceStats());
  }

  private AdminResponse streams() {
    List<StreamDefinition> current =
        parts.streams.current().stream().map(StreamRuntime::stream).toList();
    return AdminResponse.json(StreamsJson.of(parts.config.kafka().bootstrapServers(), current));
  }

  private AdminResponse calibration() {
    return AdminResponse.json(
        CalibrationJson.of(
            parts.pipelines.calibrations(),
            parts.config.batching().calibration().learnedCodec().isPresent(),
            parts.sink.codecs()));
  }

  /** Also if the admin port was never opened. */
  void close() {
    sampler.shutdownNow();
    heap.close();
    if (admin != null) {
      admin.close();
    }
  }
}
