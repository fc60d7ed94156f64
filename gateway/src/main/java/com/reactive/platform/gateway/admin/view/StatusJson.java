package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.hotkey.HotKey;
import com.reactive.platform.gateway.hotkey.HotKeys;
import com.reactive.platform.gateway.hotkey.SpreadKeys;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.ingest.HotTopic;
import com.reactive.platform.gateway.ingest.InFlightLimiter;
import com.reactive.platform.gateway.ingest.Quarantine;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.ledger.Settled;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.sink.TopicSettings;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.JvmAllocation;
import com.reactive.platform.gateway.telemetry.LatencyBreakdown;
import com.reactive.platform.gateway.telemetry.SourceStats;
import com.reactive.platform.gateway.telemetry.SpoolStats;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The document {@code /status}. */
public final class StatusJson {
  private final Status status;

  private final Map<String, String> inForce;

  private StatusJson(Status status, Map<String, String> inForce) {
    this.status = status;
    this.inForce = inForce;
  }

  /**
   * The whole of it.
   *
   * @param inForce settings by their keys
   */
  public static String of(Status status, Map<String, String> inForce) {
    return JsonText.pretty(new StatusJson(status, inForce)::write);
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStringField("version", status.version());
    json.writeNumberField("uptimeSeconds", status.uptimeSeconds());
    json.writeBooleanField("ready", status.ready());
    json.writeBooleanField("draining", status.draining());
    json.writeNumberField("connections", status.connections());
    json.writeObjectFieldStart("connectionsByProtocol");
    json.writeNumberField("http1", status.connections() - status.http2Connections());
    json.writeNumberField("http2", status.http2Connections());
    json.writeEndObject();
    json.writeNumberField("inFlight", status.ledger().inFlight());
    json.writeObjectFieldStart("health");
    status.health().writeTo(json);
    json.writeEndObject();
    status.performance().writeTo(json);
    writeKafka(json);
    writeJvm(json);
    writeLedger(json);
    writeRates(json);
    writeStreams(json);
    json.writeFieldName("batcher");
    writeBatcher(json, status.batcher(), status.busiest());
    writePipelines(json);
    writeLoad(json);
    writeStages(json);
    writeSpools(json);
    writeSources(json);
    writeInForce(json);
  }

