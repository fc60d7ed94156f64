package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.cli.KafkaUnreachableException;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Rig;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The Kafkas that the targets of a plan write to, by their number of brokers, and a rig for each.
 * All of them run while the plan does. For one thread.
 */
final class Clusters implements AutoCloseable {
  private static final int PULSE_SECONDS = 5;

  private final TreeMap<Integer, BenchKafka> kafkas = new TreeMap<>();
  private final Map<Integer, Rig> rigs = new TreeMap<>();
  private final Rig withoutKafka = new Rig(Optional.empty());

  private Clusters() {}

  /**
   * Starts those that are needed; the one that the user named stands for all of them.
   *
   * @throws KafkaUnreachableException if none answers where the user said
   */
  static Clusters open(Targets known, Plan plan, RunRequest request, Consumer<String> say)
      throws KafkaUnreachableException, InterruptedException {
    Optional<String> bootstrapServers = request.bootstrapServers();
    SortedSet<Integer> brokers = new TreeSet<>();
    plan.targets().stream()
        .filter(target -> known.needsKafka(target.spec()))
        .forEach(target -> brokers.add(target.brokers()));
    Clusters clusters = new Clusters();
    try {
      for (int count : brokers) {
        if (bootstrapServers.isEmpty()) {
          say.accept("starting Kafka" + (count == 1 ? "" : " with " + count + " brokers") + " ...");
        }
        BenchKafka kafka =
            bootstrapServers.isPresent()
                ? BenchKafka.at(bootstrapServers.get(), request.kafkaTimeout())
                : BenchKafka.embedded(count);
        clusters.kafkas.put(count, kafka);
        clusters.rigs.put(count, new Rig(Optional.of(kafka)));
      }
      return clusters;
    } catch (KafkaUnreachableException | InterruptedException | RuntimeException | Error e) {
      clusters.close();
      throw e;
    }
  }

  /** The one with the fewest brokers; empty if no target needs Kafka. */
  Optional<BenchKafka> first() {
    return Optional.ofNullable(kafkas.firstEntry()).map(Map.Entry::getValue);
  }

  /** The one that this target writes to; null if it needs none and there is none like it. */
  BenchKafka of(PlannedTarget target) {
    return kafkas.get(target.brokers());
  }

  Rig rig(PlannedTarget target) {
    return rigs.getOrDefault(target.brokers(), withoutKafka);
  }

  /** Whether one no longer answers: what comes next would fail for the same reason. */
  boolean anyIsGone() throws InterruptedException {
    for (BenchKafka kafka : kafkas.values()) {
      try {
        if (kafka
            .admin()
            .describeCluster()
            .nodes()
            .get(PULSE_SECONDS, TimeUnit.SECONDS)
            .isEmpty()) {
          return true;
        }
      } catch (ExecutionException | TimeoutException e) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    kafkas.values().forEach(BenchKafka::close);
  }
}
