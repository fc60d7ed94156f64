package com.reactive.platform.gateway;

import com.reactive.platform.gateway.schema.ProtectedPaths;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.ValueFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.avro.Schema;

/** Checks that a stream's schemas fit the rest of its settings, and each other. */
final class StreamChecks {
  private StreamChecks() {}

  /**
   * Reports all that is wrong.
   *
   * @param hasHashKey whether fields can be hashed
   * @param reject gets the stream's key at fault, and the reason
   */
  static void check(
      StreamDefinition stream, boolean hasHashKey, BiConsumer<String, String> reject) {
    try {
      StreamRegistry.plan(stream);
    } catch (SchemaException e) {
      reject.accept("schema", e.getMessage());
    }
    if (stream.value() != ValueFormat.AVRO
        && stream.schemas().anyMatch(TranscoderPlan::asksForSender)) {
      reject.accept(
          "value",
          "client-address and user-agent need value: avro; other values have no field that the"
              + " gateway sets");
    }
    if (stream.schemas().anyMatch(TranscoderPlan::isHashed) && !hasHashKey) {
      reject.accept("schema", "x-hash needs a key: privacy.hash-key-file");
    }
    if (stream.schemas().anyMatch(TranscoderPlan::isProtected)) {
      checkProtected(stream, reject);
    }
  }

  /** What a schema protects must not be kept elsewhere, nor by another version of it. */
  private static void checkProtected(StreamDefinition stream, BiConsumer<String, String> reject) {
    if (stream.value() == ValueFormat.JSON) {
      reject.accept("value", "json is the body as it was sent: it cannot have x-drop or x-hash");
    }
    if (stream.quarantine().isPresent()) {
      reject.accept(
          "quarantine",
          "keeps bodies as they were sent, so the schema cannot have x-drop or x-hash");
    }
    List<Schema> versions = stream.schemas().toList();
    for (Schema protecting : versions) {
      for (Schema other : versions) {
        ProtectedPaths.unprotected(protecting, other)
            .ifPresent(field -> reject.accept("earlier-schemas", notProtected(field)));
      }
    }
  }

  private static String notProtected(String field) {
    return field + " has x-drop or x-hash in one version only; all that have it must protect it";
  }

  /**
   * Why the stream cannot have the schema that it is to have; empty if it can.
   *
   * @param before with the schema so far: what that protects stays protected
   */
  static Optional<String> fault(
      StreamDefinition before, StreamDefinition stream, boolean hasHashKey) {
    List<String> errors = new ArrayList<>();
    check(stream, hasHashKey, (key, reason) -> errors.add(reason));
    if (errors.isEmpty()) {
      StreamRegistry.checkNumbers(stream, errors);
      ProtectedPaths.unprotected(before.schema(), stream.schema())
          .ifPresent(field -> errors.add(field + " has lost its x-drop or x-hash"));
    }
    return errors.stream().findFirst();
  }
}
