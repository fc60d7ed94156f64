package com.reactive.platform.reliability.oracle;

/** Receives the entries of a journal, in order. Times are milliseconds of the wall clock. */
interface JournalVisitor {
  /** The journal's beginning, with the run of its client; before all else. */
  void head(long run);

  /** The request was about to be written. */
  void sent(int lane, int sequence, Variant variant, long millis);

  /**
   * The request was answered.
   *
   * @param partition as the answer says; -1 if it says none
   * @param offset the same
   */
  void answered(
      int lane,
      int sequence,
      int status,
      ResponseNote note,
      int partition,
      long offset,
      long millis);

  /** Its connection was lost, or its time was over. */
  void unanswered(int lane, int sequence, long millis);

  /**
   * The gateway said what became of an event that had a 504.
   *
   * @param status 200 it is there, 404 it is not, 410 it is too old to tell
   * @param partition -1 if it is not there
   * @param offset the same
   */
  void lookedUp(int lane, int sequence, int status, int partition, long offset);
}
