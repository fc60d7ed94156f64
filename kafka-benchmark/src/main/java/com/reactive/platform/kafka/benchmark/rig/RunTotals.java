package com.reactive.platform.kafka.benchmark.rig;

import java.util.List;

/**
 * Outcomes of all sends of a run, in messages.
 *
 * @param sent taken over by the target, warm-up included
 * @param acked of all
 * @param notWritten of all
 * @param unknown of all
 * @param repeated outcomes of sends that had one already or were never made
 * @param measuredSent taken over after the warm-up
 * @param measuredAcked of those
 * @param lateAcked of those, acknowledged when the measured time had been over for {@link
 *     LoadSchedule#GRACE_NANOS}
 * @param measuredDue due after the warm-up, open loop
 * @param measuredUnsent of those, never sent
 * @param lateTolerance messages that may be due just at the end
 */
record RunTotals(
    long sent,
    long acked,
    long notWritten,
    long unknown,
    long repeated,
    long measuredSent,
    long measuredAcked,
    long lateAcked,
    long measuredDue,
    long measuredUnsent,
    long lateTolerance) {

  static RunTotals of(List<LoadWorker> lanes, Load load, int messagesPerSend, long startNanos) {
    long sent = 0;
    long[] states = new long[4];
    long repeated = 0;
    long measuredSent = 0;
    long measuredAcked = 0;
    long lateAcked = 0;
    long measuredDue = 0;
    long measuredUnsent = 0;
    for (LoadWorker lane : lanes) {
      SendLedger ledger = lane.ledger();
      sent += lane.sent();
      for (int state = 0; state < states.length; state++) {
        states[state] += ledger.count(0, lane.sent(), state);
      }
      repeated += lane.outcomes().repeated() + ledger.settledFrom(lane.sent());
      measuredSent += lane.sent() - lane.measuredFrom();
      measuredAcked += ledger.count(lane.measuredFrom(), lane.sent(), SendLedger.ACKED);
      lateAcked += lane.outcomes().lateAcks();
      measuredDue +=
          LoadSchedule.of(load, lane.index(), messagesPerSend, startNanos).dueWhileMeasured();
      measuredUnsent += lane.unsent();
    }
    return new RunTotals(
        sent * messagesPerSend,
        states[SendLedger.ACKED] * messagesPerSend,
        states[SendLedger.NOT_WRITTEN] * messagesPerSend,
        states[SendLedger.UNKNOWN] * messagesPerSend,
        repeated,
        measuredSent * messagesPerSend,
        measuredAcked * messagesPerSend,
        lateAcked * messagesPerSend,
        measuredDue * messagesPerSend,
        measuredUnsent * messagesPerSend,
        (long) lanes.size() * messagesPerSend);
  }

  /** Without an outcome. */
  long open() {
    return sent - acked - notWritten - unknown;
  }
}
