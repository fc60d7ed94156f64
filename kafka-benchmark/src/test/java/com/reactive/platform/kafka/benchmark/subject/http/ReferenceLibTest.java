package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceLibTest {
  @TempDir private Path home;

  @Test
  void itIsFoundInTheBuildsTree() throws IOException {
    Path lib = Files.createDirectories(home.resolve("http-reference/target/lib"));
    Path own = home.resolve("kafka-benchmark/target/classes");
    assertThatThrownBy(() -> ReferenceLib.locate(null, own))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not built");
    Files.createFile(lib.resolve("http-reference-1.jar"));
    assertThat(ReferenceLib.locate(null, own)).isEqualTo(lib);
    assertThat(ReferenceLib.locate(null, own.resolveSibling("kafka-benchmark-1.jar")))
        .isEqualTo(lib);
    assertThat(ReferenceLib.locate(lib.toString(), home)).isEqualTo(lib);
  }

  @Test
  void aFolderWithoutItIsRefused() {
    assertThatThrownBy(() -> ReferenceLib.locate(home.toString(), home))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("holds no http-reference-*.jar");
  }
}
