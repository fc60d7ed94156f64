package com.reactive.platform.gateway;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.registry.RegistryConfig;
import com.reactive.platform.gateway.registry.RegistryPoll;
import com.reactive.platform.gateway.sink.SinkConnection;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.LatencyBreakdown;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway's life: start, reload, stop. {@link GatewayComponents} has its parts, {@link
 * GatewayMonitor} shows them.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Gateway.class);
  private static final Duration TELEMETRY_START = Duration.ofSeconds(2);

  private final GatewayComponents parts;
  private final GatewayMonitor monitor;
  private final Supplier<GatewayConfig> source;

  /** One reload at a time; not the gateway's own lock, so that a stop waits for none. */
  private final Object reloading = new Object();

  /** Null unless there is a registry to look for later schemas in. */
  private RegistryPoll registryPoll;

  private boolean closed;

  private Gateway(GatewayComponents parts, Supplier<GatewayConfig> source) {
    this.parts = parts;
    this.source = source;
    this.monitor = new GatewayMonitor(parts);
  }

  /**
   * Starts everything. Kafka need not be there: the gateway is live at once, and ready as soon as
   * Kafka and the topic are. Who connects meanwhile waits for that, for some seconds at most.
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
    return start(config, source, GatewayComponents::connectToKafka);
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
    Gateway gateway = new Gateway(new GatewayComponents(config, sinks), source);
    try {
      gateway.start();
      return gateway;
    } catch (IOException | InterruptedException | RuntimeException e) {
      gateway.close();
      throw e;
    }
  }

  private void start() throws IOException, InterruptedException {
    parts.start();
    monitor.openAdminPort(this::reload);
    parts.open();
    parts.telemetry.awaitStarted(TELEMETRY_START);
    monitor.startSampling();
    RegistryConfig registry = parts.config.registry();
    if (registry.url().isPresent() && registry.pollSeconds() > 0) {
      registryPoll = new RegistryPoll(registry.pollSeconds(), this::followRegistry);
    }
  }

  private void followRegistry() throws InterruptedException {
    List<StreamDefinition> now = parts.definitions();
    List<StreamDefinition> next = parts.withLatest(now);
    if (next.equals(now)) {
      return;
    }
    synchronized (reloading) {
      // A reload in between has asked the registry, too.
      if (!parts.isDraining() && parts.definitions().equals(now)) {
        parts.serve(next);
      }
    }
  }

  /**
   * Reads the configuration again and takes over what can change while events pass: streams, rates,
   * API keys, the issuer's keys, certificates. A configuration that is wrong changes nothing, a
   * file of keys or certificates that is wrong leaves those that were in force. From any thread;
   * blocks on files, and on the schema registry where streams need it.
   */
  public Reload reload() {
    synchronized (reloading) {
      if (parts.isDraining()) {
        return new Reload(List.of("shutting down"), List.of());
      }
      Reload reload;
      try {
        GatewayConfig next = source.get();
        reload = new Reload(parts.reload(next), Reload.differences(parts.config, next));
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

  /** True if an event posted now would be accepted, by some stream at least. */
  public boolean ready() {
    return parts.readiness.ready();
  }

  /** Why it is not ready, or what is wrong though it is, in a few words; empty if nothing is. */
  public String notReadyBecause() {
    return parts.readiness.because();
  }

  public int httpPort() {
    return parts.http.port();
  }

  public int adminPort() {
    return monitor.adminPort();
  }

  /** The counts so far. */
  public Ledger.Snapshot ledger() {
    return parts.ledger();
  }

  /** The idempotency keys of each stream that remembers them, by its name. */
  public Map<String, KeyWindow.Stats> idempotency() {
    return parts.windows.stats();
  }

  /** Stage times count from now on, if they are measured. From any thread. */
  public void resetStageTimes() {
    parts.http.stageTimes().ifPresent(LatencyBreakdown::reset);
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
    if (registryPoll != null) {
      registryPoll.close();
    }
    parts.drain();
    monitor.close();
    parts.close();
  }
}
