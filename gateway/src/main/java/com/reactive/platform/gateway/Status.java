package com.reactive.platform.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.http.HttpLoad;
import com.reactive.platform.gateway.http.LatencyBreakdown;
import com.reactive.platform.gateway.http.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.ledger.Rates;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.sink.SinkTraffic;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.sink.kafka.KafkaConfig;
import com.reactive.platform.gateway.sink.TopicSettings;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.JvmAllocation;
import com.reactive.platform.gateway.telemetry.SpoolStats;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code /status} shows.
 *
 * @param notReady why each stream takes no events in, by its name; empty for one that does
 */
record Status(
    String version,
    long uptimeSeconds,
    boolean ready,
    boolean draining,
    String kafkaState,
    String kafkaDetail,
    KafkaConfig kafka,
    List<StreamRuntime> streams,
    Map<String, String> notReady,
    List<? extends TopicStatus> topics,
    SinkTraffic traffic,
    int connections,
    Ledger.Snapshot ledger,
    Rates rates,
    BatcherStats batcher,
    Optional<PressureLevel> level,
    DeliveryPipelines pipelines,
    HttpLoad load,
    Health health,
    Performance performance,
    Optional<LatencyBreakdown> stages,
    Map<String, SpoolStats> spools,
    Map<String, String> inForce) {

  private static final JsonFactory JSON = new JsonFactory();

  String toJson() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField("version", version);
      json.writeNumberField("uptimeSeconds", uptimeSeconds);
      json.writeBooleanField("ready", ready);
      json.writeBooleanField("draining", draining);
      json.writeNumberField("connections", connections);
      json.writeNumberField("inFlight", ledger.inFlight());
      json.writeObjectFieldStart("health");
      health.writeTo(json);
      json.writeEndObject();
      performance.writeTo(json);
      writeKafka(json);
      writeJvm(json);
      writeLedger(json);
      writeRates(json);
      writeStreams(json);
      json.writeFieldName("batcher");
      writeBatcher(json, batcher, pipelines.busiest().batcher());
      writeLanes(json);
      writeLoad(json);
      writeStages(json);
      writeSpools(json);
      writeInForce(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  private void writeKafka(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("kafka");
    json.writeStringField("state", kafkaState);
    json.writeStringField("detail", kafkaDetail);
    json.writeStringField("bootstrapServers", kafka.bootstrapServers());
    json.writeNumberField("requestsSent", traffic.requests());
    json.writeNumberField("recordsSent", traffic.records());
    json.writeObjectFieldStart("topics");
    for (TopicStatus topic : topics) {
      json.writeStringField(topic.topic(), topic.state().text());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("topicSettings");
    for (TopicStatus topic : topics) {
      if (topic.settings().isPresent()) {
        json.writeObjectFieldStart(topic.topic());
        writeTopic(json, topic.settings().get());
        json.writeArrayFieldStart("warnings");
        for (String finding : topic.findings()) {
          json.writeString(finding);
        }
        json.writeEndArray();
        json.writeEndObject();
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeTopic(JsonGenerator json, TopicSettings topic) throws IOException {
    json.writeNumberField("replicationFactor", topic.replicationFactor());
    if (topic.configs().isPresent()) {
      TopicSettings.Configs set = topic.configs().get();
      json.writeNumberField("minInsyncReplicas", set.minInsyncReplicas());
      json.writeBooleanField("uncleanLeaderElection", set.uncleanLeaderElection());
      json.writeNumberField("maxMessageBytes", set.maxMessageBytes());
      json.writeStringField("cleanupPolicy", set.cleanupPolicy());
    }
  }

  private static void writeJvm(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("jvm");
    json.writeNumberField("allocatedBytes", JvmAllocation.bytes());
    json.writeEndObject();
  }

  /** {@code received = acked + spooled + failed + shed + rejected + inFlight}. */
  private void writeLedger(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("ledger");
    json.writeNumberField("received", ledger.received());
    json.writeNumberField("acked", ledger.total(Category.ACKED));
    json.writeNumberField("spooled", ledger.total(Category.SPOOLED));
    for (Category category : new Category[] {Category.FAILED, Category.SHED, Category.REJECTED}) {
      json.writeObjectFieldStart(lowerCase(category));
      for (Map.Entry<Outcome, Long> entry : ledger.ended().entrySet()) {
        if (entry.getKey().category() == category) {
          json.writeNumberField(lowerCase(entry.getKey()), entry.getValue());
        }
      }
      json.writeEndObject();
    }
    json.writeNumberField("inFlight", ledger.inFlight());
    json.writeBooleanField("balanced", ledger.balanced());
    json.writeEndObject();
  }

  private void writeRates(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("rates");
    json.writeNumberField("receivedPerSecond", Math.round(rates.receivedPerSecond()));
    json.writeNumberField("ackedPerSecond", Math.round(rates.ackedPerSecond()));
    json.writeEndObject();
  }

  private void writeStreams(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("streams");
    for (StreamRuntime live : streams) {
      StreamDefinition stream = live.stream();
      json.writeStartObject();
      json.writeStringField("name", stream.name());
      json.writeStringField("topic", stream.topic());
      json.writeArrayFieldStart("routes");
      for (String route : stream.routes()) {
        json.writeString(route);
      }
      json.writeEndArray();
      json.writeStringField("schema", stream.schema().getFullName());
      json.writeStringField("framing", lowerCase(stream.framing()));
      json.writeStringField("lane", DeliveryProfile.of(stream).text());
      json.writeStringField("respond", stream.respondAsync() ? "async" : "durable");
      String why = notReady.getOrDefault(stream.name(), "");
      json.writeBooleanField("ready", why.isEmpty());
      json.writeStringField("detail", why);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** By topic, where there are any. */
  private void writeSpools(JsonGenerator json) throws IOException {
    if (spools.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("spools");
    for (Map.Entry<String, SpoolStats> entry : new TreeMap<>(spools).entrySet()) {
      SpoolStats spool = entry.getValue();
      json.writeObjectFieldStart(entry.getKey());
      json.writeBooleanField("accepting", spool.accepting());
      json.writeNumberField("events", spool.events());
      json.writeNumberField("bytes", spool.bytes());
      json.writeNumberField("oldestSeconds", spool.oldestMillis() / 1_000);
      json.writeNumberField("spooled", spool.spooledEvents());
      json.writeNumberField("replayed", spool.replayedEvents());
      json.writeNumberField("refused", spool.refusedEvents());
      json.writeNumberField("failures", spool.failures());
      json.writeNumberField("lost", spool.lostEvents());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** What each lane does, where there is more than one. */
  private void writeLanes(JsonGenerator json) throws IOException {
    if (pipelines.all().size() > 1) {
      json.writeObjectFieldStart("lanes");
      for (DeliveryPipelines.Pipeline pipeline : pipelines.all()) {
        json.writeFieldName(pipeline.profile().text());
        writeBatcher(json, pipeline.batcher().stats(), pipeline.batcher());
      }
      json.writeEndObject();
    }
  }

  /** What waits for Kafka by lane, how much may, how late the event loops were, and bodies. */
  private void writeLoad(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("admission");
    for (int i = 0; i < load.lanes().size(); i++) {
      HttpLoad.Lane lane = load.lanes().get(i);
      json.writeObjectFieldStart(pipelines.all().get(i).profile().text());
      json.writeNumberField("limit", lane.limit());
      json.writeNumberField("inFlight", lane.inFlight());
      json.writeNumberField("refused", lane.refused());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeObjectFieldStart("loops");
    json.writeNumberField("longestDelayMillis", load.longestDelayNanos() / 1e6);
    json.writeNumberField("recentDelayMillis", load.recentDelayNanos() / 1e6);
    json.writeNumberField("stalls", load.stalls());
    json.writeEndObject();
    json.writeObjectFieldStart("bodies");
    json.writeNumberField("budgetBytes", load.bodies().budgetBytes());
    json.writeNumberField("heldBytes", load.bodies().heldBytes());
    json.writeNumberField("refused", load.bodies().refused());
    json.writeEndObject();
  }

  private static void writeBatcher(
      JsonGenerator json, BatcherStats batcher, PipelineBatcher batching) throws IOException {
    json.writeStartObject();
    json.writeStringField("level", batching.level().map(PressureLevel::name).orElse("fixed"));
    json.writeNumberField("batches", batcher.batches());
    json.writeNumberField("messages", batcher.messages());
    json.writeNumberField("bytes", batcher.bytes());
    json.writeNumberField("pendingMessages", batcher.pendingMessages());
    json.writeNumberField("pendingBytes", batcher.pendingBytes());
    json.writeNumberField("inFlightBatches", batcher.inFlightBatches());
    json.writeNumberField("refusedFull", batcher.refusedFull());
    json.writeObjectFieldStart("batchesByReason");
    for (FlushReason reason : FlushReason.values()) {
      json.writeNumberField(lowerCase(reason), batcher.batches(reason));
    }
    json.writeEndObject();
    json.writeNumberField("flushBytes", batcher.flushBytes());
    json.writeNumberField("flushIntervalNanos", batcher.flushIntervalNanos());
    FlushReason last = batcher.lastFlushReason();
    json.writeStringField("lastFlushReason", last == null ? "" : lowerCase(last));
    json.writeNumberField("fillPercent", Math.round(100 * batcher.fill()));
    json.writeStringField(
        "calibration", batching.calibration().map(c -> c.store().text()).orElse(""));
    json.writeEndObject();
  }

  /** Microseconds. */
  private void writeStages(JsonGenerator json) throws IOException {
    if (stages.isPresent()) {
      json.writeObjectFieldStart("stages");
      for (LatencyBreakdown.Summary stage : stages.get().summaries()) {
        json.writeObjectFieldStart(stage.stage());
        json.writeNumberField("count", stage.count());
        json.writeNumberField("meanMicros", stage.meanMicros());
        json.writeNumberField("p50Micros", stage.p50Micros());
        json.writeNumberField("p99Micros", stage.p99Micros());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
  }

  private void writeInForce(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("settings");
    for (Map.Entry<String, String> setting : inForce.entrySet()) {
      json.writeStringField(setting.getKey(), setting.getValue());
    }
    json.writeEndObject();
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
