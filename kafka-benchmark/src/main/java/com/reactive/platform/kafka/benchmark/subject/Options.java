package com.reactive.platform.kafka.benchmark.subject;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The options of a target. Its kind reads each key that it has, then refuses the others. A value
 * that cannot be read is an {@link IllegalArgumentException} of one sentence that names the target,
 * the key and what is allowed. Not thread-safe.
 */
public final class Options {
  private final TargetSpec spec;
  private final Set<String> asked = new LinkedHashSet<>();
  private final Map<String, String> inForce = new TreeMap<>();

  /** Reads the options of this target. */
  public Options(TargetSpec spec) {
    this.spec = spec;
  }

  /** Name of the target, as it stands in the tables. */
  public String targetName() {
    return spec.name();
  }

  /** Kind of the target. */
  public String kind() {
    return spec.kind();
  }

  /** The text that was given, if any. */
  public Optional<String> text(String key) {
    asked.add(key);
    return Optional.ofNullable(spec.options().get(key)).map(String::strip);
  }

  /** A whole number within bounds. */
  public int integer(String key, int defaultValue, int min, int max) {
    String text = text(key).orElse(Integer.toString(defaultValue));
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        inForce.put(key, Integer.toString(value));
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the bounds.
    }
    throw refuse(key, "must be a whole number from " + min + " to " + max + ", not '" + text + "'");
  }

  /** A number that need not be whole, within bounds. */
  public double number(String key, double defaultValue, double min, double max) {
    String text = text(key).orElse(Double.toString(defaultValue));
    try {
      double value = Double.parseDouble(text);
      if (value >= min && value <= max) {
        inForce.put(key, text(value));
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the bounds.
    }
    throw refuse(key, "must be a number from " + min + " to " + max + ", not '" + text + "'");
  }

  /** True or false. */
  public boolean flag(String key, boolean defaultValue) {
    return choice(key, Boolean.toString(defaultValue), "true", "false").equals("true");
  }

  /** One of the words that are allowed. */
  public String choice(String key, String defaultValue, String... allowed) {
    String text = text(key).orElse(defaultValue);
    if (!Arrays.asList(allowed).contains(text)) {
      throw refuse(key, "must be one of " + String.join(", ", allowed) + ", not '" + text + "'");
    }
    inForce.put(key, text);
    return text;
  }

  /** Numbers and choices that were read: what was given, or the default. */
  public Map<String, String> inForce() {
    return new TreeMap<>(inForce);
  }

  /** A number as it is shown: without a fraction if it has none. */
  static String text(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  /** Options that are given and not read yet, and whose key matches. */
  public Map<String, String> others(Predicate<String> key) {
    Map<String, String> found = new TreeMap<>();
    spec.options()
        .forEach(
            (name, value) -> {
              if (!asked.contains(name) && key.test(name)) {
                found.put(name, value.strip());
              }
            });
    asked.addAll(found.keySet());
    return found;
  }

  /**
   * To be called when all options are read.
   *
   * @param others that are allowed in addition to the keys that were read, in words; may be empty
   * @throws IllegalArgumentException naming the keys that were not read
   */
  public void refuseOthers(String others) {
    Set<String> unknown = new LinkedHashSet<>(new TreeMap<>(spec.options()).keySet());
    unknown.removeAll(asked);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "target %s: %s is no option of kind %s; allowed are %s%s"
              .formatted(
                  spec.name(),
                  String.join(", ", unknown),
                  spec.kind(),
                  String.join(", ", asked),
                  others.isEmpty() ? "" : ", and " + others));
    }
  }

  /** An exception to be thrown: this key cannot have this value. */
  public IllegalArgumentException refuse(String key, String why) {
    return new IllegalArgumentException("target " + spec.name() + ": " + key + " " + why);
  }
}
