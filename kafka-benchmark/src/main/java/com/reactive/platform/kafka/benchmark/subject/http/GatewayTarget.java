package com.reactive.platform.kafka.benchmark.subject.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import com.reactive.platform.kafka.benchmark.rig.ResourceUse;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.kafka.benchmark.subject.TargetFactory;
import com.reactive.platform.testbed.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The gateway over HTTP, in a JVM of its own, with a topic of its own. */
public final class GatewayTarget implements Target {
  private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long RESET_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final String name;
  private final GatewayOptions options;
  private final BenchKafka kafka;
  private final List<String> topics;
  private final SubjectEnvironment environment;
  private final ServerProcess process;
  private final GatewayStatus status;
  private final HttpEndpoint endpoint;
  private final UnexpectedResponses unexpectedResponses = new UnexpectedResponses();
  private final Map<String, String> settings = new TreeMap<>();

  private GatewayTarget(
      String name,
      GatewayOptions options,
      BenchKafka kafka,
      List<String> topics,
      SubjectEnvironment environment,
      ServerProcess process)
      throws IOException {
    this.name = name;
    this.options = options;
    this.kafka = kafka;
    this.topics = topics;
    this.environment = environment;
    this.process = process;
    this.status = new GatewayStatus(process.number("admin"));
    GatewayProtocol protocol = options.protocol();
    this.endpoint =
        protocol.isUsual() || protocol.isHttp2()
            ? endpoint(options, environment, process)
            : HttpEndpoint.call(process.address("http"), protocol.form());
  }

  private static HttpEndpoint endpoint(
      GatewayOptions options, SubjectEnvironment environment, ServerProcess process)
      throws IOException {
    GatewayRoute route = options.route();
    GatewayStreams streams = options.streams();
    return new HttpEndpoint(
        process.address("http"),
        streams.count() == 0 ? List.of(route.path()) : streams.paths(),
        route.headers() + environment.headers(),
        route.status(),
        HttpEndpoint.IDS,
        streams.noted(),
        environment.tls(),
        HttpEndpoint.Envelope.NONE);
  }

  /**
   * Reads the options: {@code heap-mb}, {@code partitions}, {@code path}, {@code respond-async},
   * {@code streams}, {@code topic-per-stream}, {@code large-bodies}, {@code quarantine-topic},
   * {@code api-keys}, {@code idempotency-keys}, {@code tls}, {@code collector}, {@code protocol},
   * {@code body}, {@code streams-per-connection}, and any key of the gateway's configuration except
   * for its addresses and topics.
   */
  static TargetFactory prepare(Options options) {
    GatewayOptions chosen = GatewayOptions.from(options);
    return kafka -> open(options.targetName(), chosen, kafka);
  }

  private static GatewayTarget open(String name, GatewayOptions options, BenchKafka kafka)
      throws IOException, InterruptedException {
    String base = "bench-gateway-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    List<String> topics = options.streams().topics(base);
    kafka.createTopics(topics, options.partitions());
    SubjectEnvironment environment = null;
    ServerProcess process = null;
    try {
      environment = new SubjectEnvironment(options);
      Map<String, String> settings =
          options.settings(kafka.bootstrapServers(), base, environment.folder());
      settings.putAll(environment.settings());
      process = start(name, options.heapMegabytes(), settings);
      GatewayTarget target = new GatewayTarget(name, options, kafka, topics, environment, process);
      target.awaitReady();
      return target;
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (process != null) {
        process.close();
      }
      if (environment != null) {
        environment.close();
      }
      kafka.deleteTopics(topics);
      throw e;
    }
  }

  private static ServerProcess start(String name, int heapMegabytes, Map<String, String> settings)
      throws IOException, InterruptedException {
    List<String> input = new ArrayList<>();
    settings.forEach((key, value) -> input.add(key + "=" + value));
    input.add("");
    List<String> command =
        ChildJvm.command(heapMegabytes, ChildJvm.ownClassPath(), GatewayMain.class.getName());
    command.addAll(1, ChildJvm.launcherFlags());
    return ServerProcess.start(name, command, input);
  }

