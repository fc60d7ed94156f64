package com.reactive.platform.gateway.admin.view;

import com.reactive.platform.gateway.http.HttpLoad;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Rates;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.sink.SinkTraffic;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.telemetry.LatencyBreakdown;
import com.reactive.platform.gateway.telemetry.SourceStats;
import com.reactive.platform.gateway.telemetry.SpoolStats;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The gateway at one moment, for {@code /status} and the live page.
 *
 * @param batcher all pipelines together
 * @param busiest the pipeline that sent most
 * @param notReady why each stream takes no events in, by its name; empty for one that does
 * @param maxConnections that may be open at the same time
 */
public record Status(
    String version,
    long uptimeSeconds,
    boolean ready,
    boolean draining,
    String kafkaState,
    String kafkaDetail,
    String bootstrapServers,
    List<StreamRuntime> streams,
    Map<String, String> notReady,
    List<? extends TopicStatus> topics,
    SinkTraffic traffic,
    int connections,
    int http2Connections,
    Ledger.Snapshot ledger,
    Rates rates,
    BatcherStats batcher,
    PipelineStatus busiest,
    List<PipelineStatus> pipelines,
    HttpLoad load,
    Limits.Seen limits,
    int maxConnections,
    Health health,
    Performance performance,
    Optional<LatencyBreakdown> stages,
    Map<String, SpoolStats> spools,
    Map<String, SourceStats> sources) {
  private static final List<PressureLevel> LEVELS = List.of(PressureLevel.values());

  /** The pressure level of the busiest pipeline; none if its limits are fixed. */
  Optional<PressureLevel> level() {
    return busiest.level();
  }

  /** The same as a number from 1; 0 if the limits are fixed. */
  int levelNumber() {
    return level().map(level -> LEVELS.indexOf(level) + 1).orElse(0);
  }
}
