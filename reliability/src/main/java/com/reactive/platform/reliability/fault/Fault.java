package com.reactive.platform.reliability.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A way in which things go wrong, and how they are put right again.
 *
 * @param name for the command line
 * @param area what it touches: faults of different areas may overlap, those of one never do
 * @param shortest how long it lasts at least, until it is healed
 * @param longest how long at most
 * @param what happens, in a few words
 * @param expected what must be seen then, in a few words
 * @param needsSmallDisk whether it needs disks of its own, which not every machine gives
 * @param injection makes it
 */
public record Fault(
    String name,
    Area area,
    Duration shortest,
    Duration longest,
    String what,
    String expected,
    boolean needsSmallDisk,
    Injection injection) {

  /** Part of the system that a fault affects. */
  public enum Area {
    /** Brokers, topics and rights. */
    KAFKA,
    /** Between the gateway and the brokers. */
    NETWORK,
    /** The gateway's process and files. */
    GATEWAY
  }

  /** Makes the fault. */
  @FunctionalInterface
  public interface Injection {
    /**
     * Returns when it is in force.
     *
     * @param random for what it chooses, so that a run can be repeated
     * @throws Exception when it cannot be made; nothing is left to heal then
     */
    Injected inject(TestBed bed, SplittableRandom random) throws Exception;
  }

  /** Puts it right. */
  @FunctionalInterface
  public interface Healing {
    /** Returns when what was broken runs again, which need not be in sync yet. */
    void heal() throws Exception;
  }

  /**
   * A fault that is in force.
   *
   * @param hit what was chosen, in a few words; may be empty
   * @param seen asked when it is healed: what it did, in a few words; may be empty
   */
  public record Injected(String hit, Healing healing, Supplier<String> seen) {
    Injected(String hit, Healing healing) {
      this(hit, healing, () -> "");
    }
  }

  /** Checks the parts that everything rests on. */
  public Fault {
    Objects.requireNonNull(area);
    Objects.requireNonNull(injection);
    if (shortest.compareTo(longest) > 0) {
      throw new IllegalArgumentException(name + " would last longer at least than at most");
    }
  }

  static Fault of(
      Area area,
      String name,
      int shortestSeconds,
      int longestSeconds,
      String what,
      String expected,
      Injection injection) {
    return new Fault(
        name,
        area,
        Duration.ofSeconds(shortestSeconds),
        Duration.ofSeconds(longestSeconds),
        what,
        expected,
        false,
        injection);
  }

  /** Reason why the fault cannot be made here; empty if it can. */
  public Optional<String> obstacle(TestBed bed) {
    return needsSmallDisk ? bed.whyNoDisks() : Optional.empty();
  }

  Fault onSmallDisk() {
    return new Fault(name, area, shortest, longest, what, expected, true, injection);
  }
}
