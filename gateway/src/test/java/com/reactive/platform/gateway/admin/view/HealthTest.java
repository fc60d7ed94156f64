package com.reactive.platform.gateway.admin.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.telemetry.ClientProtocol;
import com.reactive.platform.gateway.telemetry.DistributionSummary;
import com.reactive.platform.gateway.telemetry.LiveStats;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # draining | kafka | away | accepting | stalled | failed | shed | mood | headline
          false | ready         |  0 | true  | 0 | 0   | 0 | good | Healthy
          false | ready         |  0 | true  | 1 | 0   | 0 | good | Healthy
          false | degraded      |  0 | true  | 0 | 0   | 0 | warn | Kafka degraded
          false | connecting    |  9 | false | 0 | 0   | 0 | bad  | Not ready: Kafka not reached yet, rejecting events (503)
          false | topic_missing |  9 | false | 0 | 0   | 0 | bad  | Not ready: topic missing, rejecting events (503)
          false | unreachable   |  3 | true  | 9 | 1   | 0 | warn | Kafka unreachable for 3 s: holding events
          false | unreachable   | 12 | false | 9 | 1   | 1 | bad  | Kafka unreachable for 12 s: rejecting events (503)
          false | ready         |  0 | true  | 2 | 0   | 0 | warn | Kafka acknowledged nothing for 2 s: holding events
          false | ready         |  0 | true  | 0 | 0.2 | 3 | bad  | Events are failing
          false | ready         |  0 | true  | 0 | 0   | 3 | warn | Overloaded: rejecting some events (503)
          true  | ready         |  0 | true  | 0 | 1   | 3 | warn | Draining: rejecting new events (503)
          true  | unreachable   |  9 | false | 9 | 1   | 3 | warn | Draining: rejecting new events (503)
          """)
  void theWorstIsShown(
      boolean draining,
      String kafkaState,
      long awaySeconds,
      boolean accepting,
      long stalledSeconds,
      double failed,
      double shed,
      String mood,
      String headline) {
    Health health =
        Health.of(
            new Health.Signs(
                draining,
                kafkaState,
                "why",
                awaySeconds,
                accepting,
                stalledSeconds,
                5,
                100,
                failed,
                shed,
                Performance.of(new LiveStats().latest(), 0, 0)));
    assertThat(health.mood()).isEqualTo(mood);
    assertThat(health.headline()).isEqualTo(headline);
    assertThat(health.detail()).isNotEmpty();
  }

  /**
   * Seconds of a gateway whose max-latency-ms is 20, as it was seen under too much load: nothing
   * was rejected, nothing failed, and half of the events took 827 ms.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # name | trace: responses x milliseconds, one word per second | lag ms | CPU | mood | headline
          at rest         | -               -                        |   2 | 0.0 | good | Healthy
          steady          | 990x8,10x40     990x8,10x60              |   4 | 0.7 | good | Healthy
          one slow start  | 1x900           20x6                     |  40 | 0.4 | good | Healthy
          tail in budget  | 1000x60         980x60,20x139            |  40 | 1.1 | good | Healthy
          tail over       | 1000x8          950x8,50x400             |  10 | 0.9 | warn | Slow: responses exceed the latency budget
          overload        | 500x827,500x900 490x827,490x900,20x1450  |  90 | 1.7 | warn | Slow: responses exceed the latency budget
          few, all slow   | 1x827           1x827 1x827 1x827 1x1450 |   9 | 0.1 | warn | Slow: responses exceed the latency budget
          it is over      | 900x827         - - - - 1000x8           |   9 | 0.8 | good | Healthy
          late loops      | 1000x8          1000x8                   | 420 | 0.9 | warn | Slow: event-loop lag exceeds the latency budget
          no headroom     | 1000x8          1000x8                   |   9 | 2.0 | warn | CPU saturated: no headroom
          """)
  void latencyLagAndProcessorsCount(
      String name, String trace, long lagMillis, double cpuCores, String mood, String headline) {
    LiveStats stats = new LiveStats();
    stats.budgets(Map.of("counter", Performance.budgetNanos(20)));
    for (String second : trace.split(" +", -1)) {
      for (String some : second.equals("-") ? new String[0] : second.split(",", -1)) {
        String[] parts = some.split("x", -1);
        for (int i = 0; i < Integer.parseInt(parts[0]); i++) {
          stats
              .route("counter")
              .ended(
                  ClientProtocol.HTTP1,
                  201,
                  null,
                  TimeUnit.MILLISECONDS.toNanos(Long.parseLong(parts[1])),
                  60,
                  null);
        }
      }
      stats.sample();
    }
    Performance performance =
        new Performance(
            stats.latest().micros(),
            stats.latest().overBudget(),
            stats.latest().shortestBudgetNanos(),
            stats.latest().longestBudgetNanos(),
            TimeUnit.MILLISECONDS.toNanos(lagMillis),
            cpuCores,
            2);
    Health health =
        Health.of(new Health.Signs(false, "ready", "", 0, true, 0, 5, 100, 0, 0, performance));
    assertThat(health.mood()).as(name).isEqualTo(mood);
    assertThat(health.headline()).as(name).isEqualTo(headline);
  }

  @Test
  void whatIsSlowIsShownWithWhatMayExplainIt() {
    Performance performance =
        new Performance(
            new DistributionSummary(4_000, 830_000, 827_000, 1_450_000, 2_000_000),
            3_920,
            Performance.budgetNanos(20),
            Performance.budgetNanos(20),
            340_000_000,
            1.94,
            2);
    assertThat(
            Health.of(new Health.Signs(false, "ready", "", 0, true, 0, 5, 100, 0, 0, performance)))
        .isEqualTo(
            new Health(
                "warn",
                "Slow: responses exceed the latency budget",
                "98 % of durable responses over the budget of 140 ms; p50 827 ms, p99 1.45 s;"
                    + " event-loop lag 340 ms, CPU 1.9 of 2 cores"));
  }
}
