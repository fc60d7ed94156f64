package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.EventMemory;
import com.reactive.platform.gateway.ingest.EventSearch;
import com.reactive.platform.gateway.ingest.HotTopic;
import com.reactive.platform.gateway.ingest.StreamExtras;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ingest.UnsettledEvents;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.limit.LimitsConfig;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcRegistry;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.rpc.connect.ConnectProtocol;
import com.reactive.platform.gateway.rpc.grpc.GrpcProtocol;
import com.reactive.platform.gateway.rpc.publish.PublishMethods;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Tls;
import com.reactive.platform.gateway.security.TlsConfig;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Tracing;
import com.reactive.platform.gateway.testing.TestGateway;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The data port with the counter's stream, one event loop by default and a batcher, over real
 * sockets; and instead of Kafka a sink that acks at once, or when it is told to.
 */
final class TestServer implements AutoCloseable {
  /** For each stripe. */
  static final int STRIPE_BYTES = 8_192;

  /** For each call that streams. */
  static final int MAX_IN_FLIGHT = 16;

  private final Ledger ledger = new Ledger();
  private final KeyWindows windows = new KeyWindows(4 << 20);
  private final UnsettledEvents unsettled =
      new UnsettledEvents(ledger, 100, 0, 0, millis -> Runnable::run);

  /** An event is under way for a minute at most. */
  private final EventLookup lookup = new EventLookup(60_000);

  private final List<Batch> held = new ArrayList<>();
  private final StripedBatcher batcher;
  private final Optional<Tls> tls;
  private final HttpServer server;
  private boolean holding;
  private long offset;
  private final Settings streamSettings;
  private final int maxBodyBytes;
  private final boolean diagnostics;
  private volatile Routes routes;
  private List<RpcMethod> more = List.of();

  /** What the log was asked last, and its answer. */
  volatile String search;

  final CompletableFuture<OptionalLong> searched = new CompletableFuture<>();

  /** Why the sink writes nothing; null if it writes. */
  volatile Exception failure;

  /** Where events are acked to; negative: into a spool. */
  volatile int partition;

  /** What the stream says when it is asked whether Kafka can take its events. */
  volatile boolean accepting = true;

  private RequestMetrics metrics = RequestMetrics.NONE;
  private final Set<String> observed = new HashSet<>();

  /** Whether the Kafka client takes what goes straight to it. */
  volatile boolean takingDirect = true;

  /** Sees each batch that the sink gets. */
  volatile Consumer<Batch> onBatch = batch -> {};

  /** What it took. */
  final AtomicInteger direct = new AtomicInteger();

  TestServer(Map<String, String> settings, Authenticator authenticator) throws Exception {
    this(settings, STRIPE_BYTES, 256, authenticator);
  }

