package com.reactive.platform.kafka.wire.produce;

/** The core's one alarm: the earliest of all times that were asked for. */
final class WakeUp {
  private final ProduceIo io;
  private boolean armed;
  private long at;

  WakeUp(ProduceIo io) {
    this.io = io;
  }

  /** Has the timer called at this time or before. */
  void by(long nanos) {
    if (!armed || nanos - at < 0) {
      armed = true;
      at = nanos;
      io.wakeAt(nanos);
    }
  }

  /** True if the time has come; the alarm must then be set anew. */
  boolean due(long now) {
    if (armed && at - now > 0) {
      io.wakeAt(at);
      return false;
    }
    armed = false;
    return true;
  }
}
