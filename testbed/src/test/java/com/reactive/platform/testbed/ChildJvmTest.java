package com.reactive.platform.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
  @Test
  void whatIsShortLivedCompilesLittleAndItsChildrenToo() {
    assertThat(command()).noneMatch(flag -> flag.contains("Tiered") || flag.startsWith("-D"));
    System.setProperty("reactive.short-lived", "true");
    System.setProperty("reactive.broker.archive", "/a path/broker.jsa");
    try {
      assertThat(command())
          .containsSubsequence(
              "-XX:TieredStopAtLevel=1",
              "-Dreactive.short-lived=true",
              "-Dreactive.broker.archive=/a path/broker.jsa",
              "-cp",
              "some.Main");
    } finally {
      System.clearProperty("reactive.short-lived");
      System.clearProperty("reactive.broker.archive");
    }
  }

  @Test
  void measuredGatewaysHaveTheFlagsOfTheLauncher() throws IOException {
    String launcher = Files.readString(Path.of("..", "reactive"));
    String upTo19 = String.join(" ", ChildJvm.launcherFlags(19));
    String from20 = String.join(" ", ChildJvm.launcherFlags(20));
    assertThat(launcher)
        .containsSubsequence(
            "if [ \"$java_version\" -lt 20 ]; then",
            "frugal+=(" + upTo19 + ")",
            "else",
            "frugal+=(" + from20 + ")",
            "fi");
    assertThat(upTo19).isNotEqualTo(from20);
  }

  private static List<String> command() {
    return ChildJvm.command(64, "classes", "some.Main");
  }
}
