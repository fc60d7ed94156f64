package com.reactive.platform.reliability.oracle;

/** Counts of a check. */
public enum OracleCount {
  SENT("sent", "requests"),
  ACKED("acked", "acknowledged (201)"),
  ACCEPTED("accepted", "accepted (202)"),
  SPOOLED("spooled", "accepted (202), spooled"),
  REFUSED("notWritten", "rejected (4xx, 500, 503): not written"),
  UNKNOWN("unknown", "unknown outcome (502, 504)"),
  UNANSWERED("unanswered", "without a response"),
  RECORDS("records", "records in the topic"),
  FOREIGN("foreign", "of these, written by others"),
  FOUND("found", "events found"),
  UNKNOWN_FOUND("unknownFound", "unknown or without a response, found"),
  ACCEPTED_MISSING("acceptedMissing", "accepted (202), not found"),
  REPEATED("repeated", "found more than once after a resend"),
  EXCUSED("excused", "acked before the topic was deleted"),
  REPLAYED("replayed", "of the acknowledged, replays of an earlier response"),
  RETRIED("retried", "events with a final outcome after a resend"),
  RETRIED_LATE("retriedLate", "of these, more than 1 s after the last fault was healed"),
  SETTLED_WRITTEN("settledWritten", "of the unknown, looked up: in the topic"),
  SETTLED_NOT_WRITTEN("settledNotWritten", "of the unknown, looked up: not in the topic"),
  TORN("tornBytes", "bytes of journals lost by a kill"),
  QUARANTINED("quarantined", "rejected, and said to be in the quarantine"),
  QUARANTINED_UNTOLD("quarantinedUntold", "in the quarantine without a response that said so"),

  LOST("lost", "LOST: acknowledged (201), not in the topic"),
  MISPLACED("misplaced", "MISPLACED: acknowledged (201), at another place"),
  DUPLICATED("duplicated", "DUPLICATED: in the topic more often than accepted"),
  NOT_WRITTEN_FOUND("notWrittenFound", "WRITTEN: rejected as not written, but in the topic"),
  PHANTOM("phantom", "PHANTOM: never sent, but in the topic"),
  DAMAGED("damaged", "DAMAGED: not the event that was sent"),
  SPOOLED_LOST("spooledLost", "LOST: accepted (202) and spooled, not in the topic"),
  STORED_UNANSWERED(
      "storedUnanswered", "NO RESPONSE: in the topic, connection lost in an orderly stop"),
  UNFINISHED("unfinished", "NO OUTCOME: sent again, and without a final response to the end"),
  UNSETTLED("unsettled", "UNSETTLED: no look-up said what became of a 504"),
  EXPIRED("expired", "acknowledged, since deleted by retention"),
  MIXED_UP("mixedUp", "MIXED UP: responses that name another event"),
  GARBLED("garbled", "GARBLED: responses that cannot be parsed"),
  BAD_TAKEN("badTaken", "bad requests that were accepted"),
  GOOD_REFUSED("goodRefused", "good requests that were rejected as bad"),
  INTRUDERS("intruders", "records of others in an exclusive topic"),
  QUARANTINE_LOST("quarantineLost", "LOST: said to be in the quarantine, and not there"),
  QUARANTINED_TWICE("quarantinedTwice", "DUPLICATED: in the quarantine more than once"),
  QUARANTINE_DAMAGED("quarantineDamaged", "DAMAGED: in the quarantine, and not what was sent"),
  QUARANTINE_STRANGER("quarantineStranger", "in the quarantine, and not refused for its content");

  private final String key;
  private final String text;

  OracleCount(String key, String text) {
    this.key = key;
    this.text = text;
  }

  /** In JSON. */
  public String key() {
    return key;
  }

  /** In a table. */
  public String text() {
    return text;
  }

  /** True if it must be zero. */
  public boolean isFault() {
    return compareTo(LOST) >= 0;
  }
}
