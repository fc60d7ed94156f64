package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.hotkey.HotKey;
import com.reactive.platform.gateway.hotkey.HotKeys;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.sink.TopicPartitions;
import com.reactive.platform.gateway.sink.TopicSettings;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import com.reactive.platform.gateway.telemetry.DistributionSummary;
import com.reactive.platform.gateway.telemetry.LiveStats;
import com.reactive.platform.gateway.telemetry.LiveStats.RouteSample;
import com.reactive.platform.gateway.telemetry.ProblemSample;
import com.reactive.platform.gateway.telemetry.SourceStats;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The JSON that the live page gets every second. */
record LiveJson(
    Status now,
    long nowMillis,
    LiveRates rates,
    LiveStats.Sample sample,
    Performance performance,
    Health health,
    LimitsJson limits) {
  private static final int MAX_PROBLEMS = 12;

  private static final Comparator<ProblemSample> LATEST_FIRST =
      Comparator.comparingLong(ProblemSample::latestMillis)
          .thenComparingLong(ProblemSample::count)
          .reversed();

  /** Of the stream's events with a key: less is nothing to look at. */
  private static final double HOT_SHARE = 0.05;

  /** The whole page. */
  String snapshot() {
    return JsonText.line(this::writeSnapshot);
  }

  private void writeSnapshot(JsonGenerator json) throws IOException {
    json.writeNumberField("time", nowMillis);
    json.writeStringField("version", now.version());
    json.writeNumberField("uptimeSeconds", now.uptimeSeconds());
    health.writeTo(json);
    json.writeBooleanField("ready", now.ready());
    json.writeBooleanField("draining", now.draining());
    json.writeNumberField("connections", now.connections());
    json.writeNumberField("inFlight", now.ledger().inFlight());
    json.writeObjectFieldStart("rates");
    json.writeNumberField("received", rates.received());
    for (Category category : Category.values()) {
      json.writeNumberField(JsonText.lowerCase(category), rates.of(category));
    }
    json.writeEndObject();
    writeAnswers(json);
    writeProtocols(json);
    writeSummary(json, "micros", sample.micros());
    performance.writeTo(json);
    json.writeBooleanField("slow", performance.slow());
    json.writeBooleanField("lagging", performance.lagging());
    json.writeBooleanField("cpuSaturated", performance.cpuSaturated());
    writeLedger(json, now.ledger());
    writeBatcher(json);
    json.writeObjectFieldStart("kafka");
    json.writeStringField("state", now.kafkaState());
    json.writeStringField("detail", now.kafkaDetail());
    json.writeStringField("bootstrapServers", now.bootstrapServers());
    writeTopics(json);
    writeBrokers(json);
    json.writeEndObject();
    limits.writeTo(json);
    writeSources(json);
    writeStreams(json);
    writeProblems(json);
  }

  /** The problems that were seen lately, by stream and type, the latest first. */
  private void writeProblems(JsonGenerator json) throws IOException {
    Map<List<String>, ProblemSample> byStream = new HashMap<>();
    for (ProblemSample each : sample.problems()) {
      byStream.merge(List.of(stream(each.route()), each.problem()), each, ProblemSample::and);
    }
    List<Map.Entry<List<String>, ProblemSample>> latest =
        byStream.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(LATEST_FIRST))
            .limit(MAX_PROBLEMS)
            .toList();
    json.writeArrayFieldStart("problems");
    for (Map.Entry<List<String>, ProblemSample> entry : latest) {
      ProblemSample problem = entry.getValue();
      json.writeStartObject();
      json.writeStringField("stream", entry.getKey().get(0));
      json.writeStringField("problem", problem.problem());
      json.writeNumberField("count", problem.count());
      json.writeNumberField("perSecond", rates.perSecond(problem.added()));
      json.writeNumberField("time", problem.latestMillis());
      json.writeStringField("detail", problem.detail());
      json.writeStringField("pointer", problem.pointer());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** The stream that has this route; empty if there is none. */
  private String stream(String route) {
    return now.streams().stream()
        .filter(live -> live.paths().contains(route))
        .map(live -> live.stream().name())
        .findFirst()
        .orElse("");
  }

  /** Where events come from beside the data port; nothing if there is no such source. */
  private void writeSources(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("sources");
    for (Map.Entry<String, SourceStats> entry : now.sources().entrySet()) {
      SourceStats source = entry.getValue();
      json.writeObjectFieldStart(entry.getKey());
      json.writeStringField("state", source.state());
      json.writeStringField("detail", source.detail());
      json.writeNumberField("events", source.events());
      json.writeNumberField("lagMillis", source.lagMillis());
      json.writeNumberField("lagBytes", source.lagBytes());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void writeAnswers(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("answers");
    for (Map.Entry<Integer, Long> answer : sample.answers().entrySet()) {
      json.writeNumberField(answer.getKey().toString(), rates.perSecond(answer.getValue()));
    }
    json.writeEndObject();
  }

  /**
   * Responses per second by protocol, and how long the durable ones took; of a call, each event's
   * result is one.
   */
  private void writeProtocols(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("protocols");
    for (Map.Entry<ClientProtocol, Long> each : sample.protocols().entrySet()) {
      json.writeNumberField(each.getKey().label(), rates.perSecond(each.getValue()));
    }
    json.writeEndObject();
    json.writeObjectFieldStart("protocolMicros");
    for (Map.Entry<ClientProtocol, DistributionSummary> each : sample.protocolMicros().entrySet()) {
      writeSummary(json, each.getKey().label(), each.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("http2Connections", now.http2Connections());
  }

  /** The topics of streams and quarantines, as far as Kafka has described them. */
  private void writeTopics(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("topics");
    for (TopicStatus topic : now.topics()) {
      json.writeStartObject();
      json.writeStringField("topic", topic.topic());
      json.writeStringField("state", topic.state().text());
      if (topic.partitions().isPresent()) {
        TopicPartitions partitions = topic.partitions().get();
        json.writeNumberField("partitions", partitions.count());
        json.writeNumberField("leaderless", partitions.leaderless());
        json.writeNumberField("replicas", partitions.leastReplicas());
        json.writeNumberField("inSync", partitions.leastInSync());
        json.writeNumberField("outOfSync", partitions.outOfSync());
      }
      Optional<TopicSettings.Configs> configs = topic.settings().flatMap(TopicSettings::configs);
      if (configs.isPresent()) {
        json.writeNumberField("minInsyncReplicas", configs.get().minInsyncReplicas());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** How long produce requests took lately, by broker; empty unless the native client is used. */
  private void writeBrokers(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("brokers");
    for (Map.Entry<Integer, DistributionSummary> broker : sample.brokerMicros().entrySet()) {
      json.writeStartObject();
      json.writeNumberField("id", broker.getKey());
      writeSummary(json, "micros", broker.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeSummary(JsonGenerator json, String name, DistributionSummary summary)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("count", summary.count());
    json.writeNumberField("mean", Math.round(10 * summary.mean()) / 10.0);
    json.writeNumberField("p50", summary.p50());
    json.writeNumberField("p99", summary.p99());
    json.writeNumberField("p999", summary.p999());
    json.writeEndObject();
  }

  private static void writeLedger(JsonGenerator json, Ledger.Snapshot ledger) throws IOException {
    json.writeObjectFieldStart("ledger");
    json.writeNumberField("received", ledger.received());
    for (Category category : Category.values()) {
      json.writeNumberField(JsonText.lowerCase(category), ledger.total(category));
    }
    json.writeNumberField("inFlight", ledger.inFlight());
    json.writeBooleanField("balanced", ledger.balanced());
    json.writeEndObject();
  }

  private void writeBatcher(JsonGenerator json) throws IOException {
    BatcherStats batcher = now.batcher();
    json.writeObjectFieldStart("batcher");
    json.writeStringField("level", now.level().map(PressureLevel::name).orElse("fixed"));
    json.writeNumberField("levelNumber", now.levelNumber());
    json.writeNumberField("flushBytes", batcher.flushBytes());
    json.writeNumberField("flushMicros", batcher.flushIntervalNanos() / 1_000);
    json.writeNumberField(
        "batchesPerSecond",
        rates.perSecond(batcher.batches() - rates.before().batcher().batches()));
    json.writeNumberField("pendingMessages", batcher.pendingMessages());
    json.writeNumberField("pendingBytes", batcher.pendingBytes());
    json.writeNumberField("budgetBytes", limits.budgetBytes());
    json.writeNumberField("fillPercent", Math.round(100 * batcher.fill()));
    json.writeNumberField("inFlightBatches", batcher.inFlightBatches());
    writeSummary(json, "messages", sample.messages());
    writeSummary(json, "bytes", sample.bytes());
    json.writeObjectFieldStart("reasons");
    for (FlushReason reason : FlushReason.values()) {
      json.writeNumberField(JsonText.lowerCase(reason), rates.of(reason));
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** The streams, and what was asked for that is none of them. */
  private void writeStreams(JsonGenerator json) throws IOException {
    Map<String, TopicStatus> topics =
        now.topics().stream()
            .collect(Collectors.toMap(TopicStatus::topic, status -> status, (one, same) -> one));
    json.writeArrayFieldStart("streams");
    for (StreamRuntime live : now.streams()) {
      String topic = live.stream().topic();
      json.writeStartObject();
      json.writeStringField("name", live.stream().name());
      json.writeStringField("topic", topic);
      writeTopic(json, Optional.ofNullable(topics.get(topic)));
      json.writeStringField("detail", detail(live.stream().name(), topic));
      if (live.quarantine() != null) {
        json.writeNumberField("quarantined", live.quarantine().kept());
      }
      writeAnswers(json, live.paths());
      json.writeEndObject();
    }
    json.writeStartObject();
    json.writeStringField("name", "");
    json.writeStringField("topic", "");
    writeAnswers(json, List.of(Routes.UNKNOWN));
    json.writeEndObject();
    json.writeEndArray();
    json.writeArrayFieldStart("hotKeys");
    for (StreamRuntime live : now.streams()) {
      writeHotKeys(json, live.stream().name(), live.hotKeys().top(System.nanoTime()));
    }
    json.writeEndArray();
  }

  /** The keys that many events have, as a page shows them. */
  private static void writeHotKeys(JsonGenerator json, String stream, HotKeys.Top top)
      throws IOException {
    for (HotKey each : top.atLeast(HOT_SHARE)) {
      json.writeStartObject();
      json.writeStringField("stream", stream);
      json.writeStringField("key", each.key());
      json.writeNumberField("perSecond", each.events() / top.seconds());
      json.writeNumberField("percent", Math.round(100.0 * each.events() / top.events()));
      json.writeEndObject();
    }
  }

  private static void writeTopic(JsonGenerator json, Optional<TopicStatus> topic)
      throws IOException {
    json.writeStringField("state", topic.map(status -> status.state().text()).orElse(""));
    Optional<TopicSettings> settings = topic.flatMap(TopicStatus::settings);
    if (settings.isPresent()) {
      json.writeNumberField("replicas", settings.get().replicationFactor());
      if (settings.get().configs().isPresent()) {
        json.writeNumberField(
            "minInsyncReplicas", settings.get().configs().get().minInsyncReplicas());
      }
    }
  }

  /** Responses per second of these routes, by {@link ResponseClass}. */
  private void writeAnswers(JsonGenerator json, List<String> routes) throws IOException {
    json.writeArrayFieldStart("answers");
    for (ResponseClass group : ResponseClass.values()) {
      long count = 0;
      for (RouteSample route : sample.routes()) {
        count += routes.contains(route.name()) ? group.countIn(route.answers()) : 0;
      }
      json.writeNumber(rates.perSecond(count));
    }
    json.writeEndArray();
  }

  /** Why a stream takes no events in, or what its topic's settings lack. */
  private String detail(String stream, String topic) {
    String notReady = now.notReady().getOrDefault(stream, "");
    return !notReady.isEmpty()
        ? notReady
        : now.topics().stream()
            .filter(each -> each.topic().equals(topic))
            .flatMap(each -> each.findings().stream())
            .collect(Collectors.joining("; "));
  }
}
