package com.reactive.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A first user waits for what {@code ./reactive} builds: no library of a test is part of it. */
class LeanBuildTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "microbatch",
        "kafka-embedded",
        "gateway",
        "testbed",
        "cli",
        "http-reference",
        "kafka-benchmark",
        "reliability"
      })
  void onlyTheProfileThatItLeavesOutAsksForLibrariesOfTests(String module) throws IOException {
    String pom = Files.readString(Path.of("..", module, "pom.xml"));

    int whole = pom.indexOf("<id>whole</id>");

    assertThat(whole).isPositive();
    assertThat(pom.substring(whole)).contains("<name>!lean</name>", "<scope>test</scope>");
    assertThat(pom.substring(0, whole)).doesNotContain("<scope>test</scope>");
  }
}
