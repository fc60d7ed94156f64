package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.subject.CounterBodyReader;
import com.reactive.platform.kafka.benchmark.subject.TopicOptions;
import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server that does what the gateway is for, in a process of its own and with a topic of its own:
 * each body that is posted becomes a record.
 */
final class RivalTarget extends ServerTarget {
  private static final int OK = 200;

  /**
   * How a rival is posted to, and what it answers.
   *
   * @param path of the requests
   * @param status of an event that Kafka has
   * @param bodyPrefix with which the body of a success begins
   * @param envelope what a body is posted in
   * @param named whether answers and records name the event
   */
  record Api(
      String path, int status, String bodyPrefix, HttpEndpoint.Envelope envelope, boolean named) {
    /** Bodies as they are, answered with the ids and the place of the event, as by the gateway. */
    static final Api COUNTER =
        new Api(
            "/api/counter",
            ResponseContract.CREATED,
            "{\"requestId\"",
            HttpEndpoint.Envelope.NONE,
            true);

    /** A body is the body of an OpenTelemetry log record; the answer names no place. */
    static final Api OTLP_LOGS = new Api("/v1/logs", OK, "", OtlpLogs.ENVELOPE, false);
  }

  /**
   * What all rivals have in common.
   *
   * @param name of the target
   * @param kind of the target
   * @param api that it has
   * @param partitions of its topic
   * @param async whether it answers before Kafka has acknowledged
   */
  record Wiring(String name, String kind, Api api, int partitions, boolean async) {}

  private final Wiring wiring;
  private final BenchKafka kafka;
  private final String topic;
  private final Map<String, String> settings;

  private RivalTarget(
      Wiring wiring,
      BenchKafka kafka,
      String topic,
      ServerProcess process,
      Map<String, String> told)
      throws IOException {
    super(wiring.name(), process, endpoint(wiring, process.number("port")));
    this.wiring = wiring;
    this.kafka = kafka;
    this.topic = topic;
    settings = serverFacts();
    settings.putAll(told);
    settings.put("partitions", Integer.toString(wiring.partitions()));
  }

  private static HttpEndpoint endpoint(Wiring wiring, int port) {
    return new HttpEndpoint(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        List.of(wiring.api().path()),
        "",
        wiring.async() ? ResponseContract.ACCEPTED : wiring.api().status(),
        wiring.api().bodyPrefix(),
        false,
        Optional.empty(),
        wiring.api().envelope());
  }

  /**
   * Makes the topic and starts the server.
   *
   * @param command without what the wiring says
   * @param told settings that the server itself does not tell
   * @throws IOException with one clear sentence if it does not start
   */
  static RivalTarget open(
      Wiring wiring, List<String> command, Map<String, String> told, BenchKafka kafka)
      throws IOException, InterruptedException {
    String topic = TopicOptions.newTopic(kafka, wiring.kind(), wiring.partitions());
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("--bootstrap", kafka.bootstrapServers(), "--topic", topic));
    if (wiring.async()) {
      all.add("--async");
    }
    ServerProcess process = null;
    try {
      process = ServerProcess.start(wiring.name(), all, List.of());
      return new RivalTarget(wiring, kafka, topic, process, told);
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (process != null) {
        process.close();
      }
      kafka.deleteTopic(topic);
      throw e;
    }
  }

  @Override
  public Optional<Destination> destination() {
    String acks = wiring.async() ? Destination.EARLY : settings.get("acks");
    return Optional.of(
        new Destination(
            List.of(topic),
            acks,
            new CounterBodyReader(),
            true,
            wiring.api().named()
                ? HttpGuarantees.of(!wiring.async() && !acks.equals("0"), false)
                : HttpGuarantees.nameless()));
  }

  /** As the server told them when it was ready. */
  @Override
  public Map<String, String> settings() {
    return Map.copyOf(settings);
  }

  @Override
  public void close() {
    super.close();
    kafka.deleteTopic(topic);
  }
}
