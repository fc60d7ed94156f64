package com.reactive.platform.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeadSamplerTest {
  private static final String SAMPLED = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String NOT_SAMPLED =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

  private static HeadSampler sampler(double ratio, int cap, String otel, String argument) {
    LogConfig log = new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.INFO, 5);
    return HeadSampler.of(
        new TelemetryConfig(ratio, cap, "x", true, Map.of(), log), otel, argument);
  }

  private static long sampledOf(HeadSampler sampler, String traceparent, boolean forced, int of) {
    return IntStream.range(0, of).filter(i -> sampler.sampled(traceparent, forced)).count();
  }

  @Test
  void theRatioIsForRequestsWithoutATraceOfTheirOwn() {
    assertThat(sampledOf(sampler(0, 100, null, null), null, false, 1_000)).isZero();
    assertThat(sampledOf(sampler(1, 0, null, null), null, false, 1_000)).isEqualTo(1_000);
    assertThat(sampledOf(sampler(0.1, 0, null, null), null, false, 100_000))
        .isBetween(9_000L, 11_000L);
    assertThat(sampledOf(sampler(1, 100, null, null), NOT_SAMPLED, false, 1_000)).isZero();
  }

  @Test
  void whatClientsAskForIsCapped() {
    assertThat(sampledOf(sampler(0, 1_000_000, null, null), SAMPLED, false, 100)).isEqualTo(100);
    assertThat(sampledOf(sampler(0, 0, null, null), SAMPLED, false, 100)).isZero();
    assertThat(sampledOf(sampler(0, 1_000_000, null, null), null, true, 100)).isEqualTo(100);
    assertThat(sampledOf(sampler(0, 0, null, null), null, true, 100)).isZero();
  }

  @Test
  void theCapIsASecondsWorthAtOnceAndThenItsPace() {
    AtomicLong nanos = new AtomicLong(-5);
    RateCap cap = new RateCap(10, nanos::get);
    assertThat(IntStream.range(0, 100).filter(i -> cap.allow())).hasSize(10);
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
    assertThat(cap.allow()).isTrue();
    assertThat(cap.allow()).isFalse();
    nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
    assertThat(IntStream.range(0, 100).filter(i -> cap.allow())).hasSize(10);
  }

  @Test
  void theSamplerOfTheEnvironmentGoesBeforeOurRatio() {
    assertThat(sampler(0, 0, "always_on", null).sampled(NOT_SAMPLED, false)).isTrue();
    assertThat(sampler(1, 100, "always_off", null).sampled(SAMPLED, true)).isFalse();
    assertThat(sampler(0, 100, "parentbased_always_on", null).sampled(null, false)).isTrue();
    assertThat(sampler(0, 100, "parentbased_always_on", null).sampled(NOT_SAMPLED, false))
        .isFalse();
    assertThat(sampler(1, 100, "parentbased_always_off", null).sampled(SAMPLED, false)).isTrue();
    assertThat(sampler(0, 100, "parentbased_traceidratio", "1").sampled(null, false)).isTrue();
    assertThat(sampler(1, 100, "traceidratio", "0").sampled(SAMPLED, false)).isFalse();
    assertThat(sampler(0, 100, "traceidratio", null).sampled(SAMPLED, false)).isTrue();
    // The low half of the trace id, without its sign, is a little over 0.033 of all there are.
    assertThat(sampler(0, 0, "traceidratio", "0.04").sampled(SAMPLED, false)).isTrue();
    assertThat(sampler(0, 0, "traceidratio", "0.03").sampled(SAMPLED, false)).isFalse();
  }

  @Test
  void whatIsNoSamplerIsRefusedInOneSentence() {
    assertThatThrownBy(() -> sampler(0, 0, "jaeger_remote", null))
        .hasMessage("OTEL_TRACES_SAMPLER: unknown sampler 'jaeger_remote'");
    assertThatThrownBy(() -> sampler(0, 0, "traceidratio", "2"))
        .hasMessage("OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1, not '2'");
  }

  @Test
  void settingsHaveTheirDefaultsAndRanges() {
    TelemetryConfig defaults = TelemetryConfig.from(Settings.ofKeys(Map.of()));
    assertThat(defaults)
        .isEqualTo(
            new TelemetryConfig(
                0.001,
                100,
                "x-reactive-trace",
                true,
                Map.of(),
                new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.INFO, 5)));
    Settings bad =
        Settings.ofKeys(
            Map.of(
                "tracing.sample-ratio", "1.5",
                "tracing.force-header", "a b",
                "tracing.max-per-second", "-1",
                "log.format", "xml",
                "log.level", "loud"));
    TelemetryConfig.from(bad);
    assertThatThrownBy(bad::check)
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.errors())
                    .containsExactlyInAnyOrder(
                        "tracing.sample-ratio: must be a number from 0 to 1, not '1.5'",
                        "tracing.force-header: must be a header name, not 'a b'",
                        "tracing.max-per-second: must be a whole number from 0 to 1000000, not '-1'",
                        "log.format: must be one of text, json, not 'xml'",
                        "log.level: must be one of debug, info, warn, error, not 'loud'"));
  }
}
