package com.reactive.platform.kafka.benchmark.brochure;

import java.util.Locale;

/** The work of a brochure besides alternating iterations. */
public enum Procedure {
  /** Turns, and nothing else. */
  TURNS,
  /** One target through rising loads, and a table of how its batching followed. */
  RAMP,
  /** One striped batcher, whose limits calibration chooses from round to round. */
  CALIBRATION,
  /** Turns, and a table of the time that the gateway spent in each stage. */
  STAGES,
  /** Turns, and a table of which target meets the goals at every load. */
  SWEEP,
  /** Turns, and a table of the rate that is possible where the broker shares the processors. */
  FLOOR;

  /** As it stands in brochures. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
