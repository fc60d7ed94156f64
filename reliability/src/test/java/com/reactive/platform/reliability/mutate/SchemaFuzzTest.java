package com.reactive.platform.reliability.mutate;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * A schema, a zero byte, and a document: either the schema is refused, or the document, or Avro's
 * reader reads what comes out.
 */
class SchemaFuzzTest {
  private static final EventMetadata ENVELOPE =
      new EventMetadata("r".getBytes(US_ASCII), "e".getBytes(US_ASCII), 1, null, null, Map.of());

  @FuzzTest
  void whatIsTakenCanBeRead(byte[] data) throws IOException {
    int end = 0;
    while (end < data.length && data[end] != 0) {
      end++;
    }
    Schema schema;
    try {
      schema = new Schema.Parser().parse(new String(data, 0, end, StandardCharsets.UTF_8));
    } catch (RuntimeException e) {
      return; // Avro's own; how the gateway tells it is the configuration's matter.
    }
    if (end < data.length) {
      for (JsonForm form : JsonForm.values()) {
        transcode(schema, form, data, end + 1);
      }
    }
  }

  private static void transcode(Schema schema, JsonForm form, byte[] data, int offset)
      throws IOException {
    try {
      Transcoder transcoder =
          TranscoderPlan.compile(schema, form, List.of(), List.of()).newTranscoder();
      transcoder.transcode(data, offset, data.length - offset, ENVELOPE);
      BinaryDecoder decoder =
          DecoderFactory.get().binaryDecoder(transcoder.buffer(), 0, transcoder.length(), null);
      new GenericDatumReader<>(schema).read(null, decoder);
      if (!decoder.isEnd()) {
        throw new IllegalStateException("Avro's reader does not read all of it");
      }
    } catch (SchemaException | InvalidEventException e) {
      // One of the two right ends.
    }
  }
}
