package com.reactive.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.cli.ReactiveCli;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher script of a distribution, with the jars of this build: its archive of classes is
 * made, used, made anew when it does not fit, and never in the way.
 */
class LauncherIT {
  private static final long TIMEOUT_SECONDS = 180;
  private static final String SHARED = "com.reactive.platform.cli.ReactiveCli source: shared";

  /** Made once: the archive and its list. */
  @TempDir private static Path home;

  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
  private Path place = home;
  private Path archive;

  @BeforeAll
  static void unpack() throws Exception {
    Path module = Path.of("").toAbsolutePath();
    Files.createDirectories(home.resolve("cds"));
    Files.copy(module.resolveSibling("reactive"), home.resolve("reactive"));
    copyJars(module.resolve("target"), home.resolve("app"));
    copyJars(module.resolve("target/lib"), home.resolve("lib"));
    Files.writeString(home.resolve("cds/id"), "1");
    finish(
        command(
            home,
            Map.of("GATEWAY_JAVA_OPTS", "-XX:DumpLoadedClassList=cds/gateway.classes"),
            JAVA_HOME,
            "--version"));
  }

  @BeforeEach
  void makeArchive() throws Exception {
    Result made = run(Map.of(), JAVA_HOME, "--archive");
    assertThat(made.exitCode()).as(made.errors()).isZero();
    archive = Path.of(made.out().strip());
  }

  @Test
  void theArchiveIsUsed() throws Exception {
    assertThat(loaded(JAVA_HOME)).contains(SHARED);
  }

  @Test
  void theOptionsForAnEntryPointWithoutAShellUseItToo() throws Exception {
    Path log = home.resolve("entry.log");

    Result result =
        finish(
            new ProcessBuilder(
                JAVA_HOME.resolve("bin/java").toString(),
                "-Xlog:class+load:file=" + log,
                "@" + home.resolve("cds/java.options"),
                ReactiveCli.class.getName(),
                "--version"));

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(Files.readString(log)).contains(SHARED);
  }

  @Test
  void aBrokenArchiveIsPassedOverInSilence() throws Exception {
    for (byte[] content :
        new byte[][] {new byte[0], "nonsense".repeat(9_999).getBytes(StandardCharsets.UTF_8)}) {
      Files.delete(archive);
      Files.write(archive, content);

      Result result = run(Map.of(), JAVA_HOME, "--version");

      assertThat(result.exitCode()).isZero();
      assertThat(result.errors()).isEmpty();
      assertThat(result.out()).startsWith("reactive ").hasLineCount(1);
    }
    Files.delete(archive);
  }

  @Test
  void aJarThatChangedMakesAnother() throws Exception {
    FileTime before = Files.getLastModifiedTime(archive);
    try (Stream<Path> jars = Files.list(home.resolve("app"))) {
      Files.setLastModifiedTime(jars.findFirst().orElseThrow(), FileTime.from(Instant.now()));
    }
    assertThat(loaded(JAVA_HOME)).doesNotContain(SHARED);

    Result made = run(Map.of(), JAVA_HOME, "--archive");

    assertThat(made.out().strip()).isEqualTo(archive.toString());
    assertThat(Files.getLastModifiedTime(archive)).isGreaterThan(before);
    assertThat(loaded(JAVA_HOME)).contains(SHARED);
  }

  @Test
  void anotherJavaMakesItsOwn(@TempDir Path jdk) throws Exception {
    try (Stream<Path> parts = Files.list(JAVA_HOME)) {
      for (Path part : parts.filter(path -> !path.endsWith("release")).toList()) {
        Files.createSymbolicLink(jdk.resolve(part.getFileName()), part);
      }
    }
    String release = Files.readString(JAVA_HOME.resolve("release"));
    Files.writeString(jdk.resolve("release"), release + "\nBUILD=\"another\"\n");
    assertThat(loaded(jdk)).doesNotContain(SHARED);

    Result made = run(Map.of(), jdk, "--archive");

    assertThat(made.exitCode()).as(made.errors()).isZero();
    assertThat(made.out().strip()).isNotEqualTo(archive.toString());
    assertThat(loaded(jdk)).contains(SHARED);
    unlink(jdk);
  }

