package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The part of the processors' time that the hypervisor gave to others, since this was created. Only
 * Linux tells.
 */
public final class StolenTime {
  private static final int STEAL = 7;

  /** The fields behind it, time of guests, are part of the others. */
  private static final int FIELDS = 8;

  private final Path stat;
  private final long[] before;

  StolenTime(Path stat) {
    this.stat = stat;
    this.before = read(stat);
  }

  /** Begins now. */
  public static StolenTime fromNow() {
    return new StolenTime(Path.of("/proc/stat"));
  }

  /** The part of all processors' time until now, 0 to 1; empty if the system does not tell. */
  public Optional<Double> share() {
    long[] now = read(stat);
    if (now.length < FIELDS || before.length < FIELDS) {
      return Optional.empty();
    }
    long all = LongStream.of(now).sum() - LongStream.of(before).sum();
    return Optional.of((double) (now[STEAL] - before[STEAL]) / Math.max(1, all));
  }

  /** Ticks of user, nice, system, idle, iowait, irq, softirq and steal; empty if not known. */
  private static long[] read(Path stat) {
    try (Stream<String> lines = Files.lines(stat)) {
      return lines
          .filter(line -> line.startsWith("cpu "))
          .findFirst()
          .map(line -> Stream.of(line.split(" +", -1)).skip(1).limit(FIELDS))
          .map(ticks -> ticks.mapToLong(Long::parseLong).toArray())
          .orElse(new long[0]);
    } catch (IOException | NumberFormatException notLinux) {
      return new long[0];
    }
  }
}
