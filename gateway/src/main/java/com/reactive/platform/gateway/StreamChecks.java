package com.reactive.platform.gateway;

import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.ValueFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a stream's schemas go with the rest of its settings. */
final class StreamChecks {
  private StreamChecks() {}

  /**
   * What is wrong, by the key of the stream that says so.
   *
   * @param hasHashKey whether fields can be hashed
   */
  static Map<String, String> faults(StreamDefinition stream, boolean hasHashKey) {
    Map<String, String> faults = new LinkedHashMap<>();
    try {
      StreamRegistry.plan(stream);
    } catch (SchemaException e) {
      faults.put("schema", e.getMessage());
    }
    if (stream.value() != ValueFormat.AVRO
        && stream.schemas().anyMatch(TranscoderPlan::asksForSender)) {
      faults.put(
          "value",
          "client-address and user-agent are only in records of Avro: the others have no fields"
              + " that the gateway fills");
    }
    if (stream.schemas().anyMatch(TranscoderPlan::isHashed) && !hasHashKey) {
      faults.put("schema", "x-hash needs a key: privacy.hash-key-file");
    }
    if (stream.schemas().anyMatch(TranscoderPlan::isProtected)) {
      addFaultsOfProtected(stream, faults);
    }
    return faults;
  }

  /** What a schema protects must not be kept elsewhere. */
  private static void addFaultsOfProtected(StreamDefinition stream, Map<String, String> faults) {
    if (stream.value() == ValueFormat.JSON) {
      faults.put("value", "json is the body as it was sent: it cannot have x-drop or x-hash");
    }
    if (stream.quarantine().isPresent()) {
      faults.put(
          "quarantine",
          "keeps bodies as they were sent, so the schema cannot have x-drop or x-hash");
    }
  }

  /** The first fault of a stream that is to begin, field numbers included. */
  static Optional<String> firstFault(StreamDefinition stream, boolean hasHashKey) {
    List<String> errors = new ArrayList<>(faults(stream, hasHashKey).values());
    StreamRegistry.checkNumbers(stream, errors);
    return errors.stream().findFirst();
  }
}