  @Test
  void aFolderThatWasMovedMakesItsOwn(@TempDir Path elsewhere) throws Exception {
    move(home, elsewhere);
    place = elsewhere;
    try {
      assertThat(loaded(JAVA_HOME)).doesNotContain(SHARED);

      Result made = run(Map.of(), JAVA_HOME, "--archive");

      assertThat(made.exitCode()).as(made.errors()).isZero();
      assertThat(loaded(JAVA_HOME)).contains(SHARED);
    } finally {
      move(elsewhere, home);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    for (String part : List.of("reactive", "app", "lib", "cds")) {
      Files.move(from.resolve(part), to.resolve(part));
    }
  }

  /** An archive that is finished before anybody loses patience is made once more. */
  @Test
  @Timeout(300)
  void whoDoesNotWaitForTheArchiveLeavesNothingBehind() throws Exception {
    int exit = giveUpMaking();
    while (exit == 0) {
      exit = giveUpMaking();
    }

    assertThat(exit).isEqualTo(130);
    assertThat(archives()).isEmpty();
  }

  private int giveUpMaking() throws Exception {
    Path log = home.resolve("cds/make.log");
    Files.delete(archive);
    Files.delete(log);
    Process making = start(command(place, Map.of(), JAVA_HOME, "--archive"));
    while (making.isAlive() && Files.notExists(log)) {
      Thread.sleep(10);
    }
    making.destroy();
    assertThat(making.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    return making.exitValue();
  }

  @Test
  void anArchiveThatCannotBeMadeIsNotTriedAgain() throws Exception {
    Path list = home.resolve("cds/gateway.classes");
    Path kept = Files.move(list, home.resolve("kept.classes"));
    Files.delete(archive);

    Result first = run(Map.of(), JAVA_HOME, "--archive");
    Files.move(kept, list);
    Result second = run(Map.of(), JAVA_HOME, "--archive");

    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(second.exitCode()).isEqualTo(1);
    assertThat(archives()).containsExactly(archive);
    assertThat(archive).isEmptyFile();
    Files.delete(archive);
  }

  /** The archive of this Java, also what is half done of it. */
  private List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("cds"))) {
      return files.filter(file -> file.toString().startsWith(archive.toString())).toList();
    }
  }

  /** Else JUnit warns of each link when it deletes the folder. */
  private static void unlink(Path folder) throws IOException {
    try (Stream<Path> parts = Files.list(folder)) {
      for (Path part : parts.toList()) {
        Files.delete(part);
      }
    }
  }

  private static void copyJars(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> jars = Files.list(from)) {
      for (Path jar : jars.filter(path -> path.toString().endsWith(".jar")).toList()) {
        Files.copy(jar, to.resolve(jar.getFileName()));
      }
    }
  }

  /** Where {@code --version} took its classes from. */
  private String loaded(Path javaHome) throws IOException, InterruptedException {
    Path log = home.resolve("load.log");
    Result result =
        run(Map.of("GATEWAY_JAVA_OPTS", "-Xlog:class+load:file=" + log), javaHome, "--version");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return Files.readString(log);
  }

  private record Result(int exitCode, String out, String errors) {}

  private Result run(Map<String, String> environment, Path javaHome, String... arguments)
      throws IOException, InterruptedException {
    return finish(command(place, environment, javaHome, arguments));
  }

  private static ProcessBuilder command(
      Path place, Map<String, String> environment, Path javaHome, String... arguments) {
    List<String> command = new ArrayList<>(List.of("bash", place.resolve("reactive").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", javaHome.toString());
    builder.environment().putAll(environment);
    return builder;
  }

  private static Process start(ProcessBuilder builder) throws IOException {
    return builder
        .directory(home.toFile())
        .redirectOutput(home.resolve("out").toFile())
        .redirectError(home.resolve("errors").toFile())
        .start();
  }

  private static Result finish(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = start(builder);
    assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    return new Result(
        process.exitValue(),
        Files.readString(home.resolve("out")),
        Files.readString(home.resolve("errors")));
  }
}
