package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An open loop of 10,000 a second for 2.5 s that has a slot for all of it. */
class RunValidatorTest {
  private static final long DUE = 25_000;
  private static final Load LOAD =
      new Load("l", LoadKind.OPEN, 1, 32_768, 10_000, 0, 2.5, 40, Payload.RANDOM);
  private static final Verification VERIFIED =
      new Verification(true, true, DUE, DUE, 0, 0, DUE, DUE, DUE, 0, 0, 0, null, "");

  @Test
  void acknowledgementsLongAfterTheEndDoNotCount() {
    assertThat(reasons(LOAD, 1_200, 0)).isEmpty();
    assertThat(reasons(LOAD, 1_300, 0))
        .containsExactly(
            "23,700 of 25,000 due messages were acknowledged in time (94.8 %, at least 95.0 % is"
                + " required)");
    assertThat(reasons(LOAD.withMinShare(0), DUE, 60)).isEmpty();
  }

  @Test
  void whatIsAcknowledgedBeforeItIsInKafkaMustBeThereInTime() {
    assertThat(reasons(LOAD, 0, 2.7)).isEmpty();
    assertThat(reasons(LOAD, 0, 5.4))
        .containsExactly(
            "what was due in 2.5 s was in Kafka after 5.4 s (at least 95.0 % of the rate is"
                + " required)");
  }

  private static List<String> reasons(Load load, long lateAcked, double inKafkaSeconds) {
    RunTotals tally = new RunTotals(DUE, DUE, 0, 0, 0, DUE, DUE, lateAcked, DUE, 0, 1);
    return RunValidator.reasons(load, tally, VERIFIED, inKafkaSeconds, List.of());
  }
}
