package com.reactive.platform.kafka.wire.cluster;

import com.reactive.platform.kafka.wire.connection.RetryPause;

/** Says when to ask for metadata next. One thread. */
final class RefreshTimes {
  private final RetryPause backoff;
  private final long leastMillis;
  private final long maxAgeMillis;
  private boolean never = true;
  private long lastMillis;
  private long pauseMillis;

  RefreshTimes(ClusterSettings settings) {
    backoff =
        new RetryPause(
            settings.retryBackoffMillis(),
            settings.retryBackoffMaxMillis(),
            settings.connection().random());
    leastMillis = settings.retryBackoffMillis();
    maxAgeMillis = settings.metadataMaxAgeMillis();
  }

  /**
   * The time until then.
   *
   * @param asked somebody wants to know now
   * @param unsettled the view is not as it should be
   */
  long delayMillis(long nowMillis, boolean asked, boolean unsettled) {
    if (never) {
      return 0;
    }
    long pause =
        asked ? leastMillis : unsettled ? Math.max(pauseMillis, leastMillis) : maxAgeMillis;
    return Math.max(0, lastMillis + pause - nowMillis);
  }

  /** There was an answer; if it was not what is needed, the pauses grow. */
  void answered(long nowMillis, boolean settled) {
    never = false;
    lastMillis = nowMillis;
    if (settled) {
      backoff.succeeded();
      pauseMillis = 0;
    } else {
      pauseMillis = backoff.afterFailureMillis();
    }
  }
}
