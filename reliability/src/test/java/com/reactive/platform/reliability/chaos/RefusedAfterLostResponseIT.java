package com.reactive.platform.reliability.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.reliability.chaos.FaultSchedule.Planned;
import com.reactive.platform.reliability.fault.Faults;
import com.reactive.platform.reliability.oracle.OracleCount;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A record is written, the response is lost, and by the time of the client's own retry the gateway
 * may not write any more: a refusal that says nothing of the first attempt.
 */
class RefusedAfterLostResponseIT {
  /** With this one, {@code dropped-acks} takes all brokers. */
  private static final long SEED = 2;

  @Test
  void isNotSaidToBeNotWritten(@TempDir Path folder) throws Exception {
    ChaosResult result =
        FaultRuns.run(
            folder,
            new Planned(
                Faults.named("dropped-acks"), Duration.ZERO, Duration.ofMillis(3_500), SEED),
            new Planned(
                Faults.named("authorisation-revoked"),
                Duration.ofMillis(1_500),
                Duration.ofSeconds(6),
                SEED));

    assertThat(result.main().count(OracleCount.NOT_WRITTEN_FOUND)).isZero();
    assertThat(result.main().count(OracleCount.UNKNOWN_FOUND))
        .as("written, and not known to be")
        .isPositive();
  }
}
