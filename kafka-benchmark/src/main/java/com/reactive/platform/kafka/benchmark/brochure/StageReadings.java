package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.subject.http.GatewayTarget;
import com.reactive.platform.kafka.benchmark.subject.http.StageTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stage times turn by turn, so that neither the initial warm-up nor other loads are in them. A
 * gateway that cannot be asked is a reason, and costs its tables only.
 */
final class StageReadings {
  /** A gateway, as far as its stage times go. */
  interface Source {
    void reset() throws IOException, InterruptedException;

    List<StageTime> read() throws IOException;
  }

  private record Pair(String target, String load) {}

  private final Map<Pair, List<StageTime>> last = new HashMap<>();
  private final Map<String, String> faults = new LinkedHashMap<>();

  /** Null for a target that has no stages. */
  static Source of(Target target) {
    if (!(target instanceof GatewayTarget gateway)) {
      return null;
    }
    return new Source() {
      @Override
      public void reset() throws IOException, InterruptedException {
        gateway.resetStages();
      }

      @Override
      public List<StageTime> read() throws IOException {
        return gateway.stages();
      }
    };
  }

  /** Before a turn. */
  void begin(String target, Source source) throws InterruptedException {
    if (source == null || faults.containsKey(target)) {
      return;
    }
    try {
      source.reset();
    } catch (IOException e) {
      note(target, e);
    }
  }

  /** After a turn; takes the place of what an earlier round showed. */
  void end(String target, String load, Source source) {
    if (source == null || faults.containsKey(target)) {
      return;
    }
    try {
      last.put(new Pair(target, load), source.read());
    } catch (IOException e) {
      note(target, e);
    }
  }

  /** One for each gateway that measured its stages, and each load. */
  List<Table> tables(Plan plan) {
    List<Table> tables = new ArrayList<>();
    for (PlannedTarget target : plan.targets()) {
      plan.loads()
          .forEach(
              load -> {
                List<StageTime> stages =
                    last.getOrDefault(new Pair(target.name(), load.name()), List.of());
                if (!stages.isEmpty()) {
                  tables.add(StagesTable.table(target.name(), load.name(), stages));
                }
              });
    }
    return tables;
  }

  /** Why some of it is missing. */
  List<String> reasons() {
    return List.copyOf(faults.values());
  }

  private void note(String target, IOException e) {
    faults.put(target, "the stage times of " + target + " could not be read: " + e.getMessage());
  }
}
