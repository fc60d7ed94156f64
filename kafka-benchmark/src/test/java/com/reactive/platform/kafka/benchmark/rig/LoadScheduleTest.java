package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadScheduleTest {
  private static final long START = -500; // nanoTime may be negative

  @Test
  void lanesTogetherSendInEvenSteps() {
    Load load = open(3, 6_000);
    List<Long> due = new ArrayList<>();
    for (int lane = 0; lane < 3; lane++) {
      for (int send = 0; send < 10; send++) {
        due.add(LoadSchedule.of(load, lane, 2, START).dueNanos(send));
      }
    }
    Collections.sort(due);
    for (int i = 0; i < due.size(); i++) {
      assertThat(due.get(i)).isCloseTo(START + i * 333_333L, within(20));
    }
  }

  @Test
  void whatIsDueWhileItIsMeasuredIsTheRateByTheTime() {
    Load load = open(2, 1_000);
    long due = 0;
    for (int lane = 0; lane < 2; lane++) {
      due += LoadSchedule.of(load, lane, 1, START).dueWhileMeasured();
    }
    assertThat(due).isEqualTo(4_000);
    assertThat(LoadSchedule.of(open(1, 0.1), 0, 1, START).dueWhileMeasured()).isZero();
  }

  @Test
  void aLongRunDoesNotDrift() {
    LoadSchedule schedule = LoadSchedule.of(open(1, 3_000_000), 0, 1, 0);
    assertThat(schedule.dueNanos(3_000_000L * 3_600)).isCloseTo(3_600_000_000_000L, within(1_000));
  }

  private static Load open(int lanes, double rate) {
    return new Load("l", LoadKind.OPEN, lanes, lanes, rate, 1, 4, 24, Payload.RANDOM);
  }

  private static org.assertj.core.data.Offset<Long> within(long nanos) {
    return org.assertj.core.data.Offset.offset(nanos);
  }
}
