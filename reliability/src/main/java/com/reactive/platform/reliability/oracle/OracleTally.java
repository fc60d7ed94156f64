package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ResponseContract;
import java.util.Map;
import java.util.TreeMap;

/**
 * The client's counts so far, and the line in which they go to its parent: {@code sent=N inflight=N
 * faults=N 0=N 201=N ...}, where 0 stands for no answer. For one thread.
 */
final class OracleTally {
  private final Map<Integer, Long> statuses = new TreeMap<>();
  private long sent;
  private long faults;

  void sent() {
    sent++;
  }

  void answered(int status, ResponseNote note) {
    statuses.merge(status, 1L, Long::sum);
    if (note == ResponseNote.SWAPPED || note == ResponseNote.GARBLED) {
      faults++;
    }
  }

  void unanswered() {
    statuses.merge(ResponseContract.NO_RESPONSE, 1L, Long::sum);
  }

  String line(int inFlight) {
    StringBuilder line = new StringBuilder();
    line.append("sent=").append(sent).append(" inflight=").append(inFlight);
    line.append(" faults=").append(faults);
    statuses.forEach((status, count) -> line.append(' ').append(status).append('=').append(count));
    return line.toString();
  }
}
