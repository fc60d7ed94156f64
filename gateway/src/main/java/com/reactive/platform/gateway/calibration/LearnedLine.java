package com.reactive.platform.gateway.calibration;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.ExpectedCost;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.LevelCosts;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One line of {@link LearnedLines} as it is read: each field once, in its range, no others. */
final class LearnedLine {
  private static final List<String> TEXTS = List.of("key", "delivery", "level");
  private static final List<String> WHOLE =
      List.of(
          "flushBytes",
          "flushIntervalNanos",
          "idlePauseNanos",
          "observations",
          "cooling",
          "pauseFailures");
  private static final List<String> EXPECTED =
      List.of("eventsPerCpuSecond", "eventsPerSecond", "saturated");

  private static final long MAX_NANOS = PressureLevel.L10_MAX.budgetNanos();
  private static final long MAX_OBSERVATIONS = 1_000_000_000_000L;
  private static final int MAX_COUNT = 1_000;

  private final Map<String, Object> fields = new HashMap<>();

  LearnedLine(JsonFactory factory, String line) throws IOException {
    try (JsonParser json = factory.createParser(line)) {
      expect(json.nextToken() == JsonToken.START_OBJECT, "a JSON object is expected");
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        json.nextToken();
        Object value = value(name, json);
        expect(fields.put(name, value) == null, name + " is there twice");
      }
      expect(json.nextToken() == null, "there is something behind the object");
    } catch (JsonProcessingException e) {
      throw new IOException("it is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static Object value(String name, JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (TEXTS.contains(name)) {
      expect(token == JsonToken.VALUE_STRING, name + " must be a text");
      return json.getText();
    }
    if (WHOLE.contains(name)) {
      boolean whole =
          token == JsonToken.VALUE_NUMBER_INT
              && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
      expect(whole, name + " must be a whole number");
      return json.getLongValue();
    }
    expect(EXPECTED.contains(name), "'" + name + "' is unknown");
    if (name.equals("saturated")) {
      expect(token.isBoolean(), name + " must be true or false");
      return json.getBooleanValue();
    }
    expect(token.isNumeric(), name + " must be a number");
    return json.getDoubleValue();
  }

  LearnedEntry entry() throws IOException {
    long interval = required("flushIntervalNanos", 1, MAX_NANOS);
    FlushLimits limits =
        new FlushLimits(
            (int) required("flushBytes", 1, PressureLevel.MAX_FLUSH_BYTES),
            interval,
            optional("idlePauseNanos", interval));
    return new LearnedEntry(
        text("key"),
        text("delivery"),
        level(),
        new Learned(
            limits,
            expected(),
            optional("observations", MAX_OBSERVATIONS),
            (int) optional("cooling", MAX_COUNT),
            (int) optional("pauseFailures", MAX_COUNT)),
        LevelCosts.NONE);
  }

  private PressureLevel level() throws IOException {
    String name = text("level");
    return Arrays.stream(PressureLevel.values())
        .filter(level -> level.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IOException("level must be one of " + Arrays.toString(PressureLevel.values())));
  }

  /** Null if it is not there. */
  private ExpectedCost.Average expected() throws IOException {
    if (EXPECTED.stream().noneMatch(fields::containsKey)) {
      return null;
    }
    expect(fields.keySet().containsAll(EXPECTED), "needs all or none of " + EXPECTED);
    double score = (double) fields.get("eventsPerCpuSecond");
    double rate = (double) fields.get("eventsPerSecond");
    expect(score > 0 && Double.isFinite(score), "eventsPerCpuSecond must be more than 0");
    expect(rate > 0 && Double.isFinite(rate), "eventsPerSecond must be more than 0");
    return new ExpectedCost.Average(score, rate, (boolean) fields.get("saturated"));
  }

  private String text(String name) throws IOException {
    String text = (String) fields.getOrDefault(name, "");
    int most = CalibrationKey.MAX_LENGTH;
    expect(text.length() <= most, name + " must have at most " + most + " characters");
    return text;
  }

  private long required(String name, long least, long most) throws IOException {
    expect(fields.containsKey(name), name + " is missing");
    return inRange(name, least, most);
  }

  /** From 0; 0 if it is not there. */
  private long optional(String name, long most) throws IOException {
    fields.putIfAbsent(name, 0L);
    return inRange(name, 0, most);
  }

  private long inRange(String name, long least, long most) throws IOException {
    long value = (long) fields.get(name);
    expect(
        value >= least && value <= most,
        "%s must be from %d to %d, not %d".formatted(name, least, most, value));
    return value;
  }

  private static void expect(boolean holds, String rule) throws IOException {
    if (!holds) {
      throw new IOException(rule);
    }
  }
}
