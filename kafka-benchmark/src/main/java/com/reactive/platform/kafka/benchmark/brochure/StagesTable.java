package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.List;

/** Where the gateway's time went, stage by stage. */
final class StagesTable {
  private StagesTable() {}

  static List<Table> of(Plan plan, OpenTargets targets) {
    return List.of();
  }
}
