package com.reactive.platform.reliability.chaos;

import com.reactive.platform.reliability.fault.Faults;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaFaultsIT {
  @Test
  void theContractHolds(@TempDir Path folder) throws Exception {
    FaultRuns.run(
        folder,
        Stream.of(
                "leader-kill",
                "leader-pause",
                "not-enough-replicas",
                "topic-deleted",
                "authorisation-revoked",
                "broker-disk-full",
                "all-down")
            .map(Faults::named)
            .toList());
  }
}
