package com.reactive.platform.gateway.idempotency;

import com.reactive.platform.gateway.config.Settings;

/**
 * The settings of the windows of all streams.
 *
 * @param maxBytes the most memory of remembered keys
 * @param scope whose events they know
 */
public record IdempotencyConfig(int maxBytes, IdempotencyScope scope) {
  private static final int USUAL_BYTES = 64 << 20;
  private static final int LEAST_BYTES = 1 << 20;

  /** Reads them. */
  public static IdempotencyConfig from(Settings settings) {
    String key = "idempotency.max-bytes";
    long eighth = Runtime.getRuntime().maxMemory() / 8;
    int usual = (int) Math.max(LEAST_BYTES, Math.min(USUAL_BYTES, eighth));
    int bytes =
        settings.integer(
            key,
            usual,
            LEAST_BYTES,
            Integer.MAX_VALUE,
            "memory for the idempotency keys of all streams, some 33 bytes each; the oldest go"
                + " first");
    settings.describeDefault(key, "67108864, at most an eighth of the heap");
    IdempotencyScope scope =
        settings.choice(
            "idempotency.scope",
            IdempotencyScope.INSTANCE,
            "instance: repeats are known of what this instance takes, and of what is in Kafka when"
                + " it starts; log: also of what other instances write, which are all read");
    return new IdempotencyConfig(bytes, scope);
  }
}
