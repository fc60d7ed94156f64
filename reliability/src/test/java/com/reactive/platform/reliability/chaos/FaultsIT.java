package com.reactive.platform.reliability.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.reliability.chaos.FaultSchedule.Planned;
import com.reactive.platform.reliability.fault.Fault;
import com.reactive.platform.reliability.fault.Faults;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every fault once, each for as short as it goes: those of an area one after the other, the areas
 * at the same time, as in {@code ./reactive bench chaos}.
 */
class FaultsIT {
  /** Three restarts, of which {@code leader-kill} and {@code all-down} make four. */
  private static final String LEFT_OUT = "rolling-restart";

  @Test
  void theContractHolds(@TempDir Path folder) throws Exception {
    List<Fault> faults =
        Faults.all().stream().filter(fault -> !fault.name().equals(LEFT_OUT)).toList();

    ChaosResult result =
        FaultRuns.run(
            folder,
            IntStream.range(0, faults.size())
                .mapToObj(i -> planned(faults.get(i), i))
                .toArray(Planned[]::new));

    ExperimentReport report = ChaosReport.of(result, 0, "the command", Machine.current());
    report.write(folder.resolve("report"), "chaos.json");
    assertThat(Files.readString(folder.resolve("report/README.md")))
        .contains("PASS: ", "the command", "| leader-kill |", "the topic that may be deleted");
  }

  private static Planned planned(Fault fault, int place) {
    return new Planned(fault, Duration.ofMillis(place), fault.shortest(), place);
  }
}
