package com.reactive.platform.reliability.chaos;

import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.Faults;
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
