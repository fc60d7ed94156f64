package com.reactive.platform.reliability.outbox;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Parameters of an outbox run: order and moments of the kills, and the transactions, follow from
 * them.
 *
 * @param counts how often each process is killed
 * @param seed of all that is random
 * @param ratePerSecond rows that are inserted per second, on average
 * @param maxRows of the largest transactions
 * @param gateways with the same slot, 1 to 3: one reads, the others stand by
 * @param heapMegabytes of each gateway
 */
public record OutboxPlan(
    Map<KillTarget, Integer> counts,
    long seed,
    int ratePerSecond,
    int maxRows,
    int gateways,
    int heapMegabytes) {
  static final int LEAST_MAX_ROWS = 10;

  private static final int MAX_KILLS = 100_000;
  private static final int MAX_RATE = 1_000_000;
  private static final int MOST_MAX_ROWS = 1_000_000;
  private static final int MAX_GATEWAYS = 3;
  private static final int MIN_HEAP_MEGABYTES = 64;
  private static final int MAX_DELAY_MILLIS = 800;
  private static final int MAX_START_MILLIS = 2_000;
  private static final int MAX_AWAY_MILLIS = 1_500;
  private static final int ONE_OF_AT_START = 8;

  /** Checks them. */
  public OutboxPlan {
    counts.forEach((target, count) -> require(target.text(), count, 0, MAX_KILLS));
    require("--rate", ratePerSecond, 1, MAX_RATE);
    require("--max-rows", maxRows, LEAST_MAX_ROWS, MOST_MAX_ROWS);
    require("--gateways", gateways, 1, MAX_GATEWAYS);
    require("--heap-mb", heapMegabytes, MIN_HEAP_MEGABYTES, 1 << 20);
    if (counts.values().stream().mapToInt(Integer::intValue).sum() == 0) {
      throw new IllegalArgumentException("there is nothing to do: nothing is to be killed");
    }
    Map<KillTarget, Integer> copy = new EnumMap<>(KillTarget.class);
    copy.putAll(counts);
    counts = Collections.unmodifiableMap(copy);
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s must be %d to %d, not %d".formatted(name, least, most, value));
    }
  }

  /** The command line that follows the same plan. */
  public String command() {
    return ("./reactive bench outbox --count %s --seed %d --rate %d --max-rows %d --gateways %d"
            + " --heap-mb %d")
        .formatted(
            counts.entrySet().stream()
                .map(count -> count.getKey().text() + "=" + count.getValue())
                .collect(Collectors.joining(",")),
            seed,
            ratePerSecond,
            maxRows,
            gateways,
            heapMegabytes);
  }

  /**
   * One of the kills.
   *
   * @param atStart counts the delay from the last start of a process, instead of from the next row
   *     that is kept
   * @param delayMillis when
   * @param awayMillis how long the process is away; 0 for a gateway
   * @param gateway the one that is killed, from 0; 0 for the others
   */
  record Kill(KillTarget target, boolean atStart, int delayMillis, int awayMillis, int gateway) {}

  /** All of them, in order. */
  List<Kill> kills() {
    List<KillTarget> targets = new ArrayList<>();
    counts.forEach((target, count) -> targets.addAll(Collections.nCopies(count, target)));
    Collections.shuffle(targets, new Random(seed));
    SplittableRandom random = new SplittableRandom(seed);
    List<Kill> kills = new ArrayList<>();
    for (KillTarget target : targets) {
      boolean atStart = random.nextInt(ONE_OF_AT_START) == 0;
      int delay = random.nextInt(atStart ? MAX_START_MILLIS : MAX_DELAY_MILLIS);
      int away = random.nextInt(MAX_AWAY_MILLIS);
      int gateway = random.nextInt(gateways);
      boolean ofGateway = target == KillTarget.GATEWAY;
      kills.add(new Kill(target, atStart, delay, ofGateway ? 0 : away, ofGateway ? gateway : 0));
    }
    return kills;
  }
}
