package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;

/**
 * The state of the gateway in one sentence, for the live page and {@code /status}.
 *
 * @param mood {@code "good"}, {@code "warn"} or {@code "bad"}
 * @param headline the worst that is so
 * @param detail why, or how much; may be empty
 */
public record Health(String mood, String headline, String detail) {
  /** Before anything was seen. */
  static final Health UNKNOWN = new Health("warn", "Starting", "");

  /**
   * The signs that it is judged by.
   *
   * @param kafkaAwaySeconds since when no event has somewhere to go; 0 if it has
   * @param accepting whether events are accepted now
   * @param stalledSeconds for how long Kafka has acknowledged nothing although events wait
   * @param pending events that wait for Kafka
   * @param failedPerSecond 503 and 504 of events that were accepted, lately
   * @param shedPerSecond events rejected for want of room, lately
   */
  record Signs(
      boolean draining,
      String kafkaState,
      String kafkaDetail,
      long kafkaAwaySeconds,
      boolean accepting,
      long stalledSeconds,
      long pending,
      double receivedPerSecond,
      double failedPerSecond,
      double shedPerSecond,
      Performance performance) {}

  private static final int STALL_SECONDS = 2;

  static Health of(Signs signs) {
    if (signs.draining) {
      return new Health(
          "warn",
          "Draining: rejecting new events (503)",
          events(signs.pending) + " in flight, waiting for their outcome");
    }
    switch (signs.kafkaState) {
      case "connecting", "topic_missing" -> {
        String what =
            signs.kafkaState.equals("connecting") ? "Kafka not reached yet" : "topic missing";
        return new Health(
            "bad", "Not ready: " + what + ", rejecting events (503)", signs.kafkaDetail);
      }
      case "unreachable" -> {
        return signs.accepting
            ? new Health("warn", unreachable(signs) + "holding events", signs.kafkaDetail)
            : new Health("bad", unreachable(signs) + "rejecting events (503)", signs.kafkaDetail);
      }
      default -> {
        return whileKafkaIsThere(signs);
      }
    }
  }

  private static Health whileKafkaIsThere(Signs signs) {
    if (signs.stalledSeconds >= STALL_SECONDS) {
      return new Health(
          "warn",
          "Kafka acknowledged nothing for %d s: holding events".formatted(signs.stalledSeconds),
          events(signs.pending) + " waiting");
    }
    if (signs.failedPerSecond > 0) {
      return new Health(
          "bad",
          "Events are failing",
          perSecond(signs.failedPerSecond, "accepted events failed (503 or 504)"));
    }
    if (signs.shedPerSecond > 0) {
      return new Health(
          "warn",
          "Overloaded: rejecting some events (503)",
          perSecond(signs.shedPerSecond, "rejected, none of them written"));
    }
    if (signs.kafkaState.equals("degraded")) {
      return new Health("warn", "Kafka degraded", signs.kafkaDetail);
    }
    return inTime(signs.performance, signs.receivedPerSecond > 0);
  }

  /** Nothing is rejected and nothing fails; it may still be late. */
  private static Health inTime(Performance performance, boolean traffic) {
    if (performance.slow()) {
      return new Health("warn", "Slow: responses exceed the latency budget", performance.text());
    }
    if (performance.lagging()) {
      return new Health(
          "warn", "Slow: event-loop lag exceeds the latency budget", performance.machine());
    }
    if (performance.cpuSaturated()) {
      return new Health("warn", "CPU saturated: no headroom", performance.machine());
    }
    return new Health(
        "good", "Healthy", traffic ? "Nothing rejected, nothing failed" : "No traffic");
  }

  /** Its three fields, into an object that has begun. */
  void writeTo(JsonGenerator json) throws IOException {
    json.writeStringField("mood", mood);
    json.writeStringField("headline", headline);
    json.writeStringField("detail", detail);
  }

  private static String unreachable(Signs signs) {
    return "Kafka unreachable for %d s: ".formatted(signs.kafkaAwaySeconds);
  }

  private static String perSecond(double rate, String what) {
    return String.format(Locale.ROOT, "%.1f/s %s", rate, what);
  }

  private static String events(long count) {
    return count == 1 ? "1 event" : count + " events";
  }
}
