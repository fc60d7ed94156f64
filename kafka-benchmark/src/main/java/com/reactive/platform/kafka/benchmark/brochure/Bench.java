package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.cli.KafkaUnreachableException;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Iteration;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Rig;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.io.IOException;
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
 * The tools of a procedure: the clusters that the targets of a plan write to, by their number of
 * brokers, and a rig for each. All of them run while the plan does. For one thread.
 */
final class Bench implements AutoCloseable {
  private static final int PULSE_SECONDS = 5;

  private final TreeMap<Integer, BenchKafka> kafkas = new TreeMap<>();
  private final Map<Integer, Rig> rigs = new TreeMap<>();
  private final Rig withoutKafka = new Rig(Optional.empty());

  private final Targets known;
  private final Consumer<String> say;

  private Bench(Targets known, Consumer<String> say) {
    this.known = known;
    this.say = say;
  }

  /**
   * Starts those that are needed; the one that the user named stands for all of them.
   *
   * @throws KafkaUnreachableException if none answers where the user said
   */
  static Bench open(Targets known, Plan plan, RunRequest request, Consumer<String> say)
      throws KafkaUnreachableException, InterruptedException {
    Optional<String> bootstrapServers = request.bootstrapServers();
    SortedSet<Integer> brokers = new TreeSet<>();
    plan.targets().stream()
        .filter(target -> known.needsKafka(target.spec()))
        .forEach(target -> brokers.add(target.brokers()));
    Bench bench = new Bench(known, say);
    try {
      for (int count : brokers) {
        if (bootstrapServers.isEmpty()) {
          say.accept("starting Kafka" + (count == 1 ? "" : " with " + count + " brokers") + " ...");
        }
        BenchKafka kafka =
            bootstrapServers.isPresent()
                ? BenchKafka.at(bootstrapServers.get(), request.kafkaTimeout())
                : BenchKafka.embedded(count, rttMillis(plan, count));
        bench.kafkas.put(count, kafka);
        bench.rigs.put(count, new Rig(Optional.of(kafka)));
      }
      return bench;
    } catch (KafkaUnreachableException | InterruptedException | RuntimeException | Error e) {
      bench.close();
      throw e;
    }
  }

  /** Of all targets that have a distance it is the same. */
  private static int rttMillis(Plan plan, int brokers) {
    return plan.targets().stream()
        .filter(target -> target.brokers() == brokers)
        .mapToInt(PlannedTarget::rttMillis)
        .max()
        .orElse(0);
  }

  /** The one with the fewest brokers; empty if no target needs Kafka. */
  Optional<BenchKafka> kafka() {
    return Optional.ofNullable(kafkas.firstEntry()).map(Map.Entry::getValue);
  }

  Target open(PlannedTarget target) throws IOException, InterruptedException {
    BenchKafka kafka = kafkas.get(target.brokers());
    return known.open(target.spec(), target.rttMillis() == 0 ? kafka : kafka.fromAfar());
  }

  /** One iteration of an open target. */
  Iteration run(Target target, PlannedTarget planned, Load load) throws InterruptedException {
    return rigs.getOrDefault(planned.brokers(), withoutKafka).run(target, planned.role(), load);
  }

  /** Shows a line to the user. */
  void say(String line) {
    say.accept(line);
  }

  /** Returns whether a cluster no longer responds: the next runs would fail for the same reason. */
  boolean kafkaIsGone() throws InterruptedException {
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
