package com.reactive.platform.cli;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.LimitsCost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was learned, as a table for each key and way of delivery. */
final class CalibrationTables {
  private static final List<String> HEADER =
      List.of(
          "level",
          "N",
          "T",
          "H",
          "windows",
          "events/s",
          "events/request",
          "requests/1000",
          "CPU/event",
          "bytes/event",
          "p99");

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int KIBI = 1 << 10;

  private CalibrationTables() {}

  /** Lines that end in a line break. */
  static String of(List<LearnedEntry> entries) {
    Map<String, List<LearnedEntry>> byKey = new LinkedHashMap<>();
    for (LearnedEntry entry : entries) {
      String title = "key " + entry.environment() + ", delivery " + entry.deliveryMode();
      byKey.computeIfAbsent(title, unseen -> new ArrayList<>()).add(entry);
    }
    StringBuilder text = new StringBuilder();
    byKey.forEach(
        (title, its) -> text.append('\n').append(title).append("\n\n").append(table(its)));
    return text.toString();
  }

  private static String table(List<LearnedEntry> entries) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    for (int first = 0; first < entries.size(); ) {
      int end = first + 1;
      while (end < entries.size() && isAlike(entries.get(first), entries.get(end))) {
        end++;
      }
      addTo(rows, entries.get(first), entries.get(end - 1));
      first = end;
    }
    return AlignedColumns.of(rows, 1);
  }

  private static boolean isAlike(LearnedEntry one, LearnedEntry next) {
    return one.learned().observations() == 0
        && next.learned().observations() == 0
        && one.learned().best().equals(next.learned().best());
  }

  private static void addTo(List<List<String>> rows, LearnedEntry first, LearnedEntry last) {
    FlushLimits best = first.learned().best();
    String name =
        first.level() == last.level()
            ? first.level().name()
            : first.level() + " to " + last.level();
    List<String> row =
        new ArrayList<>(
            List.of(
                name,
                bytes(best.flushBytes()),
                millis(best.flushIntervalNanos()),
                millis(best.idlePauseNanos()),
                Long.toString(first.learned().observations())));
    row.addAll(cost(first.costs().best()));
    rows.add(row);
    LimitsCost unpaused = first.costs().unpaused();
    if (best.idlePauseNanos() > 0 && unpaused != null) {
      List<String> beside = new ArrayList<>(List.of("  H = 0", "", "", "0 ms", ""));
      beside.addAll(cost(unpaused));
      rows.add(beside);
    }
  }

  private static List<String> cost(LimitsCost cost) {
    if (cost == null) {
      return List.of("-", "-", "-", "-", "-", "-");
    }
    boolean counted = cost.eventsPerRequest() > 0;
    return List.of(
        format("%.0f", cost.eventsPerSecond()),
        counted ? format("%.1f", cost.eventsPerRequest()) : "-",
        counted ? format("%.1f", cost.requestsPerThousand()) : "-",
        format("%.1f µs", cost.cpuMicrosPerEvent()),
        format("%.0f B", cost.bytesPerEvent()),
        millis(cost.p99Nanos()));
  }

  private static String bytes(int bytes) {
    return bytes < KIBI ? bytes + " B" : format("%.0f KiB", (double) bytes / KIBI);
  }

  private static String millis(long nanos) {
    return nanos == 0 ? "0 ms" : format("%.1f ms", nanos / NANOS_PER_MILLI);
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
