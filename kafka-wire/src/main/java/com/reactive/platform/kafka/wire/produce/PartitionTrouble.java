package com.reactive.platform.kafka.wire.produce;

/** Why a partition with work to do makes no progress, and until when nothing is sent to it. */
final class PartitionTrouble {
  private int failures;
  private long until;
  private Exception reason;

  /** The broker answered with an error: each pause doubles the last. */
  void failed(Exception why, long now, ProduceSettings settings) {
    failures++;
    until = now + settings.backoffNanos(failures);
    reason = why;
  }

  /** Nothing can be sent, for this reason. */
  void stuck(Exception why) {
    reason = why;
  }

  /** Something has changed, so that another attempt need not wait. */
  void noPause() {
    failures = 0;
  }

  void over() {
    failures = 0;
    reason = null;
  }

  boolean isOver() {
    return failures == 0 && reason == null;
  }

  boolean pausesAt(long now) {
    return failures > 0 && until - now > 0;
  }

  long until() {
    return until;
  }

  /** Null if there is none. */
  Exception reason() {
    return reason;
  }
}
