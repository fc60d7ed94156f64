package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.rig.Load;
import java.util.ArrayList;
import java.util.List;

/**
 * The order of the iterations. In each round every load is put on every target; the targets' order
 * is rotated from round to round and from load to load, so that what drifts hits all of them alike.
 */
final class IterationOrder {
  /** One of them. */
  record Next(int round, PlannedTarget target, Load load) {}

  private IterationOrder() {}

  static List<Next> of(Plan plan) {
    List<Next> order = new ArrayList<>();
    int targets = plan.targets().size();
    for (int round = 0; round < plan.rounds(); round++) {
      for (int load = 0; load < plan.loads().size(); load++) {
        for (int i = 0; i < targets; i++) {
          PlannedTarget target = plan.targets().get((i + round + load) % targets);
          Load put = plan.loads().get(load);
          if (plan.puts(put, target)) {
            order.add(new Next(round, target, target.fitted(put)));
          }
        }
      }
    }
    return order;
  }
}
