package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The known kinds of targets. Immutable. */
public final class Targets {
  private final Map<String, Kind> kinds = new LinkedHashMap<>();

  /** Finds out if targets of a kind can be opened on this machine. */
  @FunctionalInterface
  public interface Readiness {
    /**
     * Builds missing programs if it can; may block for as long as that takes.
     *
     * @param say receives a line for each thing that takes long
     * @return why they cannot be opened, as the part of a sentence; empty if they can
     */
    Optional<String> whyNot(Consumer<String> say) throws InterruptedException;
  }

  /**
   * A kind of target.
   *
   * @param name that users write
   * @param needsKafka true if it writes to Kafka
   * @param prepare reads and checks the options; starts nothing, and throws an {@link
   *     IllegalArgumentException} for what is wrong
   * @param readiness of this machine
   */
  public record Kind(
      String name,
      boolean needsKafka,
      Function<Options, TargetFactory> prepare,
      Readiness readiness) {
    /** A kind that is built with the benchmark. */
    public Kind(String name, boolean needsKafka, Function<Options, TargetFactory> prepare) {
      this(name, needsKafka, prepare, say -> Optional.empty());
    }
  }

  private Targets(List<Kind> kinds) {
    kinds.forEach(kind -> this.kinds.put(kind.name(), kind));
  }

  /** Those that run in this process and write to Kafka. */
  public static Targets inProcess() {
    return new Targets(
        List.of(
            new Kind("producer", true, options -> ProducerTarget.prepare(options, 1)),
            new Kind("bulk", true, options -> ProducerTarget.prepare(options, 1_000)),
            new Kind("mega", true, options -> ProducerTarget.prepare(options, 10_000)),
            new Kind("striped", true, options -> Batchers.striped(options, 1)),
            new Kind("striped-bulk", true, options -> Batchers.striped(options, 100)),
            new Kind("adaptive", true, Batchers::adaptive),
            new Kind("simple", true, Batchers::simple),
            new Kind("exponential", true, Batchers::exponential),
            new Kind("naive", true, Batchers::naive),
            new Kind("collector", true, CollectorTarget::prepare)));
  }

  /** These and others. */
  public Targets with(List<Kind> others) {
    List<Kind> all = new ArrayList<>(kinds.values());
    all.addAll(others);
    return new Targets(all);
  }

  /** Names of the kinds, in the order of their registration. */
  public Set<String> kinds() {
    return Collections.unmodifiableSet(kinds.keySet());
  }

  /**
   * Checks kind and options, and starts nothing.
   *
   * @throws IllegalArgumentException with one sentence that names what is wrong and what is allowed
   */
  public void check(TargetSpec spec) {
    prepare(spec);
  }

  /** True if a target of this kind writes to Kafka. */
  public boolean needsKafka(TargetSpec spec) {
    return kind(spec).needsKafka();
  }

  /** Asks the kind's {@link Readiness}. */
  public Optional<String> whyNot(TargetSpec spec, Consumer<String> say)
      throws InterruptedException {
    return kind(spec).readiness().whyNot(say);
  }

  /**
   * Opens a target. The caller closes it.
   *
   * @param kafka to write to; null if the kind needs none
   * @throws IllegalArgumentException as {@link #check} does
   */
  public Target open(TargetSpec spec, BenchKafka kafka) throws IOException, InterruptedException {
    return prepare(spec).open(kafka);
  }

  private TargetFactory prepare(TargetSpec spec) {
    return kind(spec).prepare().apply(new Options(spec));
  }

  private Kind kind(TargetSpec spec) {
    Kind kind = kinds.get(spec.kind());
    if (kind == null) {
      throw new IllegalArgumentException(
          "target %s: kind must be one of %s, not '%s'"
              .formatted(spec.name(), String.join(", ", kinds.keySet()), spec.kind()));
    }
    return kind;
  }
}
