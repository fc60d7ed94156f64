package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;

/** A stream whose events are mutated. */
@SuppressWarnings("ImmutableEnumChecker") // nobody changes a schema
enum Subject {
  COUNTER(0, StreamsConfig.counterSchema(), JsonForm.PLAIN),
  ORDER(1, order(), JsonForm.PLAIN),
  ORDER_IN_AVRO_FORM(2, order(), JsonForm.AVRO);

  private static final List<Subject> ALL = List.of(values());
  static final int MAX_BODY_BYTES = 64 << 10;

  final Schema schema;
  final JsonForm form;
  final String path;

  Subject(int number, Schema schema, JsonForm form) {
    this.schema = schema;
    this.form = form;
    this.path = "/events/" + number;
  }

  /** Each in turn. */
  static Subject of(long number) {
    return ALL.get(Math.floorMod(number, ALL.size()));
  }

  private static Schema order() {
    try (InputStream in = Subject.class.getResourceAsStream("order.avsc")) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Transcoder newTranscoder() {
    try {
      return TranscoderPlan.compile(schema, form, List.of(), List.of()).newTranscoder();
    } catch (SchemaException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<StreamDefinition> streams() {
    return java.util.stream.Stream.of(values()).map(Subject::stream).toList();
  }

  StreamDefinition stream() {
    return new StreamDefinition(
        name(),
        List.of(path),
        "topic",
        schema,
        form,
        List.of(),
        Framing.SINGLE_OBJECT,
        -1,
        RecordFormat.EVENT,
        Acks.ALL,
        false,
        1,
        MAX_BODY_BYTES,
        false,
        List.of(),
        false);
  }
}
