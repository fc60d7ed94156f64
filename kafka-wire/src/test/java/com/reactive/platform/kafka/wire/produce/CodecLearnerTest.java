package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Codecs in virtual time. Bytes are those that text-like events of 200 B took; a compressed batch
 * costs some time for each of its bytes, and some for itself.
 */
class CodecLearnerTest {
  private static final int NONE = 0;
  private static final int LZ4 = 1;
  private static final int ZSTD = 2;

  /** Events in a batch, and its bytes for each event: as is, with lz4, with zstd. */
  private static final int[][] BYTES = {
    {1, 418, 388, 346}, {8, 343, 266, 219}, {64, 305, 157, 98}, {512, 300, 131, 74}
  };

  private static final double[] NANOS_PER_BYTE = {0, 2, 6};
  private static final long[] NANOS_PER_BATCH = {0, 2_000, 8_000};
  private static final int WARM_UP = 40;

  /** Kafka's CPU for a megabyte, and what a megabyte between zones costs in CPU time. */
  private static final long CPU_ONLY = 3_500_000;

  private static final long BILLED = 1_000_000_000;

  @Test
  void whereBytesAreBilledLargeBatchesGetTheSmallestForm() {
    for (long seed = 0; seed < 25; seed++) {
      assertThat(bytesPerEvent(64, BILLED, seed)).isLessThan(0.5 * 305);
      assertThat(bytesPerEvent(512, BILLED, seed)).isLessThan(0.5 * 300);
    }
  }

  @Test
  void eachSizeLearnsTheArmThatIsCheapestForIt() {
    for (long seed = 0; seed < 25; seed++) {
      for (int[] row : BYTES) {
        for (long megabyteNanos : new long[] {0, CPU_ONLY, 30_000_000, BILLED}) {
          CodecLearner learner = new CodecLearner(3, megabyteNanos);
          run(learner, row, WARM_UP, new Random(seed));
          int[] chosen = run(learner, row, 1_000, new Random(seed + 1));
          double best = Math.min(cost(row, NONE, megabyteNanos), cost(row, LZ4, megabyteNanos));
          best = Math.min(best, cost(row, ZSTD, megabyteNanos));
          int most = chosen[NONE] > 500 ? NONE : chosen[LZ4] > 500 ? LZ4 : ZSTD;
          assertThat(cost(row, most, megabyteNanos))
              .as("%d events, %d", row[0], megabyteNanos)
              .isLessThanOrEqualTo(1.1 * best);
        }
      }
    }
  }

  @Test
  void tryingCostsLittle() {
    int[] row = BYTES[0];
    CodecLearner learner = new CodecLearner(3, CPU_ONLY);
    run(learner, row, WARM_UP, new Random(1));
    int[] chosen = run(learner, row, 10_000, new Random(2));
    double spent = 0;
    for (int arm = NONE; arm <= ZSTD; arm++) {
      spent += chosen[arm] * cost(row, arm, CPU_ONLY);
    }
    assertThat(spent).isLessThan(1.06 * 10_000 * cost(row, NONE, CPU_ONLY));
  }

  @Test
  void whatChangesIsLearnedAgain() {
    CodecLearner learner = new CodecLearner(3, BILLED);
    run(learner, BYTES[2], 200, new Random(1));
    int[] incompressible = {64, 305, 305, 305};
    run(learner, incompressible, 10_000, new Random(2));

    assertThat(run(learner, incompressible, 1_000, new Random(3))[NONE]).isGreaterThan(900);
  }

  private static double bytesPerEvent(int events, long megabyteNanos, long seed) {
    int[] row = BYTES[events == 64 ? 2 : 3];
    CodecLearner learner = new CodecLearner(3, megabyteNanos);
    run(learner, row, WARM_UP, new Random(seed));
    int[] chosen = run(learner, row, 1_000, new Random(seed));
    return (chosen[NONE] * row[1] + chosen[LZ4] * row[2] + chosen[ZSTD] * row[3]) / 1_000.0;
  }

  /** Returns how often each arm was taken; each batch takes up to a tenth longer or shorter. */
  private static int[] run(CodecLearner learner, int[] row, int batches, Random noise) {
    int[] chosen = new int[3];
    int bytes = row[0] * row[1];
    for (int i = 0; i < batches; i++) {
      int arm = learner.choose(bytes);
      chosen[arm]++;
      boolean paused = noise.nextInt(200) == 0;
      double nanos = nanos(row, arm) * (0.9 + noise.nextDouble() / 5) + (paused ? 5_000_000 : 0);
      learner.seen(arm, bytes, row[0] * row[1 + arm], Math.round(nanos));
    }
    return chosen;
  }

  private static double nanos(int[] row, int arm) {
    return NANOS_PER_BATCH[arm] + NANOS_PER_BYTE[arm] * row[0] * row[1];
  }

  private static double cost(int[] row, int arm, long megabyteNanos) {
    return nanos(row, arm) + megabyteNanos / 1e6 * row[0] * row[1 + arm];
  }
}
