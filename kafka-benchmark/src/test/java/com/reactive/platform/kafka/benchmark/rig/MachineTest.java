package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
  @Test
  void theModelIsThatOfTheFirstProcessor(@TempDir Path folder) throws IOException {
    Path cpuInfo = folder.resolve("cpuinfo");
    Files.writeString(cpuInfo, "processor\t: 0\nmodel name\t: A: fast one\nmodel name\t: other\n");

    assertThat(Machine.cpuModel(cpuInfo)).isEqualTo("A: fast one");
    assertThat(Machine.cpuModel(folder.resolve("none"))).isEqualTo(System.getProperty("os.arch"));
  }

  @Test
  void theMachineIsDescribed() {
    Machine machine = Machine.current();
    assertThat(machine.cores()).isPositive();
    assertThat(machine.commit()).isNotBlank();
    assertThat(machine.kernel()).startsWith(System.getProperty("os.name"));
  }
}
