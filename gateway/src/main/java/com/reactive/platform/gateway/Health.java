package com.reactive.platform.gateway;

import java.util.Locale;

/**
 * How the gateway is, in one sentence, for whoever glances at the page.
 *
 * @param mood {@code "good"}, {@code "warn"} or {@code "bad"}
 * @param headline what is so
 * @param detail why, or how much; may be empty
 */
record Health(String mood, String headline, String detail) {

  /**
   * What it is judged by.
   *
   * @param kafkaAwaySeconds since when no event has somewhere to go; 0 if it has
   * @param accepting whether events are taken in now
   * @param stalledSeconds for how long Kafka has acknowledged nothing although events wait
   * @param pending events that wait for Kafka
   * @param failedPerSecond 503 and 504 of events that were taken in, lately
   * @param shedPerSecond events turned away for want of room, lately
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
      double shedPerSecond) {}

  private static final int STALL_SECONDS = 2;

  static Health of(Signs signs) {
    if (signs.draining) {
      return new Health(
          "warn",
          "Draining: no more events are taken in",
          events(signs.pending) + " in flight still wait for their outcome");
    }
    switch (signs.kafkaState) {
      case "connecting", "topic_missing" -> {
        String what =
            signs.kafkaState.equals("connecting") ? "Kafka was not reached yet" : "no topic";
        return new Health("bad", "Not ready: " + what + "; events are refused", signs.kafkaDetail);
      }
      case "unreachable" -> {
        return signs.accepting
            ? new Health("warn", away(signs) + "events are held", signs.kafkaDetail)
            : new Health("bad", away(signs) + "events are refused", signs.kafkaDetail);
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
          "Kafka has acknowledged nothing for %d s: events are held"
              .formatted(signs.stalledSeconds),
          events(signs.pending) + " wait");
    }
    if (signs.failedPerSecond > 0) {
      return new Health(
          "bad",
          "Some events fail",
          String.format(
              Locale.ROOT, "%.1f/s were taken in and answered 503 or 504", signs.failedPerSecond));
    }
    if (signs.shedPerSecond > 0) {
      return new Health(
          "warn",
          "Overloaded: some events are refused",
          String.format(
              Locale.ROOT,
              "%.1f/s are answered 503, nothing of them is written",
              signs.shedPerSecond));
    }
    if (signs.kafkaState.equals("degraded")) {
      return new Health(
          "warn", "Taking events in; a part of Kafka does not answer", signs.kafkaDetail);
    }
    return new Health(
        "good",
        "Taking events in; Kafka answers",
        signs.receivedPerSecond > 0
            ? "Nothing is refused, nothing fails"
            : "No events at the moment");
  }

  private static String away(Signs signs) {
    return "Kafka has been away for %d s: ".formatted(signs.kafkaAwaySeconds);
  }

  private static String events(long count) {
    return count == 1 ? "1 event" : count + " events";
  }
}
