package com.reactive.platform.gateway.sink;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of brokers that have a record, and the least of them when it is acknowledged.
 *
 * @param factor the topic's replication factor
 * @param minInsync its {@code min.insync.replicas}
 */
public record Replication(int factor, int minInsync) {
  private static final Pattern TEXT = Pattern.compile("([1-9]\\d?)/([1-9]\\d?)");

  /** From "3/2"; empty if it is nothing of the kind. */
  public static Optional<Replication> of(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Replication found =
        new Replication(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    return found.minInsync <= found.factor ? Optional.of(found) : Optional.empty();
  }

  /** Whether it is this at the least. */
  public boolean covers(Replication required) {
    return factor >= required.factor && minInsync >= required.minInsync;
  }

  /** As it is configured: "3/2". */
  public String text() {
    return factor + "/" + minInsync;
  }
}
