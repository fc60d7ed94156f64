package com.reactive.platform.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationStatus;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LevelStatus;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** What {@code /calibration} shows: one object for each pressure level. */
final class CalibrationJson {
  private static final JsonFactory JSON = new JsonFactory();

  private CalibrationJson() {}

  /**
   * What was learned, of the first at the top, of all under {@code lanes} if there are several.
   *
   * @param lanes one for each batcher; none if limits are fixed
   */
  static String of(List<CalibrationStatus> lanes) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeBooleanField("adaptive", !lanes.isEmpty());
      if (!lanes.isEmpty()) {
        writeFields(json, lanes.get(0));
      }
      if (lanes.size() > 1) {
        json.writeArrayFieldStart("lanes");
        for (CalibrationStatus lane : lanes) {
          json.writeStartObject();
          writeFields(json, lane);
          json.writeEndObject();
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
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
    json.writeEndObject();
  }
}
