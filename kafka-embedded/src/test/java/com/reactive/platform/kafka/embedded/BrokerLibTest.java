package com.reactive.platform.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerLibTest {

  @TempDir private Path folder;

  @Test
  void isFoundBesideClassesFolderBesideJarAndBesideTheLibFolderOfADistribution()
      throws IOException {
    Path lib = libWith("broker-lib", "kafka_2.13-4.3.1.jar");

    assertThat(BrokerLib.locate(null, folder.resolve("classes"))).isEqualTo(lib);
    assertThat(BrokerLib.locate(null, folder.resolve("kafka-embedded-0.1.0.jar"))).isEqualTo(lib);
    assertThat(BrokerLib.locate(null, folder.resolve("lib/kafka-embedded-0.1.0.jar")))
        .isEqualTo(lib);
  }

  @Test
  void theVersionIsThatOfTheServersJar() throws IOException {
    assertThat(BrokerLib.version(libWith("broker-lib", "kafka_2.13-4.3.1.jar"))).isEqualTo("4.3.1");
  }

  @Test
  void propertyWins() throws IOException {
    libWith("broker-lib", "kafka_2.13-4.3.1.jar");
    Path other = libWith("other", "kafka_2.13-4.3.0.jar");

    assertThat(BrokerLib.locate(other.toString(), folder.resolve("classes"))).isEqualTo(other);
    assertThatThrownBy(() -> BrokerLib.locate(folder.toString(), folder.resolve("classes")))
        .isInstanceOf(EmbeddedKafkaException.class)
        .hasMessage("-Dreactive.broker.lib names %s, which holds no kafka_2.13-*.jar", folder);
  }

  @Test
  void missingJarsSayWhatToDo() {
    assertThatThrownBy(() -> BrokerLib.locate(null, folder.resolve("classes")))
        .isInstanceOf(EmbeddedKafkaException.class)
        .hasMessageContaining(folder.resolve("broker-lib").toString())
        .hasMessageContaining("mvn process-resources")
        .hasMessageContaining("-Dreactive.broker.lib");
  }

  @Test
  void twoVersionsAreRefused() throws IOException {
    libWith("broker-lib", "kafka_2.13-4.3.1.jar");
    Path lib = libWith("broker-lib", "kafka_2.13-4.4.0.jar");

    assertThatThrownBy(() -> BrokerLib.locate(null, folder.resolve("classes")))
        .hasMessageStartingWith(lib + " holds more than one Kafka version");
  }

  private Path libWith(String name, String jar) throws IOException {
    Path lib = Files.createDirectories(folder.resolve(name));
    Files.createFile(lib.resolve(jar));
    return lib;
  }
}
