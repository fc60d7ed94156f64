package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.cli.ExecutablePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Builds the rivals that are written in Go, if Go is installed, and only those that are older than
 * their sources. The first time Go fetches their libraries.
 */
public final class GoBuild {
  private static final long BUILD_MINUTES = 15;
  private static final int LINES_SHOWN = 5;
  private static final String MODULE = "kafka-benchmark";
  private static final int MAX_UP = 6;

  private final String path;
  private final Path sources;
  private final Path binaries;

  /**
   * @param path to search for programs, as the environment's PATH
   * @param module folder of the benchmark's module: its {@code rivals} are built into its {@code
   *     target/rivals}
   */
  GoBuild(String path, Path module) {
    this.path = path;
    this.sources = module.resolve("rivals");
    this.binaries = module.resolve("target").resolve("rivals");
  }

  /**
   * Finds the sources in the tree that our own classes were built in.
   *
   * @param own where our own classes are: a module's {@code target/classes}, or a jar below it
   */
  public static GoBuild ofProject(String path, Path own) {
    Path folder = own.toAbsolutePath().getParent();
    Path module = folder.resolve(MODULE);
    for (int up = 0; up < MAX_UP && folder != null; up++, folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(MODULE).resolve("rivals"))) {
        module = folder.resolve(MODULE);
      }
    }
    return new GoBuild(path, module);
  }

  /**
   * The program of this name, as its sources are now.
   *
   * @param say receives a line about a build
   * @throws IOException with the reason as part of a sentence
   */
  public Path program(String name, Consumer<String> say) throws IOException, InterruptedException {
    if (!Files.isRegularFile(sources.resolve("go.mod"))) {
      throw new IOException("the sources of the rivals are not here");
    }
    Path go =
        ExecutablePath.find("go", path)
            .orElseThrow(
                () -> new IOException("there is no Go on the PATH, which the rivals need"));
    Path program = binaries.resolve(name);
    if (!Files.isRegularFile(program) || isOlder(program, module(name))) {
      say.accept("building the rival " + name + " ...");
      build(go, name, program);
    }
    return program;
  }

  /** Most share a module; one with many libraries of its own has one to itself. */
  private Path module(String name) {
    Path own = sources.resolve(name);
    return Files.isRegularFile(own.resolve("go.mod")) ? own : sources;
  }

  private static boolean isOlder(Path program, Path module) throws IOException {
    FileTime built = Files.getLastModifiedTime(program);
    try (Stream<Path> files = Files.walk(module)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.getLastModifiedTime(file).compareTo(built) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Into another file first: one that is being built is no program, nor one that is running. */
  private void build(Path go, String name, Path program) throws IOException, InterruptedException {
    Files.createDirectories(binaries);
    Path made = Files.createTempFile(binaries, name, ".new");
    Path log = Files.createTempFile(binaries, name, ".log");
    try {
      Path module = module(name);
      String target = "./" + module.relativize(sources.resolve(name));
      List<String> command =
          List.of(go.toString(), "build", "-buildvcs=false", "-o", made.toString(), target);
      Process process =
          new ProcessBuilder(command)
              .directory(module.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      await(process, name);
      if (process.exitValue() != 0) {
        throw new IOException("Go could not build the rival " + name + ": " + end(log));
      }
      Files.move(
          made, program, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(made);
      Files.deleteIfExists(log);
    }
  }

  private static void await(Process process, String name) throws IOException, InterruptedException {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException(
            "Go did not build the rival " + name + " in " + BUILD_MINUTES + " minutes");
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  private static String end(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join(" ", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
  }
}
