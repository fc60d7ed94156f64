package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # draining | kafka | away | accepting | stalled | failed | shed | mood | headline
          false | ready         |  0 | true  | 0 | 0   | 0 | good | Taking events in; Kafka answers
          false | ready         |  0 | true  | 1 | 0   | 0 | good | Taking events in; Kafka answers
          false | degraded      |  0 | true  | 0 | 0   | 0 | warn | Taking events in; a part of Kafka does not answer
          false | connecting    |  9 | false | 0 | 0   | 0 | bad  | Not ready: Kafka was not reached yet; events are refused
          false | topic_missing |  9 | false | 0 | 0   | 0 | bad  | Not ready: no topic; events are refused
          false | unreachable   |  3 | true  | 9 | 1   | 0 | warn | Kafka has been away for 3 s: events are held
          false | unreachable   | 12 | false | 9 | 1   | 1 | bad  | Kafka has been away for 12 s: events are refused
          false | ready         |  0 | true  | 2 | 0   | 0 | warn | Kafka has acknowledged nothing for 2 s: events are held
          false | ready         |  0 | true  | 0 | 0.2 | 3 | bad  | Some events fail
          false | ready         |  0 | true  | 0 | 0   | 3 | warn | Overloaded: some events are refused
          true  | ready         |  0 | true  | 0 | 1   | 3 | warn | Draining: no more events are taken in
          true  | unreachable   |  9 | false | 9 | 1   | 3 | warn | Draining: no more events are taken in
          """)
  void theWorstIsSaid(
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
                shed));
    assertThat(health.mood()).isEqualTo(mood);
    assertThat(health.headline()).isEqualTo(headline);
    assertThat(health.detail()).isNotEmpty();
  }
}
