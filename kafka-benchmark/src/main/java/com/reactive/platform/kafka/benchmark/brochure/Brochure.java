package com.reactive.platform.kafka.benchmark.brochure;

import java.util.List;

/**
 * A benchmark that somebody wrote down: what is measured, under which loads, and what is required
 * of it. Comes from a file ({@link BrochureFile}), or from a main that has flags instead.
 *
 * @param name of its folder and of its reports
 * @param title what is measured, in a few words
 * @param description what it is about, in some sentences
 * @param procedure what it does besides taking turns
 * @param full what runs
 * @param quick what runs instead in the short form
 * @param goals what runs instead to see whether the goals are met, and nothing else
 * @param thresholds what is required, and the goals
 * @param notes what a reader must know to read the figures right
 */
public record Brochure(
    String name,
    String title,
    String description,
    Procedure procedure,
    Plan full,
    Plan quick,
    Plan goals,
    List<Threshold> thresholds,
    List<String> notes) {
  /** One whose goals need all of it. */
  public Brochure(
      String name,
      String title,
      String description,
      Procedure procedure,
      Plan full,
      Plan quick,
      List<Threshold> thresholds,
      List<String> notes) {
    this(name, title, description, procedure, full, quick, full, thresholds, notes);
  }

  /** Copies the lists. */
  public Brochure {
    thresholds = List.copyOf(thresholds);
    notes = List.copyOf(notes);
  }

  /** The same under another name, for a part of it, whose reports are not those of the whole. */
  public Brochure named(String otherName, String otherTitle) {
    return new Brochure(
        otherName, otherTitle, description, procedure, full, quick, goals, thresholds, notes);
  }

  /** The plan of this form. */
  public Plan plan(boolean inShort) {
    return inShort ? quick : full;
  }
}