  private void awaitReady() throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!status.ready()) {
      if (!process.isAlive()) {
        throw new IOException(name + " ended with " + process.exitCode() + process.tail());
      }
      if (System.nanoTime() - start > READY_NANOS) {
        throw new IOException(name + " did not become ready in a minute" + process.tail());
      }
      Thread.sleep(20);
    }
    settings.putAll(options.inForce());
    status
        .fetch()
        .path("settings")
        .properties()
        .forEach(entry -> settings.put(entry.getKey(), shown(entry.getValue().asText())));
  }

  /** For readers of a report, who need neither home directory nor the name of what is gone. */
  static String shown(String value) {
    if (value.startsWith(System.getProperty("java.io.tmpdir") + "/")) {
      return "(temporary)";
    }
    String home = System.getProperty("user.home");
    return value.startsWith(home) ? "~" + value.substring(home.length()) : value;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public TargetSession openSession(SessionContext context) throws IOException {
    status.outdate();
    GatewayProtocol protocol = options.protocol();
    return protocol.isHttp2()
        ? new Http2Session(
            endpoint, protocol.form(), protocol.streamsEach(), context, unexpectedResponses)
        : new HttpSession(endpoint, context, unexpectedResponses);
  }

  /** Nothing to do: the load workers finish their own requests. */
  @Override
  public void drain(Duration timeout) {
    status.outdate();
  }

  @Override
  public Optional<Destination> destination() {
    return Optional.of(
        options
            .route()
            .destination(topics, settings.get("kafka.producer.acks"), options.streams().reader()));
  }

  /**
   * The running gateway's own view when it was ready: its configuration without addresses and
   * secrets. The producer's are what the client's configuration class makes of what the gateway
   * gives the producer; they are not read from the producer itself.
   */
  @Override
  public Map<String, String> settings() {
    return Map.copyOf(settings);
  }

  @Override
  public Map<String, Long> processes() {
    return Map.of("gateway", process.pid());
  }

  /** Its data port, on the loopback address. */
  public int port() throws IOException {
    return process.number("http");
  }

  /**
   * The gateway's {@code /status}, asked for now.
   *
   * @throws IOException if the gateway does not respond within two seconds
   */
  public JsonNode status() throws IOException {
    return status.fetch();
  }

  @Override
  public Gauges gauges() {
    return status.gauges();
  }

  @Override
  public ResourceUse resourceUse() {
    return status.resourceUse();
  }

  /**
   * Restarts the counts of {@link #stages}; does nothing unless {@code diagnostics.stages} is true.
   * To be called between runs. Returns when the gateway has done it.
   *
   * @throws IOException if the gateway does not respond or does not do it
   */
  public void resetStages() throws IOException, InterruptedException {
    long before = countedInStages();
    if (before == 0) {
      return;
    }
    process.send(List.of(GatewayMain.RESET_STAGES));
    long start = System.nanoTime();
    while (countedInStages() >= before) {
      if (System.nanoTime() - start > RESET_NANOS) {
        throw new IOException(name + " did not reset its stage times");
      }
      Thread.sleep(5);
    }
  }

  /** Bytes of traces that its collector has received; 0 if it has none. */
  long traceBytes() {
    return environment.traceBytes();
  }

  private long countedInStages() throws IOException {
    return stages().stream().mapToLong(StageTime::count).max().orElse(0);
  }

  /**
   * Time per stage, from the gateway's start or the last {@link #resetStages} on; empty unless
   * {@code diagnostics.stages} is true. Asks the gateway.
   *
   * @throws IOException if the gateway does not respond
   */
  public List<StageTime> stages() throws IOException {
    List<StageTime> stages = new ArrayList<>();
    status
        .fetch()
        .path("stages")
        .properties()
        .forEach(
            stage ->
                stages.add(
                    new StageTime(
                        stage.getKey(),
                        stage.getValue().path("count").asLong(),
                        stage.getValue().path("meanMicros").asDouble(),
                        stage.getValue().path("p50Micros").asDouble(),
                        stage.getValue().path("p99Micros").asDouble())));
    return stages;
  }

  @Override
  public List<String> problems() {
    List<String> all = new ArrayList<>(unexpectedResponses.sentences());
    if (!process.isAlive()) {
      all.add("the gateway ended with " + process.exitCode() + process.tail());
    }
    return all;
  }

  @Override
  public void close() {
    process.close();
    environment.close();
    kafka.deleteTopics(topics);
  }
}
