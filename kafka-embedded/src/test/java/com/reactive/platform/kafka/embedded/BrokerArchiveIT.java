package com.reactive.platform.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker starts from an archive of its classes (CDS). The one that is made here stays: with it
 * the integration tests of all modules start their brokers with half of the work.
 */
@EnabledOnOs(OS.LINUX)
class BrokerArchiveIT {
  private final String configured = System.getProperty(BrokerCommand.ARCHIVE);

  @TempDir private Path folder;

  @AfterEach
  void asBefore() {
    System.clearProperty(BrokerCommand.RECORD);
    if (configured == null) {
      System.clearProperty(BrokerCommand.ARCHIVE);
    } else {
      System.setProperty(BrokerCommand.ARCHIVE, configured);
    }
  }

  @Test
  void aBrokerStartsFromAnArchiveOfTheClassesThatOneLoaded() throws Exception {
    String classPath = BrokerLib.classPath();
    assumeTrue(
        classPath.substring(0, classPath.indexOf(File.pathSeparatorChar)).endsWith(".jar"),
        "an archive is of jars");
    Path archive = Path.of(configured == null ? "target/broker.jsa" : configured);

    Path made = folder.resolve("broker.jsa");
    dump(classPath, recorded(), made);
    // At once: a broker of another test may have the old one mapped.
    Path beside = archive.resolveSibling("broker.jsa.new");
    Files.copy(made, beside, StandardCopyOption.REPLACE_EXISTING);
    Files.move(beside, archive, StandardCopyOption.ATOMIC_MOVE);

    System.setProperty(BrokerCommand.ARCHIVE, archive.toString());
    try (EmbeddedKafka kafka = EmbeddedKafka.builder().start()) {
      Path maps = Path.of("/proc", Long.toString(kafka.nodes().get(0).pid()), "maps");
      assertThat(Files.readString(maps)).contains(archive.getFileName().toString());
    }
  }

  /** The list of the classes that a broker loads until it has created a topic. */
  private Path recorded() {
    Path list = folder.resolve("broker.classes");
    System.clearProperty(BrokerCommand.ARCHIVE);
    System.setProperty(BrokerCommand.RECORD, list.toString());
    try (EmbeddedKafka kafka = EmbeddedKafka.builder().topic("recorded", 1).start()) {
      assertThat(kafka.nodes()).hasSize(1);
    }
    System.clearProperty(BrokerCommand.RECORD);
    return list;
  }

  private void dump(String classPath, Path list, Path archive) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "-XX:+UseG1GC", // the one that can write objects into it
            "-Xshare:dump",
            "-XX:SharedClassListFile=" + list,
            "-XX:SharedArchiveFile=" + archive,
            "-cp",
            classPath);
    File log = folder.resolve("dump.log").toFile();
    Process dump =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    assertThat(dump.waitFor()).as(() -> "see " + log).isZero();
  }
}
