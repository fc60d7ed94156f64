package com.reactive.platform.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ChildProcessTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  private static List<String> shell(String script) {
    return List.of("/bin/sh", "-c", script);
  }

  private static ChildProcess start(String script) throws IOException {
    return ChildProcess.start(shell(script), Map.of());
  }

  @Test
  void aCommandThatEndsHasOutputErrorsAndExitCode() throws Exception {
    ChildProcess.Result result =
        ChildProcess.run(
            shell("echo $WORD; echo two; echo bad >&2; exit 3"), Map.of("WORD", "one"), LONG);

    assertThat(result).isEqualTo(new ChildProcess.Result(3, "one\ntwo", "bad"));
  }

  @Test
  void aCommandThatDoesNotEndIsKilled() {
    assertThatThrownBy(() -> ChildProcess.run(shell("sleep 1000"), Map.of(), Duration.ZERO))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/bin/sh still runs");
  }

  @Test
  void linesAreReadOneByOneUntilTheEnd() throws Exception {
    try (ChildProcess child = start("echo begin; echo ready at 1; read line; echo got $line")) {
      assertThat(child.awaitLine("ready ", LONG)).isEqualTo("ready at 1");
      child.write("it\n");
      assertThat(child.nextLineOrEnd()).isEqualTo("got it");
      assertThat(child.nextLineOrEnd()).isNull();
      assertThat(child.nextLineOrEnd()).isNull();
    }
  }

  @Test
  void anEndThatNobodyExpectedShowsTheErrors() throws Exception {
    try (ChildProcess child = start("echo no such port >&2; exit 1")) {
      assertThatThrownBy(() -> child.awaitLine("ready", LONG))
          .isInstanceOf(IOException.class)
          .hasMessage("it ended:\nno such port");
    }
  }

  @Test
  void errorsWrittenBeforeALineOfOutputAreThereWithIt() throws Exception {
    try (ChildProcess child = start("echo warning >&2; echo ready; read line")) {
      child.awaitLine("ready", LONG);
      assertThat(child.errors()).isEqualTo("warning");
      assertThat(child.tail()).isEqualTo(":\nwarning");
    }
  }

  @Test
  void aLogIsAppendedTo(@TempDir Path folder) throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "before\n");
    try (ChildProcess child = ChildProcess.start(shell("echo now >&2"), Map.of(), log)) {
      assertThat(child.awaitExit(LONG)).isTrue();
    }
    assertThat(log).hasContent("before\nnow\n");
  }

  @Test
  void endedInputEndsAServer() throws Exception {
    try (ChildProcess child = start("cat; echo over")) {
      child.closeInput();
      assertThat(child.nextLine(LONG)).isEqualTo("over");
      assertThat(child.awaitExit(LONG)).isTrue();
      assertThat(child.exitCode()).isZero();
    }
  }

  @Test
  void itIsStoppedOrKilledWithItsDescendants() throws Exception {
    try (ChildProcess child = start("trap 'exit 7' TERM; sleep 1000 & echo up; wait")) {
      child.nextLine(LONG);
      List<ProcessHandle> descendants = child.descendants();
      assertThat(descendants).isNotEmpty();
      assertThat(child.stop(LONG)).isTrue();
      assertThat(child.exitCode()).isEqualTo(7);
      descendants.forEach(ProcessHandle::destroyForcibly);
    }
    try (ChildProcess child = start("trap '' TERM; echo up; while true; do sleep 1; done")) {
      child.nextLine(LONG);
      assertThat(child.stop(Duration.ofMillis(1))).isFalse();
      assertThat(child.isAlive()).isFalse();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aPausedProcessStandsStill() throws Exception {
    try (ChildProcess child = start("echo up; read line; echo on")) {
      child.nextLine(LONG);
      Path stat = Path.of("/proc", Long.toString(child.pid()), "stat");
      child.pause();
      long deadlineNanos = System.nanoTime() + LONG.toNanos();
      while (!Files.readString(stat).contains(") T ")) { // a signal takes a moment
        assertThat(System.nanoTime()).isLessThan(deadlineNanos);
        Thread.sleep(1);
      }
      child.resume();
      child.write("go\n");
      assertThat(child.nextLine(LONG)).isEqualTo("on");
    }
  }

  @Test
  void theEnvironmentHasNoSettingsOfOurOwnGateway() throws Exception {
    ChildProcess.Result result =
        ChildProcess.run(shell("env"), Map.of("REACTIVE_HTTP_PORT", "1"), LONG);

    assertThat(result.out().lines().filter(line -> line.startsWith("REACTIVE_")))
        .containsExactly("REACTIVE_HTTP_PORT=1");
    assertThat(result.out()).contains("JAVA_HOME=" + System.getProperty("java.home"));
  }

  @Test
  void aShortCommandReturnsItsOutputOrFailsWithIt() throws Exception {
    assertThat(Commands.run("/bin/sh", "-c", "echo said")).isEqualTo("said");
    assertThatThrownBy(() -> Commands.run("/bin/sh", "-c", "echo why; exit 1"))
        .isInstanceOf(IOException.class)
        .hasMessage("/bin/sh -c echo why; exit 1: why");
  }
}
