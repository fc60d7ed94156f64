package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Which of a value's forms is taken for the branch of a union that it is of: the text of a date may
 * be taken for a string, its number for a long. Asks the transcoder itself. Not thread-safe.
 */
final class BranchForms {
  private static final EventMetadata EMPTY =
      new EventMetadata(new byte[0], new byte[0], 0, null, null, Map.of());

  private final IdentityHashMap<Schema, Transcoder> transcoders = new IdentityHashMap<>();

  /** The first form that stands for that branch; the first of all if none does. */
  Optional<String> choose(Schema union, int branch, List<String> forms) {
    boolean sure = forms.size() < 2 || union.getTypes().size() < 2;
    return forms.stream()
        .filter(form -> sure || branchOf(union, form) == branch)
        .findFirst()
        .or(() -> forms.stream().findFirst());
  }

  /** -1 if it is for none. */
  private int branchOf(Schema union, String form) {
    Transcoder transcoder = transcoders.computeIfAbsent(union, BranchForms::transcoder);
    byte[] json = ("{\"v\":" + form + "}").getBytes(StandardCharsets.UTF_8);
    try {
      transcoder.transcode(json, 0, json.length, EMPTY);
      BinaryDecoder in =
          DecoderFactory.get().binaryDecoder(transcoder.buffer(), 0, transcoder.length(), null);
      return in.readIndex();
    } catch (InvalidEventException e) {
      return -1;
    } catch (IOException e) {
      throw new AssertionError("reading from memory", e);
    }
  }

  private static Transcoder transcoder(Schema union) {
    Schema.Field only = new Schema.Field("v", union);
    Schema schema = Schema.createRecord("Union", null, "reactive.forms", false, List.of(only));
    try {
      return TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of(), List.of()).newTranscoder();
    } catch (SchemaException e) {
      throw new IllegalArgumentException("unsupported schema: " + e.getMessage(), e);
    }
  }
}