  private void writeKafka(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("kafka");
    json.writeStringField("state", status.kafkaState());
    json.writeStringField("detail", status.kafkaDetail());
    json.writeStringField("bootstrapServers", status.bootstrapServers());
    json.writeNumberField("requestsSent", status.traffic().requests());
    json.writeNumberField("recordsSent", status.traffic().records());
    json.writeNumberField("bytesSent", status.traffic().bytes());
    json.writeObjectFieldStart("topics");
    for (TopicStatus topic : status.topics()) {
      json.writeStringField(topic.topic(), topic.state().text());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("topicSettings");
    for (TopicStatus topic : status.topics()) {
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

  /** {@code received = acked + replayed + spooled + failed + shed + rejected + inFlight}. */
  private void writeLedger(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("ledger");
    json.writeNumberField("received", status.ledger().received());
    json.writeNumberField("acked", status.ledger().total(Category.ACKED));
    json.writeNumberField("replayed", status.ledger().total(Category.REPLAYED));
    json.writeNumberField("spooled", status.ledger().total(Category.SPOOLED));
    for (Category category : new Category[] {Category.FAILED, Category.SHED, Category.REJECTED}) {
      json.writeObjectFieldStart(JsonText.lowerCase(category));
      for (Map.Entry<Outcome, Long> entry : status.ledger().ended().entrySet()) {
        if (entry.getKey().category() == category) {
          json.writeNumberField(JsonText.lowerCase(entry.getKey()), entry.getValue());
        }
      }
      json.writeEndObject();
    }
    json.writeNumberField("inFlight", status.ledger().inFlight());
    json.writeObjectFieldStart("settled");
    for (Map.Entry<Settled, Long> entry : status.ledger().settled().entrySet()) {
      json.writeNumberField(JsonText.lowerCase(entry.getKey()), entry.getValue());
    }
    json.writeEndObject();
    json.writeBooleanField("balanced", status.ledger().balanced());
    json.writeEndObject();
  }

  private void writeRates(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("rates");
    json.writeNumberField("receivedPerSecond", Math.round(status.rates().receivedPerSecond()));
    json.writeNumberField("ackedPerSecond", Math.round(status.rates().ackedPerSecond()));
    json.writeEndObject();
  }

  private void writeStreams(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("streams");
    for (StreamRuntime live : status.streams()) {
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
      json.writeStringField("framing", JsonText.lowerCase(stream.framing()));
      json.writeStringField("lane", DeliveryProfile.of(stream).text());
      json.writeStringField("respond", stream.respondAsync() ? "async" : "durable");
      String why = status.notReady().getOrDefault(stream.name(), "");
      json.writeBooleanField("ready", why.isEmpty());
      json.writeStringField("detail", why);
      if (live.window() != null) {
        writeWindow(json, live.window().stats());
      }
      if (live.quarantine() != null) {
        writeQuarantine(json, live.quarantine());
      }
      writeHotKeys(json, live);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeWindow(JsonGenerator json, KeyWindow.Stats window) throws IOException {
    json.writeObjectFieldStart("idempotency");
    json.writeNumberField("windowSeconds", window.windowMillis() / 1_000);
    json.writeNumberField("reachSeconds", window.reachMillis() / 1_000);
    json.writeNumberField("keys", window.keys());
    json.writeNumberField("open", window.open());
    json.writeEndObject();
  }

  private static void writeQuarantine(JsonGenerator json, Quarantine quarantine)
      throws IOException {
    json.writeObjectFieldStart("quarantine");
    json.writeStringField("topic", quarantine.topic());
    json.writeNumberField("kept", quarantine.kept());
    json.writeNumberField("failed", quarantine.failed());
    json.writeEndObject();
  }

  /** The most frequent record keys lately. */
  private static void writeHotKeys(JsonGenerator json, StreamRuntime live) throws IOException {
    HotKeys.Top top = live.hotKeys().top(System.nanoTime());
    SpreadKeys spread = live.spreadKeys();
    HotTopic topic = live.hotTopic();
    boolean hasPlace = topic == null || topic.accepting();
    json.writeObjectFieldStart("hotKeys");
    if (topic != null) {
      json.writeStringField("topic", topic.topic());
      json.writeBooleanField("topicAccepting", hasPlace);
    }
    json.writeNumberField("seconds", top.seconds());
    json.writeNumberField("events", top.events());
    json.writeArrayFieldStart("keys");
    for (HotKey each : top.keys()) {
      json.writeStartObject();
      json.writeStringField("key", each.key());
      json.writeNumberField("events", each.events());
      if (spread != null) {
        json.writeBooleanField("spread", hasPlace && spread.keys().contains(each.key()));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** By topic, where there are any. */
  private void writeSpools(JsonGenerator json) throws IOException {
    if (status.spools().isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("spools");
    for (Map.Entry<String, SpoolStats> entry : new TreeMap<>(status.spools()).entrySet()) {
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

  /** By name, where there are any. */
  private void writeSources(JsonGenerator json) throws IOException {
    if (status.sources().isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("sources");
    for (Map.Entry<String, SourceStats> entry : status.sources().entrySet()) {
      SourceStats source = entry.getValue();
      json.writeObjectFieldStart(entry.getKey());
      json.writeStringField("state", source.state());
      json.writeStringField("detail", source.detail());
      json.writeBooleanField("running", source.running());
      json.writeNumberField("lagBytes", source.lagBytes());
      json.writeNumberField("lagMillis", source.lagMillis());
      json.writeBooleanField("lagExceeded", source.lagExceeded());
      json.writeNumberField("events", source.events());
      json.writeNumberField("transactions", source.transactions());
      json.writeNumberField("retries", source.retries());
      json.writeNumberField("skipped", source.skipped());
      json.writeNumberField("pending", source.pending());
      json.writeNumberField("pendingBytes", source.pendingBytes());
      json.writeStringField("position", source.positionText());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** Each pipeline, where there is more than one. */
  private void writePipelines(JsonGenerator json) throws IOException {
    if (status.pipelines().size() > 1) {
      json.writeObjectFieldStart("lanes");
      for (PipelineStatus pipeline : status.pipelines()) {
        json.writeFieldName(pipeline.name());
        writeBatcher(json, pipeline.batcher(), pipeline);
      }
      json.writeEndObject();
    }
  }

  /** Admission by pipeline, the lag of the event loops, and bodies that are arriving. */
  private void writeLoad(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("admission");
    for (int i = 0; i < status.load().pipelines().size(); i++) {
      InFlightLimiter.Load admission = status.load().pipelines().get(i);
      json.writeObjectFieldStart(status.pipelines().get(i).name());
      json.writeNumberField("limit", admission.limit());
      json.writeNumberField("inFlight", admission.inFlight());
      json.writeNumberField("refused", admission.refused());
      json.writeNumberField("overShare", admission.overShare());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeObjectFieldStart("loops");
    json.writeNumberField("active", status.load().activeLoops());
    json.writeArrayFieldStart("connections");
    for (int open : status.load().connections()) {
      json.writeNumber(open);
    }
    json.writeEndArray();
    json.writeNumberField("longestDelayMillis", status.load().longestDelayNanos() / 1e6);
    json.writeNumberField("recentDelayMillis", status.load().recentDelayNanos() / 1e6);
    json.writeNumberField("stalls", status.load().stalls());
    json.writeEndObject();
    json.writeObjectFieldStart("bodies");
    json.writeNumberField("budgetBytes", status.load().bodies().budgetBytes());
    json.writeNumberField("heldBytes", status.load().bodies().heldBytes());
    json.writeNumberField("refused", status.load().bodies().refused());
    json.writeEndObject();
  }

  private static void writeBatcher(
      JsonGenerator json, BatcherStats batcher, PipelineStatus pipeline) throws IOException {
    json.writeStartObject();
    json.writeStringField("level", pipeline.level().map(PressureLevel::name).orElse("fixed"));
    json.writeNumberField("batches", batcher.batches());
    json.writeNumberField("messages", batcher.messages());
    json.writeNumberField("bytes", batcher.bytes());
    json.writeNumberField("pendingMessages", batcher.pendingMessages());
    json.writeNumberField("pendingBytes", batcher.pendingBytes());
    json.writeNumberField("inFlightBatches", batcher.inFlightBatches());
    json.writeNumberField("refusedFull", batcher.refusedFull());
    json.writeObjectFieldStart("batchesByReason");
    for (FlushReason reason : FlushReason.values()) {
      json.writeNumberField(JsonText.lowerCase(reason), batcher.batches(reason));
    }
    json.writeEndObject();
    json.writeNumberField("flushBytes", batcher.flushBytes());
    json.writeNumberField("flushIntervalNanos", batcher.flushIntervalNanos());
    json.writeNumberField("idlePauseNanos", batcher.idlePauseNanos());
    FlushReason last = batcher.lastFlushReason();
    json.writeStringField("lastFlushReason", last == null ? "" : JsonText.lowerCase(last));
    json.writeNumberField("fillPercent", Math.round(100 * batcher.fill()));
    json.writeStringField("calibration", pipeline.calibration());
    json.writeEndObject();
  }

  /** Microseconds. */
  private void writeStages(JsonGenerator json) throws IOException {
    if (status.stages().isPresent()) {
      json.writeObjectFieldStart("stages");
      for (LatencyBreakdown.Summary stage : status.stages().get().summaries()) {
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
}
