package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationStatus;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LevelStatus;
import com.reactive.platform.gateway.microbatch.adaptive.LimitsCost;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.sink.CodecUse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The document {@code /calibration}: one object for each pressure level. */
public final class CalibrationJson {
  private CalibrationJson() {}

  /**
   * What was learned, of the first at the top, of all under {@code lanes} if there are several.
   *
   * @param pipelines one for each batcher; none if limits are fixed
   * @param learnsCodec true if the codec is learned
   * @param codecs in which batches were sent; nothing is said of it before the first
   */
  public static String of(List<CalibrationStatus> pipelines, boolean learnsCodec, CodecUse codecs) {
    return JsonText.pretty(
        json -> {
          write(json, pipelines);
          if (!codecs.batches().isEmpty()) {
            write(json, learnsCodec, codecs);
          }
        });
  }

  /** Of all pipelines together: each event loop learns by topic and size of batches. */
  private static void write(JsonGenerator json, boolean learnsCodec, CodecUse codecs)
      throws IOException {
    json.writeObjectFieldStart("codec");
    json.writeBooleanField("learned", learnsCodec);
    json.writeObjectFieldStart("batches");
    for (Map.Entry<String, Long> codec : new TreeMap<>(codecs.batches()).entrySet()) {
      json.writeNumberField(codec.getKey(), codec.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("bytesSent", codecs.bytes());
    json.writeNumberField("bytesUncompressed", codecs.uncompressedBytes());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, List<CalibrationStatus> pipelines)
      throws IOException {
    json.writeBooleanField("adaptive", !pipelines.isEmpty());
    if (!pipelines.isEmpty()) {
      writeFields(json, pipelines.get(0));
    }
    if (pipelines.size() > 1) {
      json.writeArrayFieldStart("lanes");
      for (CalibrationStatus pipeline : pipelines) {
        json.writeStartObject();
        writeFields(json, pipeline);
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  private static void writeFields(JsonGenerator json, CalibrationStatus status) throws IOException {
    json.writeStringField("environment", status.key().environment());
    json.writeStringField("deliveryMode", status.key().deliveryMode());
    json.writeBooleanField("kept", status.store().persistent());
    json.writeStringField("store", status.store().text());
    json.writeStringField("mode", status.kept() == null ? "apply" : "observe");
    if (status.kept() != null) {
      writeLimits(json, "inForce", status.kept());
    }
    json.writeArrayFieldStart("levels");
    for (List<LevelStatus> group : status.groups()) {
      for (LevelStatus level : group) {
        write(json, level, group.get(0).level());
      }
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, LevelStatus level, PressureLevel first)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("level", level.level().name());
    json.writeStringField("sameAs", first.name());
    json.writeNumberField("budgetNanos", level.budgetNanos());
    writeLimits(json, "best", level.best());
    if (level.trial() != null) {
      writeLimits(json, "trial", level.trial());
    }
    json.writeNumberField("observations", level.observations());
    json.writeNumberField("eventsPerCpuSecond", Math.round(level.expectedScore()));
    json.writeBooleanField("regression", level.regression());
    writeCost(json, "cost", level.costs().best());
    writeCost(json, "costWithoutPause", level.costs().unpaused());
    json.writeEndObject();
  }

  /** Nothing before the first window. */
  private static void writeCost(JsonGenerator json, String name, LimitsCost cost)
      throws IOException {
    if (cost == null) {
      return;
    }
    json.writeObjectFieldStart(name);
    json.writeNumberField("eventsPerSecond", Math.round(cost.eventsPerSecond()));
    json.writeNumberField("eventsPerRequest", rounded(cost.eventsPerRequest()));
    json.writeNumberField("requestsPerThousandEvents", rounded(cost.requestsPerThousand()));
    json.writeNumberField("cpuMicrosPerEvent", rounded(cost.cpuMicrosPerEvent()));
    json.writeNumberField("bytesPerEvent", rounded(cost.bytesPerEvent()));
    json.writeNumberField("p99Nanos", cost.p99Nanos());
    json.writeEndObject();
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }

  private static void writeLimits(JsonGenerator json, String name, FlushLimits limits)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("flushBytes", limits.flushBytes());
    json.writeNumberField("flushIntervalNanos", limits.flushIntervalNanos());
    json.writeNumberField("idlePauseNanos", limits.idlePauseNanos());
    json.writeEndObject();
  }
}
