package com.reactive.platform.kafka.benchmark.rig;

/** Shows people how far a run is. Called by the thread that runs the rig, some times a second. */
public interface Progress {
  /** Shows nothing. */
  Progress SILENT =
      new Progress() {
        @Override
        public void show(String what, double share, double perSecond, double secondsLeft) {}

        @Override
        public void done() {}
      };

  /**
   * Shows the progress.
   *
   * @param what is going on, in a few words
   * @param share done, 0 to 1
   * @param perSecond messages per second at the moment; 0 if that means nothing
   * @param secondsLeft until this is done; negative if unknown
   */
  void show(String what, double share, double perSecond, double secondsLeft);

  /** There is nothing to be shown any more. */
  void done();
}
