package com.reactive.platform.reliability.mutate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The reader of gzip against the JDK's, which differs in what may follow the last member. */
class GzipReadingTest {
  private static final int LIMIT = 64 << 10;

  @Test
  void whatIsWholeIsReadAsTheJdkReadsIt() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    GzipMutator mutator = new GzipMutator(random, new ByteMutator(random));
    byte[] message = new byte[300];
    random.nextBytes(message);
    Set<GzipReading.Verdict> seen = EnumSet.noneOf(GzipReading.Verdict.class);
    for (int i = 0; i < 5_000; i++) {
      byte[] compressed = mutator.mutate(message);
      GzipReading read = GzipReading.of(compressed, LIMIT, LIMIT + 256);
      seen.add(read.verdict());
      if (read.verdict() == GzipReading.Verdict.WHOLE) {
        assertThat(jdk(compressed)).isEqualTo(read.bytes());
      } else if (read.verdict() == GzipReading.Verdict.TOO_LARGE) {
        assertThat(jdk(compressed).length).isGreaterThan(LIMIT + 256);
      }
    }
    assertThat(seen)
        .contains(
            GzipReading.Verdict.WHOLE, GzipReading.Verdict.BROKEN, GzipReading.Verdict.TOO_LARGE);
  }

  /** Readers need not look at it. */
  @Test
  void aWrongSumOfTheHeadIsLeftOpen() {
    byte[] plain = GzipMutator.compressed(new byte[] {1, 2, 3});
    byte[] summed = new byte[plain.length + 2];
    System.arraycopy(plain, 0, summed, 0, 10);
    summed[3] = 2;
    System.arraycopy(plain, 10, summed, 12, plain.length - 10);
    assertThat(GzipReading.of(summed, LIMIT, LIMIT).verdict())
        .isEqualTo(GzipReading.Verdict.UNSURE);
  }

  private static byte[] jdk(byte[] compressed) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return in.readAllBytes();
    }
  }
}
