package com.reactive.platform.gateway.schema;

import java.util.List;

/**
 * A field may not be left to its default while its sibling has one of these values.
 *
 * @param sibling the place of the sibling in the schema
 * @param values as the sibling's bytes have them
 */
record Requirement(int sibling, List<byte[]> values) {
  boolean holds(RecordFrames frames, int base, AvroOutput out) {
    for (byte[] value : values) {
      if (frames.holds(base + sibling, out, value)) {
        return true;
      }
    }
    return false;
  }
}
