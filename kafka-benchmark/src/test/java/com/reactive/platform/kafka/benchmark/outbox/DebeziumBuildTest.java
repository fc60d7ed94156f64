package com.reactive.platform.kafka.benchmark.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebeziumBuildTest {
  @TempDir private Path home;

  @Test
  void itsSourcesAreFoundInTheBuildsTree() throws IOException {
    Path own = home.resolve("testbed/target/classes");
    assertThatThrownBy(() -> DebeziumBuild.home(own))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not here");
    Files.createDirectories(home.resolve("kafka-benchmark/rivals/debezium"));
    assertThat(DebeziumBuild.home(own)).isEqualTo(home);
    assertThat(DebeziumBuild.home(home.resolve("reliability/target/lean/lib/testbed-1.jar")))
        .isEqualTo(home);
  }

  @Test
  void itIsBuiltAgainWhenItsSourcesAreNewer() throws IOException {
    Path sources = Files.createDirectories(home.resolve("sources/src"));
    Path source = Files.createFile(sources.resolve("A.java"));
    Path lib = home.resolve("lib");
    assertThat(DebeziumBuild.isCurrent(lib, home.resolve("sources"))).isFalse();
    Files.createDirectories(lib);
    assertThat(DebeziumBuild.isCurrent(lib, home.resolve("sources"))).isFalse();
    Path jar = Files.createFile(lib.resolve("rival-debezium-1.jar"));
    Files.setLastModifiedTime(source, FileTime.fromMillis(1_000));
    Files.setLastModifiedTime(jar, FileTime.fromMillis(2_000));
    assertThat(DebeziumBuild.isCurrent(lib, home.resolve("sources"))).isTrue();
    Files.setLastModifiedTime(source, FileTime.fromMillis(3_000));
    assertThat(DebeziumBuild.isCurrent(lib, home.resolve("sources"))).isFalse();
  }
}
