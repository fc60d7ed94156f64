package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StolenTimeTest {
  @Test
  void stolenTimeIsThatSinceTheBeginning(@TempDir Path folder) throws IOException {
    Path stat = folder.resolve("stat");
    Files.writeString(stat, "cpu  10 0 10 70 0 0 0 10 5 5\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    StolenTime stolen = new StolenTime(stat);
    Files.writeString(stat, "cpu  20 0 20 130 0 0 0 30 9 9\n");

    assertThat(stolen.share()).contains(0.2);
    assertThat(new StolenTime(folder.resolve("none")).share()).isEmpty();
  }
}
