package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhSuiteTest {
  @Test
  void withoutPatternsAllRowsRun() {
    assertThat(JmhSuite.of(List.of(), JmhOptions.FULL).rows()).containsExactly(Row.values());
    assertThat(JmhSuite.ids()).hasSize(Row.values().length).startsWith("floor");
  }

  @Test
  void whatARowIsComparedWithRunsToo() {
    assertThat(JmhSuite.of(List.of("^bulk$"), JmhOptions.QUICK).rows())
        .containsExactly(Row.FLOOR, Row.ANCESTOR_BULK, Row.BULK);
    assertThat(JmhSuite.of(List.of("any.1$"), JmhOptions.QUICK).rows())
        .containsExactly(Row.FLOOR, Row.ANCESTOR_1, Row.DELIVERED_ANY_1);
    assertThat(JmhSuite.of(List.of("handle.2$"), JmhOptions.QUICK).rows())
        .containsExactly(Row.FLOOR, Row.ANCESTOR_2, Row.DELIVERED_HANDLE_2);
    assertThat(JmhSuite.of(List.of("idle.striped$"), JmhOptions.QUICK).rows())
        .containsExactly(Row.IDLE_STRIPED);
  }

  @Test
  void severalPatternsAddUp() {
    assertThat(JmhSuite.of(List.of("linked", "jctools$"), JmhOptions.QUICK).rows())
        .containsExactly(Row.FLOOR, Row.JCTOOLS, Row.LINKED);
  }

  @Test
  void aPatternThatFindsNothingIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JmhSuite.of(List.of("bulk", "nix"), JmhOptions.QUICK))
        .withMessageContainingAll("'nix'", "delivered.handle.1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JmhSuite.of(List.of("["), JmhOptions.QUICK));
  }

  @Test
  void aFolderWithoutJavaIsNoJdk(@TempDir Path folder) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JmhSuite.requireJdks(List.of(folder)))
        .withMessageContaining(folder.toString());
    JmhSuite.requireJdks(List.of(Path.of(System.getProperty("java.home"))));
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
