package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.stream.StreamsConfig;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/**
 * The counter's event with a text of any length at its end, for bodies that the counter cannot
 * have.
 */
public final class NotedEvent {
  static final String FIELD = "note";

  private NotedEvent() {}

  /** Its schema: the counter's fields, with all that the gateway knows of them, and the note. */
  public static Schema schema() {
    Schema counter = StreamsConfig.counterSchema();
    List<Schema.Field> fields = new ArrayList<>();
    counter.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
    fields.add(new Schema.Field(FIELD, Schema.create(Schema.Type.STRING), "Of any length."));
    return Schema.createRecord(
        "NotedEvent", "For benchmarks.", "com.reactive.platform.benchmark", false, fields);
  }
}
