package com.reactive.platform.reliability.crash;

import com.reactive.platform.reliability.oracle.PostingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Parameters of a crash run: order and times of all trials follow from them.
 *
 * @param kills how often {@link CrashKind#KILL}
 * @param terms how often {@link CrashKind#TERM}
 * @param secondTerms how often {@link CrashKind#SECOND_TERM}
 * @param pauses how often {@link CrashKind#PAUSE}
 * @param seed of the order and the moments
 * @param heapMegabytes of the gateway
 * @param connections of the load
 * @param pipelined requests in flight on each
 * @param ratePerSecond of the load; 0: as fast as it is answered
 * @param mode how the load posts
 * @param kafkaClient the gateway's {@code kafka.client}
 */
public record CrashPlan(
    int kills,
    int terms,
    int secondTerms,
    int pauses,
    long seed,
    int heapMegabytes,
    int connections,
    int pipelined,
    int ratePerSecond,
    PostingMode mode,
    String kafkaClient) {
  private static final int MAX_TRIALS = 100_000;
  private static final int MAX_DELAY_MILLIS = 800;
  private static final int MAX_START_MILLIS = 2_000;
  private static final int MIN_PAUSE_MILLIS = 500;
  private static final int MAX_PAUSE_MILLIS = 4_000;
  private static final int ONE_OF_AT_START = 8;

  /** Checks them. */
  public CrashPlan {
    for (int number : new int[] {kills, terms, secondTerms, pauses}) {
      if (number < 0 || number > MAX_TRIALS) {
        throw new IllegalArgumentException(
            "a number of trials must be 0 to " + MAX_TRIALS + ", not " + number);
      }
    }
    if (kills + terms + secondTerms + pauses == 0) {
      throw new IllegalArgumentException("there is nothing to do: all numbers of trials are 0");
    }
    if (heapMegabytes < 32 || heapMegabytes > 1 << 20) {
      throw new IllegalArgumentException("the heap must be at least 32 MB, not " + heapMegabytes);
    }
  }

  /** The command line that follows the same plan. */
  public String command() {
    return ("./reactive bench crash --kills %d --terms %d --second-terms %d --pauses %d --seed %d"
            + " --heap-mb %d --connections %d --pipelined %d --rate %d%s --kafka-client %s")
        .formatted(
            kills,
            terms,
            secondTerms,
            pauses,
            seed,
            heapMegabytes,
            connections,
            pipelined,
            ratePerSecond,
            mode.options(),
            kafkaClient);
  }

  /**
   * One of the things that are done.
   *
   * @param kind what
   * @param atStart counts the delay from the process's start instead of its first 201; kills only
   * @param delayMillis when
   * @param pauseMillis how long a pause is; 0 for the others
   */
  record Trial(CrashKind kind, boolean atStart, int delayMillis, int pauseMillis) {}

  /** All of them, in order. */
  List<Trial> trials() {
    List<CrashKind> kinds = new ArrayList<>();
    kinds.addAll(Collections.nCopies(kills, CrashKind.KILL));
    kinds.addAll(Collections.nCopies(terms, CrashKind.TERM));
    kinds.addAll(Collections.nCopies(secondTerms, CrashKind.SECOND_TERM));
    kinds.addAll(Collections.nCopies(pauses, CrashKind.PAUSE));
    Collections.shuffle(kinds, new Random(seed));
    SplittableRandom random = new SplittableRandom(seed);
    List<Trial> trials = new ArrayList<>();
    for (CrashKind kind : kinds) {
      boolean atStart = kind == CrashKind.KILL && random.nextInt(ONE_OF_AT_START) == 0;
      int delay = random.nextInt(atStart ? MAX_START_MILLIS : MAX_DELAY_MILLIS);
      int pause = random.nextInt(MIN_PAUSE_MILLIS, MAX_PAUSE_MILLIS);
      trials.add(new Trial(kind, atStart, delay, kind == CrashKind.PAUSE ? pause : 0));
    }
    return trials;
  }
}
