package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Chart.Band;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened on one time axis. In a grid whose rivals are in the background they are left out:
 * they would be most of the page, and hide the others.
 *
 * @param name of the load; empty if it is all there is
 * @param end of the axis, seconds
 * @param tracks one for each target
 * @param bands the loads, where several follow one another
 */
record Timeline(String name, double end, List<Track> tracks, List<Band> bands) {

  /** One target. */
  record Track(String name, String style, List<Moment> moments) {}

  /**
   * @param before where the stretch begins that the point tells of, seconds
   * @param second where it ends
   */
  record Moment(double before, double second, Point point) {}

  static List<Timeline> of(Shape shape) {
    if (shape.targets().size() == 1) {
      return List.of(oneAfterAnother(shape));
    }
    List<Timeline> timelines = new ArrayList<>();
    Styles styles = new Styles(shape);
    for (String load : shape.loads()) {
      double end = 0;
      List<Track> tracks = new ArrayList<>();
      for (RunResult run : shape.ofLoad(load)) {
        if (shape.isGrid() && styles.of(run.target()).equals("quiet")) {
          continue;
        }
        List<Moment> moments = new ArrayList<>();
        end = Math.max(end, add(moments, 0, run));
        String track = Format.marked(run.target(), run);
        tracks.add(new Track(track, styles.of(run.target()), moments));
      }
      String name = shape.loads().size() == 1 ? "" : load;
      timelines.add(new Timeline(name, end, tracks, List.of()));
    }
    return timelines;
  }

  private static Timeline oneAfterAnother(Shape shape) {
    List<Moment> moments = new ArrayList<>();
    List<Band> bands = new ArrayList<>();
    double end = 0;
    for (RunResult run : shape.runs()) {
      double from = end;
      end = add(moments, from, run);
      if (shape.runs().size() > 1) {
        bands.add(
            new Band(
                from, end, Format.marked(run.load(), run), bands.size() % 2 == 0 ? 0.15 : 0.5));
      }
    }
    return new Timeline(
        "", end, List.of(new Track(shape.targets().get(0), "subject", moments)), bands);
  }

  /** Returns where the run ends. */
  private static double add(List<Moment> moments, double from, RunResult run) {
    double before = from;
    for (Point point : run.series()) {
      moments.add(new Moment(before, from + point.second(), point));
      before = from + point.second();
    }
    return before;
  }
}
