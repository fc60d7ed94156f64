package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationStatus;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LevelStatus;
import java.io.IOException;
import java.util.List;

/** The document {@code /calibration}: one object for each pressure level. */
public final class CalibrationJson {
  private CalibrationJson() {}

  /**
   * What was learned, of the first at the top, of all under {@code lanes} if there are several.
   *
   * @param pipelines one for each batcher; none if limits are fixed
   */
  public static String of(List<CalibrationStatus> pipelines) {
    return JsonText.pretty(json -> write(json, pipelines));
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
    json.writeArrayFieldStart("levels");
    for (LevelStatus level : status.levels()) {
      write(json, level);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, LevelStatus level) throws IOException {
    json.writeStartObject();
    json.writeStringField("level", level.level().name());
    writeLimits(json, "best", level.best());
    if (level.trial() != null) {
      writeLimits(json, "trial", level.trial());
    }
    json.writeNumberField("observations", level.observations());
    json.writeNumberField("eventsPerCpuSecond", Math.round(level.expectedScore()));
    json.writeBooleanField("regression", level.regression());
    json.writeEndObject();
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
