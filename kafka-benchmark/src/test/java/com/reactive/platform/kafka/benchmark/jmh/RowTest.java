package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** The table of rows names its benchmarks and their parameters in strings. */
class RowTest {
  @Test
  void everyRowsBenchmarkIsKnownToJmh() throws IOException {
    String list;
    try (InputStream in = getClass().getResourceAsStream("/META-INF/BenchmarkList")) {
      list = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (Row row : Row.values()) {
      String name = row.fork().benchmark();
      String type = name.substring(0, name.lastIndexOf('.'));
      assertThat(list).as(row.id()).contains(type + " ");
    }
  }

  @Test
  void everyRowsParametersExistAndHaveThatValue() throws Exception {
    for (Row row : Row.values()) {
      String name = row.fork().benchmark();
      int dot = name.lastIndexOf('.');
      Class<?> type = Class.forName(name.substring(0, dot));
      Method method =
          Arrays.stream(type.getMethods())
              .filter(m -> m.getName().equals(name.substring(dot + 1)))
              .findFirst()
              .orElseThrow();
      assertThat(method.isAnnotationPresent(Benchmark.class)).as(row.id()).isTrue();
      for (var param : row.fork().params().entrySet()) {
        Param declared = type.getField(param.getKey()).getAnnotation(Param.class);
        assertThat(declared.value()).as(row.id()).contains(param.getValue());
      }
    }
  }

  @Test
  void idsAreDistinctAndEveryRunIsToldApart() {
    Set<String> ids = new HashSet<>();
    Set<String> shown = new HashSet<>();
    for (Row row : Row.values()) {
      assertThat(ids.add(row.id())).as(row.id()).isTrue();
      assertThat(shown.add(row.fork() + " " + row.metric())).as(row.id()).isTrue();
    }
  }

  @Test
  void onlyIdlenessIsMeasuredInItsOwnTime() {
    assertThat(Row.IDLE_JVM.fork().isIdle()).isTrue();
    assertThat(Row.FLOOR.fork().isIdle()).isFalse();
  }

  @Test
  void aForkIsNamedByItsClassMethodAndParameters() {
    assertThat(Row.DELIVERED_HANDLE_2.fork())
        .hasToString("DeliveredBenchmark.messages{entry=handle, writers=2}");
    assertThat(Row.FLOOR.fork()).hasToString("FloorBenchmark.copy");
    assertThat("x.FloorBenchmark.copy").doesNotMatch(Row.FLOOR.fork().include());
    assertThat(FloorBenchmark.class.getName() + ".copy").matches(Row.FLOOR.fork().include());
  }
}
