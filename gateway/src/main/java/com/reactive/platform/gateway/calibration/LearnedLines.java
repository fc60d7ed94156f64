package com.reactive.platform.gateway.calibration;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.microbatch.adaptive.ExpectedCost;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was learned, as JSON lines: one object for each level of a key. Lines that are empty or
 * begin with {@code #} are passed over.
 */
public final class LearnedLines {
  private static final JsonFactory JSON = new JsonFactory();

  /** Of a file; all keys and levels that a calibration file can hold have less. */
  private static final int MAX_BYTES = 1 << 20;

  private LearnedLines() {}

  /** One line, without its end. */
  public static String line(LearnedEntry entry) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      write(json, entry);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    return line.toString();
  }

  private static void write(JsonGenerator json, LearnedEntry entry) throws IOException {
    Learned learned = entry.learned();
    FlushLimits best = learned.best();
    ExpectedCost.Average expected = learned.expected();
    json.writeStartObject();
    if (!entry.environment().isEmpty()) {
      json.writeStringField("key", entry.environment());
    }
    json.writeStringField("delivery", entry.deliveryMode());
    json.writeStringField("level", entry.level().name());
    json.writeNumberField("flushBytes", best.flushBytes());
    json.writeNumberField("flushIntervalNanos", best.flushIntervalNanos());
    json.writeNumberField("idlePauseNanos", best.idlePauseNanos());
    json.writeNumberField("observations", learned.observations());
    json.writeNumberField("cooling", learned.cooling());
    json.writeNumberField("pauseFailures", learned.pauseFailures());
    if (expected != null) {
      json.writeNumberField("eventsPerCpuSecond", expected.score());
      json.writeNumberField("eventsPerSecond", expected.eventsPerSecond());
      json.writeBooleanField("saturated", expected.saturated());
    }
    json.writeEndObject();
  }

  /**
   * Reads a file.
   *
   * @return entries in their order; key and delivery mode are empty where a line has none
   * @throws IOException if it cannot be read, or names the first line that makes no sense
   */
  public static List<LearnedEntry> read(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException("it has more than " + MAX_BYTES + " bytes");
    }
    return parse(Files.readString(file, StandardCharsets.UTF_8));
  }

  /**
   * Reads lines, all or none of them.
   *
   * @throws IOException as {@link #read}
   */
  public static List<LearnedEntry> parse(String text) throws IOException {
    List<LearnedEntry> entries = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (line.isBlank() || line.stripLeading().startsWith("#")) {
        continue;
      }
      try {
        entries.add(distinct(new LearnedLine(JSON, line).entry(), entries));
      } catch (IOException senseless) {
        throw new IOException("line " + number + ": " + senseless.getMessage(), senseless);
      }
    }
    return entries;
  }

  private static LearnedEntry distinct(LearnedEntry entry, List<LearnedEntry> before)
      throws IOException {
    if (before.stream().anyMatch(entry::sameLevelAs)) {
      throw new IOException(entry.level() + " of this key and delivery was there before");
    }
    return entry;
  }

  /**
   * The entries that hold for this key: those that name it, or that name none. Of several, the one
   * that names more wins.
   */
  public static Map<PressureLevel, Learned> matching(
      List<LearnedEntry> entries, String key, String deliveryMode) {
    Map<PressureLevel, LearnedEntry> matching = new EnumMap<>(PressureLevel.class);
    for (LearnedEntry entry : entries) {
      if (isOrEmpty(entry.environment(), key) && isOrEmpty(entry.deliveryMode(), deliveryMode)) {
        matching.merge(
            entry.level(), entry, (one, other) -> names(one) > names(other) ? one : other);
      }
    }
    Map<PressureLevel, Learned> learned = new EnumMap<>(PressureLevel.class);
    matching.forEach((level, entry) -> learned.put(level, entry.learned()));
    return learned;
  }

  private static boolean isOrEmpty(String named, String ours) {
    return named.isEmpty() || named.equals(ours);
  }

  private static int names(LearnedEntry entry) {
    return (entry.environment().isEmpty() ? 0 : 2) + (entry.deliveryMode().isEmpty() ? 0 : 1);
  }
}
