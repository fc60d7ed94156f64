package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.testbed.ResponseContract;
import java.util.List;
import java.util.Map;

/**
 * The route that a gateway's load is posted to, and what becomes of the events.
 *
 * @param path of the counter, or of one of its diagnostic routes
 * @param respondAsync true if requests prefer a response before Kafka has the event
 */
record GatewayRoute(String path, boolean respondAsync) {
  private static final String COUNTER = "/api/counter";
  private static final String NO_KAFKA = COUNTER + "/no-kafka";
  private static final String RAW = COUNTER + "/raw";
  private static final String DIRECT = COUNTER + "/direct";
  private static final Map<String, Integer> STATUS =
      Map.of(
          COUNTER, ResponseContract.CREATED,
          NO_KAFKA, 200,
          RAW, ResponseContract.ACCEPTED,
          DIRECT, ResponseContract.ACCEPTED);

  /**
   * Reads {@code path} and {@code respond-async}.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  static GatewayRoute from(Options options) {
    String path = options.choice("path", COUNTER, COUNTER, NO_KAFKA, RAW, DIRECT);
    boolean respondAsync = options.flag("respond-async", false);
    if (respondAsync && !path.equals(COUNTER)) {
      throw options.refuse("respond-async", "goes with the path " + COUNTER + " alone");
    }
    return new GatewayRoute(path, respondAsync);
  }

  /** True for the routes that exist only to be measured. */
  boolean isDiagnostic() {
    return !path.equals(COUNTER);
  }

  /** True if what is posted there gets into Kafka. */
  private boolean stores() {
    return path.equals(COUNTER) || path.equals(DIRECT);
  }

  /** Lines of each request's head, with their CRLF. */
  String headers() {
    return respondAsync ? "Prefer: respond-async\r\n" : "";
  }

  /** The status that means success. */
  int status() {
    return respondAsync ? ResponseContract.ACCEPTED : STATUS.get(path);
  }

  /**
   * The expected content of the topics.
   *
   * @param acks in force
   * @param reader of the events
   */
  Destination destination(List<String> topics, String acks, RecordReader reader) {
    if (!stores()) {
      return Destination.ofNothing(topics.get(0));
    }
    boolean early = respondAsync || path.equals(DIRECT);
    return new Destination(
        topics,
        early ? Destination.EARLY : acks,
        reader,
        true,
        HttpGuarantees.of(!early && !acks.equals("0"), true));
  }
}
