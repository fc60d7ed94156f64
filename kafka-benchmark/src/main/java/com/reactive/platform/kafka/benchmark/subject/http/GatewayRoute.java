package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.testbed.ResponseContract;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/**
 * Where a gateway's load is posted to, and what comes of it.
 *
 * @param path of the counter, or one of the diagnostic routes beside it
 * @param respondAsync whether requests prefer an answer before Kafka has the event
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
  private static final String BODY_PREFIX = "{\"requestId\"";
  private static final String RESPOND_ASYNC = "Prefer: respond-async\r\n";

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

  /** Whether it is one that is there to measure. */
  boolean isDiagnostic() {
    return !path.equals(COUNTER);
  }

  /** Whether what is posted there is in Kafka in the end. */
  private boolean stores() {
    return path.equals(COUNTER) || path.equals(DIRECT);
  }

  HttpEndpoint endpoint(InetSocketAddress address) {
    return new HttpEndpoint(
        address,
        path,
        respondAsync ? RESPOND_ASYNC : "",
        respondAsync ? ResponseContract.ACCEPTED : STATUS.get(path),
        BODY_PREFIX);
  }

  /**
   * What must be in the topics.
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
