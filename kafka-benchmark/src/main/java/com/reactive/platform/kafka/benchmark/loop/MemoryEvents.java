package com.reactive.platform.kafka.benchmark.loop;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.http.HttpConfig;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The counter's stream, its routes, and requests for it: what the benchmarks here share. */
final class MemoryEvents {
  static final String ROUTE = "/api/counter";

  /** More than one, so that keys differ; few enough to stay in a core's cache. */
  private static final int BODIES = 256;

  private static final int ANSWER_TIMEOUT_MILLIS = 25_000;
  private static final StreamsConfig.Defaults DEFAULTS =
      new StreamsConfig.Defaults(256 * 1024, 20, 20, 20, false);

  private MemoryEvents() {}

  /** The data port's settings as they come, but for the number of event loops and any host. */
  static HttpConfig config(int eventLoops) {
    Settings settings =
        Settings.ofKeys(
            Map.of(
                "http.event-loops",
                Integer.toString(eventLoops),
                "http.hosts",
                "*",
                "http.answer-timeout-ms",
                Integer.toString(ANSWER_TIMEOUT_MILLIS)));
    return HttpConfig.from(settings, 5_000, 1, false);
  }

  /** The counter, which Kafka always takes; {@code respond} is that of its configuration. */
  static StreamRuntime counter(String respond) {
    Map<String, String> keys = new TreeMap<>();
    keys.put("streams.counter.respond", respond);
    StreamDefinition stream = StreamsConfig.from(Settings.ofKeys(keys), DEFAULTS).get(0);
    try {
      TranscoderPlan plan =
          TranscoderPlan.compile(
              stream.schema(), stream.json(), stream.key(), List.of("customerId"));
      return new StreamRuntime(stream, 0, 0, plan, stream.framePrefix(), () -> true);
    } catch (SchemaException e) {
      throw new IllegalStateException("the gateway does not take its own schema", e);
    }
  }

  static Routes routes(StreamRuntime stream, RequestMetrics metrics) {
    return new Routes(List.of(stream), route -> metrics);
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

  /**
   * Whole requests, as a client of few words sends them.
   *
   * @param extraHeader a line of the head without its end, or nothing
   */
  static byte[][] requests(String extraHeader) {
    byte[][] requests = bodies();
    String extra = extraHeader.isEmpty() ? "" : extraHeader + "\r\n";
    for (int i = 0; i < requests.length; i++) {
      String body = new String(requests[i], StandardCharsets.US_ASCII);
      requests[i] =
          ascii(
              "POST %s HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s"
                  .formatted(ROUTE, extra, body.length(), body));
    }
    return requests;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
