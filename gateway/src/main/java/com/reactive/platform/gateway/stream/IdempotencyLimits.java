package com.reactive.platform.gateway.stream;

import com.reactive.platform.gateway.config.Settings;
import java.util.concurrent.TimeUnit;

/**
 * How long a stream remembers idempotency keys, and how many.
 *
 * @param windowMillis 0: it remembers none
 */
public record IdempotencyLimits(int windowMillis, int maxKeys) {
  public static final IdempotencyLimits DEFAULT =
      new IdempotencyLimits((int) TimeUnit.MINUTES.toMillis(10), 2_000_000);

  /**
   * Reads them.
   *
   * @param prefix of the stream's keys
   */
  static IdempotencyLimits from(Settings settings, String prefix) {
    return new IdempotencyLimits(
        settings.integer(
            prefix + "idempotency.window",
            DEFAULT.windowMillis,
            0,
            (int) TimeUnit.DAYS.toMillis(7),
            "how long the repeat of an Idempotency-Key gets the outcome of the first instead of"
                + " being written again; 0: it is written again"),
        settings.integer(
            prefix + "idempotency.max-keys",
            DEFAULT.maxKeys,
            1_000,
            100_000_000,
            "most keys that are remembered; the oldest go first"));
  }

  /** True if keys are remembered. */
  public boolean isOn() {
    return windowMillis > 0;
  }
}
