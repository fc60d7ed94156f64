package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a script in the place of Go. */
class GoBuildTest {
  private static final String BUILDS = "#!/bin/sh\necho \"$@\" >> calls; echo made > \"$4\"\n";

  @TempDir private Path module;

  private final List<String> said = new ArrayList<>();

  @BeforeEach
  void sources() throws IOException {
    Files.createDirectories(module.resolve("rivals/tiny"));
    Files.writeString(module.resolve("rivals/go.mod"), "module rivals\n");
    Files.writeString(module.resolve("rivals/tiny/main.go"), "package main\n");
  }

  @Test
  void itIsBuiltOnceAndAgainWhenASourceIsNewer() throws Exception {
    GoBuild build = new GoBuild(pathWithGo(BUILDS), module);
    Path program = build.program("tiny", said::add);
    assertThat(program).isEqualTo(module.resolve("target/rivals/tiny")).hasContent("made");
    assertThat(said).containsExactly("building the rival tiny ...");

    build.program("tiny", said::add);
    assertThat(said).hasSize(1);

    FileTime later = FileTime.from(Instant.now().plusSeconds(60));
    Files.setLastModifiedTime(module.resolve("rivals/go.mod"), later);
    build.program("tiny", said::add);
    assertThat(said).hasSize(2);
    assertThat(Files.readAllLines(module.resolve("rivals/calls")))
        .hasSize(2)
        .allMatch(call -> call.startsWith("build ") && call.endsWith(" ./tiny"));
    try (var files = Files.list(module.resolve("target/rivals"))) {
      assertThat(files).containsExactly(program);
    }
  }

  @Test
  void withoutGoThereIsNoneAndItSaysSo() {
    assertThatThrownBy(() -> new GoBuild("/nowhere::\0", module).program("tiny", said::add))
        .isInstanceOf(IOException.class)
        .hasMessage("there is no Go on the PATH, which the rivals need");
    assertThat(said).isEmpty();
  }

  @Test
  void withoutSourcesThereIsNone() throws Exception {
    GoBuild build = new GoBuild(pathWithGo(BUILDS), module.resolve("elsewhere"));
    assertThatThrownBy(() -> build.program("tiny", said::add))
        .isInstanceOf(IOException.class)
        .hasMessage("the sources of the rivals are not here");
  }

  @Test
  void whatGoComplainsOfIsToldAndNothingIsLeftBehind() throws Exception {
    GoBuild build = new GoBuild(pathWithGo("#!/bin/sh\necho no route >&2; exit 1\n"), module);
    assertThatThrownBy(() -> build.program("tiny", said::add))
        .isInstanceOf(IOException.class)
        .hasMessage("Go could not build the rival tiny: no route");
    assertThat(module.resolve("target/rivals")).isEmptyDirectory();
  }

  private String pathWithGo(String script) throws IOException {
    Path folder = Files.createDirectories(module.resolve("bin"));
    Path go = folder.resolve("go");
    Files.writeString(go, script);
    Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwxr-xr-x"));
    return "/nowhere" + File.pathSeparator + folder;
  }
}
