package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.testbed.ChildJvm;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the folder with the reference servers' jars, which are on no class path of ours. */
final class ReferenceLib {
  /** System property that names the folder; without it, it is looked for in the build's tree. */
  static final String PROPERTY = "reactive.reference.lib";

  private static final String JARS = "http-reference-*.jar";
  private static final int MAX_UP = 6;

  private ReferenceLib() {}

  /**
   * @throws IOException with one clear sentence if it is not there
   */
  static Path locate() throws IOException {
    return locate(System.getProperty(PROPERTY), ChildJvm.ownLocation());
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
