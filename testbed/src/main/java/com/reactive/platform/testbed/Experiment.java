package com.reactive.platform.testbed;

import java.io.IOException;

/** A measurement or a trial that is no brochure: it runs as a command and leaves a report. */
@FunctionalInterface
public interface Experiment {
  /**
   * Runs all of it on the calling thread; an interrupt ends it in order. Can be called once.
   *
   * @throws IOException with one clear sentence if something does not start
   */
  ExperimentReport run() throws IOException, InterruptedException;
}
