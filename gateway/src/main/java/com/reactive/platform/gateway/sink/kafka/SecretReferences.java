package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.config.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings of the Kafka client that stand somewhere else: {@code ${file:/path}} is the content of
 * the file without the line end, {@code ${env:NAME}} the value of the environment variable. Either
 * may stand in the middle of a value, as the password does in {@code sasl.jaas.config}.
 *
 * <p>They are followed only when a client is made, so that what is kept, shown and logged is the
 * reference; and a client that is made anew gets the password that is in force by then.
 */
final class SecretReferences {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(file|env):([^}]*)}");
  private static final long MAX_BYTES = 1 << 20;

  private SecretReferences() {}

  static boolean isIn(String value) {
    return REFERENCE.matcher(value).find();
  }

  /**
   * The values, with what they refer to in place.
   *
   * @throws IllegalArgumentException with one sentence if something is not there
   */
  static Map<String, String> follow(Map<String, String> values) {
    Map<String, String> followed = new TreeMap<>();
    values.forEach((name, value) -> followed.put(name, follow(value)));
    return followed;
  }

  static String follow(String value) {
    Matcher reference = REFERENCE.matcher(value);
    if (reference.matches()) {
      return target(reference);
    }
    reference.reset();
    // In the midst of a value it stands between quotes, where these two mean something.
    return reference.replaceAll(
        found ->
            Matcher.quoteReplacement(
                target(reference).replace("\\", "\\\\").replace("\"", "\\\"")));
  }

  private static String target(Matcher reference) {
    String name = reference.group(2);
    if (reference.group(1).equals("env")) {
      String value = System.getenv(name);
      if (value == null) {
        throw new IllegalArgumentException(
            "refers to the environment variable " + name + ", which is not set");
      }
      return value;
    }
    try {
      Path path = Path.of(name);
      if (Files.size(path) > MAX_BYTES) {
        throw new IllegalArgumentException("refers to " + name + ", which is too large");
      }
      return Files.readString(path).stripTrailing();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "refers to a file that cannot be read: " + FileErrors.reason(e), e);
    }
  }
}
