package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.PlannedTarget;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Measures the effect of the size of batches. */
@Command(
    name = "batch-sizes",
    mixinStandardHelpOptions = true,
    description = {
      "Measure StripedBatcher with batches of 16 KiB, 128 KiB and 1 MiB, 2 s each.",
      "Exit code 1 if a message was lost, duplicated or phantom."
    },
    footer = {"", "Example: ./reactive bench batch-sizes"})
public final class BatchSizeBenchmark extends TimedBenchmark {
  private static final int MESSAGE_BYTES = 128;

  public static void main(String[] args) {
    BenchmarkMain.run(new BatchSizeBenchmark(), args);
  }

  @Override
  Brochure brochure() {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    sizes.put("16 KiB", 16 << 10);
    sizes.put("128 KiB", 128 << 10);
    sizes.put("1 MiB", 1 << 20);
    List<PlannedTarget> targets = new ArrayList<>();
    sizes.forEach(
        (label, bytes) ->
            targets.add(
                new PlannedTarget(
                    new TargetSpec(
                        "batches of " + label,
                        "striped",
                        Map.of("acks", "1", "flush-bytes", bytes.toString())),
                    Role.SUBJECT)));
    return BuiltIn.brochure(
        "quick-batch-test",
        "Batches of three sizes, acks=1",
        "StripedBatcher, flat out, with batches of three sizes, each packed into one record.",
        BuiltIn.flatOut(targets, MESSAGE_BYTES, Payload.RANDOM, 0.5, 2));
  }
}
