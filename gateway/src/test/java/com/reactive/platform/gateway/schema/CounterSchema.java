package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.stream.JsonForm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;

/** The schema that ships with the gateway, compiled as its stream is. */
final class CounterSchema {
  static final Schema SCHEMA = load();

  private CounterSchema() {}

  static Transcoder transcoder() {
    try {
      return TranscoderPlan.compile(
              SCHEMA, JsonForm.PLAIN, List.of("customerId", "sessionId"), List.of("customerId"))
          .newTranscoder();
    } catch (SchemaException e) {
      throw new AssertionError(e);
    }
  }

  static GenericRecord decode(Transcoder transcoder) {
    try {
      var decoder =
          DecoderFactory.get().binaryDecoder(transcoder.buffer(), 0, transcoder.length(), null);
      GenericRecord read = new GenericDatumReader<GenericRecord>(SCHEMA).read(null, decoder);
      if (!decoder.isEnd()) {
        throw new AssertionError("there is more after the datum");
      }
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Schema load() {
    try (InputStream in = CounterSchema.class.getResourceAsStream("/avro/counter-event.avsc")) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
