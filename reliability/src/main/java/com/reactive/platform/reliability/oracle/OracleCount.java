package com.reactive.platform.reliability.oracle;

/** What a check counts. */
public enum OracleCount {
  SENT("sent", "requests"),
  ACKED("acked", "answered 201"),
  ACCEPTED("accepted", "answered 202"),
  SPOOLED("spooled", "answered 202, spooled"),
  REFUSED("notWritten", "answered 4xx, 500 or 503: not written"),
  UNKNOWN("unknown", "answered 502 or 504"),
  UNANSWERED("unanswered", "not answered"),
  RECORDS("records", "records in the topic"),
  FOREIGN("foreign", "of those not of these journals"),
  FOUND("found", "events found"),
  UNKNOWN_FOUND("unknownFound", "answered 502, 504 or not at all, found"),
  ACCEPTED_MISSING("acceptedMissing", "answered 202, not found"),
  REPEATED("repeated", "found more often than once, as may be"),
  EXCUSED("excused", "acked before the topic was deleted"),
  TORN("tornBytes", "bytes of journals torn off by a kill"),

  LOST("lost", "LOST: answered 201, not there"),
  MISPLACED("misplaced", "MISPLACED: answered 201, there, but elsewhere"),
  DUPLICATED("duplicated", "DUPLICATED: there more often than it was taken"),
  NOT_WRITTEN_FOUND("notWrittenFound", "THERE, though answered 'not written'"),
  PHANTOM("phantom", "PHANTOM: never sent, but there"),
  DAMAGED("damaged", "DAMAGED: not the event that was sent"),
  SPOOLED_LOST("spooledLost", "LOST: answered 202 spooled, not there"),
  STORED_UNANSWERED("storedUnanswered", "NOT ANSWERED, but there, in an orderly stop"),
  EXPIRED("expired", "answered 201, deleted by retention since"),
  MIXED_UP("mixedUp", "MIXED UP: answers that name another event"),
  GARBLED("garbled", "GARBLED: answers that cannot be understood"),
  BAD_TAKEN("badTaken", "bad requests that were taken"),
  GOOD_REFUSED("goodRefused", "good requests that were refused as bad"),
  INTRUDERS("intruders", "records of others in a topic of our own");

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

  /** Whether one is too many. */
  public boolean isFault() {
    return compareTo(LOST) >= 0;
  }
}
