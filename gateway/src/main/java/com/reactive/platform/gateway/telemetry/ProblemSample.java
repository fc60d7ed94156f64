package com.reactive.platform.gateway.telemetry;

/**
 * The problems of one type on one route.
 *
 * @param problem its slug
 * @param count since the start
 * @param added since the sample before
 * @param latestMillis when the latest was seen, since the epoch, to a second
 * @param detail of one of the latest; may be empty
 * @param pointer of the same; null if none
 */
public record ProblemSample(
    String route,
    String problem,
    long count,
    long added,
    long latestMillis,
    String detail,
    String pointer) {
  /** Both together, as one of the later one's route. */
  public ProblemSample and(ProblemSample other) {
    ProblemSample later = other.latestMillis > latestMillis ? other : this;
    return new ProblemSample(
        later.route,
        problem,
        count + other.count,
        added + other.added,
        later.latestMillis,
        later.detail,
        later.pointer);
  }
}
