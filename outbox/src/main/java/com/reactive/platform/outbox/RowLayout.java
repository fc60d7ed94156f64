package com.reactive.platform.outbox;

/** Makes an event of a row of one table. One per thread. */
interface RowLayout {
  /**
   * The row of these values.
   *
   * @param commitMillis when it was committed; 0 for one of the snapshot
   * @throws OutboxTableException if a value is none that this could be sent as
   */
  OutboxRow row(Tuple tuple, long commitMillis) throws OutboxTableException;
}
