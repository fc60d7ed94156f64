package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.gateway.Version;
import com.reactive.platform.kafka.benchmark.result.Environment;
import com.reactive.platform.testbed.CpuInfo;
import com.reactive.platform.testbed.Machine;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.DescribeFeaturesOptions;
import org.apache.kafka.clients.admin.FinalizedVersionRange;

/** Tells where and of what a measurement is made. */
public final class Environments {
  private static final int ASK_MILLIS = 8_000;

  /** Settings that can make one broker faster than another. */
  private static final List<String> BROKER_KEYS =
      List.of(
          "compression.type",
          "default.replication.factor",
          "log.flush.interval.messages",
          "log.flush.interval.ms",
          "log.segment.bytes",
          "message.max.bytes",
          "min.insync.replicas",
          "num.io.threads",
          "num.network.threads",
          "num.recovery.threads.per.data.dir",
          "num.replica.fetchers",
          "process.roles",
          "queued.max.requests",
          "socket.receive.buffer.bytes",
          "socket.request.max.bytes",
          "socket.send.buffer.bytes");

  private Environments() {}

  /**
   * Here and now; asks Kafka, if there is one.
   *
   * @throws IllegalStateException if Kafka does not answer
   */
  public static Environment of(Optional<BenchKafka> kafka) throws InterruptedException {
    Machine machine = Machine.current();
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    CpuInfo processor = CpuInfo.current();
    return new Environment(
        machine.commit(),
        Version.current(),
        System.getProperty("java.version") + " " + System.getProperty("java.vendor"),
        machine.cpu(),
        machine.cores(),
        system.getTotalMemorySize() >> 20,
        machine.kernel(),
        machine.loadAverage(),
        kafka.map(BenchKafka::kind).orElse("none"),
        kafka.isPresent() ? brokerVersion(kafka.get()) : "",
        kafka.isPresent() ? brokerConfig(kafka.get()) : Map.of(),
        processor.megahertz().orElse(null),
        processor.flags().orElse(null),
        null,
        null);
  }

  /**
   * A broker does not tell its version over the protocol. Of our own we know it; of others there is
   * the level of the cluster's metadata, which follows the version.
   */
  private static String brokerVersion(BenchKafka kafka) throws InterruptedException {
    if (kafka.embeddedKafka().isPresent()) {
      return kafka.embeddedKafka().get().version();
    }
    FinalizedVersionRange level =
        BenchKafka.get(
                kafka
                    .admin()
                    .describeFeatures(new DescribeFeaturesOptions().timeoutMs(ASK_MILLIS))
                    .featureMetadata())
            .finalizedFeatures()
            .get("metadata.version");
    return level == null ? "unknown" : "metadata.version " + level.maxVersionLevel();
  }

  private static Map<String, String> brokerConfig(BenchKafka kafka) throws InterruptedException {
    Map<String, String> config = new TreeMap<>(kafka.brokerConfig());
    config.keySet().retainAll(BROKER_KEYS);
    config.values().removeIf(value -> value == null);
    return config;
  }
}
