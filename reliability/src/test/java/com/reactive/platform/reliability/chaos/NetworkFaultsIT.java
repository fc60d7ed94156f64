package com.reactive.platform.reliability.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.reliability.chaos.FaultSchedule.Planned;
import com.reactive.platform.reliability.fault.Fault;
import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.Faults;
import com.reactive.platform.reliability.oracle.OracleCount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkFaultsIT {
  /** Longer than the gateway tries. */
  private static final Duration BEYOND_DELIVERY = Duration.ofSeconds(8);

  @Test
  void theContractHoldsAndLostResponsesAreUnknownOutcomes(@TempDir Path folder) throws Exception {
    List<Planned> planned = new ArrayList<>();
    for (Fault fault : Faults.all()) {
      if (fault.area() == Area.NETWORK) {
        Duration hold = fault.name().equals("dropped-acks") ? BEYOND_DELIVERY : fault.shortest();
        planned.add(new Planned(fault, Duration.ofMillis(planned.size()), hold, planned.size()));
      }
    }

    ChaosResult result = FaultRuns.run(folder, planned.toArray(Planned[]::new));

    assertThat(result.answers().get(504)).as("unknown outcomes").isPositive();
    assertThat(result.main().count(OracleCount.UNKNOWN_FOUND))
        .as("some of them in Kafka")
        .isPositive();
  }
}
