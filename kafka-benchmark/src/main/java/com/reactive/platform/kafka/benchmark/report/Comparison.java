package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Columns;
import com.reactive.platform.kafka.benchmark.result.Environment;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two results side by side. Runs of the same target and load are pairs; of the rest, runs of the
 * same load and role, and the last one of each side. The others stand alone, without ratios.
 *
 * @param first name of the first, as it stands in the table
 * @param second name of the second
 * @param rows pairs, in the order of the first
 * @param warnings why the figures may not be comparable; empty if they are
 */
public record Comparison(String first, String second, List<Row> rows, List<String> warnings) {
  /**
   * A pair of runs, or a run without a partner.
   *
   * @param a run of the first; null if there is none
   * @param b run of the second; null if there is none
   */
  record Row(RunResult a, RunResult b) {
    Double ratio(KeyFigure figure) {
      return figure.ratio(key(a), key(b));
    }

    /** Figures in which the second is worse by more than a tenth. */
    List<String> worse() {
      return named(KeyFigure::isWorse);
    }

    /** Figures in which the second is better by more than a tenth. */
    List<String> better() {
      return named(KeyFigure::isBetter);
    }

    private List<String> named(BiPredicate<KeyFigure, Double> applies) {
      return Stream.of(KeyFigure.values())
          .filter(figure -> ratio(figure) != null && applies.test(figure, ratio(figure)))
          .map(KeyFigure::text)
          .toList();
    }

    private String first() {
      return a == null ? Format.NONE : name(a);
    }

    /** Empty where it is named as the first. */
    private String second() {
      return b == null || (a != null && name(a).equals(name(b))) ? "" : name(b);
    }

    private String kindsOfRate() {
      return Stream.of(a, b)
          .filter(Objects::nonNull)
          .map(KeyFigures::kindOfRate)
          .distinct()
          .collect(Collectors.joining(" / "));
    }

    private static String name(RunResult run) {
      return run.target() + ", " + run.load();
    }

    private static KeyFigures key(RunResult run) {
      return run == null ? null : KeyFigures.of(run);
    }
  }

  /** Compares {@code b} with {@code a}. */
  public static Comparison of(BrochureResult a, BrochureResult b) {
    boolean sameBrochure = a.brochure().equals(b.brochure());
    return new Comparison(
        sameBrochure ? Format.when(a.startedAt()) : a.brochure(),
        sameBrochure ? Format.when(b.startedAt()) : b.brochure(),
        pairs(a.runs(), b.runs()),
        warnings(a, b));
  }

  /** For the terminal; ends in a line break. */
  public String text() {
    StringBuilder text = new StringBuilder("A  " + first + "\nB  " + second + "\n\n");
    Columns<Row> columns =
        new Columns<Row>().add("A", Row::first).add("B", Row::second).add("rate", Row::kindsOfRate);
    for (KeyFigure figure : KeyFigure.values()) {
      String name = heading(figure);
      columns.add(name + " A", row -> figure.number(Row.key(row.a)));
      columns.add(name + " B", row -> figure.number(Row.key(row.b)));
      columns.add(
          "B/A", row -> row.ratio(figure) == null ? Format.NONE : Format.ratio(row.ratio(figure)));
    }
    columns.add(
        "by more than 10 %",
        row -> Format.joined(mark("WORSE ", row.worse()), mark("better ", row.better())));
    text.append(ConsoleTable.table(columns.table("Comparison", rows, ""), 3));
    text.append(warnings.isEmpty() ? "" : "\n");
    warnings.forEach(warning -> text.append("Beware: ").append(warning).append('\n'));
    return text.toString();
  }

  private static String heading(KeyFigure figure) {
    return switch (figure) {
      case RATE -> "msg/s";
      case P99 -> "p99";
      case CPU -> "CPU µs";
    };
  }

  private static String mark(String word, List<String> names) {
    return names.isEmpty() ? "" : word + String.join(", ", names);
  }

  private static List<Row> pairs(List<RunResult> first, List<RunResult> second) {
    List<RunResult> left = new ArrayList<>(first);
    List<RunResult> right = new ArrayList<>(second);
    List<Row> pairs = new ArrayList<>();
    pair(left, right, pairs, run -> List.of(run.target(), run.load()));
    pair(left, right, pairs, run -> List.of(run.load(), run.role().name()));
    pair(left, right, pairs, run -> List.of());
    left.forEach(run -> pairs.add(new Row(run, null)));
    pairs.sort((one, other) -> Integer.compare(first.indexOf(one.a), first.indexOf(other.a)));
    right.forEach(run -> pairs.add(new Row(null, run)));
    return List.copyOf(pairs);
  }

  /** Makes pairs of those that are alone with their key on either side. */
  private static void pair(
      List<RunResult> left,
      List<RunResult> right,
      List<Row> pairs,
      Function<RunResult, List<String>> key) {
    for (RunResult run : List.copyOf(left)) {
      List<RunResult> alike = withKey(right, key, run);
      if (alike.size() == 1 && withKey(left, key, run).size() == 1) {
        pairs.add(new Row(run, alike.get(0)));
        left.remove(run);
        right.remove(alike.get(0));
      }
    }
  }

  private static List<RunResult> withKey(
      List<RunResult> runs, Function<RunResult, List<String>> key, RunResult like) {
    return runs.stream().filter(run -> key.apply(run).equals(key.apply(like))).toList();
  }

  private static List<String> warnings(BrochureResult a, BrochureResult b) {
    List<String> warnings = new ArrayList<>();
    for (BrochureResult result : List.of(a, b)) {
      if (result.verdict() == Verdict.FAIL) {
        warnings.add(result.brochure() + " of " + Format.when(result.startedAt()) + " failed");
      }
    }
    differ(warnings, "machine", a, b, of -> machine(of.environment()));
    differ(warnings, "Kafka", a, b, of -> of.environment().kafka());
    differ(warnings, "form", a, b, of -> of.quick() ? "quick" : "full");
    differ(warnings, "message", a, b, of -> values(of, Format::message));
    differ(warnings, "acks", a, b, of -> values(of, Format::acks));
    return List.copyOf(warnings);
  }

  private static String machine(Environment of) {
    return of.cpu() + ", " + of.cores() + " cores";
  }

  private static String values(BrochureResult result, Function<RunResult, String> value) {
    return result.runs().stream().map(value).distinct().sorted().collect(Collectors.joining("/"));
  }

  private static void differ(
      List<String> warnings,
      String what,
      BrochureResult a,
      BrochureResult b,
      Function<BrochureResult, String> value) {
    String first = value.apply(a);
    String second = value.apply(b);
    if (!first.equals(second)) {
      warnings.add("the " + what + " differs: " + first + " (A), " + second + " (B)");
    }
  }
}
