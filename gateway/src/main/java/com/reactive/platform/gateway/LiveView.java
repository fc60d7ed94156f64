package com.reactive.platform.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.PressureLevel;
import com.reactive.platform.gateway.telemetry.LiveStats;
import com.reactive.platform.gateway.telemetry.LiveStats.RouteSample;
import com.reactive.platform.gateway.telemetry.LiveStats.Sample;
import com.reactive.platform.gateway.telemetry.LiveStats.Summary;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Turns counts into what the live page shows: per second, since when, and in words. One thread,
 * once a second.
 */
final class LiveView {
  private static final JsonFactory JSON = new JsonFactory();
  private static final List<PressureLevel> LEVELS = List.of(PressureLevel.values());
  private static final long TROUBLE_IS_SHOWN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LiveStats stats;
  private final long budgetBytes;
  private Status before;
  private long beforeNanos;
  private long kafkaUsableNanos;
  private long progressNanos;
  private long failedNanos;
  private long shedNanos;
  private double failedPerSecond;
  private double shedPerSecond;

  LiveView(LiveStats stats, long budgetBytes) {
    this.stats = stats;
    this.budgetBytes = budgetBytes;
  }

  /**
   * A second has passed.
   *
   * @param accepting whether events are taken in
   * @param publish is given a point of the curves, and all that there is to say now; JSON
   */
  void tick(
      Status now,
      boolean accepting,
      long nowNanos,
      long nowMillis,
      BiConsumer<String, String> publish) {
    Sample sample = stats.sample();
    if (before == null) {
      kafkaUsableNanos = nowNanos;
      progressNanos = nowNanos;
      failedNanos = nowNanos - TROUBLE_IS_SHOWN_NANOS;
      shedNanos = failedNanos;
    } else {
      Rates rates = new Rates(before, now, (nowNanos - beforeNanos) / 1e9);
      Health health = judge(now, accepting, nowNanos, rates);
      publish.accept(
          text(json -> writePoint(json, now, nowMillis, rates, sample)),
          text(json -> writeSnapshot(json, now, nowMillis, rates, sample, health)));
    }
    before = now;
    beforeNanos = nowNanos;
  }

  private Health judge(Status now, boolean accepting, long nowNanos, Rates rates) {
    boolean usable = now.kafkaState().equals("ready") || now.kafkaState().equals("degraded");
    if (usable) {
      kafkaUsableNanos = nowNanos;
    }
    long pending = now.batcher().pendingMessages();
    if (pending == 0 || rates.of(Category.ACKED) > 0) {
      progressNanos = nowNanos;
    }
    if (rates.of(Category.FAILED) > 0) {
      failedNanos = nowNanos;
      failedPerSecond = rates.of(Category.FAILED);
    }
    if (rates.overload() > 0) {
      shedNanos = nowNanos;
      shedPerSecond = rates.overload();
    }
    return Health.of(
        new Health.Signs(
            now.draining(),
            now.kafkaState(),
            now.kafkaDetail(),
            TimeUnit.NANOSECONDS.toSeconds(nowNanos - kafkaUsableNanos),
            accepting,
            TimeUnit.NANOSECONDS.toSeconds(nowNanos - progressNanos),
            pending,
            rates.received(),
            nowNanos - failedNanos < TROUBLE_IS_SHOWN_NANOS ? failedPerSecond : 0,
            nowNanos - shedNanos < TROUBLE_IS_SHOWN_NANOS ? shedPerSecond : 0));
  }

  /** What happened per second between two looks. */
  private record Rates(Status before, Status now, double seconds) {
    double received() {
      return perSecond(now.ledger().received() - before.ledger().received());
    }

    double of(Category category) {
      return perSecond(now.ledger().total(category) - before.ledger().total(category));
    }

    /** Events turned away although Kafka is there and nobody stops the gateway. */
    double overload() {
      return perSecond(overload(now.ledger()) - overload(before.ledger()));
    }

    private static long overload(Ledger.Snapshot ledger) {
      return ledger.total(Category.SHED)
          - ledger.ended().get(Outcome.KAFKA_UNAVAILABLE)
          - ledger.ended().get(Outcome.DRAINING);
    }

    double of(FlushReason reason) {
      return perSecond(now.batcher().batches(reason) - before.batcher().batches(reason));
    }

    double perSecond(long count) {
      return Math.round(10 * count / Math.max(seconds, 0.001)) / 10.0;
    }
  }

