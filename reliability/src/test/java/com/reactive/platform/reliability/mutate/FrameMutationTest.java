package com.reactive.platform.reliability.mutate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short run; {@code ./reactive bench mutate --http2}, or {@code --calls}, is the long one. */
class FrameMutationTest {
  private static final long SEED = Long.getLong("seed", 20_261_123L);
  private static final long MUTANTS = Long.getLong("mutants", 3_000L);

  /** Of plain requests, and of calls. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noConnectionHarmsTheServer(boolean calls) throws Exception {
    Mutation.Summary summary = new FrameMutation(calls, SEED, MUTANTS, 2, line -> {}).run();
    System.out.println(summary.text());
    assertThat(summary.mutants()).isEqualTo(MUTANTS);
    // A run in which nearly all is refused, or taken, would show little.
    assertThat(summary.byVerdict().get("ACKED")).isGreaterThan(summary.requests() / 10);
    assertThat(summary.byVerdict().get("ACKED")).isLessThan(summary.requests() * 9 / 10);
    assertThat(summary.requests()).isGreaterThan(MUTANTS);
  }

  @Test
  void theSeedAloneDecidesWhatComes() {
    assertThat(mutant(7)).isEqualTo(mutant(7)).isNotEqualTo(mutant(8));
  }

  private static byte[] mutant(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Conversations conversations = new Conversations(random, Subject.ORDER);
    return Conversations.bytes(new FrameMutator(random).mutate(conversations.next().frames()));
  }
}
