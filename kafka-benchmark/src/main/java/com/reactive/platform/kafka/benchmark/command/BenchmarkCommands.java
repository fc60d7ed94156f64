package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.cli.BenchCommands;
import com.reactive.platform.kafka.benchmark.AdaptiveRampBenchmark;
import com.reactive.platform.kafka.benchmark.AdaptiveVsBulkBenchmark;
import com.reactive.platform.kafka.benchmark.BatchSizeBenchmark;
import com.reactive.platform.kafka.benchmark.BulkSubmitBenchmark;
import com.reactive.platform.kafka.benchmark.CalibrationBenchmark;
import com.reactive.platform.kafka.benchmark.FinalComparisonBenchmark;
import com.reactive.platform.kafka.benchmark.GatewayStagesBenchmark;
import com.reactive.platform.kafka.benchmark.KafkaBaselineBenchmark;
import com.reactive.platform.kafka.benchmark.StripedBatcherBenchmark;
import java.util.List;

/** The benchmarks of {@code ./reactive bench}. */
public final class BenchmarkCommands implements BenchCommands {
  @Override
  public List<Class<?>> commands() {
    return List.of(
        BenchBrochureCommand.class,
        KafkaBaselineBenchmark.class,
        AdaptiveRampBenchmark.class,
        CalibrationBenchmark.class,
        FinalComparisonBenchmark.class,
        GatewayStagesBenchmark.class,
        StripedBatcherBenchmark.class,
        BulkSubmitBenchmark.class,
        AdaptiveVsBulkBenchmark.class,
        BatchSizeBenchmark.class,
        BenchJmhCommand.class,
        BenchFootprintCommand.class,
        BenchVsDebeziumCommand.class,
        BenchReadingCommand.class);
  }
}
