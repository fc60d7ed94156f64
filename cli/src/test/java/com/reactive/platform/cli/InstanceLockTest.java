package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.testbed.CliProcess;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory is in use as long as the process that has it lives, and no longer. */
class InstanceLockTest {
  @TempDir private Path dir;

  @Test
  void aProcessThatWasKilledAndNotReapedHasItNoLonger() throws Exception {
    assertThat(RunningInstance.find(dir)).isEmpty();
    assertThat(RunningInstance.died(dir)).isEmpty();
    Process parent =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "\"$@\" & exec sleep 1000 >&-",
                "unreaping",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                dir.toString())
            .start();
    try (BufferedReader out = parent.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("held");
      ProcessHandle holder = parent.children().findFirst().orElseThrow();
      assertThat(InstanceLock.take(dir)).isEmpty();
      assertThat(RunningInstance.find(dir))
          .hasValueSatisfying(found -> assertThat(found.pid()).isEqualTo(holder.pid()));

      CliProcess.killUnreaped(parent.toHandle());

      assertThat(holder.isAlive()).as("what made a number worthless").isTrue();
      assertThat(RunningInstance.find(dir)).isEmpty();
      assertThat(RunningInstance.died(dir))
          .hasValueSatisfying(last -> assertThat(last.pid()).isEqualTo(holder.pid()));
      InstanceLock.take(dir).orElseThrow().close();
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }

  /** Does what {@code up} does, but for the rest of it. */
  static final class Holder {
    public static void main(String[] args) throws Exception {
      Path dir = Path.of(args[0]);
      InstanceLock lock = InstanceLock.take(dir).orElseThrow();
      RunningInstance.ofThisProcess("http", "kafka", "admin").write(dir);
      System.out.println("held");
      Thread.sleep(Long.MAX_VALUE);
      lock.close();
    }
  }
}
