package com.reactive.platform.kafka.benchmark.rig;

/** What landed could not be read back; the message says why, in one sentence. */
final class LogUnreadableException extends Exception {
  private static final long serialVersionUID = 1;

  LogUnreadableException(String message) {
    super(message);
  }

  LogUnreadableException(String message, Throwable cause) {
    super(message, cause);
  }
}
