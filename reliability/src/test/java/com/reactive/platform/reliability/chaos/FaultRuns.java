package com.reactive.platform.reliability.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.reliability.chaos.FaultSchedule.Planned;
import com.reactive.platform.reliability.fault.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A short run with these faults of one area, one after the other. */
final class FaultRuns {
  private FaultRuns() {}

  /** Each for as long as it lasts at least; its seed is its place. */
  static ChaosResult run(Path folder, List<Fault> faults) throws Exception {
    return run(
        folder,
        IntStream.range(0, faults.size())
            .mapToObj(
                i -> new Planned(faults.get(i), Duration.ofMillis(i), faults.get(i).shortest(), i))
            .toArray(Planned[]::new));
  }

  static ChaosResult run(Path folder, Planned... planned) throws Exception {
    ChaosSettings settings =
        new ChaosSettings(
            folder,
            "com.reactive.platform.cli.ReactiveCli",
            Duration.ZERO,
            Duration.ofHours(1),
            100,
            16,
            500);
    ChaosResult result =
        new ChaosRun(settings, new FaultSchedule(List.of(planned)), System.out::println).run();
    assertThat(result.problems()).isEmpty();
    assertThat(result.faults()).hasSize(planned.length);
    return result;
  }
}
