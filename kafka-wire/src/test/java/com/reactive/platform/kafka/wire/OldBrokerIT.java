package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.kafka.embedded.FreePorts;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker of another release line, whose jars are in the folder {@code -Dkafka.wire.broker.lib}:
 * 2.8 with its ZooKeeper, or a later one with ZooKeeper still in it. Skipped without that folder:
 *
 * <pre>mvn dependency:copy-dependencies, with org.apache.kafka:kafka_2.13:2.8.2 as dependency</pre>
 */
class OldBrokerIT {
  private static final String TOPIC = "old-events";
  private static final int RECORDS = 2_000;

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();

  @Test
  void itTakesWhatWeSend() throws Exception {
    String lib = System.getProperty("kafka.wire.broker.lib");
    assumeTrue(lib != null, "-Dkafka.wire.broker.lib names no folder with a broker's jars");
    String address = "127.0.0.1:" + FreePorts.any();
    try {
      start(lib, address);
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
        admin
            .createTopics(Set.of(new NewTopic(TOPIC, Optional.of(4), Optional.empty())))
            .all()
            .get(90, TimeUnit.SECONDS);
      }
      try (TwoLoops loops = new TwoLoops(address, Map.of("compression.type", "lz4"))) {
        List<Sending> sendings = loops.send(TOPIC, RECORDS, 0);
        for (Sending sending : sendings) {
          sending.awaitAll();
          assertThat(sending.others()).isEmpty();
        }
        List<ConsumerRecord<byte[], byte[]>> stored = TestKafka.at(address).readAll(TOPIC);
        sendings.forEach(sending -> sending.check(stored));
        assertThat(loops.client.view().topics().get(TOPIC).maxMessageBytes()).isPositive();
      }
    } finally {
      processes.forEach(process -> process.destroyForcibly().onExit().join());
    }
  }

  private void start(String lib, String address) throws IOException {
    int zookeeper = FreePorts.any();
    String data = folder.resolve("zookeeper").toString();
    java(lib, "org.apache.zookeeper.server.ZooKeeperServerMain", "" + zookeeper, data);
    Path properties = folder.resolve("server.properties");
    Files.writeString(
        properties,
        String.join(
            "\n",
            "broker.id=1",
            "zookeeper.connect=127.0.0.1:" + zookeeper,
            "listeners=PLAINTEXT://" + address,
            "log.dirs=" + folder.resolve("logs"),
            "offsets.topic.replication.factor=1",
            "transaction.state.log.replication.factor=1",
            "transaction.state.log.min.isr=1",
            ""));
    java(lib, "kafka.Kafka", properties.toString());
  }

  private void java(String lib, String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", lib + "/*", main));
    command.addAll(List.of(arguments));
    Path log = folder.resolve(main + ".log");
    processes.add(
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start());
  }
}
