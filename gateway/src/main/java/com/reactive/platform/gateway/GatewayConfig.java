package com.reactive.platform.gateway;

import com.reactive.platform.gateway.admin.AdminConfig;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.http.HttpConfig;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.idempotency.IdempotencyConfig;
import com.reactive.platform.gateway.limit.LimitsConfig;
import com.reactive.platform.gateway.openapi.OpenApi;
import com.reactive.platform.gateway.privacy.PrivacyConfig;
import com.reactive.platform.gateway.registry.RegistryConfig;
import com.reactive.platform.gateway.rpc.RpcConfig;
import com.reactive.platform.gateway.security.SecurityConfig;
import com.reactive.platform.gateway.sink.Replication;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import com.reactive.platform.gateway.sink.kafka.KafkaConnection;
import com.reactive.platform.gateway.sink.spool.SpoolConfig;
import com.reactive.platform.gateway.source.ConfiguredSource;
import com.reactive.platform.gateway.source.EventSourceProvider;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.gateway.telemetry.TelemetryConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Everything that can be set, by part.
 *
 * @param sources where events come from beside the data port
 * @param publicUrl where clients reach the data port; empty: at its own address
 * @param diagnosticRoutes whether there are routes that are there to measure
 * @param shutdownTimeoutMillis how long a stop waits for events to get their outcome
 */
