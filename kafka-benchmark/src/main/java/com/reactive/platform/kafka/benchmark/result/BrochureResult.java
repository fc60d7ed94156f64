package com.reactive.platform.kafka.benchmark.result;

import java.util.List;

/**
 * The result of one run of a brochure: the content of {@code results.json}.
 *
 * @param schema version of this layout, {@link #SCHEMA}
 * @param brochure name of the brochure
 * @param title what is measured, in a few words
 * @param description what the brochure is about, in some sentences; Markdown without markup
 * @param command reproduces it
 * @param startedAt when it began, ISO-8601 in UTC
 * @param seconds how long it took, verification included
 * @param quick whether it was the short form, or shorter than the brochure says: its figures are
 *     rough
 * @param verdict of all of it
 * @param reasons why it failed; empty if it passed
 * @param environment where it ran
 * @param runs what ran, load by load; one for each target and load
 * @param checks the thresholds of the brochure, and what became of them
 * @param tables what a brochure shows besides, such as time per stage
 * @param notes what a reader must know to read the figures right
 */
public record BrochureResult(
    int schema,
    String brochure,
    String title,
    String description,
    String command,
    String startedAt,
    double seconds,
    boolean quick,
    Verdict verdict,
    List<String> reasons,
    Environment environment,
    List<RunResult> runs,
    List<Check> checks,
    List<Table> tables,
    List<String> notes) {
  /** The layout that this code writes. */
  public static final int SCHEMA = 1;

  /** Copies the lists. */
  public BrochureResult {
    reasons = List.copyOf(reasons);
    runs = List.copyOf(runs);
    checks = List.copyOf(checks);
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
  }
}
