package com.reactive.platform.kafka.benchmark.chaos;

import com.reactive.platform.kafka.benchmark.fault.Fault.Area;
import com.reactive.platform.kafka.benchmark.fault.Faults;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayFaultsIT {
  @Test
  void theContractHolds(@TempDir Path folder) throws Exception {
    FaultRuns.run(
        folder, Faults.all().stream().filter(fault -> fault.area() == Area.GATEWAY).toList());
  }
}
