package com.reactive.platform.gateway.telemetry;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Decides at a request's head whether it is traced. Thread-safe; allocates nothing, because almost
 * every request ends here.
 *
 * <p>What the gateway decides by itself is a matter of its settings. What clients ask for, by a
 * sampled {@code traceparent} or by the force header, passes a cap: otherwise any of them could
 * make the gateway trace everything.
 */
final class HeadSampler {
  private static final int TRACE_ID_LOW = 3 + 16;
  private static final int FLAGS_LOW = 54;

  private final double ratio;
  private final boolean parentBased;
  private final RateCap clients;

  HeadSampler(double ratio, boolean parentBased, RateCap clients) {
    this.ratio = ratio;
    this.parentBased = parentBased;
    this.clients = clients;
  }

  /**
   * The sampler that the settings ask for.
   *
   * @param otelSampler {@code OTEL_TRACES_SAMPLER}, which goes before our ratio; null if not given
   * @param otelArgument {@code OTEL_TRACES_SAMPLER_ARG}; null if not given
   * @throws IllegalArgumentException with one sentence if there is no such sampler here
   */
  static HeadSampler of(TelemetryConfig config, String otelSampler, String otelArgument) {
    RateCap cap = new RateCap(config.maxPerSecond(), System::nanoTime);
    if (otelSampler == null) {
      return new HeadSampler(config.sampleRatio(), true, cap);
    }
    String name = otelSampler.toLowerCase(Locale.ROOT);
    boolean parentBased = name.startsWith("parentbased_");
    return switch (parentBased ? name.substring("parentbased_".length()) : name) {
      case "always_on" -> new HeadSampler(1, parentBased, cap);
      case "always_off" ->
          new HeadSampler(0, parentBased, parentBased ? cap : new RateCap(0, System::nanoTime));
      case "traceidratio" -> new HeadSampler(ratio(otelArgument), parentBased, cap);
      default ->
          throw new IllegalArgumentException(
              "OTEL_TRACES_SAMPLER: unknown sampler '" + otelSampler + "'");
    };
  }

  private static double ratio(String text) {
    if (text == null) {
      return 1;
    }
    try {
      double ratio = Double.parseDouble(text);
      if (ratio >= 0 && ratio <= 1) {
        return ratio;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the range.
    }
    throw new IllegalArgumentException(
        "OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1, not '" + text + "'");
  }

  /**
   * Whether this request is traced.
   *
   * @param traceparent the caller's, valid; or null
   * @param forced the caller asks for a trace
   */
  boolean sampled(String traceparent, boolean forced) {
    if (forced && clients.allow()) {
      return true;
    }
    if (traceparent == null) {
      return ratio > 0 && ThreadLocalRandom.current().nextDouble() < ratio;
    }
    if (parentBased) {
      return (Character.digit(traceparent.charAt(FLAGS_LOW), 16) & 1) != 0 && clients.allow();
    }
    return byTraceId(traceparent);
  }

  /** All who sample by the same ratio come to the same decision for a trace. */
  private boolean byTraceId(String traceparent) {
    long low = Long.parseUnsignedLong(traceparent, TRACE_ID_LOW, TRACE_ID_LOW + 16, 16);
    return ratio >= 1 || (low & Long.MAX_VALUE) < (long) (ratio * Long.MAX_VALUE);
  }
}
