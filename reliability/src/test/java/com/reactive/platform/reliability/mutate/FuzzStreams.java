package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.ArrayList;
import java.util.List;

/** The streams that are mutated, and the counter once more, with CloudEvents. */
final class FuzzStreams {
  private static final List<StreamDefinition> ALL = new ArrayList<>(Subject.streams());

  static {
    StreamDefinition counter = ALL.get(0);
    ALL.add(
        new StreamDefinition(
            "cloud",
            List.of("/events/" + ALL.size()),
            counter.topic(),
            counter.schema(),
            counter.json(),
            counter.key(),
            counter.framing(),
            counter.schemaId(),
            counter.format(),
            counter.acks(),
            false,
            counter.maxLatencyMillis(),
            counter.maxBodyBytes(),
            true,
            List.of(),
            false));
  }

  private FuzzStreams() {}

  static List<StreamDefinition> all() {
    return ALL;
  }
}
