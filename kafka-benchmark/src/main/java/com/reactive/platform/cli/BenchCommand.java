package com.reactive.platform.cli;

import com.reactive.platform.kafka.benchmark.AdaptiveRampBenchmark;
import com.reactive.platform.kafka.benchmark.CalibrationBenchmark;
import com.reactive.platform.kafka.benchmark.FinalComparisonBenchmark;
import com.reactive.platform.kafka.benchmark.GatewayStagesBenchmark;
import com.reactive.platform.kafka.benchmark.KafkaBaselineBenchmark;
import picocli.CommandLine.Command;

@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Measure, verify in Kafka, and compare with what is to be reached.",
    subcommands = {
      BenchBrochureCommand.class,
      KafkaBaselineBenchmark.class,
      AdaptiveRampBenchmark.class,
      CalibrationBenchmark.class,
      FinalComparisonBenchmark.class,
      GatewayStagesBenchmark.class,
      BenchJmhCommand.class
    })
final class BenchCommand {}
