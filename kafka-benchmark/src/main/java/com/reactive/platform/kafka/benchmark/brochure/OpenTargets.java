package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.rig.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The targets of a plan, all of them open. Closed in the reverse order. */
final class OpenTargets implements AutoCloseable {
  private final Map<String, Target> targets = new LinkedHashMap<>();

  private OpenTargets() {}

  static OpenTargets open(Bench bench, List<PlannedTarget> planned)
      throws IOException, InterruptedException {
    OpenTargets open = new OpenTargets();
    try {
      for (PlannedTarget target : planned) {
        open.targets.put(target.name(), bench.open(target));
      }
      return open;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      open.close();
      throw e;
    }
  }

  Target of(PlannedTarget target) {
    return targets.get(target.name());
  }

  /** One that cannot be closed does not keep the others open. */
  @Override
  public void close() {
    RuntimeException fault = null;
    List<Target> reverse = new ArrayList<>(targets.values());
    Collections.reverse(reverse);
    for (Target target : reverse) {
      try {
        target.close();
      } catch (RuntimeException e) {
        if (fault == null) {
          fault = e;
        } else {
          fault.addSuppressed(e);
        }
      }
    }
    if (fault != null) {
      throw fault;
    }
  }
}