public record GatewayConfig(
    HttpConfig http,
    RpcConfig rpc,
    LimitsConfig limits,
    AdminConfig admin,
    SecurityConfig security,
    PrivacyConfig privacy,
    KafkaConfig kafka,
    List<StreamDefinition> streams,
    RegistryConfig registry,
    BatchingConfig batching,
    SpoolConfig spool,
    IdempotencyConfig idempotency,
    TelemetryConfig telemetry,
    List<ConfiguredSource> sources,
    String publicUrl,
    boolean diagnosticRoutes,
    int shutdownTimeoutMillis) {

  /**
   * Reads and checks all settings.
   *
   * @throws com.reactive.platform.gateway.config.ConfigException naming every error
   */
  public static GatewayConfig from(Settings settings) {
    KafkaConfig kafka = KafkaConfig.from(settings);
    SecurityConfig security = SecurityConfig.from(settings);
    HttpConfig http =
        HttpConfig.from(
            settings, kafka.queueTimeoutMillis(), kafka.worstCaseMillis(), security.asksClients());
    StreamsConfig.Defaults defaults = BatchingConfig.streamDefaults(settings, http, kafka);
    List<StreamDefinition> streams = StreamsConfig.from(settings, defaults);
    GatewayConfig config =
        new GatewayConfig(
            http,
            RpcConfig.from(settings),
            LimitsConfig.from(settings),
            AdminConfig.from(settings, security.asksAdmins()),
            security,
            PrivacyConfig.from(settings),
            kafka,
            streams,
            RegistryConfig.from(settings),
            BatchingConfig.from(settings, http, kafka, defaults, DeliveryProfile.of(streams)),
            SpoolConfig.from(settings),
            IdempotencyConfig.from(settings),
            TelemetryConfig.from(settings),
            sources(settings, streams),
            publicUrl(settings),
            diagnosticRoutes(settings, streams),
            settings.integer(
                "shutdown.timeout-ms",
                25_000,
                0,
                600_000,
                "longest wait for in-flight events when stopping"));
    checkStreams(settings, streams, config.privacy);
    config.registry.check(settings, streams);
    if (streams.stream().anyMatch(StreamDefinition::spool)) {
      config.spool.check(settings);
    }
    HeapNeeds.check(settings, http, config.batching, streams, config.ownClientAcks());
    checkRecords(settings, config);
    settings.check();
    return config;
  }

  /** What can be set, for the reference. */
  public static List<Settings.Key> keys() {
    Settings settings = Settings.of(Map.of()).withDefault(StreamsConfig.COUNTER_ENABLED, "true");
    from(settings);
    return settings.keys();
  }

  /**
   * What is in force, by the keys of the settings: for whoever must know what was measured. Only
   * addresses, what becomes of the streams, and secrets are left out.
   */
  public Map<String, String> inForce() {
    Map<String, String> inForce = new TreeMap<>(batching.inForce());
    inForce.put("http.hosts", http.hosts().text());
    inForce.put("http.event-loops", Integer.toString(http.eventLoops()));
    inForce.put("http.max-body-bytes", Integer.toString(http.maxBodyBytes()));
    inForce.put("http.body-budget-bytes", Integer.toString(http.bodyBudgetBytes()));
    inForce.put("http.max-connections", Integer.toString(http.maxConnections()));
    inForce.put("http.max-pipelined", Integer.toString(http.maxPipelined()));
    inForce.put("http.versions", http.versions().text());
    inForce.put("http.request-timeout-ms", Integer.toString(http.requestTimeoutMillis()));
    inForce.put("http.idle-timeout-ms", Integer.toString(http.idleTimeoutMillis()));
    inForce.put("http.answer-timeout-ms", Integer.toString(http.answerTimeoutMillis()));
    inForce.put("http.max-wait-ms", Integer.toString(http.maxWaitMillis()));
    inForce.put("http.http2-window-bytes", Integer.toString(http.http2WindowBytes()));
    inForce.put("http.gather-connections", Boolean.toString(http.gathersConnections()));
    inForce.put("http.rest-in-pauses", Boolean.toString(http.restsInPauses()));
    inForce.put("http.max-compression-ratio", Integer.toString(http.maxCompressionRatio()));
    inForce.put(
        "http.tls.provider",
        security.httpTls().map(tls -> tls.provider().name().toLowerCase(Locale.ROOT)).orElse(""));
    inForce.put("rpc.protocols", rpc.text());
    inForce.put("rpc.max-in-flight", Integer.toString(rpc.maxInFlight()));
    inForce.put("rpc.reflection", Boolean.toString(rpc.reflection()));
    inForce.putAll(limits.inForce());
    inForce.put("diagnostics.routes", Boolean.toString(diagnosticRoutes));
    inForce.put("diagnostics.metrics", Boolean.toString(telemetry.metrics()));
    inForce.put("diagnostics.stages", Boolean.toString(http.stageTimes()));
    inForce.put("kafka.client", kafka.isNative() ? "native" : "java");
    inForce.put("kafka.queue-timeout-ms", Integer.toString(kafka.queueTimeoutMillis()));
    inForce.put("kafka.max-block-ms", Integer.toString(kafka.maxBlockMillis()));
    inForce.put("kafka.delivery-timeout-ms", Integer.toString(kafka.deliveryTimeoutMillis()));
    inForce.put("kafka.settle-timeout-ms", Integer.toString(kafka.settleTimeoutMillis()));
    inForce.put(
        "kafka.require-replication", kafka.requiredReplication().map(Replication::text).orElse(""));
    inForce.put("tracing.force-header", telemetry.forceHeader());
    inForce.put("tracing.sample-ratio", Double.toString(telemetry.sampleRatio()));
    inForce.put("tracing.max-per-second", Integer.toString(telemetry.maxPerSecond()));
    inForce.put("spool.dir", spool.dir().toString());
    inForce.put("spool.max-mebibytes", Long.toString(spool.maxBytes() >> 20));
    inForce.put(
        "spool.max-age-minutes",
        Long.toString(Duration.ofMillis(spool.maxAgeMillis()).toMinutes()));
    inForce.put("idempotency.max-bytes", Integer.toString(idempotency.maxBytes()));
    inForce.put("idempotency.scope", idempotency.scope().name().toLowerCase(Locale.ROOT));
    inForce.put("shutdown.timeout-ms", Integer.toString(shutdownTimeoutMillis));
    sources.forEach(source -> inForce.putAll(source.inForce()));
    kafka
        .producerInForce(kafka.isNative() ? budgetBytes() / http.eventLoops() : budgetBytes())
        .forEach((name, value) -> inForce.put("kafka.producer." + name, value));
    return inForce;
  }

  /** The settings of acks that need a producer of Kafka's own client. */
  Set<Acks> ownClientAcks() {
    return batching.lanes().stream()
        .filter(profile -> diagnosticRoutes || !KafkaConnection.isNative(kafka, profile))
        .map(DeliveryProfile::acks)
        .collect(Collectors.toSet());
  }

  /** Those of the kinds that are on the class path. */
  private static List<ConfiguredSource> sources(Settings settings, List<StreamDefinition> streams) {
    return ServiceLoader.load(EventSourceProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .flatMap(kind -> kind.read(settings, streams).stream())
        .toList();
  }

  private static String publicUrl(Settings settings) {
    String key = "http.public-url";
    String url =
        settings.text(
            key,
            "",
            "URL of the data port for clients, shown in /openapi.json: https://events.my.org");
    settings.describeDefault(key, "its own address");
    if (!url.matches("(https?://[^\\s/?#]+(/[^\\s?#]*)?)?")) {
      settings.reject(key, "must be an http or https URL without a query");
    }
    return url;
  }

  private static boolean diagnosticRoutes(Settings settings, List<StreamDefinition> streams) {
    String key = "diagnostics.routes";
    List<String> ours = Routes.diagnosticRoutes();
    boolean on =
        settings.flag(
            key,
            false,
            ours.get(0)
                + " does everything except Kafka and responds 200, "
                + ours.get(1)
                + " only reads the body and responds 202; neither stores anything; "
                + ours.get(2)
                + " hands each event to the Kafka client on the event loop and responds 202 without"
                + " waiting for its outcome");
    List<String> routes = streams.stream().flatMap(stream -> stream.routes().stream()).toList();
    if (on && !routes.contains(Routes.MEASURED)) {
      settings.reject(key, "requires a stream with the route " + Routes.MEASURED);
    }
    if (on && !Collections.disjoint(routes, ours)) {
      settings.reject(key, "a stream already uses one of the routes " + String.join(" and ", ours));
    }
    return on;
  }

  private static void checkStreams(
      Settings settings, List<StreamDefinition> streams, PrivacyConfig privacy) {
    if (streams.isEmpty()) {
      settings.reject(
          "streams",
          "no stream is configured: define one (streams.orders.schema: orders.avsc), or set "
              + StreamsConfig.COUNTER_ENABLED
              + ": true for the demo stream");
    }
    for (StreamDefinition stream : streams) {
      StreamChecks.check(
          stream,
          privacy.hashKeyFile().isPresent(),
          (key, reason) -> settings.reject("streams." + stream.name() + "." + key, reason));
    }
  }

  /**
   * That all fields of streams that take protobuf have their numbers, as {@link Gateway} requires.
   * Not part of reading the settings: the numbers are added by a command that reads them.
   *
   * @throws ConfigException if some have none
   */
  public void checkNumbers() {
    List<String> errors = new ArrayList<>();
    streams.forEach(stream -> StreamRegistry.checkNumbers(stream, errors));
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
  }

  /** The stream of this name, if it is switched on. */
  public Optional<StreamDefinition> stream(String name) {
    return streams.stream().filter(stream -> stream.name().equals(name)).findFirst();
  }

  /**
   * The OpenAPI 3.1 document of streams, as clients of this gateway see them.
   *
   * @param httpPort the one that the data port has, where any free one was asked for
   */
  public String openApi(List<StreamDefinition> streams, int httpPort) {
    String host = http.host().contains(":") ? "[" + http.host() + "]" : http.host();
    String own = (security.httpTls().isPresent() ? "https://" : "http://") + host + ":" + httpPort;
    return OpenApi.of(
        streams,
        new OpenApi.About(
            Version.current(),
            publicUrl.isEmpty() ? own : publicUrl,
            security.apiKeysFile().isPresent(),
            security.jwt().isPresent(),
            security.asksForCertificates()));
  }

  private static void checkRecords(Settings settings, GatewayConfig config) {
    int limit = config.kafka.maxRequestBytes();
    int needed = config.http.maxBodyBytes() + EventFrame.MAX_OVERHEAD_BYTES;
    if (limit < needed) {
      settings.reject(
          "http.max-body-bytes",
          "an event of this size requires a record of "
              + needed
              + " bytes, but kafka.producer.max.request.size is "
              + limit);
    }
  }

  /** The most bytes of events that the batcher can hold. */
  public long budgetBytes() {
    return batching.budgetBytes();
  }
}
