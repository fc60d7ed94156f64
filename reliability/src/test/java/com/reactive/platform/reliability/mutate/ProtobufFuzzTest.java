package com.reactive.platform.reliability.mutate;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/** Protobuf bodies of two streams: each is refused, or Avro's reader reads what comes out. */
class ProtobufFuzzTest {
  private static final EventMetadata ENVELOPE =
      new EventMetadata("r".getBytes(US_ASCII), "e".getBytes(US_ASCII), 1, null, null, Map.of());

  private record Subject(Schema schema, Transcoder strict, Transcoder dropping) {
    static Subject of(Schema schema) {
      try {
        TranscoderPlan plan = TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of(), List.of());
        var file = ProtoFileBuilder.of("s", schema, FieldNumbers.NONE);
        return new Subject(
            schema,
            plan.withProtobuf(file, false).newTranscoder(BodyFormat.PROTOBUF),
            plan.withProtobuf(file, true).newTranscoder(BodyFormat.PROTOBUF));
      } catch (SchemaException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static final List<Subject> SUBJECTS =
      List.of(Subject.of(StreamsConfig.counterSchema()), Subject.of(order()));

  private static Schema order() {
    try (InputStream in = ProtobufFuzzTest.class.getResourceAsStream("order.avsc")) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @FuzzTest
  void whatIsTakenCanBeRead(byte[] data) throws IOException {
    for (Subject subject : SUBJECTS) {
      boolean taken = isTaken(subject.schema(), subject.strict(), data);
      if (taken && !isTaken(subject.schema(), subject.dropping(), data)) {
        throw new IllegalStateException("taken only where unknown fields are refused");
      }
    }
  }

  private static boolean isTaken(Schema schema, Transcoder transcoder, byte[] data)
      throws IOException {
    try {
      transcoder.transcode(data, 0, data.length, ENVELOPE);
    } catch (InvalidEventException e) {
      return false;
    }
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(transcoder.buffer(), 0, transcoder.length(), null);
    new GenericDatumReader<>(schema).read(null, decoder);
    if (!decoder.isEnd()) {
      throw new IllegalStateException("Avro's reader does not read all of it");
    }
    return true;
  }
}
