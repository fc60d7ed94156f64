package com.reactive.platform.reliability.mutate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The second reading of protobuf events, against the gateway's. */
class ExpectedMessageTest {
  private static final long SEED = Long.getLong("seed", 20_261_128L);
  private static final long MUTANTS = Long.getLong("mutants", 20_000L);
  private static final EventMetadata METADATA =
      new EventMetadata(
          "r".getBytes(StandardCharsets.US_ASCII),
          "e".getBytes(StandardCharsets.US_ASCII),
          1,
          null,
          null,
          Map.of());

  private enum Verdict {
    TAKEN,
    REFUSED,
    EITHER
  }

  @ParameterizedTest
  @EnumSource(
      value = Subject.class,
      names = {"COUNTER", "ORDER"})
  void everyMutantBecomesWhatIsExpected(Subject subject) throws Exception {
    ProtoFile file = subject.stream().protoFile();
    SplittableRandom random = new SplittableRandom(SEED);
    ProtobufDocuments documents =
        new ProtobufDocuments(random, new Documents(random, JsonForm.PLAIN), file);
    ByteMutator bytes = new ByteMutator(random);
    ProtobufMutator mutator = new ProtobufMutator(random, bytes);
    ExpectedMessage expected = new ExpectedMessage(file);
    Transcoder transcoder = transcoder(subject, file);
    Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    for (int i = 0; i < MUTANTS; i++) {
      byte[] valid = documents.next();
      assertThatCode(() -> expected.check(valid)).doesNotThrowAnyException();
      byte[] mutant = valid;
      for (int j = random.nextInt(3); j > 0; j--) {
        mutant = mutator.mutate(mutant);
      }
      mutant = random.nextInt(4) == 0 ? bytes.mutate(mutant, valid) : mutant;
      Verdict verdict = verdict(expected, mutant);
      verdicts.merge(verdict, 1, Integer::sum);
      String refusal = refusal(transcoder, mutant);
      if (verdict != Verdict.EITHER) {
        assertThat(refusal == null)
            .as("%s: %s", refusal, HexFormat.of().formatHex(mutant))
            .isEqualTo(verdict == Verdict.TAKEN);
      }
    }
    assertThat(verdicts.get(Verdict.TAKEN)).isGreaterThan((int) MUTANTS / 10);
    assertThat(verdicts.get(Verdict.REFUSED)).isGreaterThan((int) MUTANTS / 10);
    assertThat(verdicts.getOrDefault(Verdict.EITHER, 0)).isLessThan((int) MUTANTS / 20);
  }

  private static Transcoder transcoder(Subject subject, ProtoFile file) throws SchemaException {
    return TranscoderPlan.compile(subject.schema, JsonForm.PLAIN, List.of(), List.of())
        .withProtobuf(file, false)
        .newTranscoder(BodyFormat.PROTOBUF);
  }

  private static Verdict verdict(ExpectedMessage expected, byte[] mutant) {
    try {
      expected.check(mutant);
      return Verdict.TAKEN;
    } catch (Refusal e) {
      return e.kind() == Refusal.Kind.EITHER ? Verdict.EITHER : Verdict.REFUSED;
    }
  }

  /** Null if there is none. */
  private static String refusal(Transcoder transcoder, byte[] mutant) {
    try {
      transcoder.transcode(mutant, 0, mutant.length, METADATA);
      return null;
    } catch (InvalidEventException e) {
      return e.getMessage();
    }
  }
}
