package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Where the figures come from that are asked for when somebody looks. Each is called from threads
 * of telemetry, a few times a minute or more often, and must be quick.
 *
 * @param lanes the batchers, by the names of their lanes
 * @param kafkaState one of {@code kafkaStates}
 * @param certificates when certificates in use end, by what they are for; empty without TLS
 */
public record TelemetrySources(
    String version,
    Supplier<Ledger.Snapshot> ledger,
    Supplier<Map<String, Lane>> lanes,
    List<String> kafkaStates,
    Supplier<String> kafkaState,
    IntSupplier connections,
    BooleanSupplier ready,
    Supplier<Map<String, Instant>> certificates) {

  public TelemetrySources {
    kafkaStates = List.copyOf(kafkaStates);
  }

  /**
   * One batcher.
   *
   * @param level the pressure level, 1 to 10; 0 if its limits are fixed
   */
  public record Lane(BatcherStats stats, int level) {}
}
