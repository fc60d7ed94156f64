package com.reactive.platform.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParentDeathIT {

  @Test
  void brokerEndsAndTemporaryDataGoesWhenTheParentIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ParentMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = parent.inputReader(StandardCharsets.UTF_8)) {
      List<String> broker = List.of(out.readLine().split(" ", 2));
      long pid = Long.parseLong(broker.get(0));
      Path log = Path.of(broker.get(1));
      assertThat(Processes.isGone(pid)).isFalse();

      parent.destroyForcibly().waitFor();

      Processes.await("end of the broker", Duration.ofMinutes(2), () -> Processes.isGone(pid));
      assertThat(log).content().contains("The parent process is gone");
      assertThat(log.resolveSibling("node-1")).doesNotExist();
      DataDir.deleteTreeQuietly(log.getParent());
    } finally {
      parent.destroyForcibly();
    }
  }
}
