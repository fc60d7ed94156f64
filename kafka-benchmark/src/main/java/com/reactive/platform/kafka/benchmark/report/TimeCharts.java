package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Chart.Band;
import com.reactive.platform.kafka.benchmark.report.Chart.Group;
import com.reactive.platform.kafka.benchmark.report.Chart.Series;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Charts over time. The loads of a single target follow one another on one axis; of several targets
 * one load is shown at a time.
 */
final class TimeCharts {
  private static final String SECONDS = "seconds";

  private final List<Timeline> timelines;
  private final String scope;

  TimeCharts(Shape shape) {
    this.timelines = Timeline.of(shape);
    int drawn = timelines.stream().mapToInt(of -> of.tracks().size()).max().orElse(0);
    boolean inTurns = shape.runs().stream().anyMatch(run -> run.turns() > 1);
    boolean isPart = shape.isCompared() && drawn < shape.targets().size();
    this.scope =
        ((inTurns ? "Of the first turn alone. " : "") + (isPart ? "Rivals are left out." : ""))
            .strip();
  }

  List<Chart> all() {
    return Stream.of(rate(), latency(), batch(), level(), flushBytes(), flushInterval())
        .filter(Chart::hasPoints)
        .toList();
  }

  private Chart rate() {
    List<Group> groups = groups(Map.of("", Point::perSecond), false);
    return chart("time-rate", "Throughput over time", "", "rate", groups);
  }

  private Chart latency() {
    Map<String, Function<Point, Double>> both = new LinkedHashMap<>();
    both.put("p50", TimeCharts::p50);
    both.put("p99", TimeCharts::p99);
    boolean alone = timelines.stream().allMatch(of -> of.tracks().size() == 1);
    List<Group> groups = groups(alone ? both : Map.of("", TimeCharts::p99), false);
    String title = alone ? "Latency over time" : "p99 latency over time";
    return chart("time-latency", title, "", "micros", groups);
  }

  private Chart batch() {
    List<Group> groups = groups(Map.of("", Point::batchMessages), false);
    return chart("time-batch", "Messages per batch over time", "", "count", groups);
  }

  private Chart level() {
    List<Group> groups = groups(Map.of("", TimeCharts::level), true);
    return Chart.over(
        SECONDS, "time-level", "Pressure level over time", scope, "level", false, groups);
  }

  private Chart flushBytes() {
    Function<Point, Double> bytes =
        point -> point.flushBytes() == null ? null : point.flushBytes().doubleValue();
    List<Group> groups = groups(Map.of("", bytes), true);
    return chart("time-n", "N over time", "A batch goes when it is so large.", "bytes", groups);
  }

  private Chart flushInterval() {
    List<Group> groups = groups(Map.of("", Point::flushIntervalMicros), true);
    return chart(
        "time-t", "T over time", "A batch goes when its oldest event is so old.", "micros", groups);
  }

  private Chart chart(String id, String title, String note, String unit, List<Group> groups) {
    boolean log = groups.stream().anyMatch(group -> Points.spread(group.series()));
    return Chart.over(SECONDS, id, title, (note + " " + scope).strip(), unit, log, groups);
  }

  private List<Group> groups(Map<String, Function<Point, Double>> figures, boolean step) {
    List<Group> groups = new ArrayList<>();
    for (Timeline timeline : timelines) {
      List<Series> series = new ArrayList<>();
      for (Timeline.Track track : timeline.tracks()) {
        figures.forEach((name, figure) -> add(series, track, name, figure, step));
      }
      groups.add(new Group(timeline.name(), series, step ? List.of() : bands(timeline)));
    }
    return groups;
  }

  private static void add(
      List<Series> series,
      Timeline.Track track,
      String name,
      Function<Point, Double> figure,
      boolean step) {
    List<double[]> points = new ArrayList<>();
    for (Timeline.Moment moment : Points.thinned(track.moments())) {
      Double value = figure.apply(moment.point());
      if (value != null) {
        Points.add(points, moment.second(), value);
      }
    }
    if (step) {
      points = Points.steps(points);
    }
    if (!points.isEmpty()) {
      String style = name.equals("p50") ? "rival" : track.style();
      series.add(
          new Series(name.isEmpty() ? track.name() : name, step ? "step " + style : style, points));
    }
  }

  /** Levels if there are any, else loads; only where one target is alone. */
  private static List<Band> bands(Timeline timeline) {
    if (timeline.tracks().size() != 1) {
      return List.of();
    }
    List<Band> levels = new ArrayList<>();
    double from = 0;
    String current = null;
    for (Timeline.Moment moment : timeline.tracks().get(0).moments()) {
      String level = moment.point().level();
      if (level == null) {
        return timeline.bands();
      }
      if (!level.equals(current)) {
        end(levels, from, moment.before(), current);
        from = moment.before();
        current = level;
      }
    }
    end(levels, from, timeline.end(), current);
    return levels;
  }

  private static void end(List<Band> bands, double from, double to, String level) {
    if (level != null && to > from) {
      bands.add(new Band(from, to, Levels.shortName(level), Levels.strength(level)));
    }
  }

  private static Double p50(Point point) {
    return point.p50Micros() > 0 ? point.p50Micros() : null;
  }

  private static Double p99(Point point) {
    return point.p99Micros() > 0 ? point.p99Micros() : null;
  }

  private static Double level(Point point) {
    int number = Levels.number(point.level());
    return number == 0 ? null : (double) number;
  }
}
