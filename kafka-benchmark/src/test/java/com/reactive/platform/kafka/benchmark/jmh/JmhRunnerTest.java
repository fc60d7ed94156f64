package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhRunnerTest {
  @Test
  void theReasonIsWhatWasThrownFirstOfAll() {
    String log =
        """
        # Run progress: 0.00% complete
        <failure>

        java.lang.IllegalStateException: a writer failed
        \tat a.B.c(B.java:1)
        Caused by: a.b.WrongDeliveryException: sent 2 messages; the sink read 1
        \tat a.B.d(B.java:2)
        """;
    assertThat(JmhRunner.reason(log))
        .isEqualTo("WrongDeliveryException: sent 2 messages; the sink read 1");
  }

  @Test
  void withoutAnExceptionItIsTheEndOfTheLog() {
    assertThat(JmhRunner.reason("x".repeat(1000) + "\nno room for the heap\n"))
        .hasSizeLessThan(510)
        .endsWith("no room for the heap");
  }

  @Test
  void aFolderWithoutJavaIsNoJdk(@TempDir Path folder) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new JmhRunner(Set.of(), JmhOptions.QUICK, List.of(folder), System.out::println))
        .withMessageContaining(folder.toString());
  }

  @Test
  void roundsAreBounded() {
    assertThat(JmhOptions.FULL.withRounds(7).rounds()).isEqualTo(7);
    for (int rounds : new int[] {0, -1, 101}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JmhOptions.FULL.withRounds(rounds))
          .withMessageContaining("but is " + rounds);
    }
  }
}
