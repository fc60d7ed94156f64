package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.HeapNeeds;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.testbed.WorkFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The options of a measured gateway.
 *
 * @param heapMegabytes of its JVM
 * @param partitions of each of its topics
 * @param route that is posted to, unless it has a number of streams
 * @param streams that it has
 * @param apiKeys true if each request carries a key
 * @param idempotencyKeys true if each request has an idempotency key that was never sent before
 * @param tls true if connections are encrypted
 * @param collector true if there is one that receives its traces
 * @param protocol of the requests
 * @param settings of the gateway, by its own keys
 * @param inForce these options, as they are shown among the settings of a run
 */
record GatewayOptions(
    int heapMegabytes,
    int partitions,
    GatewayRoute route,
    GatewayStreams streams,
    boolean apiKeys,
    boolean idempotencyKeys,
    boolean tls,
    boolean collector,
    GatewayProtocol protocol,
    Map<String, String> settings,
    Map<String, String> inForce) {
  /**
   * Set by the benchmark: where the gateway listens, what it writes to, and that a success means
   * that Kafka has it. For keys and TLS the benchmark configures both ends.
   */
  private static final String OWNED =
      "http\\.(host|port|allow-unauthenticated|public-url|tls\\.(?!provider$).*)"
          + "|(admin|security|privacy|registry|log)\\..*"
          + "|limits\\.(trusted-proxies|forwarded-header)|diagnostics\\.routes|kafka\\.bootstrap-servers|streams\\..*"
          + "|calibration\\.(key|seed-file)";

  /** Shown only if they are on. */
  private static final Set<String> EXTRAS =
      Set.of("large-bodies", "api-keys", "idempotency-keys", "tls", "collector");

  private static final int LAUNCHERS_HEAP_MEGABYTES = 1_024;
  private static final int LONGEST_IDLE_MILLIS = 3_600_000;

  /**
   * Reads and checks them; starts nothing.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  static GatewayOptions from(Options options) {
    int heap = options.integer("heap-mb", LAUNCHERS_HEAP_MEGABYTES, 64, 1 << 20);
    int partitions = options.integer("partitions", 6, 1, 1_000);
    GatewayRoute route = GatewayRoute.from(options);
    GatewayStreams streams = GatewayStreams.from(options);
    if (route.isDiagnostic() && streams.count() > 0) {
      throw options.refuse("streams", "have no diagnostic routes; leave path out");
    }
    boolean apiKeys = options.flag("api-keys", false);
    boolean idempotencyKeys = options.flag("idempotency-keys", false);
    boolean tls = options.flag("tls", false);
    boolean collector = options.flag("collector", false);
    GatewayProtocol protocol = GatewayProtocol.from(options);
    boolean plain = !route.respondAsync() && streams.count() == 0 && !streams.noted();
    if (!protocol.isUsual() && (!plain || apiKeys || idempotencyKeys || tls)) {
      throw options.refuse(
          "protocol",
          "must be http1 for respond-async, streams, large-bodies, api-keys, idempotency-keys and tls");
    }
    Map<String, String> settings = new TreeMap<>();
    // Nothing learned elsewhere is used, and nothing is stored, unless a file is named.
    settings.put("batch.calibration-file", "");
    // A connection that is used seldom must not be closed just when it is used again.
    settings.put("http.idle-timeout-ms", Integer.toString(LONGEST_IDLE_MILLIS));
    settings.put("diagnostics.routes", Boolean.toString(route.isDiagnostic()));
    settings.putAll(options.others(key -> key.contains(".") && !key.matches(OWNED)));
    options.refuseOthers(
        "the keys of the gateway's configuration but for addresses, security, privacy, registry, log,"
            + " kafka.bootstrap-servers, diagnostics.routes, calibration.key, calibration.seed-file and"
            + " streams");
    check(options, settings);
    return new GatewayOptions(
        heap,
        partitions,
        route,
        streams,
        apiKeys,
        idempotencyKeys,
        tls,
        collector,
        protocol,
        settings,
        shown(options.inForce(), streams));
  }

  private static void check(Options options, Map<String, String> settings) {
    settings.forEach(
        (key, value) -> {
          if (value.contains("\n") || value.contains("\r")) {
            throw options.refuse(key, "must be one line");
          }
        });
    try {
      // The streams come with the run; here the demo stream stands for them.
      GatewayConfig.from(
          Settings.ofKeys(settings).withDefault(StreamsConfig.COUNTER_ENABLED, "true"));
    } catch (ConfigException e) {
      // The heap is another here.
      List<String> errors =
          e.errors().stream().filter(error -> !error.endsWith(HeapNeeds.OTHERS_FIT)).toList();
      if (!errors.isEmpty()) {
        throw new IllegalArgumentException(
            "target " + options.targetName() + ": " + String.join("; ", errors));
      }
    }
  }

  /**
   * The gateway's settings except for those of its surroundings.
   *
   * @param topic with which the names of its topics begin
   * @param folder for the files that it reads
   */
  Map<String, String> settings(String bootstrapServers, String topic, WorkFolder folder)
      throws IOException {
    Map<String, String> all = new TreeMap<>(settings);
    all.put("http.port", "0");
    all.put("admin.port", "0");
    all.put("kafka.bootstrap-servers", bootstrapServers);
    all.putAll(streams.settings(topic, folder));
    return all;
  }

  private static Map<String, String> shown(Map<String, String> inForce, GatewayStreams streams) {
    EXTRAS.forEach(key -> inForce.remove(key, "false"));
    GatewayProtocol.hideUsual(inForce);
    if (streams.count() == 0) {
      inForce.keySet().removeAll(Set.of("streams", "topic-per-stream"));
    } else {
      inForce.put("path", "/api/events/*");
    }
    return inForce;
  }
}
