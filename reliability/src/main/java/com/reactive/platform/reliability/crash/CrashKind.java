package com.reactive.platform.reliability.crash;

/** Ways to end or pause the gateway. */
public enum CrashKind {
  /** SIGKILL: only what was not answered may be missing. */
  KILL("kill -9"),
  /** SIGTERM: what it took is answered, and it ends with 0 in time. */
  TERM("SIGTERM"),
  /** SIGTERM while Kafka stands still, and once more: it ends at once. */
  SECOND_TERM("second SIGTERM"),
  /** SIGSTOP, seconds later SIGCONT: as a pause of the garbage collector, or of the machine. */
  PAUSE("SIGSTOP");

  private final String text;

  CrashKind(String text) {
    this.text = text;
  }

  /** For people. */
  public String text() {
    return text;
  }
}
