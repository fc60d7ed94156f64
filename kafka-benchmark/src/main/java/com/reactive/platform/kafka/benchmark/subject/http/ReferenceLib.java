package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.testbed.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Starts the reference servers, whose jars are on no class path of ours. */
final class ReferenceLib {
  /** System property that names the folder; without it, the build's tree is searched. */
  static final String PROPERTY = "reactive.reference.lib";

  private static final String SERVERS = "com.reactive.platform.http.reference.";
  private static final String JARS = "http-reference-*.jar";
  private static final int MAX_UP = 6;

  private ReferenceLib() {}

  /**
   * The command that runs a server, to which options may be appended; it ends with its input.
   *
   * @param main simple name of its main class
   * @throws IOException with one clear sentence if the jars are not there
   */
  static List<String> command(int heapMegabytes, String main) throws IOException {
    Path lib = locate(System.getProperty(PROPERTY), ChildJvm.ownLocation());
    return ChildJvm.command(
        heapMegabytes, lib + File.separator + "*", SERVERS + main, "--until-eof");
  }

  /**
   * @param configured the system property's value, or null
   * @param own where our own classes are: a module's {@code target/classes}, or a jar below it
   */
  static Path locate(String configured, Path own) throws IOException {
    if (configured != null) {
      Path lib = Path.of(configured).toAbsolutePath();
      if (!holdsJar(lib)) {
        throw new IOException("-D" + PROPERTY + " names " + lib + ", which holds no " + JARS);
      }
      return lib;
    }
    Path folder = own.toAbsolutePath().getParent();
    for (int up = 0; up < MAX_UP && folder != null; up++, folder = folder.getParent()) {
      Path lib = folder.resolve("http-reference").resolve("target").resolve("lib");
      if (holdsJar(lib)) {
        return lib;
      }
    }
    throw new IOException(
        "the reference servers are not built: run `mvn package` in http-reference, or set their"
            + " folder with -D"
            + PROPERTY);
  }

  private static boolean holdsJar(Path lib) throws IOException {
    if (!Files.isDirectory(lib)) {
      return false;
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, JARS)) {
      return jars.iterator().hasNext();
    }
  }
}