  private void writePoint(
      JsonGenerator json, Status now, long nowMillis, Rates rates, Sample sample)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("t", nowMillis);
    json.writeNumberField("received", rates.received());
    json.writeNumberField("acked", rates.of(Category.ACKED));
    json.writeArrayFieldStart("answers");
    for (AnswerClass group : AnswerClass.values()) {
      json.writeNumber(rates.perSecond(group.countIn(sample.answers())));
    }
    json.writeEndArray();
    if (sample.micros().count() > 0) {
      json.writeArrayFieldStart("micros");
      json.writeNumber(sample.micros().p50());
      json.writeNumber(sample.micros().p99());
      json.writeNumber(sample.micros().p999());
      json.writeEndArray();
    }
    json.writeNumberField("level", levelNumber(now));
    json.writeNumberField("flushBytes", now.batcher().flushBytes());
    json.writeNumberField("flushMicros", now.batcher().flushIntervalNanos() / 1_000);
    if (sample.messages().count() > 0) {
      json.writeArrayFieldStart("messages");
      json.writeNumber(Math.round(10 * sample.messages().mean()) / 10.0);
      json.writeNumber(sample.messages().p99());
      json.writeEndArray();
    }
    json.writeArrayFieldStart("reasons");
    for (FlushReason reason : FlushReason.values()) {
      json.writeNumber(rates.of(reason));
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void writeSnapshot(
      JsonGenerator json, Status now, long nowMillis, Rates rates, Sample sample, Health health)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("time", nowMillis);
    json.writeStringField("version", now.version());
    json.writeNumberField("uptimeSeconds", now.uptimeSeconds());
    json.writeStringField("mood", health.mood());
    json.writeStringField("headline", health.headline());
    json.writeStringField("detail", health.detail());
    json.writeBooleanField("ready", now.ready());
    json.writeBooleanField("draining", now.draining());
    json.writeNumberField("connections", now.connections());
    json.writeNumberField("inFlight", now.ledger().inFlight());
    json.writeObjectFieldStart("rates");
    json.writeNumberField("received", rates.received());
    for (Category category : Category.values()) {
      json.writeNumberField(lowerCase(category), rates.of(category));
    }
    json.writeEndObject();
    writeAnswers(json, sample.answers(), rates);
    writeSummary(json, "micros", sample.micros());
    writeLedger(json, now.ledger());
    writeBatcher(json, now, rates, sample);
    json.writeObjectFieldStart("kafka");
    json.writeStringField("state", now.kafkaState());
    json.writeStringField("detail", now.kafkaDetail());
    json.writeStringField("bootstrapServers", now.kafka().bootstrapServers());
    json.writeEndObject();
    writeStreams(json, rates, sample);
    json.writeEndObject();
  }

  private static void writeAnswers(JsonGenerator json, Map<Integer, Long> answers, Rates rates)
      throws IOException {
    json.writeObjectFieldStart("answers");
    for (Map.Entry<Integer, Long> answer : answers.entrySet()) {
      json.writeNumberField(answer.getKey().toString(), rates.perSecond(answer.getValue()));
    }
    json.writeEndObject();
  }

  private static void writeSummary(JsonGenerator json, String name, Summary summary)
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
      json.writeNumberField(lowerCase(category), ledger.total(category));
    }
    json.writeNumberField("inFlight", ledger.inFlight());
    json.writeBooleanField("balanced", ledger.balanced());
    json.writeEndObject();
  }

  private void writeBatcher(JsonGenerator json, Status now, Rates rates, Sample sample)
      throws IOException {
    BatcherStats batcher = now.batcher();
    json.writeObjectFieldStart("batcher");
    json.writeStringField("level", now.level().map(PressureLevel::name).orElse("fixed"));
    json.writeNumberField("levelNumber", levelNumber(now));
    json.writeNumberField("flushBytes", batcher.flushBytes());
    json.writeNumberField("flushMicros", batcher.flushIntervalNanos() / 1_000);
    json.writeNumberField(
        "batchesPerSecond", rates.perSecond(batcher.batches() - before.batcher().batches()));
    json.writeNumberField("pendingMessages", batcher.pendingMessages());
    json.writeNumberField("pendingBytes", batcher.pendingBytes());
    json.writeNumberField("budgetBytes", budgetBytes);
    json.writeNumberField("fillPercent", Math.round(100 * batcher.fill()));
    json.writeNumberField("inFlightBatches", batcher.inFlightBatches());
    writeSummary(json, "messages", sample.messages());
    writeSummary(json, "bytes", sample.bytes());
    json.writeObjectFieldStart("reasons");
    for (FlushReason reason : FlushReason.values()) {
      json.writeNumberField(lowerCase(reason), rates.of(reason));
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeStreams(JsonGenerator json, Rates rates, Sample sample)
      throws IOException {
    json.writeArrayFieldStart("streams");
    for (RouteSample route : sample.routes()) {
      json.writeStartObject();
      json.writeStringField("name", route.name());
      json.writeArrayFieldStart("answers");
      for (AnswerClass group : AnswerClass.values()) {
        json.writeNumber(rates.perSecond(group.countIn(route.answers())));
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** From 1; 0 if the limits are fixed. */
  private static int levelNumber(Status now) {
    return now.level().map(level -> LEVELS.indexOf(level) + 1).orElse(0);
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private interface Writer {
    void write(JsonGenerator json) throws IOException;
  }

  private static String text(Writer writer) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      writer.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }
}
