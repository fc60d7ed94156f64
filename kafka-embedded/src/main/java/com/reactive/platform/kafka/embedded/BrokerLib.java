package com.reactive.platform.kafka.embedded;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the folder with the Kafka server's jars, which are on no class path of ours but the child
 * JVM's.
 */
final class BrokerLib {

  /**
   * System property that names the folder; without it, the folder is looked for beside our own
   * classes.
   */
  static final String PROPERTY = "reactive.broker.lib";

  private static final String SERVER_JAR = "kafka_2.13-";
  private static final String SERVER_JARS = SERVER_JAR + "*.jar";

  private BrokerLib() {}

  /**
   * The class path of a broker: our own classes, then the server's jars by name. Their order is
   * fixed because an archive of classes holds for one class path only.
   */
  static String classPath() {
    Path own = ownLocation();
    Path lib = locate(System.getProperty(PROPERTY), own);
    try (Stream<Path> files = Files.list(lib)) {
      return Stream.concat(
              Stream.of(own), files.filter(file -> file.toString().endsWith(".jar")).sorted())
          .map(Path::toString)
          .collect(Collectors.joining(File.pathSeparator));
    } catch (IOException e) {
      throw new EmbeddedKafkaException("cannot read " + lib, e);
    }
  }

  /** The version in the name of the server's jar. */
  static String version() {
    return version(locate(System.getProperty(PROPERTY), ownLocation()));
  }

  static String version(Path lib) {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, SERVER_JARS)) {
      String jar = jars.iterator().next().getFileName().toString();
      return jar.substring(SERVER_JAR.length(), jar.length() - ".jar".length());
    } catch (IOException e) {
      throw new EmbeddedKafkaException("cannot read " + lib, e);
    }
  }

  /**
   * @param configured the system property's value, or null
   * @param own the classes folder or jar that this class came from
   */
  static Path locate(String configured, Path own) {
    if (configured != null) {
      Path lib = Path.of(configured).toAbsolutePath();
      if (serverJars(lib) == 0) {
        throw new EmbeddedKafkaException(
            "-D" + PROPERTY + " names " + lib + ", which holds no " + SERVER_JARS);
      }
      return requireOneVersion(lib);
    }
    for (Path lib : candidates(own)) {
      if (serverJars(lib) > 0) {
        return requireOneVersion(lib);
      }
    }
    throw new EmbeddedKafkaException(
        "the Kafka server's jars were not found in "
            + candidates(own)
            + ": run `mvn process-resources` in kafka-embedded, or name their folder with -D"
            + PROPERTY);
  }

  /**
   * {@code target/broker-lib} for classes and jar alike; {@code broker-lib} beside a distribution's
   * {@code lib}.
   */
  private static Set<Path> candidates(Path own) {
    Set<Path> candidates = new LinkedHashSet<>();
    Path folder = own.toAbsolutePath().getParent();
    for (int up = 0; up < 2 && folder != null; up++) {
      candidates.add(folder.resolve("broker-lib"));
      folder = folder.getParent();
    }
    return candidates;
  }

  private static Path requireOneVersion(Path lib) {
    if (serverJars(lib) > 1) {
      throw new EmbeddedKafkaException(
          lib
              + " holds more than one Kafka version: delete it and run `mvn process-resources` again");
    }
    return lib;
  }

  private static int serverJars(Path lib) {
    if (!Files.isDirectory(lib)) {
      return 0;
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, SERVER_JARS)) {
      int count = 0;
      for (Path jar : jars) {
        count += Files.isReadable(jar) ? 1 : 0;
      }
      return count;
    } catch (IOException e) {
      throw new EmbeddedKafkaException("cannot read " + lib, e);
    }
  }

  private static Path ownLocation() {
    try {
      return Path.of(BrokerLib.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new EmbeddedKafkaException("cannot tell where kafka-embedded was loaded from", e);
    }
  }
}
