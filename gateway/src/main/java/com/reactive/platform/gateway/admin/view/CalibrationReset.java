package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.admin.AdminResponse;
import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * {@code POST /calibration/reset}: forgets what was learned of one level, or of all, in every
 * pipeline.
 */
public final class CalibrationReset {
  private static final JsonFactory JSON = new JsonFactory();

  private CalibrationReset() {}

  /**
   * May block on disk.
   *
   * @param body {@code {"level": "L3_LOW"}}, or {@code {}} for all
   * @param pipelines what each batcher learned; none if the limits are fixed
   */
  public static AdminResponse response(String body, List<BatchCalibration> pipelines) {
    if (pipelines.isEmpty()) {
      return AdminResponse.text(409, "adaptive batching is off (batch.adaptive is false)");
    }
    String name;
    try {
      name = levelIn(body);
    } catch (IOException e) {
      return AdminResponse.text(400, "send {} for all levels, or {\"level\": \"L3_LOW\"} for one");
    }
    if (name == null) {
      pipelines.forEach(BatchCalibration::reset);
      return AdminResponse.json("{\"reset\": \"all\"}");
    }
    Optional<PressureLevel> level =
        Arrays.stream(PressureLevel.values()).filter(l -> l.name().equals(name)).findFirst();
    if (level.isEmpty()) {
      return AdminResponse.text(
          422, "level must be one of " + Arrays.toString(PressureLevel.values()));
    }
    pipelines.forEach(pipeline -> pipeline.reset(level.get()));
    return AdminResponse.json("{\"reset\": \"" + name + "\"}");
  }

  /** Null for all; a misspelt key must not mean all. */
  private static String levelIn(String body) throws IOException {
    String level = null;
    try (JsonParser json = JSON.createParser(body)) {
      expect(json.nextToken() == JsonToken.START_OBJECT);
      while (json.nextToken() != JsonToken.END_OBJECT) {
        expect("level".equals(json.currentName()) && level == null);
        expect(json.nextToken() == JsonToken.VALUE_STRING);
        level = json.getText();
      }
      expect(json.nextToken() == null);
    }
    return level;
  }

  private static void expect(boolean holds) throws IOException {
    if (!holds) {
      throw new IOException("unexpected JSON");
    }
  }
}
