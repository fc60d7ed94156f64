package com.reactive.platform.kafka.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.KafkaBaselineBenchmark.Mode;
import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The command lines that people know, and those that are wrong. Nothing runs here. */
class MainsTest {
  private static final List<Supplier<Callable<Integer>>> MAINS =
      List.of(
          KafkaBaselineBenchmark::new,
          AdaptiveRampBenchmark::new,
          AdaptiveVsBulkBenchmark::new,
          CalibrationBenchmark::new,
          BatchSizeBenchmark::new,
          StripedBatcherBenchmark::new,
          BulkSubmitBenchmark::new,
          FinalComparisonBenchmark::new,
          GatewayStagesBenchmark::new);

  static Stream<Callable<Integer>> mains() {
    return MAINS.stream().map(Supplier::get);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          KafkaBaselineBenchmark   | ''                             | give --smoke, --quick or --thorough, or
          KafkaBaselineBenchmark   | BULK                           | give --smoke, --quick or --thorough, or
          KafkaBaselineBenchmark   | HUGE 30                        | MODE must be NAIVE, BULK, MEGA or ALL, not 'HUGE'
          KafkaBaselineBenchmark   | BULK soon                      | SECONDS must be a number from 0.1 to 86400, not 'soon'
          KafkaBaselineBenchmark   | BULK 0                         | SECONDS must be a number
          KafkaBaselineBenchmark   | BULK 30 kafka                  | Kafka must be HOST:PORT
          KafkaBaselineBenchmark   | BULK 30 kafka:x                | Kafka must be HOST:PORT
          KafkaBaselineBenchmark   | BULK 30 k:9092 dir 2           | ACKS must be 0, 1 or all, not '2'
          KafkaBaselineBenchmark   | BULK 30 k:9092 dir 1 more      | at most MODE SECONDS HOST:PORT DIR ACKS are allowed, not also 'more'
          KafkaBaselineBenchmark   | BULK 30 k:9092 --bootstrap l:1 | HOST:PORT is given twice
          KafkaBaselineBenchmark   | --smoke --quick                | mutually exclusive
          KafkaBaselineBenchmark   | --smoke BULK 30                | a preset takes only HOST:PORT, not also '30'
          KafkaBaselineBenchmark   | --smoke --payload zeros        | --payload must be random or constant, not 'zeros'
          KafkaBaselineBenchmark   | --smoke --message-bytes 8      | --message-bytes must be from 24 to 1024, not 8
          KafkaBaselineBenchmark   | --smok                         | Unknown option: '--smok'
          AdaptiveRampBenchmark    | --ramp-quick --ramp-full       | mutually exclusive
          AdaptiveRampBenchmark    | nonsense                       | Kafka must be HOST:PORT
          AdaptiveRampBenchmark    | k:9092 l:9092                  | Unmatched argument
          AdaptiveVsBulkBenchmark  | soon                           | SECONDS must be a number
          AdaptiveVsBulkBenchmark  | 30 k:9092 more                 | at most SECONDS and HOST:PORT are allowed, not also 'more'
          BatchSizeBenchmark       | k:9092 30                      | at most SECONDS and HOST:PORT are allowed, not also '30'
          AdaptiveVsBulkBenchmark  | 30 --payload zeros             | --payload must be random or constant, not 'zeros'
          AdaptiveRampBenchmark    | --payload zeros                | --payload must be random or constant, not 'zeros'
          CalibrationBenchmark     | ''                             | name levels, such as L5_BALANCED, or use --all or --status
          CalibrationBenchmark     | L11                            | a level must be one of [L1_REALTIME
          CalibrationBenchmark     | L5 --all                       | --all takes no levels, not [L5_BALANCED]
          CalibrationBenchmark     | --all --rounds 0               | --rounds must be from 1 to 1000, not 0
          CalibrationBenchmark     | --all --duration -1            | SECONDS must be a number
          """)
  void wrongUsageIsExitTwoAndOneSentence(String main, String args, String sentence) {
    Callable<Integer> command =
        mains().filter(m -> m.getClass().getSimpleName().equals(main)).findFirst().orElseThrow();
    StringWriter err = new StringWriter();

    int code = line(command, err).execute(args.isBlank() ? new String[0] : args.strip().split(" "));

    assertThat(err.toString()).contains(sentence);
    assertThat(code).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("mains")
  void helpIsExitZero(Callable<Integer> main) {
    StringWriter out = new StringWriter();

    int code = line(main, new StringWriter()).setOut(new PrintWriter(out)).execute("--help");

    assertThat(code).isZero();
    assertThat(out.toString()).contains("Usage: " + main.getClass().getSimpleName());
  }

  @Test
  void theBaselinesPresetsLastAsLongAsTheySay() {
    assertThat(loadSeconds(baseline("--smoke"))).isLessThan(5);
    assertThat(loadSeconds(baseline("--quick", "localhost:9092"))).isEqualTo(15);
    assertThat(loadSeconds(baseline("--thorough"))).isEqualTo(300);
    assertThat(baseline("--quick", "localhost:9092").bootstrapServers()).contains("localhost:9092");
    assertThat(baseline("--smoke").acks()).isEqualTo("1");
    assertThat(baseline("--smoke").reports()).isEmpty();
  }

  @Test
  void theBaselineTakesTheWordsOfTheSeeds() {
    KafkaBaselineBenchmark.Request request =
        baseline("BULK", "30", "localhost:9092", "reports/kafka-baseline", "all");

    assertThat(request.modes()).containsExactly(Mode.BULK);
    assertThat(request.seconds()).isEqualTo(30);
    assertThat(request.bootstrapServers()).contains("localhost:9092");
    assertThat(request.reports()).contains(Path.of("reports/kafka-baseline"));
    assertThat(request.acks()).isEqualTo("all");

    assertThat(baseline("ALL", "5").modes()).containsExactly(Mode.NAIVE, Mode.BULK, Mode.MEGA);
    assertThat(baseline("mega", "5", "embedded", "dir").bootstrapServers()).isEmpty();
  }

  @Test
  void calibrationTakesLevelsBesideKafka() throws IOException {
    CalibrationBenchmark main = new CalibrationBenchmark();
    line(main, new StringWriter())
        .parseArgs("localhost:9092 L9_EXTREME l7 L10_MAX --rounds 5 --duration 30".split(" "));

    assertThat(main.request().bootstrapServers()).contains("localhost:9092");
    assertThat(main.request().levels()).containsExactly("L9_EXTREME", "L7_HIGH", "L10_MAX");
  }

  @Test
  void theCommandOfAReportRepeatsTheRun() throws IOException {
    AdaptiveVsBulkBenchmark vsBulk = new AdaptiveVsBulkBenchmark();
    line(vsBulk, new StringWriter())
        .parseArgs("30 --bootstrap k:9092 --payload constant".split(" "));
    CalibrationBenchmark calibration = new CalibrationBenchmark();
    line(calibration, new StringWriter())
        .parseArgs("l7 --rounds 3 --bootstrap k:9092 --file other.db".split(" "));

    assertThat(vsBulk.command(vsBulk.request()))
        .isEqualTo("./reactive bench vs-bulk 30 k:9092 --payload constant");
    assertThat(calibration.command(calibration.request()))
        .isEqualTo("./reactive bench calibration k:9092 L7_HIGH --rounds 3 --file other.db");
  }

  @Test
  void aPartOfABrochureHasReportsOfItsOwn() throws IOException {
    assertThat(new StripedBatcherBenchmark().brochure().name()).isEqualTo("striped-batcher");
    assertThat(new BulkSubmitBenchmark().brochure().name()).isEqualTo("bulk-submit");
  }

  @Test
  void whatFailedIsExitOne() {
    assertThat(BenchmarkCommand.exitCode(Verdict.PASS)).isZero();
    assertThat(BenchmarkCommand.exitCode(Verdict.FAIL)).isEqualTo(1);
  }

  @Test
  void aPartOfABrochureHasTheTargetsThatItNames() throws IOException {
    for (TimedBenchmark main :
        List.of(
            new StripedBatcherBenchmark(),
            new BulkSubmitBenchmark(),
            new FinalComparisonBenchmark(),
            new AdaptiveVsBulkBenchmark(),
            new BatchSizeBenchmark())) {
      Brochure brochure = main.brochure();

      assertThat(main.part(brochure.full()).targets()).hasSizeGreaterThanOrEqualTo(3);
      assertThat(main.part(brochure.quick()).targets())
          .hasSameSizeAs(main.part(brochure.full()).targets());
    }
  }

  private static KafkaBaselineBenchmark.Request baseline(String... args) {
    KafkaBaselineBenchmark main = new KafkaBaselineBenchmark();
    line(main, new StringWriter()).parseArgs(args);
    return main.request();
  }

  private static double loadSeconds(KafkaBaselineBenchmark.Request request) {
    return request.modes().size() * (request.warmupSeconds() + request.seconds());
  }

  private static CommandLine line(Callable<Integer> main, StringWriter err) {
    return BenchmarkMain.commandLine(main)
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(err, true));
  }
}
