package com.reactive.platform.reliability.overload;

import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.kafka.benchmark.subject.http.GatewayTarget;
import com.reactive.platform.testbed.ProcStat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks at a gateway twice a second, by its admin port and from outside, on a thread of its own.
 * That the admin port answers is a finding, too.
 */
public final class GatewayWatch implements AutoCloseable {
  private static final long EVERY_MILLIS = 500;
  private static final long JOIN_MILLIS = 5_000;

  private final GatewayTarget gateway;
  private final List<StatusSample> samples = new ArrayList<>();
  private final AtomicInteger unanswered = new AtomicInteger();
  private final Thread thread;
  private volatile boolean closed;

  private GatewayWatch(GatewayTarget gateway) {
    this.gateway = gateway;
    thread = new Thread(this::watch, "gateway-watch");
    thread.setDaemon(true);
  }

  /** Begins to look. */
  public static GatewayWatch begin(GatewayTarget gateway) {
    GatewayWatch watch = new GatewayWatch(gateway);
    watch.thread.start();
    return watch;
  }

  private void watch() {
    while (!closed) {
      try {
        StatusSample sample = look();
        synchronized (samples) {
          samples.add(sample);
        }
      } catch (IOException e) {
        unanswered.incrementAndGet();
      }
      try {
        Thread.sleep(EVERY_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private StatusSample look() throws IOException {
    JsonNode status = gateway.status();
    long limit = 0;
    long inFlight = 0;
    for (JsonNode lane : status.path("admission")) {
      limit += lane.path("limit").asLong();
      inFlight += lane.path("inFlight").asLong();
    }
    JsonNode ledger = status.path("ledger");
    return new StatusSample(
        System.nanoTime(),
        rssMegabytes(gateway.processes().get("gateway")),
        ledger.path("acked").asLong(),
        sum(ledger.path("shed")),
        sum(ledger.path("failed")),
        limit,
        inFlight,
        status.path("loops").path("stalls").asLong(),
        status.path("loops").path("recentDelayMillis").asDouble());
  }

  private static long sum(JsonNode counts) {
    long sum = 0;
    for (JsonNode count : counts) {
      sum += count.asLong();
    }
    return sum;
  }

  private static double rssMegabytes(long pid) {
    try {
      return ProcStat.residentMegabytes(pid);
    } catch (IOException endedOrNotLinux) {
      return Double.NaN;
    }
  }

  /** Samples of that period. */
  public List<StatusSample> between(long fromNanos, long toNanos) {
    synchronized (samples) {
      return samples.stream()
          .filter(seen -> seen.nanos() - fromNanos >= 0 && toNanos - seen.nanos() >= 0)
          .toList();
    }
  }

  /** Number of requests to which the admin port did not respond. */
  public int unanswered() {
    return unanswered.get();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
