package com.reactive.platform.reliability.overload;

/**
 * One figure of the run.
 *
 * @param phase in which it was measured
 * @param name of what was measured, with its unit
 * @param atLeast what is to be reached; NaN if nothing is
 * @param atMost what is not to be exceeded; NaN if nothing is
 * @param required whether missing it fails the run
 */
record OverloadFigure(
    String phase, String name, double value, double atLeast, double atMost, boolean required) {
  static OverloadFigure plain(String phase, String name, double value) {
    return new OverloadFigure(phase, name, value, Double.NaN, Double.NaN, false);
  }

  static OverloadFigure atLeast(String phase, String name, double value, double bound) {
    return new OverloadFigure(phase, name, value, bound, Double.NaN, false);
  }

  static OverloadFigure atMost(String phase, String name, double value, double bound) {
    return new OverloadFigure(phase, name, value, Double.NaN, bound, false);
  }

  /** The same, and missing it fails the run. */
  OverloadFigure must() {
    return new OverloadFigure(phase, name, value, atLeast, atMost, true);
  }

  boolean hasTarget() {
    return !Double.isNaN(atLeast) || !Double.isNaN(atMost);
  }

  /** A value that is not known reaches nothing. */
  boolean reached() {
    return Double.isNaN(atLeast) ? value <= atMost : value >= atLeast;
  }
}
