package com.reactive.platform.kafka.benchmark.outbox;

import com.reactive.platform.testbed.ChildJvm;
import com.reactive.platform.testbed.ChildProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Has Maven build Debezium's rival, if it is not built or older than its sources: it is no module,
 * so that nobody downloads Debezium who does not compare with it.
 */
final class DebeziumBuild {
  /** System property that names the folder of its jars; nothing is built then. */
  private static final String PROPERTY = "reactive.debezium.lib";

  private static final String RIVAL = "kafka-benchmark/rivals/debezium";
  private static final String LIB = "kafka-benchmark/target/rivals/debezium/lib";
  private static final String JAR = "rival-debezium-*.jar";
  private static final int MAX_UP = 6;
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private DebeziumBuild() {}

  /**
   * The folder of its jars, in the tree that our own classes were built in.
   *
   * @param say receives a line about a build
   * @throws IOException with one sentence if it cannot be built
   */
  static Path lib(Consumer<String> say) throws IOException, InterruptedException {
    String configured = System.getProperty(PROPERTY);
    if (configured != null) {
      return Path.of(configured).toAbsolutePath();
    }
    Path home = home(ChildJvm.ownLocation());
    Path lib = home.resolve(LIB);
    if (!isCurrent(lib, home.resolve(RIVAL))) {
      say.accept("building the rival; the first time Maven downloads Debezium ...");
      build(home.resolve(RIVAL).resolve("pom.xml"));
    }
    return lib;
  }

  /**
   * @param own where our own classes are: a module's {@code target/classes}, or a jar below it
   */
  static Path home(Path own) throws IOException {
    Path folder = own.toAbsolutePath().getParent();
    for (int up = 0; up < MAX_UP && folder != null; up++, folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(RIVAL))) {
        return folder;
      }
    }
    throw new IOException("the sources of the rival are not here");
  }

  static boolean isCurrent(Path lib, Path sources) throws IOException {
    if (!Files.isDirectory(lib)) {
      return false;
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, JAR);
        Stream<Path> files = Files.walk(sources)) {
      FileTime built = FileTime.fromMillis(0);
      for (Path jar : jars) {
        built = Files.getLastModifiedTime(jar);
      }
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.getLastModifiedTime(file).compareTo(built) > 0) {
          return false;
        }
      }
      return true;
    }
  }

  private static void build(Path pom) throws IOException, InterruptedException {
    ChildProcess.Result result =
        ChildProcess.run(
            List.of("mvn", "-B", "-q", "-Dlean", "-f", pom.toString(), "package"),
            Map.of(),
            TIMEOUT);
    if (result.exitCode() != 0) {
      throw new IOException("Maven could not build the rival: " + result.out() + result.errors());
    }
  }
}
