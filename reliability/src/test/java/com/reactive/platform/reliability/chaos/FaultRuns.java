package com.reactive.platform.reliability.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.reliability.chaos.FaultSchedule.Planned;
import com.reactive.platform.reliability.oracle.PostingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Short runs with a schedule of their own. */
final class FaultRuns {
  private FaultRuns() {}

  static ChaosResult run(Path folder, Planned... planned) throws Exception {
    ChaosSettings settings =
        new ChaosSettings(
            folder,
            "com.reactive.platform.cli.ReactiveCli",
            Duration.ZERO,
            Duration.ofHours(1),
            100,
            PostingMode.USUAL,
            16,
            500,
            "native");
    ChaosResult result =
        new ChaosRun(settings, new FaultSchedule(List.of(planned)), System.out::println).run();
    assertThat(result.problems()).isEmpty();
    assertThat(result.faults()).hasSize(planned.length);
    return result;
  }
}
