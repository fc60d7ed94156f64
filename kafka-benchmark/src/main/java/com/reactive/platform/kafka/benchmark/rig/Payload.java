package com.reactive.platform.kafka.benchmark.rig;

import java.util.Locale;

/** The bytes of a message behind its id. */
public enum Payload {
  /** Words that look random and follow from the id, so that they can be checked. */
  RANDOM,
  /** The same byte over and over: flatters whatever compresses. */
  CONSTANT,
  /** Words, which follow from the id as well: as compressible as natural text. */
  TEXT;

  /** As it stands in the tables. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
