package com.reactive.platform.kafka.benchmark.loop;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.http.Exchange;
import com.reactive.platform.gateway.http.HttpIngress;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * From the bytes of a body to an event in the stripe, and nothing else: neither HTTP before it, nor
 * a sink behind it.
 *
 * <p>The dispatcher stands in its sender meanwhile, and the stripe is emptied between the
 * invocations, outside of the measured time. The exchange is one with a response on acceptance, so
 * that it can serve for all events.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class IntakeBenchmark {
  private static final int EVENTS = 8_192;
  private static final int STRIPE_BYTES = 16 << 20;

  /** Of the bodies. */
  @Param({"JSON", "PROTOBUF"})
  public BodyFormat format = BodyFormat.JSON;

  private byte[][] bodies;
  private final HttpRequest head =
      new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, MemoryEvents.ROUTE);
  private final Exchange exchange =
      new Exchange(null, null, new Ledger(), RequestMetrics.NONE, head, false);
  private final Semaphore gate = new Semaphore(0);
  private StripedBatcher batcher;
  private HttpIngress ingress;
  private final EventIds requestIds = new EventIds();

  @Setup
  public void start() {
    boolean json = format == BodyFormat.JSON;
    bodies = json ? MemoryEvents.bodies() : MemoryEvents.protobufBodies();
    head.headers()
        .set(HttpHeaderNames.HOST, "127.0.0.1:8080")
        .set(HttpHeaderNames.CONTENT_TYPE, json ? "application/json" : "application/protobuf")
        .set(HttpHeaderNames.CONTENT_LENGTH, bodies[0].length);
    batcher =
        new StripedBatcher(
            new BatcherConfig(1, STRIPE_BYTES, 2 * EVENTS, STRIPE_BYTES, 1_000_000),
            batch -> {
              gate.acquire();
              gate.release();
              batch.acked(0, 0);
            },
            "dispatcher");
    ingress =
        new HttpIngress(
            new Ingress(new StripedBatcher.Writer[] {batcher.writer(0)}, 0, Runnable::run), 1_000);
    exchange.match(
        MemoryEvents.routes(MemoryEvents.counter("async"), RequestMetrics.NONE, new Ledger())
            .find(MemoryEvents.ROUTE));
  }

  @TearDown
  public void stop() {
    gate.release();
    batcher.close();
  }

  /** Empties the stripe, then stops the dispatcher with the next event in its hands. */
  @Setup(Level.Invocation)
  public void empty() throws InterruptedException {
    gate.release();
    while (batcher.stats().pendingMessages() > 0) {
      Thread.sleep(1);
    }
    gate.acquire();
    take(bodies[0]);
    while (gate.getQueueLength() == 0) {
      Thread.onSpinWait();
    }
  }

  /** One event. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void events() {
    for (int i = 0; i < EVENTS; i++) {
      take(bodies[i & (bodies.length - 1)]);
    }
  }

  private void take(byte[] body) {
    exchange.requestId(requestIds.next());
    Problem problem = ingress.take(exchange, head.headers(), body, 0, body.length);
    if (problem != null) {
      throw new IllegalStateException("an event was not accepted: " + problem);
    }
  }
}
