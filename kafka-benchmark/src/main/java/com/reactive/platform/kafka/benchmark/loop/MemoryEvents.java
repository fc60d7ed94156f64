package com.reactive.platform.kafka.benchmark.loop;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.http.HttpConfig;
import com.reactive.platform.gateway.http.HttpServer;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.ingest.EventMemory;
import com.reactive.platform.gateway.ingest.EventSearch;
import com.reactive.platform.gateway.ingest.StreamExtras;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ingest.UnsettledEvents;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.limit.LimitsConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.protobuf.PublisherService;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcRegistry;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.rpc.connect.ConnectProtocol;
import com.reactive.platform.gateway.rpc.publish.PublishMethods;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.stream.IdempotencyLimits;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Tracing;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The gateway's own server for channels in memory, the counter's stream and requests for it: the
 * common part of what runs here.
 */
final class MemoryEvents {
  static final String ROUTE = "/api/counter";

  private static final Pattern PATH_FIELD = Pattern.compile("\\{([^}/]+)}");

  /** More than one, so that keys differ; few enough to stay in a core's cache. */
  private static final int BODIES = 256;

  private static final long WINDOW_BYTES = 64 << 20;
  private static final int ANSWER_TIMEOUT_MILLIS = 25_000;
  private static final StreamsConfig.Defaults DEFAULTS =
      new StreamsConfig.Defaults(256 * 1024, 20, 20, 20, false);

  private MemoryEvents() {}

  /**
   * A server with default settings except for the number of event loops and any host.
   *
   * @param batchers one for each event loop
   */
  static HttpServer server(
      List<StripedBatcher> batchers, Routes routes, Ledger ledger, Authenticator authenticator) {
    return new HttpServer(
        config(batchers.size()),
        (stripe, loop) -> new StripedBatcher.Writer[] {batchers.get(stripe).writer(0)},
        () -> routes,
        ledger,
        Tracing.NONE,
        authenticator,
        new Limits(LimitsConfig.from(Settings.ofKeys(Map.of()))),
        Optional.empty());
  }

  private static HttpConfig config(int eventLoops) {
    Settings settings =
        Settings.ofKeys(
            Map.of(
                "http.event-loops",
                Integer.toString(eventLoops),
                "http.gather-connections",
                "false",
                "http.hosts",
                "*",
                "http.answer-timeout-ms",
                Integer.toString(ANSWER_TIMEOUT_MILLIS)));
    return HttpConfig.from(settings, 5_000, 1, false);
  }

  /** The counter; {@code respond} is that of its configuration. */
  static StreamRuntime counter(String respond) {
    return running(definition(respond), 0);
  }

  /** The counter that responds with the outcome, and remembers its idempotency keys. */
  static StreamRuntime rememberingCounter() {
    StreamDefinition stream = definition("durable");
    IdempotencyLimits limits = stream.idempotency();
    KeyWindow window =
        new KeyWindows(WINDOW_BYTES)
            .of(stream.name(), stream.topic(), limits.windowMillis(), limits.maxKeys());
    return running(stream, 0, new EventMemory(window, UnsettledEvents.NONE, EventSearch.NONE));
  }

  private static StreamDefinition definition(String respond) {
    Settings settings = Settings.ofKeys(Map.of("streams.counter.respond", respond));
    return StreamsConfig.from(settings, DEFAULTS).get(0);
  }

  /** A stream whose Kafka is always available. */
  static StreamRuntime running(StreamDefinition stream, int index) {
    return running(stream, index, EventMemory.NONE);
  }

  private static StreamRuntime running(StreamDefinition stream, int index, EventMemory memory) {
    List<String> pathFields =
        stream.routes().stream()
            .flatMap(route -> PATH_FIELD.matcher(route).results())
            .map(field -> field.group(1))
            .toList();
    try {
      TranscoderPlan plan =
          TranscoderPlan.compile(stream.schema(), stream.json(), stream.key(), pathFields)
              .withProtobuf(stream.protoFile(), false);
      return new StreamRuntime(
          stream, index, 0, plan, stream.framePrefix(), () -> true, StreamExtras.of(memory));
    } catch (SchemaException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The stream's routes, and its methods in Connect. */
  static Routes routes(StreamRuntime stream, RequestMetrics metrics, Ledger ledger) {
    List<RpcMethod> methods = PublishMethods.of(List.of(stream), ledger, 1);
    RpcServer calls = new RpcServer(new RpcRegistry(methods), List.of(new ConnectProtocol()));
    return new Routes(List.of(stream), route -> metrics, null, calls);
  }

  /** JSON of some 120 bytes each, the fields in the schema's order. */
  static byte[][] bodies() {
    byte[][] bodies = new byte[BODIES][];
    for (int i = 0; i < BODIES; i++) {
      String json =
          "{\"customerId\":\"customer-%08x\",\"sessionId\":\"session-%016x\",\"action\":\"increment\",\"value\":%d}"
              .formatted(i * 0x9E3779B9, i * 0x9E3779B97F4A7C15L, 100 + i);
      bodies[i] = ascii(json);
    }
    return bodies;
  }

  /** The same events in protobuf, some 60 bytes each. */
  static byte[][] protobufBodies() {
    byte[][] bodies = new byte[BODIES][];
    for (int i = 0; i < BODIES; i++) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      text(body, 1, "customer-%08x".formatted(i * 0x9E3779B9));
      text(body, 2, "session-%016x".formatted(i * 0x9E3779B97F4A7C15L));
      body.write(3 << 3);
      body.write(1);
      body.write(4 << 3);
      int value = 100 + i;
      for (; value >= 0x80; value >>>= 7) {
        body.write(value | 0x80);
      }
      body.write(value);
      bodies[i] = body.toByteArray();
    }
    return bodies;
  }

  private static void text(ByteArrayOutputStream body, int field, String text) {
    body.write(field << 3 | 2);
    body.write(text.length());
    body.writeBytes(ascii(text));
  }

  /**
   * Whole requests with few header fields.
   *
   * @param extraHeader a line of the head without its end, or nothing
   */
  static byte[][] requests(String extraHeader) {
    return posts(ROUTE, "application/json", extraHeader, bodies());
  }

  /** The same events as calls of Connect, in protobuf. */
  static byte[][] calls(StreamRuntime stream) {
    String path = PublisherService.path(stream.stream().protoFile(), PublisherService.UNARY);
    return posts(path, "application/proto", "Connect-Protocol-Version: 1", protobufBodies());
  }

  private static byte[][] posts(String path, String type, String extraHeader, byte[][] bodies) {
    String extra = extraHeader.isEmpty() ? "" : extraHeader + "\r\n";
    byte[][] requests = new byte[bodies.length][];
    for (int i = 0; i < bodies.length; i++) {
      byte[] head =
          ascii(
              "POST %s HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: %s\r\n%sContent-Length: %d\r\n\r\n"
                  .formatted(path, type, extra, bodies[i].length));
      requests[i] = Arrays.copyOf(head, head.length + bodies[i].length);
      System.arraycopy(bodies[i], 0, requests[i], head.length, bodies[i].length);
    }
    return requests;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
