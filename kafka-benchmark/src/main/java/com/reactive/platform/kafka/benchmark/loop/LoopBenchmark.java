package com.reactive.platform.kafka.benchmark.loop;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.http.HttpServer;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.telemetry.LiveStats;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Telemetry;
import com.reactive.platform.gateway.telemetry.TelemetryConfig;
import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * All that an event loop does for an event, without a socket: bytes of a request in memory, HTTP,
 * the event, its stripe, the outcome, the completion queue, bytes of the response. The gateway's
 * own server with its own pipeline, on real event loops; the sink acknowledges at once, on the
 * loop.
 *
 * <p>It includes neither reading and writing of sockets, nor Kafka's client.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LoopBenchmark {
  private static final int OK = 200;
  private static final int EVENTS = 20_000;
  private static final int CONNECTIONS_PER_LOOP = 256;
  private static final int FLUSH_BYTES = 16 << 10;
  private static final int STRIPE_BYTES = 4 << 20;
  private static final int STRIPE_MESSAGES = 16 << 10;
  private static final long FLUSH_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Number of event loops, each with its connections and its stripe. */
  @Param({"1", "2"})
  public int loops;

  /**
   * {@code default}: the gateway's defaults; {@code no-metrics}: requests are neither counted nor
   * timed; {@code api-key}: every request carries a key; {@code idempotency-key}: every request has
   * an idempotency key that was never sent before; {@code connect}: every request is a unary call
   * of Connect in protobuf.
   */
  @Param({"default", "no-metrics", "api-key", "idempotency-key", "connect"})
  public String features;

  /** Before the first iteration, so that the whole path is compiled. */
  int warmUpRounds = 60;

  /** Events of an invocation; another number is for tests. */
  int events = EVENTS;

  private final LiveStats live = new LiveStats();
  private Telemetry telemetry;
  private HttpServer server;
  private LoopDriver[] drivers;
  private List<StripedBatcher> batchers;

  @Setup
  public void start() throws IOException, InterruptedException {
    OneApiKey key = features.equals("api-key") ? OneApiKey.create() : OneApiKey.NONE;
    telemetry =
        Telemetry.start(TelemetryConfig.from(Settings.ofKeys(Map.of())), "benchmark", "http");
    boolean idempotencyKeys = features.equals("idempotency-key");
    String header = idempotencyKeys ? MemoryRequests.KEY_HEADER : key.headerLine();
    StreamRuntime counter = MemoryEvents.rememberingCounter();
    boolean calls = features.equals("connect");
    byte[][] requests = calls ? MemoryEvents.calls(counter) : MemoryEvents.requests(header);
    drivers = new LoopDriver[loops];
    batchers = new ArrayList<>();
    for (int i = 0; i < loops; i++) {
      drivers[i] = new LoopDriver(requests, calls ? OK : ResponseContract.CREATED);
      batchers.add(new StripedBatcher(batching(), drivers[i], "dispatcher"));
    }
    Ledger ledger = new Ledger();
    Routes routes = MemoryEvents.routes(counter, metrics(), ledger);
    server = MemoryEvents.server(batchers, routes, ledger, key.authenticator());
    for (int i = 0; i < loops * CONNECTIONS_PER_LOOP; i++) {
      LoopDriver driver = drivers[i % loops]; // as the server spreads them
      MemoryChannel channel = new MemoryChannel(driver);
      server.serve(channel).await();
      driver.add(channel);
    }
    for (int i = 0; i < warmUpRounds; i++) {
      events();
    }
  }

  private RequestMetrics metrics() {
    return features.equals("no-metrics")
        ? RequestMetrics.NONE
        : live.route(MemoryEvents.ROUTE).and(telemetry.forRoute(MemoryEvents.ROUTE));
  }

  private static BatcherConfig batching() {
    return new BatcherConfig(1, STRIPE_BYTES, STRIPE_MESSAGES, FLUSH_BYTES, FLUSH_INTERVAL_NANOS);
  }

  @TearDown
  public void stop() throws InterruptedException {
    server.close();
    batchers.forEach(StripedBatcher::close);
    telemetry.close();
  }

  /** One event, from the request's bytes to the response's. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void events() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(loops);
    for (LoopDriver driver : drivers) {
      driver.start(events / loops, latch);
    }
    LoopDriver.await(latch, drivers);
  }
}