  TestServer(
      Map<String, String> settings, int stripeBytes, int stripeEvents, Authenticator authenticator)
      throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put("http.port", "0");
    all.putIfAbsent("http.event-loops", "1");
    all.put("streams.counter.enabled", "true");
    // Longer than a client here reads: what comes, comes for another reason.
    all.putIfAbsent("http.answer-timeout-ms", "900000");
    Settings read = Settings.ofKeys(all);
    HttpConfig config = HttpConfig.from(read, 5_000, 0, false);
    Limits limits = new Limits(LimitsConfig.from(read));
    batcher =
        new StripedBatcher(
            new BatcherConfig(config.eventLoops(), stripeBytes, stripeEvents, 1 << 20, 1_000_000),
            this::send,
            "sink");
    streamSettings = read;
    maxBodyBytes = config.maxBodyBytes();
    diagnostics = read.flag("diagnostics.routes", false, "");
    replaceStream();
    tls =
        TlsConfig.from(read, "http")
            .map(its -> Tls.of(its, config.versions().applicationProtocols()));
    server =
        new HttpServer(
            config,
            (stripe, loop) -> new StripedBatcher.Writer[] {batcher.writer(stripe)},
            () -> routes,
            ledger,
            Tracing.NONE,
            authenticator,
            limits,
            tls);
    read.check();
    server.start(() -> true);
  }

  /** Puts the counter's stream, made anew, in the place of the one there was. */
  void replaceStream() throws Exception {
    StreamRuntime counter = counter();
    routes =
        new Routes(
            List.of(counter),
            this::metricsOf,
            diagnostics ? this::sendDirectly : null,
            rpc(counter),
            lookup);
  }

  private RequestMetrics metricsOf(String route) {
    observed.add(route);
    return metrics;
  }

  /** The routes of which metrics were asked for. */
  Set<String> observed() {
    return Set.copyOf(observed);
  }

  private RpcServer rpc(StreamRuntime counter) {
    List<RpcMethod> methods =
        new ArrayList<>(PublishMethods.of(List.of(counter), ledger, MAX_IN_FLIGHT));
    methods.addAll(more);
    return new RpcServer(
        new RpcRegistry(methods), List.of(new GrpcProtocol(), new ConnectProtocol()));
  }

  /** Tells this one of all requests from now on. */
  void observe(RequestMetrics observer) throws Exception {
    metrics = observer;
    replaceStream();
  }

  /** Adds methods to those of the stream. */
  void serve(List<RpcMethod> methods) throws Exception {
    more = List.copyOf(methods);
    replaceStream();
  }

  private boolean sendDirectly(StreamDefinition stream, byte[] frame, int offset, int length) {
    if (!takingDirect) {
      return false;
    }
    direct.incrementAndGet();
    return true;
  }

  /** The stream in force, as long as nothing else holds it. */
  WeakReference<StreamRuntime> stream() {
    return new WeakReference<>(routes.streams().iterator().next());
  }

  private StreamRuntime counter() throws Exception {
    StreamDefinition stream =
        StreamsConfig.from(
                streamSettings, new StreamsConfig.Defaults(maxBodyBytes, 20, 20, 20, true))
            .get(0);
    TranscoderPlan plan =
        TranscoderPlan.compile(stream.schema(), stream.json(), stream.key(), Set.of("customerId"))
            .withProtobuf(stream.protoFile(), stream.protobuf().dropUnknown());
    KeyWindow window =
        stream.idempotency().isOn()
            ? windows.of(
                stream.name(),
                stream.topic(),
                stream.idempotency().windowMillis(),
                stream.idempotency().maxKeys())
            : null;
    return new StreamRuntime(
        stream,
        0,
        0,
        plan,
        new byte[0],
        () -> accepting,
        new StreamExtras(
            new EventMemory(window, unsettled, this::search),
            null,
            stream.hotKey().topic().map(topic -> new HotTopic(topic, 1, () -> false)).orElse(null),
            new LongAdder()));
  }

  private synchronized void send(Batch batch) {
    onBatch.accept(batch);
    if (failure != null) {
      batch.notWritten(failure);
    } else if (holding) {
      held.add(batch);
    } else {
      batch.acked(partition, offset++);
    }
  }

  int port() {
    return server.port();
  }

  HttpLoad load() {
    return server.load();
  }

  /** So many event loops serve connections that can move. */
  void serveBy(int loops) {
    server.activeLoops().serveBy(loops);
  }

  int openHttp2Connections() {
    return server.openHttp2Connections();
  }

  int openConnections() {
    return server.openConnections();
  }

  /** From now on nothing is acked. */
  synchronized void hold() {
    holding = true;
  }

  /** Everything is acked, what was held and what comes. */
  synchronized void release() {
    holding = false;
    for (Batch batch : held) {
      batch.acked(partition, offset++);
    }
    held.clear();
  }

  /** Nothing of what was held is written. */
  synchronized void refuseHeld() {
    holding = false;
    held.forEach(batch -> batch.notWritten(new IllegalStateException("a test")));
    held.clear();
  }

  /**
   * Tells those who wait for what was held that it is unknown.
   *
   * @param settles the sink goes on asking
   * @return to be told what became of it; empty if it does not go on asking
   */
  synchronized List<Settlement> giveUpHeld(boolean settles) {
    holding = false;
    List<Settlement> later = new ArrayList<>();
    for (Batch batch : held) {
      for (int i = 0; i < batch.size(); i++) {
        if (settles) {
          later.add(batch.completion(i).settlement());
        }
        batch.unknown(i, new IllegalStateException("a test"));
      }
    }
    held.clear();
    return later;
  }

  private CompletableFuture<OptionalLong> search(EventSearch.Wanted wanted) {
    search = wanted.eventId() + " " + wanted.place();
    return searched;
  }

  EventLookup lookup() {
    return lookup;
  }

  /** The keys of the counter's stream. */
  KeyWindow window() {
    return routes.streams().iterator().next().window();
  }

  UnsettledEvents unsettled() {
    return unsettled;
  }

  /** Events that the sink holds. */
  synchronized int heldEvents() {
    return held.stream().mapToInt(Batch::size).sum();
  }

  Ledger.Snapshot ledger() {
    return ledger.snapshot(batcher.stats().pendingMessages());
  }

  /** Fails unless every request ends, and the ledger adds up then. */
  void awaitBalance() throws InterruptedException {
    TestGateway.await("the ledger adds up", () -> ledger().inFlight() == 0 && ledger().balanced());
  }

  /** New events are rejected from now on. */
  void drain() throws InterruptedException {
    server.stopAccepting();
  }

  @Override
  public void close() {
    release();
    try {
      server.stopAccepting();
      batcher.close(Duration.ofSeconds(60));
      server.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    tls.ifPresent(Tls::close);
  }
}
