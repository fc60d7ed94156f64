package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.http.StageTime;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StageReadingsTest {
  private final StageReadings readings = new StageReadings();

  @Test
  void eachLoadHasATableOfItsLastTurn() throws InterruptedException {
    Gateway gateway = new Gateway();
    for (String load : List.of("first", "second", "first")) {
      gateway.events += 1_000; // the initial warm-up, which must not be in any table
      readings.begin("g", gateway);
      gateway.events += load.equals("first") ? 7 : 9;
      readings.end("g", load, gateway);
    }

    List<Table> tables = readings.tables(plan("g"));

    assertThat(tables)
        .extracting(Table::title)
        .containsExactly("Time per stage: g, first", "Time per stage: g, second");
    assertThat(tables.get(0).note()).startsWith("Of 7.00 events");
    assertThat(tables.get(1).note()).startsWith("Of 9.00 events");
    assertThat(readings.reasons()).isEmpty();
  }

  @Test
  void aGatewayThatDiesLeavesWhatTheOthersShowed() throws InterruptedException {
    Gateway well = new Gateway();
    Gateway mortal = new Gateway();
    for (String load : List.of("first", "second")) {
      readings.begin("well", well);
      well.events = 5;
      readings.end("well", load, well);
      readings.begin("mortal", mortal);
      mortal.dead = true;
      readings.end("mortal", load, mortal);
    }

    assertThat(readings.tables(plan("well", "mortal"))).hasSize(2);
    assertThat(readings.reasons())
        .containsExactly("the stage times of mortal could not be read: it is dead");
  }

  private static Plan plan(String... targets) {
    return new Plan(
        Arrays.stream(targets)
            .map(name -> new PlannedTarget(new TargetSpec(name, "gateway", Map.of()), Role.SUBJECT))
            .toList(),
        List.of(load("first"), load("second")),
        1,
        0);
  }

  private static Load load(String name) {
    return new Load(name, LoadKind.CLOSED, 1, 1, 0, 0, 1, 200, Payload.RANDOM);
  }

  private static final class Gateway implements StageReadings.Source {
    private long events;
    private boolean dead;

    @Override
    public void reset() throws IOException {
      requireAlive();
      events = 0;
    }

    @Override
    public List<StageTime> read() throws IOException {
      requireAlive();
      return List.of(new StageTime("total", events, 5, 4, 9));
    }

    private void requireAlive() throws IOException {
      if (dead) {
        throw new IOException("it is dead");
      }
    }
  }
}
