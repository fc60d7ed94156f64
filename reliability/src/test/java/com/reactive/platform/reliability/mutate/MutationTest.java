package com.reactive.platform.reliability.mutate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A short run; {@code ./reactive bench mutate} is the long one. */
class MutationTest {
  private static final long SEED = Long.getLong("seed", 20_261_122L);
  private static final long MUTANTS = Long.getLong("mutants", 200_000L);

  @Test
  void everyMutantBecomesWhatIsExpected() throws Exception {
    Mutation.Summary summary = new Mutation(SEED, MUTANTS, 2, line -> {}).run();
    System.out.println(summary.text());
    assertThat(summary.mutants()).isGreaterThanOrEqualTo(MUTANTS);
    assertThat(summary.byVerdict().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(summary.mutants());
    // A run in which nearly all is refused, or taken, would show little.
    for (String verdict : List.of("STORED", "SCHEMA", "UNREADABLE")) {
      assertThat(summary.byVerdict().get(verdict)).isGreaterThan(MUTANTS / 20);
    }
    assertThat(summary.requests()).isEqualTo(summary.mutants() / 100);
  }

  @ParameterizedTest
  @EnumSource
  void theSeedAloneDecidesWhatComes(Subject subject) {
    assertThat(first(subject, 7)).isDeepEqualTo(first(subject, 7));
    assertThat(Arrays.deepEquals(first(subject, 7), first(subject, 8))).isFalse();
  }

  private static byte[][] first(Subject subject, long seed) {
    Mutants mutants = new Mutants(subject, seed);
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(mutants.next());
    }
    return all.toArray(byte[][]::new);
  }

  /** Documents that were not changed are events, or the mutants would be of anything. */
  @ParameterizedTest
  @EnumSource
  void whatIsMutatedIsValid(Subject subject) {
    SplittableRandom random = new SplittableRandom(SEED);
    Documents documents = new Documents(random, subject.form);
    JsonWriter writer = new JsonWriter(random);
    MutationJudge judge = new MutationJudge(subject);
    for (int i = 0; i < 500; i++) {
      byte[] document = writer.write(documents.of(subject.schema));
      assertThat(judge.judge(document))
          .as(Mutants.shown(document))
          .isEqualTo(MutationJudge.Verdict.STORED);
    }
  }

  /** Nor is anything else made of it, at whatever depth it stands: 422, and never 500. */
  @ParameterizedTest
  @EnumSource
  void whatTheGatewayFillsIsNotTakenFromClients(Subject subject) {
    SplittableRandom random = new SplittableRandom(SEED);
    Documents documents = new Documents(random, subject.form);
    JsonWriter writer = new JsonWriter(random);
    MutationJudge judge = new MutationJudge(subject);
    Set<MutationJudge.Verdict> verdicts = EnumSet.noneOf(MutationJudge.Verdict.class);
    for (int i = 0; i < 500; i++) {
      byte[] document = writer.write(documents.replayed(subject.schema));
      verdicts.add(judge.judge(document));
    }
    assertThat(verdicts)
        .contains(MutationJudge.Verdict.SCHEMA)
        .doesNotContain(MutationJudge.Verdict.UNREADABLE);
  }

  @Test
  void noVerdictAllowsAFaultOfTheServer() {
    assertThat(MutationJudge.Verdict.values())
        .noneMatch(verdict -> verdict.allows(500) || verdict.allows(503) || verdict.allows(0));
    assertThat(MutationJudge.Verdict.SCHEMA.allows(422)).isTrue();
    assertThat(MutationJudge.Verdict.SCHEMA.allows(400)).isFalse();
    assertThat(MutationJudge.Verdict.EITHER.allows(201)).isTrue();
    assertThat(MutationJudge.Verdict.EITHER.allows(422)).isTrue();
  }

  /** Judged by the rules of another form of JSON, many a mutant is a fault. */
  @Test
  void aFaultIsFoundAndShown() {
    MutationJudge wrong = new MutationJudge(Subject.ORDER, Subject.ORDER_IN_AVRO_FORM);
    Mutants mutants = new Mutants(Subject.ORDER, SEED);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                wrong.judge(mutants.next());
              }
            })
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("expected ");
  }

  @Test
  void whatIsShownIsPrintable() {
    assertThat(Mutants.shown(new byte[] {'a', '%', 0, (byte) 0xFF})).isEqualTo("a%25%00%FF");
    assertThat(Mutants.shown(new byte[9_000])).hasSize(12_003).endsWith("...");
  }
}
