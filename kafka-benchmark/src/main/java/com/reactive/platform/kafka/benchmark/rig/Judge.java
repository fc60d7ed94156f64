package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says why a run may not be published. Pure. */
final class Judge {
  private Judge() {}

  /**
   * The reasons against it; empty if there are none.
   *
   * @param problems what went wrong on the way, in words
   */
  static List<String> reasons(
      Load load, Tally tally, Verification verification, List<String> problems) {
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
      long acked = tally.measuredAcked();
      if (acked + tally.lateTolerance() < load.minShare() * tally.measuredDue()) {
        reasons.add(
            String.format(
                Locale.ROOT,
                "%,d of %,d due messages were acknowledged (%.1f %%, at least %.1f %% is required)",
                acked,
                tally.measuredDue(),
                100.0 * acked / tally.measuredDue(),
                100 * load.minShare()));
      }
    }
    return reasons;
  }

  private static void note(List<String> reasons, long count, String what) {
    if (count > 0) {
      reasons.add(String.format(Locale.ROOT, "%,d %s", count, what));
    }
  }
}
