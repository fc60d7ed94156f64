package com.reactive.platform.outbox;

/**
 * The write-ahead log that a server's positions belong to, as it was at one moment.
 *
 * @param system identifies the cluster; its physical replicas have the same
 * @param timeline changes when a replica takes over, and after a recovery to an earlier moment
 * @param endLsn up to here the server had written it to disk
 * @param database that the connection is to
 */
record ServerLog(String system, String timeline, long endLsn, String database) {
  /**
   * True if positions in a log of an earlier moment mean the same in this one.
   *
   * @param earlier null if there was none
   * @param knownLsn the last position that was read there
   */
  boolean continues(ServerLog earlier, long knownLsn) {
    return earlier != null
        && system.equals(earlier.system)
        && timeline.equals(earlier.timeline)
        // Else an older state of the same server was put back.
        && Long.compareUnsigned(endLsn, earlier.endLsn) >= 0
        && Long.compareUnsigned(endLsn, knownLsn) >= 0;
  }
}
