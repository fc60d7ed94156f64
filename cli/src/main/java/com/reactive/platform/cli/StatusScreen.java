package com.reactive.platform.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The status of a gateway, to be read in a few seconds. What it leaves out is in the JSON. */
final class StatusScreen {
  private final JsonNode status;

  private StatusScreen(JsonNode status) {
    this.status = status;
  }

  /**
   * @param json of {@code /status}
   * @throws IOException if it is not the status of a gateway
   */
  static StatusScreen parse(String json) throws IOException {
    JsonNode status = new ObjectMapper().readTree(json);
    if (status == null || !status.path("ready").isBoolean()) {
      throw new IOException("no status");
    }
    return new StatusScreen(status);
  }

  boolean ready() {
    return status.path("ready").booleanValue();
  }

  String render() {
    List<String> lines = new ArrayList<>();
    lines.add(row("health", health()));
    lines.add(row("gateway", gateway()));
    lines.add(row("rates", rates()));
    if (status.at("/latency/p50Millis").isNumber()) {
      lines.add(row("latency", latency()));
    }
    lines.add(row("events", events()));
    lines.add(row("errors", errors()));
    lines.add(row("Kafka", kafka()));
    status
        .at("/kafka/topicSettings")
        .properties()
        .forEach(
            topic ->
                topic
                    .getValue()
                    .path("warnings")
                    .forEach(
                        text -> lines.add(row("warning", topic.getKey() + ": " + text.asText()))));
    status.path("streams").forEach(stream -> lines.add(row("stream", stream(stream))));
    status.path("spools").properties().forEach(spool -> lines.add(row("spool", spool(spool))));
    status.path("sources").properties().forEach(source -> lines.add(row("source", source(source))));
    return String.join("", lines);
  }

  private static String row(String name, String text) {
    return String.format("%-9s %s%n", name, text);
  }

  private String health() {
    JsonNode health = status.path("health");
    String detail = health.path("detail").asText();
    if (health.has("headline")) {
      return health.path("headline").asText() + (detail.isEmpty() ? "" : " (" + detail + ")");
    }
    return ready() ? "ready" : status.path("draining").asBoolean() ? "draining" : "not ready";
  }

  private String gateway() {
    return "%s, up %s, %s connections, %s events in flight"
        .formatted(
            status.path("version").asText(),
            duration(status.path("uptimeSeconds").asLong()),
            count(status.path("connections")),
            count(status.path("inFlight")));
  }

  private String rates() {
    return "%s/s received, %s/s acknowledged"
        .formatted(
            count(status.at("/rates/receivedPerSecond")),
            count(status.at("/rates/ackedPerSecond")));
  }

  private String latency() {
    return "p50 %s ms, p99 %s ms"
        .formatted(
            status.at("/latency/p50Millis").asText(), status.at("/latency/p99Millis").asText());
  }

  private String events() {
    JsonNode ledger = status.path("ledger");
    long spooled = ledger.path("spooled").asLong();
    return "%s received, %s acknowledged%s"
        .formatted(
            count(ledger.path("received")),
            count(ledger.path("acked")),
            spooled == 0 ? "" : ", " + count(ledger.path("spooled")) + " spooled");
  }

  /** By kind, those that there were. */
  private String errors() {
    List<String> kinds = new ArrayList<>();
    for (String category : new String[] {"failed", "shed", "rejected"}) {
      List<String> each = new ArrayList<>();
      long total = 0;
      for (Map.Entry<String, JsonNode> kind : status.path("ledger").path(category).properties()) {
        if (kind.getValue().asLong() > 0) {
          each.add(kind.getKey() + " " + count(kind.getValue()));
          total += kind.getValue().asLong();
        }
      }
      if (total > 0) {
        kinds.add(
            String.format(Locale.ROOT, "%,d %s (%s)", total, category, String.join(", ", each)));
      }
    }
    return kinds.isEmpty() ? "none" : String.join("; ", kinds);
  }

  private String kafka() {
    JsonNode kafka = status.path("kafka");
    String detail = kafka.path("detail").asText();
    return "%s at %s%s"
        .formatted(
            kafka.path("state").asText(),
            kafka.path("bootstrapServers").asText(),
            detail.isEmpty() ? "" : ": " + detail);
  }

  private String stream(JsonNode stream) {
    List<String> routes = new ArrayList<>();
    stream.path("routes").forEach(route -> routes.add(route.asText()));
    String topic = stream.path("topic").asText();
    return "%s: POST %s -> topic %s, %s"
        .formatted(
            stream.path("name").asText(),
            String.join(", ", routes),
            topic,
            status.path("kafka").path("topics").path(topic).asText("unknown"));
  }

  private static String spool(Map.Entry<String, JsonNode> spool) {
    JsonNode state = spool.getValue();
    return "%s: %s events (%s bytes) waiting for Kafka, the oldest for %s"
        .formatted(
            spool.getKey(),
            count(state.path("events")),
            count(state.path("bytes")),
            duration(state.path("oldestSeconds").asLong()));
  }

  private static String source(Map.Entry<String, JsonNode> source) {
    JsonNode state = source.getValue();
    String detail = state.path("detail").asText();
    long lagBytes = state.path("lagBytes").asLong();
    return "%s: %s%s, %s events, %s pending, %s behind, %s kept for it"
        .formatted(
            source.getKey(),
            state.path("state").asText(),
            detail.isEmpty() ? "" : " (" + detail + ")",
            count(state.path("events")),
            count(state.path("pending")),
            duration(TimeUnit.MILLISECONDS.toSeconds(state.path("lagMillis").asLong())),
            lagBytes < 0 ? "unknown bytes" : (lagBytes >> 20) + " MiB");
  }

  private static String count(JsonNode number) {
    return String.format(Locale.ROOT, "%,d", number.asLong());
  }

  private static String duration(long seconds) {
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 2 * 3_600) {
      return seconds / 60 + " min";
    }
    return seconds < 2 * 86_400 ? seconds / 3_600 + " h" : seconds / 86_400 + " days";
  }
}
