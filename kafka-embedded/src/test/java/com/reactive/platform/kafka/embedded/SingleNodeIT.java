package com.reactive.platform.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingleNodeIT {

  @Test
  void restartInTheSameFolderResumesWithItsData(@TempDir Path folder) {
    String clusterId;
    try (EmbeddedKafka kafka = EmbeddedKafka.builder().dataDir(folder).topic("kept", 2).start()) {
      clusterId = kafka.clusterId();
      Records.produce(kafka.bootstrapServers(), "kept", 0, 100);
      assertThatThrownBy(() -> EmbeddedKafka.builder().dataDir(folder).start())
          .isInstanceOf(EmbeddedKafkaException.class)
          .hasMessageContaining("data folder " + folder + " is in use by another broker");
    }
    assertThatThrownBy(() -> EmbeddedKafka.builder().dataDir(folder).nodes(3).start())
        .hasMessage("data folder %s holds a cluster of 1 node(s), not of 3", folder);

    try (EmbeddedKafka kafka =
        EmbeddedKafka.builder().dataDir(folder).topic("kept", 5).topic("new", 3).start()) {
      assertThat(kafka.clusterId()).isEqualTo(clusterId);
      assertThat(Records.values(TestKafka.at(kafka.bootstrapServers()).readAll("kept")))
          .containsExactlyInAnyOrderElementsOf(Records.expected(100));
      assertThat(partitions(kafka, "kept")).as("left as it was").isEqualTo(2);
      assertThat(partitions(kafka, "new")).isEqualTo(3);
    }
    assertThat(folder.resolve("node-1")).isDirectory();
  }

  @Test
  void nodeSurvivesTerminalSignalsAndComesBackFromKillAndStop() throws Exception {
    EmbeddedKafka kafka = EmbeddedKafka.builder().topic("events", 1).start();
    BrokerNode node = kafka.nodes().get(0);
    Path log = node.log();
    try (kafka) {
      long firstPid = node.pid();
      for (String signal : new String[] {"INT", "TERM", "HUP"}) {
        Processes.signal(signal, firstPid);
      }
      node.pause();
      assertThat(node.isAlive()).isTrue();
      node.resume();
      Records.produce(kafka.bootstrapServers(), "events", 0, 50);

      node.kill();
      assertThat(node.isAlive()).isFalse();
      assertThat(Processes.isGone(firstPid)).isTrue();
      node.start();
      assertThat(node.pid()).isNotEqualTo(firstPid);
      assertThat(kafka.bootstrapServers()).isEqualTo("127.0.0.1:" + node.port());
      Records.produce(kafka.bootstrapServers(), "events", 50, 100);

      node.pause();
      node.stop();
      assertThat(node.isAlive()).isFalse();
      assertThat(log).content().as("it went on to hear that").contains("Asked to stop");
      node.start();
      assertThat(Records.values(TestKafka.at(kafka.bootstrapServers()).readAll("events")))
          .isEqualTo(Records.expected(100));
    }
    assertThat(node.isAlive()).isFalse();
    assertThat(log.getParent()).as("temporary data").doesNotExist();
    assertThatThrownBy(node::start).isInstanceOf(IllegalStateException.class);
    kafka.close();
  }

  @Test
  void brokerThatCannotStartSaysWhyAndLeavesItsLog() throws Exception {
    EmbeddedKafka.Builder builder = EmbeddedKafka.builder().property("num.io.threads", "many");

    assertThatThrownBy(builder::start)
        .isInstanceOf(EmbeddedKafkaException.class)
        .hasMessageStartingWith("Kafka refused its configuration: Invalid value many")
        .hasMessageContaining("num.io.threads")
        .hasMessageContaining("last lines of ")
        .satisfies(SingleNodeIT::logIsAllThatIsLeft);
  }

  @Test
  void startThatTakesTooLongIsEnded() {
    EmbeddedKafka.Builder builder = EmbeddedKafka.builder().startTimeout(Duration.ofMillis(300));

    assertThatThrownBy(builder::start)
        .isInstanceOf(EmbeddedKafkaException.class)
        .hasMessageContaining("Kafka node 1 did not answer within 0.3 s")
        .satisfies(SingleNodeIT::logIsAllThatIsLeft);
  }

  private static void logIsAllThatIsLeft(Throwable e) throws Exception {
    Matcher path = Pattern.compile("/\\S+/node-1\\.log").matcher(e.getMessage());
    assertThat(path.find()).isTrue();
    Path log = Path.of(path.group());
    assertThat(log.getParent()).isDirectoryNotContaining(file -> !file.equals(log));
    Files.delete(log);
    Files.delete(log.getParent());
  }

  private static int partitions(EmbeddedKafka kafka, String topic) {
    Map<String, Object> config = Map.of("bootstrap.servers", kafka.bootstrapServers());
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      return consumer.partitionsFor(topic).size();
    }
  }
}
