package com.reactive.platform.reliability.outbox;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The process that gets a SIGKILL. */
public enum KillTarget {
  GATEWAY("gateway-kill"),
  POSTGRES("postgres-kill"),
  BROKER("broker-kill");

  private final String text;

  KillTarget(String text) {
    this.text = text;
  }

  /** As the command line names the kill. */
  public String text() {
    return text;
  }

  /**
   * The target of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static KillTarget named(String text) {
    return Arrays.stream(values())
        .filter(target -> target.text.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no kill is called %s; there are %s"
                        .formatted(
                            text,
                            Arrays.stream(values())
                                .map(KillTarget::text)
                                .collect(Collectors.joining(", ")))));
  }
}
