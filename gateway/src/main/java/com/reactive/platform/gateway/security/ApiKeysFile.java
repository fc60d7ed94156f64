package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.config.BoundedYaml;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.FileErrors;
import com.reactive.platform.gateway.limit.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/**
 * Reads the file of API keys:
 *
 * <pre>{@code
 * keys:
 *   - name: mobile
 *     sha256: ["HEX", "HEX"]             # one, or two while the key is being changed
 *     streams: [counter, orders]         # or ["*"]
 *     rate-per-second: 100               # none: no limit of its own
 *     burst: 200                         # the rate, if absent
 *     bytes-per-second: 1048576          # of bodies as they are sent; none: no limit
 *     burst-bytes: 4194304               # the rate, if absent
 *     not-after: 2027-01-01T00:00:00Z    # optional
 * }</pre>
 *
 * Every error is noted, none of them shows a digest.
 */
final class ApiKeysFile {

  /**
   * What one digest stands for.
   *
   * @param notAfterMillis since the epoch; {@link Long#MAX_VALUE} for never
   */
  record Entry(Caller caller, long notAfterMillis) {}

  private static final long MAX_BYTES = 16 << 20;
  private static final int MAX_LIVE = 2;
  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "sha256",
          "streams",
          "rate-per-second",
          "burst",
          "bytes-per-second",
          "burst-bytes",
          "not-after");

  private final Map<Sha256, Entry> entries = new HashMap<>();
  private final Set<String> names = new HashSet<>();
  private final List<String> errors = new ArrayList<>();

  private ApiKeysFile() {}

  /**
   * What each digest stands for.
   *
   * @throws ConfigException with every error of the file
   */
  static Map<Sha256, Entry> read(Path path) {
    ApiKeysFile file = new ApiKeysFile();
    if (!(load(path) instanceof Map<?, ?> root)
        || root.size() != 1
        || !(root.get("keys") instanceof List<?> keys)) {
      throw new ConfigException(List.of("must be a mapping with the single key 'keys', a list"));
    }
    for (int i = 0; i < keys.size(); i++) {
      file.entry("keys[" + i + "]", keys.get(i));
    }
    if (!file.errors.isEmpty()) {
      throw new ConfigException(file.errors);
    }
    return Map.copyOf(file.entries);
  }

  private static Object load(Path path) {
    try {
      if (Files.size(path) > MAX_BYTES) {
        throw new ConfigException(List.of("is larger than " + MAX_BYTES + " bytes"));
      }
      // Every scalar as it is written: a digest may look like a number.
      LoadSettings settings =
          LoadSettings.builder()
              .setSchema(new FailsafeSchema())
              .setCodePointLimit((int) MAX_BYTES)
              .build();
      // One document; of an empty file this schema could not make one.
      Iterator<Object> documents =
          new Load(settings)
              .loadAllFromString(BoundedYaml.check(settings, Files.readString(path)))
              .iterator();
      Object first = documents.hasNext() ? documents.next() : null;
      return documents.hasNext() ? null : first;
    } catch (IOException e) {
      throw new ConfigException(List.of("cannot be read: " + FileErrors.reason(e)));
    } catch (YamlEngineException e) {
      // Its message quotes the lines.
      throw new ConfigException(List.of("is not YAML"));
    }
  }

  private void entry(String where, Object node) {
    if (!(node instanceof Map<?, ?> map)) {
      errors.add(where + ": must be a mapping");
      return;
    }
    for (Object field : map.keySet()) {
      if (!(field instanceof String name) || !FIELDS.contains(name)) {
        errors.add(where + ": has an unknown field; known fields are " + String.join(", ", FIELDS));
      }
    }
    String name = scalar(where, map, "name");
    if (!name.matches("[A-Za-z0-9._@:/-]{1,128}")) {
      errors.add(where + ".name: must be 1 to 128 letters, digits or any of ._@:/-");
    } else if (!names.add(name)) {
      errors.add(where + ".name: '" + name + "' is used twice");
    }
    Set<String> streams = Set.copyOf(strings(where, map, "streams"));
    Rate requests = rate(where, map, "rate-per-second", "burst");
    Rate bytes = rate(where, map, "bytes-per-second", "burst-bytes");
    Entry entry = new Entry(new Caller(name, streams, requests, bytes), notAfter(where, map));
    List<String> digests = strings(where, map, "sha256");
    if (digests.size() > MAX_LIVE) {
      errors.add(where + ".sha256: at most two keys may be active at the same time");
    }
    digests.forEach(hex -> digest(where, hex, entry));
  }

  private void digest(String where, String hex, Entry entry) {
    try {
      if (entries.put(Sha256.ofHex(hex), entry) != null) {
        errors.add(where + ".sha256: this digest occurs twice");
      }
    } catch (IllegalArgumentException e) {
      errors.add(where + ".sha256: must be 64 hexadecimal digits");
    }
  }

  private long notAfter(String where, Map<?, ?> map) {
    if (!map.containsKey("not-after")) {
      return Long.MAX_VALUE;
    }
    try {
      return Instant.parse(scalar(where, map, "not-after")).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      errors.add(where + ".not-after: must be a time such as 2027-01-01T00:00:00Z");
      return 0;
    }
  }

  private Rate rate(String where, Map<?, ?> map, String rateField, String burstField) {
    double perSecond = number(where, map, rateField, 0, 1e9);
    double burst = number(where, map, burstField, Math.ceil(perSecond), 1e9);
    if (perSecond == 0 && map.containsKey(burstField)) {
      errors.add(where + "." + burstField + ": has no effect without " + rateField);
    }
    return perSecond == 0
        ? Rate.UNLIMITED
        : new Rate(perSecond, (long) Math.max(1, Math.floor(burst)));
  }

  private double number(
      String where, Map<?, ?> map, String field, double defaultValue, double max) {
    if (!map.containsKey(field)) {
      return defaultValue;
    }
    try {
      double value = Double.parseDouble(scalar(where, map, field));
      if (value > 0 && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    errors.add(where + "." + field + ": must be a number above 0");
    return defaultValue;
  }

  private String scalar(String where, Map<?, ?> map, String field) {
    if (map.get(field) instanceof String text) {
      return text;
    }
    if (map.containsKey(field)) {
      errors.add(where + "." + field + ": must be a plain value");
    }
    return "";
  }

  private List<String> strings(String where, Map<?, ?> map, String field) {
    Object value = map.get(field);
    List<?> list =
        value instanceof String one ? List.of(one) : value instanceof List<?> l ? l : null;
    if (list == null || list.isEmpty() || !list.stream().allMatch(String.class::isInstance)) {
      errors.add(where + "." + field + ": must be a list with at least one value");
      return List.of();
    }
    return list.stream().map(String.class::cast).toList();
  }
}
