package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriterTeamTest {
  @Test
  void writersWorkAtTheSameTimeAndKeepTheirThreads() {
    try (WriterTeam team = new WriterTeam(3)) {
      CyclicBarrier all = new CyclicBarrier(3);
      Map<Integer, Thread> threads = new ConcurrentHashMap<>();
      WriterTeam.Work work =
          writer -> {
            meet(all);
            Thread before = threads.put(writer, Thread.currentThread());
            assertThat(before).isIn(null, Thread.currentThread());
          };

      assertThat(team.run(work)).hasSize(3).doesNotContain(0);
      team.run(work);
      assertThat(threads).containsEntry(0, Thread.currentThread()).hasSize(3);
      assertThat(threads.values()).doesNotHaveDuplicates();
    }
  }

  @Test
  void whatAWriterThrowsIsThrown() {
    try (WriterTeam team = new WriterTeam(2)) {
      WrongDeliveryException wrong = new WrongDeliveryException("lost");
      assertThatThrownBy(() -> team.run(writer -> throwIf(writer == 1, wrong))).isSameAs(wrong);
      assertThatThrownBy(() -> team.run(writer -> throwIf(writer == 0, wrong))).isSameAs(wrong);
      IllegalArgumentException other = new IllegalArgumentException("other");
      assertThatThrownBy(() -> team.run(writer -> throwIf(writer == 1, other))).hasCause(other);
    }
  }

  @Test
  void equalWritersHaveHalfEach() {
    WriterTimes times = new WriterTimes();
    times.add(new long[] {30, 10});
    times.add(new long[] {50, 50});
    assertThat(times.quickestNanos).isEqualTo(60);
    assertThat(times.bothNanos).isEqualTo(140);
  }

  private static void throwIf(boolean condition, RuntimeException exception) {
    if (condition) {
      throw exception;
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
