package com.reactive.platform.gateway;

import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.ArrayList;
import java.util.List;

/** Says where the settings of streams cannot keep what a window of idempotency keys promises. */
final class IdempotencyWarnings {
  private IdempotencyWarnings() {}

  /** A sentence for each; mostly none. */
  static List<String> of(List<StreamDefinition> streams) {
    List<String> warnings = new ArrayList<>();
    for (StreamDefinition stream : streams) {
      if (stream.idempotency().isOn()) {
        String why = why(stream);
        if (!why.isEmpty()) {
          warnings.add(
              "Stream " + stream.name() + " may write the repeat of an Idempotency-Key " + why);
        }
      }
    }
    return warnings;
  }

  private static String why(StreamDefinition stream) {
    if (stream.format() == RecordFormat.PACKED) {
      return "after a restart: packed records do not say whose keys they hold";
    }
    if (stream.acks() != Acks.ALL) {
      return "or lose its event: acks=" + stream.acks().text() + " tells little of what Kafka has";
    }
    return stream.spool()
        ? "after a restart: events on disk are known again only when they are in Kafka"
        : "";
  }
}
