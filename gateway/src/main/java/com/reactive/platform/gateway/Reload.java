package com.reactive.platform.gateway;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of reading the configuration again.
 *
 * @param errors why something was not taken over; what was in force still is
 * @param needsRestart what differs and cannot change while the gateway runs, by the first part of
 *     its keys
 */
public record Reload(List<String> errors, List<String> needsRestart) {
  public Reload {
    errors = List.copyOf(errors);
    needsRestart = List.copyOf(needsRestart);
  }

  /** In a few words, for the log. */
  public String text() {
    String done = errors.isEmpty() ? "reloaded" : "not reloaded: " + String.join("; ", errors);
    return needsRestart.isEmpty()
        ? done
        : done + "; restart to apply the changes in " + String.join(", ", needsRestart);
  }

  /** What of the next configuration waits for a restart. */
  static List<String> differences(GatewayConfig now, GatewayConfig next) {
    List<String> parts = new ArrayList<>();
    note(parts, "http", now.http(), next.http());
    note(parts, "http.public-url", now.publicUrl(), next.publicUrl());
    note(parts, "limits", now.limits().withoutRates(), next.limits().withoutRates());
    note(parts, "admin", now.admin(), next.admin());
    note(parts, "security", now.security(), next.security());
    note(parts, "privacy", now.privacy(), next.privacy());
    note(parts, "kafka", now.kafka(), next.kafka());
    note(parts, "registry", now.registry(), next.registry());
    note(parts, "batch", true, now.batching().sameButForLanes(next.batching()));
    note(parts, "spool", now.spool(), next.spool());
    note(parts, "idempotency", now.idempotency(), next.idempotency());
    note(parts, "outbox", now.sources(), next.sources());
    note(parts, "telemetry", now.telemetry(), next.telemetry());
    note(parts, "shutdown", now.shutdownTimeoutMillis(), next.shutdownTimeoutMillis());
    return parts;
  }

  private static void note(List<String> parts, String name, Object now, Object next) {
    if (!now.equals(next)) {
      parts.add(name);
    }
  }
}
