package com.reactive.platform.kafka.embedded;

/** The words that a broker's JVM and its parent share: arguments, lines on the pipes, bounds. */
final class BrokerProtocol {
  private BrokerProtocol() {}

  /** Argument: the data is deleted by the broker if its parent is gone. */
  static final String TEMPORARY = "temporary";

  /** Argument: the data stays. */
  static final String KEPT = "kept";

  /** Resource that configures the broker's log. */
  static final String LOG_CONFIG = "com/reactive/platform/kafka/embedded/broker-log4j2.xml";

  /** Line on the broker's stdout, once it serves. */
  static final String READY = "READY";

  /**
   * Line on its stdin, before that is closed on purpose; without it, the broker knows that its
   * parent has died.
   */
  static final String STOP = "stop";

  /** Logged by the broker, and looked for in the log by the parent. */
  static final String LOCKED = "Another broker holds the lock on ";

  /**
   * A shutdown that takes longer is cut short. That loses nothing: the next start recovers the log.
   */
  static final long SHUTDOWN_SECONDS = 10;
}
