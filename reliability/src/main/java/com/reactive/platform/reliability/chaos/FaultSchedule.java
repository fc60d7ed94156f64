package com.reactive.platform.reliability.chaos;

import com.reactive.platform.reliability.fault.Fault;
import com.reactive.platform.reliability.fault.Fault.Area;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Which faults are made when, and for how long. The same seed, faults and times give the same
 * schedule. The begins are wishes: within an area, a fault waits until what was hit by the one
 * before has recovered.
 *
 * @param planned by their begins
 */
public record FaultSchedule(List<Planned> planned) {
  private static final long RECOVERY_MILLIS = 18_000;
  private static final long RESTART_MILLIS = 7_000;
  private static final long SHORT_RECOVERY_MILLIS = 4_000;
  private static final long LONGEST_GAP_MILLIS = 3_000;

  /** No fault takes more than this part of the run. */
  private static final int MOST_OF_RUN = 8;

  /**
   * A fault to be made.
   *
   * @param at after the begin of the run
   * @param hold how long it lasts
   * @param seed of what it chooses
   */
  public record Planned(Fault fault, Duration at, Duration hold, long seed) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%6.1f s  %-22s for %.1f s",
          at.toMillis() / 1e3,
          fault.name(),
          hold.toMillis() / 1e3);
    }
  }

  /** Copies and sorts. */
  public FaultSchedule {
    planned = planned.stream().sorted(Comparator.comparing(Planned::at)).toList();
  }

  /**
   * Draws faults until the time is full. In each area, none comes a second time before all others
   * have had their turn.
   */
  public static FaultSchedule random(long seed, Duration duration, Collection<Fault> faults) {
    List<Planned> planned = new ArrayList<>();
    for (Area area : Area.values()) {
      // Of its own, so that leaving out an area does not change the others.
      SplittableRandom random = new SplittableRandom(seed ^ area.name().hashCode());
      List<Fault> choice = faults.stream().filter(fault -> fault.area() == area).toList();
      Deque<Fault> deck = new ArrayDeque<>();
      long atMillis = random.nextLong(LONGEST_GAP_MILLIS);
      while (!choice.isEmpty()) {
        if (deck.isEmpty()) {
          deck.addAll(shuffled(choice, random));
        }
        Planned next = plan(deck.remove(), atMillis, duration, random);
        long endMillis = atMillis + next.hold().toMillis() + recoveryMillis(area);
        if (endMillis > duration.toMillis()) {
          break;
        }
        planned.add(next);
        atMillis = endMillis + random.nextLong(LONGEST_GAP_MILLIS);
      }
    }
    return new FaultSchedule(planned);
  }

  /**
   * As many of each fault as asked for, in any order, as fast as they go; areas with fewer spread
   * theirs over the time that the others take.
   */
  public static FaultSchedule counted(long seed, Map<Fault, Integer> counts) {
    Map<Area, List<Planned>> areas = new EnumMap<>(Area.class);
    Map<Area, Long> lengths = new EnumMap<>(Area.class);
    for (Area area : Area.values()) {
      SplittableRandom random = new SplittableRandom(seed ^ area.name().hashCode());
      List<Fault> all = new ArrayList<>();
      counts.entrySet().stream()
          .filter(count -> count.getKey().area() == area)
          .sorted(Comparator.comparing(count -> count.getKey().name()))
          .forEach(count -> all.addAll(Collections.nCopies(count.getValue(), count.getKey())));
      List<Planned> planned = new ArrayList<>();
      long atMillis = 0;
      for (Fault fault : shuffled(all, random)) {
        Planned next = plan(fault, atMillis, Duration.ofHours(1), random);
        planned.add(next);
        atMillis += next.hold().toMillis() + shortestRecoveryMillis(area);
      }
      areas.put(area, planned);
      lengths.put(area, Math.max(1, atMillis));
    }
    long longest = lengths.values().stream().mapToLong(Long::longValue).max().orElse(1);
    List<Planned> all = new ArrayList<>();
    areas.forEach(
        (area, planned) ->
            planned.forEach(
                next -> all.add(stretched(next, (double) longest / lengths.get(area)))));
    return new FaultSchedule(all);
  }

  private static Planned stretched(Planned planned, double factor) {
    Duration at = Duration.ofMillis((long) (planned.at().toMillis() * factor));
    return new Planned(planned.fault(), at, planned.hold(), planned.seed());
  }

  private static Planned plan(Fault fault, long atMillis, Duration run, SplittableRandom random) {
    long shortest = fault.shortest().toMillis();
    long longest =
        Math.max(shortest, Math.min(fault.longest().toMillis(), run.toMillis() / MOST_OF_RUN));
    long hold = random.nextLong(shortest, longest + 1);
    return new Planned(
        fault, Duration.ofMillis(atMillis), Duration.ofMillis(hold), random.nextLong());
  }

  private static long recoveryMillis(Area area) {
    return area == Area.KAFKA ? RECOVERY_MILLIS : SHORT_RECOVERY_MILLIS;
  }

  /** A restart of a broker; whoever makes the faults waits for longer where it takes longer. */
  private static long shortestRecoveryMillis(Area area) {
    return area == Area.KAFKA ? RESTART_MILLIS : SHORT_RECOVERY_MILLIS;
  }

  private static List<Fault> shuffled(List<Fault> faults, SplittableRandom random) {
    List<Fault> shuffled = new ArrayList<>(faults);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      Collections.swap(shuffled, i, random.nextInt(i + 1));
    }
    return shuffled;
  }

  /** Those of an area, in order. */
  List<Planned> of(Area area) {
    return planned.stream().filter(next -> next.fault().area() == area).toList();
  }
}
