package com.reactive.platform.kafka.benchmark.report;

import java.util.List;

/**
 * What {@code report.js} draws. All numbers are made here; the script only knows how they look.
 *
 * @param id of its place in the page
 * @param kind {@code bar} or {@code line}
 * @param title above it
 * @param note below it; may be empty
 * @param x what lies along the page: {@code category}, {@code seconds} or {@code percentile}
 * @param labels of a category axis, all different, with a second line for the details; one that
 *     ends with {@link #HEADING} stands above those that follow; empty for others
 * @param unit of the values: {@code rate}, {@code micros}, {@code cpu}, {@code bytes}, {@code
 *     count}, {@code percent} or {@code level}
 * @param log whether the values are on a logarithmic axis
 * @param stacked whether bars of one label stand on each other
 * @param groups of which one is shown at a time; a choice is offered if there are several
 */
record Chart(
    String id,
    String kind,
    String title,
    String note,
    String x,
    List<String> labels,
    String unit,
    boolean log,
    boolean stacked,
    List<Group> groups) {
  /** Makes a label a heading. */
  static final String HEADING = "\n";

  /**
   * @param name in the choice
   * @param series what is drawn
   * @param bands behind it; may be empty
   */
  record Group(String name, List<Series> series, List<Band> bands) {}

  /**
   * @param name in the legend
   * @param style what it is: {@code subject}, {@code baseline}, {@code ceiling}, {@code rival},
   *     {@code quiet} (in the background), {@code best}, {@code offered}, or {@code step}
   * @param points pairs of x and value; x of a category axis is the index of its label. Bars may
   *     have a third and a fourth number: the least and the greatest of the turns.
   */
  record Series(String name, String style, List<double[]> points) {}

  /** A stretch of the x axis, with a name at its top and a strength from 0 to 1. */
  record Band(double from, double to, String name, double strength) {}

  static Chart bars(
      String id,
      String title,
      String note,
      List<String> labels,
      String unit,
      boolean stacked,
      List<Group> groups) {
    return new Chart(id, "bar", title, note, "category", labels, unit, false, stacked, groups);
  }

  static Chart overLabels(
      String id,
      String title,
      String note,
      List<String> labels,
      String unit,
      boolean log,
      List<Series> series) {
    List<Group> groups = List.of(new Group("", series, List.of()));
    return new Chart(id, "line", title, note, "category", labels, unit, log, false, groups);
  }

  static Chart over(
      String x,
      String id,
      String title,
      String note,
      String unit,
      boolean log,
      List<Group> groups) {
    return new Chart(id, "line", title, note, x, List.of(), unit, log, false, groups);
  }

  /** Whether there is anything to draw. */
  boolean hasPoints() {
    return groups.stream()
        .flatMap(group -> group.series().stream())
        .anyMatch(series -> !series.points().isEmpty());
  }
}
