package com.reactive.platform.reliability.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.reliability.chaos.FaultSchedule.Planned;
import com.reactive.platform.reliability.fault.Fault;
import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.Faults;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void theSameSeedMakesTheSameFaults() {
    FaultSchedule one = FaultSchedule.random(42, HOUR, Faults.all());

    assertThat(FaultSchedule.random(42, HOUR, Faults.all())).isEqualTo(one);
    assertThat(FaultSchedule.random(43, HOUR, Faults.all())).isNotEqualTo(one);
    Map<Fault, Integer> counts = Map.of(Faults.named("leader-kill"), 9, Faults.named("resets"), 4);
    assertThat(FaultSchedule.counted(42, counts)).isEqualTo(FaultSchedule.counted(42, counts));
    assertThat(FaultSchedule.counted(43, counts)).isNotEqualTo(FaultSchedule.counted(42, counts));
  }

  @Test
  void anHourHasEveryFaultAndEndsInTime() {
    FaultSchedule schedule = FaultSchedule.random(1, HOUR, Faults.all());

    assertThat(schedule.planned())
        .extracting(Planned::fault)
        .containsAll(Faults.all())
        .hasSizeGreaterThan(3 * Faults.all().size());
    assertThat(schedule.planned()).isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
    for (Planned planned : schedule.planned()) {
      assertThat(planned.at().plus(planned.hold())).isLessThan(HOUR);
      assertThat(planned.hold()).isBetween(planned.fault().shortest(), planned.fault().longest());
    }
  }

  @Test
  void faultsOfAnAreaDoNotOverlap() {
    FaultSchedule schedule = FaultSchedule.random(3, HOUR, Faults.all());

    for (Area area : Area.values()) {
      List<Planned> planned = schedule.of(area);
      for (int i = 1; i < planned.size(); i++) {
        Planned before = planned.get(i - 1);
        assertThat(planned.get(i).at()).isGreaterThan(before.at().plus(before.hold()));
      }
    }
  }

  @Test
  void twoMinutesHaveFaultsOfAllAreasAndNoneThatTakesTooLong() {
    Duration run = Duration.ofMinutes(2);
    FaultSchedule schedule = FaultSchedule.random(1, run, Faults.all());

    assertThat(schedule.planned())
        .extracting(planned -> planned.fault().area())
        .contains(Area.values());
    assertThat(schedule.planned()).hasSizeGreaterThan(10);
    for (Planned planned : schedule.planned()) {
      assertThat(planned.hold()).isLessThanOrEqualTo(run.dividedBy(8));
    }
  }

  @Test
  void aChoiceIsKept() {
    Fault kill = Faults.named("leader-kill");

    assertThat(FaultSchedule.random(5, HOUR, List.of(kill)).planned())
        .isNotEmpty()
        .extracting(Planned::fault)
        .containsOnly(kill);
  }

  @Test
  void countsAreMetAndAreasSpreadTheirsOverTheSameTime() {
    Fault kill = Faults.named("leader-kill");
    Fault drop = Faults.named("dropped-acks");
    FaultSchedule schedule = FaultSchedule.counted(1, Map.of(kill, 100, drop, 50));

    assertThat(schedule.of(Area.KAFKA)).hasSize(100);
    assertThat(schedule.of(Area.NETWORK)).hasSize(50);
    Duration lastKill = schedule.of(Area.KAFKA).get(99).at();
    Duration lastDrop = schedule.of(Area.NETWORK).get(49).at();
    assertThat(lastDrop).isGreaterThan(lastKill.multipliedBy(9).dividedBy(10));
    assertThat(lastKill).isLessThan(Duration.ofMinutes(25));
  }
}
