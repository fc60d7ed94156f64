package com.reactive.platform.kafka.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.Assertions;

/** Help for tests about processes that are not children of this one. */
final class Processes {

  private Processes() {}

  static void signal(String name, long pid) throws Exception {
    int exit =
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor();
    Assertions.assertThat(exit).as("kill -%s %d", name, pid).isZero();
  }

  /**
   * Whether nothing runs under this id. A zombie counts as gone: in a container, nobody may come to
   * bury it.
   */
  static boolean isGone(long pid) {
    if (ProcessHandle.of(pid).isEmpty()) {
      return true;
    }
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
    } catch (IOException e) {
      return ProcessHandle.of(pid).isEmpty();
    }
  }

  static void await(String what, Duration bound, BooleanSupplier condition) {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNanos > bound.toNanos()) {
        Assertions.fail("not within %d s: %s", bound.toSeconds(), what);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
