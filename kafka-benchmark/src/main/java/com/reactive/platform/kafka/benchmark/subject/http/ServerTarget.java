package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.ResourceUse;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import com.reactive.platform.kafka.benchmark.subject.CounterBodyReader;
import com.reactive.platform.kafka.benchmark.subject.TopicOptions;
import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A server that is posted to and that is not the gateway, in a process of its own. A ceiling only
 * responds. A rival does what the gateway is for: each body becomes a record of a topic of its own.
 */
final class ServerTarget implements Target {
  private static final int OK = 200;

  /**
   * The way a rival is posted to, and its response.
   *
   * @param path of the requests
   * @param status of an event that Kafka has
   * @param bodyPrefix with which the body of a success begins
   * @param envelope in which a body is posted
   * @param named true if responses and records name the event
   * @param form of the requests over HTTP/2; null for HTTP/1.1
   */
  record Api(
      String path,
      int status,
      String bodyPrefix,
      HttpEndpoint.Envelope envelope,
      boolean named,
      CallForm form) {
    /**
     * Bodies as they are; the response has the ids and the place of the event, as the gateway's.
     */
    static final Api COUNTER =
        new Api(
            "/api/counter",
            ResponseContract.CREATED,
            HttpEndpoint.IDS,
            HttpEndpoint.Envelope.NONE,
            true,
            null);

    /** The same as a unary call of gRPC. */
    static final Api GRPC =
        new Api("", 0, "", HttpEndpoint.Envelope.NONE, true, CallForm.GRPC_JSON);

    /** A body is the body of an OpenTelemetry log record; the response names no place. */
    static final Api OTLP_LOGS = new Api("/v1/logs", OK, "", OtlpLogs.ENVELOPE, false, null);
  }

  /**
   * The options that all rivals have.
   *
   * @param name of the target
   * @param kind of the target
   * @param streamsEach requests in flight of a connection
   * @param partitions of its topic
   * @param async true if it responds before Kafka has acknowledged
   */
  record Rival(String name, String kind, Api api, int streamsEach, int partitions, boolean async) {
    private HttpEndpoint endpoint(ServerProcess process) throws IOException {
      int status = async ? ResponseContract.ACCEPTED : api.status();
      return HttpEndpoint.of(
          process.address("port"), api.path(), status, api.bodyPrefix(), api.envelope());
    }

    private Destination destination(String topic, String producerAcks) {
      String acks = async ? Destination.EARLY : producerAcks;
      return new Destination(
          List.of(topic),
          acks,
          new CounterBodyReader(),
          true,
          api.named()
              ? HttpGuarantees.of(!async && !acks.equals("0"), false)
              : HttpGuarantees.nameless());
    }
  }

  private final String name;
  private final ServerProcess process;
  private final HttpEndpoint endpoint;
  private final Map<String, String> settings;
  private final Optional<Destination> destination;
  private final Runnable afterClose;
  private final CallForm form;
  private final int streamsEach;
  private final UnexpectedResponses unexpectedResponses = new UnexpectedResponses();

  private ServerTarget(
      String name,
      ServerProcess process,
      HttpEndpoint endpoint,
      Map<String, String> settings,
      Optional<Destination> destination,
      CallForm form,
      int streamsEach,
      Runnable afterClose) {
    this.name = name;
    this.process = process;
    this.endpoint = endpoint;
    this.settings = Map.copyOf(settings);
    this.destination = destination;
    this.form = form;
    this.streamsEach = streamsEach;
    this.afterClose = afterClose;
  }

  /**
   * Starts a ceiling.
   *
   * @param status of its responses
   * @param chosen settings that the server itself does not report
   * @throws IOException with one clear sentence if it does not start
   */
  static ServerTarget ceiling(
      String name, List<String> command, int status, Map<String, String> chosen)
      throws IOException, InterruptedException {
    ServerProcess process = ServerProcess.start(name, command, List.of());
    try {
      HttpEndpoint endpoint = HttpEndpoint.counter(process.address("port"), status);
      Map<String, String> settings = settings(process, chosen);
      return new ServerTarget(
          name, process, endpoint, settings, Optional.empty(), null, 1, () -> {});
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /**
   * Makes the topic of a rival and starts it.
   *
   * @param command without the options that all rivals have
   * @param chosen settings that the server itself does not report
   * @throws IOException with one clear sentence if it does not start
   */
  static ServerTarget rival(
      Rival rival, List<String> command, Map<String, String> chosen, BenchKafka kafka)
      throws IOException, InterruptedException {
    String topic = TopicOptions.newTopic(kafka, rival.kind(), rival.partitions());
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("--bootstrap", kafka.bootstrapServers(), "--topic", topic));
    if (rival.async()) {
      all.add("--async");
    }
    ServerProcess process = null;
    try {
      process = ServerProcess.start(rival.name(), all, List.of());
      Map<String, String> settings = settings(process, chosen);
      settings.put("partitions", Integer.toString(rival.partitions()));
      return new ServerTarget(
          rival.name(),
          process,
          rival.endpoint(process),
          settings,
          Optional.of(rival.destination(topic, settings.get("acks"))),
          rival.api().form(),
          rival.streamsEach(),
          () -> kafka.deleteTopic(topic));
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (process != null) {
        process.close();
      }
      kafka.deleteTopic(topic);
      throw e;
    }
  }

  /** Those that the server reported when it was ready, and others. */
  private static Map<String, String> settings(ServerProcess process, Map<String, String> chosen) {
    Map<String, String> settings = new TreeMap<>(process.facts());
    settings.remove("port");
    settings.putAll(chosen);
    return settings;
  }

  HttpEndpoint endpoint() {
    return endpoint;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public TargetSession openSession(SessionContext context) throws IOException {
    return form == null
        ? new HttpSession(endpoint, context, unexpectedResponses)
        : new Http2Session(endpoint, form, streamsEach, context, unexpectedResponses);
  }

  /** Nothing to do: the load workers finish their own requests. */
  @Override
  public void drain(Duration timeout) {}

  @Override
  public Optional<Destination> destination() {
    return destination;
  }

  @Override
  public Map<String, String> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> processes() {
    return Map.of("server", process.pid());
  }

  @Override
  public ResourceUse resourceUse() {
    return process.resourceUse();
  }

  @Override
  public List<String> problems() {
    List<String> all = new ArrayList<>(unexpectedResponses.sentences());
    if (!process.isAlive()) {
      all.add("the server ended with " + process.exitCode() + process.tail());
    }
    return all;
  }

  @Override
  public void close() {
    process.close();
    afterClose.run();
  }
}
