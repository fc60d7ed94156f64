package com.reactive.platform.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be told without a broker. */
class EmbeddedKafkaTest {

  @Test
  void takenPortIsNamed(@TempDir Path folder) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      EmbeddedKafka.Builder builder =
          EmbeddedKafka.builder().dataDir(folder).port(taken.getLocalPort());

      assertThatThrownBy(builder::start)
          .isInstanceOf(EmbeddedKafkaException.class)
          .hasMessage("port %d is already in use", taken.getLocalPort());
    }
  }

  @Test
  void folderThatCannotBeWrittenIsNamed(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> EmbeddedKafka.builder().dataDir(file).start())
        .isInstanceOf(EmbeddedKafkaException.class)
        .hasMessageStartingWith("cannot write to data folder " + file);
  }

  @Test
  void nonsenseIsRefusedByTheBuilder() {
    EmbeddedKafka.Builder builder = EmbeddedKafka.builder();
    assertThatIllegalArgumentException().isThrownBy(() -> builder.nodes(2));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.port(65_536));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.topic("a b", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.topic("a", 0));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.heapMegabytes(8));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.startTimeout(Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.property("log.dirs", "/elsewhere"))
        .withMessage("log.dirs cannot be set: the cluster is built on it");
  }

  @Test
  void propertiesOfThreeNodes(@TempDir Path folder) {
    List<NodePorts> cluster = List.of(ports(1001, 1002), ports(2001, 2002), ports(3001, 3002));

    Properties second =
        ServerProperties.of(
            2,
            cluster,
            folder,
            with(Map.of(), Map.of("min.insync.replicas", "3", "num.io.threads", "8")));

    assertThat(second)
        .containsEntry("node.id", "2")
        .containsEntry("listeners", "CLIENT://127.0.0.1:2001,CONTROLLER://127.0.0.1:2002")
        .containsEntry(
            "controller.quorum.voters", "1@127.0.0.1:1002,2@127.0.0.1:2002,3@127.0.0.1:3002")
        .containsEntry("default.replication.factor", "3")
        .containsEntry("transaction.state.log.min.isr", "2")
        .containsEntry("min.insync.replicas", "3")
        .containsEntry("num.io.threads", "8");
    assertThat(ServerProperties.of(1, cluster, folder, with(Map.of(), Map.of())))
        .containsEntry("min.insync.replicas", "2");
    assertThat(ServerProperties.of(1, List.of(ports(1, 2)), folder, with(Map.of(), Map.of())))
        .containsEntry("min.insync.replicas", "1");
  }

  @Test
  void jvmFlagsFollowTheSettingsAndTheJavaVersion() {
    BrokerSettings small =
        new BrokerSettings(
            1, 0, null, Map.of(), Map.of(), Map.of(), Map.of(), 128, false, Duration.ZERO);
    BrokerSettings full =
        new BrokerSettings(
            1, 0, null, Map.of(), Map.of(), Map.of(), Map.of(), 512, true, Duration.ZERO);
    Path log = Path.of("node-1.log");

    assertThat(BrokerCommand.jvmFlags(small, log, 17))
        .contains("-Xmx128m", "-XX:TieredStopAtLevel=1")
        .doesNotContain("--sun-misc-unsafe-memory-access=allow");
    assertThat(BrokerCommand.jvmFlags(full, log, 24))
        .contains("-Xmx512m", "--sun-misc-unsafe-memory-access=allow")
        .doesNotContain("-XX:TieredStopAtLevel=1")
        .noneMatch(flag -> flag.contains("Archive") || flag.contains("ClassList"));
    System.setProperty(BrokerCommand.SHORT_LIVED, "true");
    try {
      assertThat(BrokerCommand.jvmFlags(full, log, 17)).contains("-XX:TieredStopAtLevel=1");
    } finally {
      System.clearProperty(BrokerCommand.SHORT_LIVED);
    }
  }

  @Test
  void whoStartsTheJvmMayGiveItsBrokersAnArchiveOfClasses() {
    BrokerSettings settings =
        new BrokerSettings(
            1, 0, null, Map.of(), Map.of(), Map.of(), Map.of(), 128, true, Duration.ZERO);
    System.setProperty(BrokerCommand.ARCHIVE, "/a path/broker.jsa");
    System.setProperty(BrokerCommand.RECORD, "/a path/broker.classes");
    try {
      assertThat(BrokerCommand.jvmFlags(settings, Path.of("node-1.log"), 17))
          .contains(
              "-XX:SharedArchiveFile=/a path/broker.jsa",
              "-XX:DumpLoadedClassList=/a path/broker.classes");
    } finally {
      System.clearProperty(BrokerCommand.ARCHIVE);
      System.clearProperty(BrokerCommand.RECORD);
    }
  }

  @Test
  void clusterIdIsKeptAndADamagedFileIsNoticed(@TempDir Path folder) throws Exception {
    String id = DataDir.open(folder, 1).clusterId();

    assertThat(id).hasSize(22).doesNotStartWith("-");
    assertThat(DataDir.open(folder, 1).clusterId()).isEqualTo(id);
    Files.writeString(folder.resolve("cluster.properties"), "");
    assertThatThrownBy(() -> DataDir.open(folder, 1)).hasMessageContaining("is damaged");
  }

  @Test
  void furtherListenersStandBesideTheOwn(@TempDir Path folder) {
    NodePorts own = new NodePorts(1, 2, new TreeMap<>(Map.of("SECURE", 3)));
    assertThat(
            ServerProperties.of(
                1, List.of(own), folder, with(Map.of("SECURE", "SASL_SSL"), Map.of())))
        .containsEntry(
            "listeners", "CLIENT://127.0.0.1:1,CONTROLLER://127.0.0.1:2,SECURE://127.0.0.1:3")
        .containsEntry("advertised.listeners", "CLIENT://127.0.0.1:1,SECURE://127.0.0.1:3")
        .containsEntry(
            "listener.security.protocol.map",
            "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL");
  }

  @Test
  void aListenerMayBeAdvertisedOnAnotherPort(@TempDir Path folder) {
    NodePorts own = new NodePorts(1, 2, new TreeMap<>(Map.of("PROXIED", 3)));
    BrokerSettings settings =
        with(Map.of("PROXIED", "PLAINTEXT"), Map.of("PROXIED", id -> 900 + id), Map.of());

    assertThat(ServerProperties.of(1, List.of(own), folder, settings))
        .containsEntry(
            "listeners", "CLIENT://127.0.0.1:1,CONTROLLER://127.0.0.1:2,PROXIED://127.0.0.1:3")
        .containsEntry("advertised.listeners", "CLIENT://127.0.0.1:1,PROXIED://127.0.0.1:901");
    assertThatThrownBy(() -> EmbeddedKafka.builder().advertise("OTHER", id -> 1).start())
        .hasMessage("there is no listener OTHER");
  }

  private static BrokerSettings with(
      Map<String, String> listeners, Map<String, String> properties) {
    return with(listeners, Map.of(), properties);
  }

  private static BrokerSettings with(
      Map<String, String> listeners,
      Map<String, IntUnaryOperator> advertised,
      Map<String, String> properties) {
    return new BrokerSettings(
        1, 0, null, Map.of(), listeners, advertised, properties, 128, false, Duration.ZERO);
  }

  private static NodePorts ports(int client, int controller) {
    return new NodePorts(client, controller, new TreeMap<>());
  }
}
