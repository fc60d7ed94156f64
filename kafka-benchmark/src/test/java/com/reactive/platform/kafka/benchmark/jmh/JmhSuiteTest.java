package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** The rows name benchmarks, parameters and each other in strings. */
class JmhSuiteTest {
  @Test
  void everyRowsBenchmarkIsKnownToJmh() throws IOException {
    String list;
    try (InputStream in = getClass().getResourceAsStream("/META-INF/BenchmarkList")) {
      list = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (JmhRow row : JmhSuite.rows()) {
      String type = row.method().substring(0, row.method().lastIndexOf('.'));
      assertThat(list).as(row.id()).contains(type + " ");
    }
  }

  @Test
  void everyRowsParametersExistAndHaveThatValue() throws Exception {
    for (JmhRow row : JmhSuite.rows()) {
      int dot = row.method().lastIndexOf('.');
      Class<?> type = Class.forName(row.method().substring(0, dot));
      Method method =
          Arrays.stream(type.getMethods())
              .filter(m -> m.getName().equals(row.method().substring(dot + 1)))
              .findFirst()
              .orElseThrow();
      assertThat(method.isAnnotationPresent(Benchmark.class)).as(row.id()).isTrue();
      for (var param : row.params().entrySet()) {
        Param declared = type.getField(param.getKey()).getAnnotation(Param.class);
        assertThat(declared.value()).as(row.id()).contains(param.getValue());
      }
    }
  }

  @Test
  void idsAreDistinctAndEveryFigureIsToldApart() {
    Set<String> ids = new HashSet<>();
    Set<String> shown = new HashSet<>();
    for (JmhRow row : JmhSuite.rows()) {
      assertThat(ids.add(row.id())).as(row.id()).isTrue();
      assertThat(shown.add(row.run() + " " + row.figure())).as(row.id()).isTrue();
      assertThat(row.isIdle()).isEqualTo(row.id().startsWith("idle."));
    }
  }

  @Test
  void aRunIsNamedByItsClassMethodAndParameters() {
    JmhRow floor = row("floor");
    assertThat(row("delivered.handle.2").run())
        .isEqualTo("DeliveredBenchmark.messages{subject=StripedBatcher-handle, writers=2}");
    assertThat(floor.run()).isEqualTo("FloorBenchmark.copy");
    assertThat("x.FloorBenchmark.copy").doesNotMatch(floor.include());
    assertThat(FloorBenchmark.class.getName() + ".copy").matches(floor.include());
  }

  @Test
  void goalsNameRowsAndHaveOneLimit() {
    assertThat(JmhSuite.goals()).hasSizeGreaterThan(10);
    for (JmhGoal goal : JmhSuite.goals()) {
      assertThat(JmhSuite.ids()).contains(goal.row());
      assertThat(goal.by() == null || JmhSuite.ids().contains(goal.by())).as(goal.by()).isTrue();
      assertThat(goal.atLeast() == null).as(goal.text()).isNotEqualTo(goal.below() == null);
    }
  }

  @Test
  void theLastReleasesRatioLessTheToleranceIsAGoal() {
    JmhGoal goal = JmhSuite.goals(row("bulk")).get(0);
    assertThat(goal.text()).isEqualTo(">= 0.24 x floor (0.48 in 0.1.0)");
    assertThat(goal.limit()).isEqualTo(0.24);
  }

  @Test
  void withoutPatternsAllRowsAreChosen() {
    assertThat(JmhSuite.chosen(List.of())).containsExactlyInAnyOrderElementsOf(JmhSuite.ids());
    assertThat(JmhSuite.ids()).startsWith("floor");
  }

  @Test
  void whatARowIsComparedWithRunsToo() {
    assertChosen("^bulk$", "floor", "bulk");
    assertChosen("any.1$", "floor", "delivered.any.1");
    assertChosen("handle.2$", "floor", "delivered.handle.2");
    assertChosen("idle.striped$", "idle.striped");
  }

  @Test
  void severalPatternsAddUp() {
    assertThat(JmhSuite.chosen(List.of("linked", "jctools$")))
        .containsExactlyInAnyOrder("floor", "ring.jctools", "ring.linked");
  }

  @Test
  void aPatternThatFindsNothingIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JmhSuite.chosen(List.of("bulk", "nix")))
        .withMessageContainingAll("'nix'", "delivered.handle.1");
    assertThatIllegalArgumentException().isThrownBy(() -> JmhSuite.chosen(List.of("[")));
  }

  private static void assertChosen(String pattern, String... ids) {
    assertThat(JmhSuite.chosen(List.of(pattern))).containsExactlyInAnyOrder(ids);
  }

  private static JmhRow row(String id) {
    return JmhSuite.rows().stream().filter(r -> r.id().equals(id)).findFirst().orElseThrow();
  }
}
