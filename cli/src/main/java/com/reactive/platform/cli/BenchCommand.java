package com.reactive.platform.cli;

import com.reactive.platform.kafka.benchmark.AdaptiveRampBenchmark;
import com.reactive.platform.kafka.benchmark.AdaptiveVsBulkBenchmark;
import com.reactive.platform.kafka.benchmark.BulkSubmitBenchmark;
import com.reactive.platform.kafka.benchmark.CalibrationBenchmark;
import com.reactive.platform.kafka.benchmark.FinalComparisonBenchmark;
import com.reactive.platform.kafka.benchmark.GatewayStagesBenchmark;
import com.reactive.platform.kafka.benchmark.KafkaBaselineBenchmark;
import com.reactive.platform.kafka.benchmark.QuickBatchTest;
import com.reactive.platform.kafka.benchmark.StripedBatcherBenchmark;
import com.reactive.platform.kafka.benchmark.command.BenchBrochureCommand;
import com.reactive.platform.kafka.benchmark.command.BenchFootprintCommand;
import com.reactive.platform.kafka.benchmark.command.BenchJmhCommand;
import com.reactive.platform.reliability.command.BenchChaosCommand;
import com.reactive.platform.reliability.command.BenchCrashCommand;
import com.reactive.platform.reliability.command.BenchMutateCommand;
import com.reactive.platform.reliability.command.BenchOracleCommand;
import com.reactive.platform.reliability.command.BenchOverloadCommand;
import com.reactive.platform.reliability.command.BenchSlowBodiesCommand;
import com.reactive.platform.reliability.command.BenchSlowClientsCommand;
import picocli.CommandLine.Command;

@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Measure, verify in Kafka, and compare with goals.",
    subcommands = {
      BenchBrochureCommand.class,
      KafkaBaselineBenchmark.class,
      AdaptiveRampBenchmark.class,
      CalibrationBenchmark.class,
      FinalComparisonBenchmark.class,
      GatewayStagesBenchmark.class,
      StripedBatcherBenchmark.class,
      BulkSubmitBenchmark.class,
      AdaptiveVsBulkBenchmark.class,
      QuickBatchTest.class,
      BenchJmhCommand.class,
      BenchFootprintCommand.class,
      BenchMutateCommand.class,
      BenchOracleCommand.class,
      BenchCrashCommand.class,
      BenchChaosCommand.class,
      BenchOverloadCommand.class,
      BenchSlowClientsCommand.class,
      BenchSlowBodiesCommand.class
    },
    footer = {"", "Example: ./reactive bench baseline --smoke"})
final class BenchCommand {}
