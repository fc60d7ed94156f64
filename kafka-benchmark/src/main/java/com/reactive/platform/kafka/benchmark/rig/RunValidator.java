package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says why a run may not be published. Pure. */
final class RunValidator {
  private static final double GRACE_SECONDS = LoadSchedule.GRACE_NANOS / 1e9;

  private RunValidator() {}

  /**
   * The reasons against it; empty if there are none.
   *
   * @param inKafkaSeconds from the beginning of what is measured until all of it was seen in Kafka;
   *     0 if its acknowledgements say when
   * @param problems what went wrong on the way, in words
   */
  static List<String> reasons(
      Load load,
      RunTotals tally,
      Verification verification,
      double inKafkaSeconds,
      List<String> problems) {
    List<String> reasons = new ArrayList<>(problems);
    if (verification.applicable() && !verification.verified()) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "not verified: lost %,d, duplicated %,d, phantom %,d%s",
              verification.lost(),
              verification.duplicated(),
              verification.phantom(),
              verification.detail().isEmpty() ? "" : " (" + verification.detail() + ")"));
    }
    note(reasons, tally.open(), "messages without an outcome");
    note(reasons, tally.notWritten(), "messages were not written");
    note(reasons, tally.unknown(), "messages are possibly not in Kafka");
    note(reasons, tally.repeated(), "outcomes of sends that had one or were never made");
    if (tally.measuredAcked() == 0) {
      reasons.add("nothing was acknowledged");
    }
    if (load.kind() == LoadKind.OPEN) {
      addUnderRate(reasons, load, tally, inKafkaSeconds);
    }
    return reasons;
  }

  private static void addUnderRate(
      List<String> reasons, Load load, RunTotals tally, double inKafkaSeconds) {
    long inTime = tally.measuredAcked() - tally.lateAcked();
    if (inTime + tally.lateTolerance() < load.minShare() * tally.measuredDue()) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d due messages were acknowledged in time (%.1f %%, at least %.1f %% is"
                  + " required)",
              inTime,
              tally.measuredDue(),
              100.0 * inTime / tally.measuredDue(),
              100 * load.minShare()));
    }
    double share = load.seconds() / Math.max(load.seconds(), inKafkaSeconds - GRACE_SECONDS);
    if (share < load.minShare()) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "what was due in %.1f s was in Kafka after %.1f s (at least %.1f %% of the rate is"
                  + " required)",
              load.seconds(),
              inKafkaSeconds,
              100 * load.minShare()));
    }
  }

  private static void note(List<String> reasons, long count, String what) {
    if (count > 0) {
      reasons.add(String.format(Locale.ROOT, "%,d %s", count, what));
    }
  }
}
