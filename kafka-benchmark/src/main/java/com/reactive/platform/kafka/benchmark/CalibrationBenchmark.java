package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.gateway.microbatch.PressureLevel;
import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.CalibrationStatusTable;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.brochure.RunRequest;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Finds and shows the best limits of each pressure level. */
@Command(
    name = "calibration",
    mixinStandardHelpOptions = true,
    description = {
      "Find the best limits of the chosen pressure levels, or show what is known of all of them.",
      "Brochure calibration-buckets; exit 1 if a message was lost, duplicated or invented. A level"
          + " whose load this machine cannot bear is named, and not calibrated."
    })
public final class CalibrationBenchmark implements Callable<Integer> {
  private static final Path USUAL_FILE =
      Path.of(System.getProperty("user.home"), ".reactive", "calibration.db");

  @Spec private CommandSpec spec;

  @Mixin private RunFlags flags;

  @Option(names = "--status", description = "Only show what is known; nothing runs.")
  private boolean status;

  @Option(names = "--all", description = "All ten levels.")
  private boolean all;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Runs of each level; every other one may try other limits (default: 5).")
  private Integer rounds;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description = "Measured time of each run, seconds (default: 10).")
  private String duration;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Where it is kept (default: ~/.reactive/calibration.db).")
  private Path file = USUAL_FILE;

  @Option(
      names = "--reports",
      paramLabel = "DIR",
      description = "Also write reports there (default: none).")
  private Path reports;

  @Parameters(
      paramLabel = "ARG",
      description = "[HOST:PORT] LEVEL...: the levels, such as L7_HIGH or L7; or --all.")
  private List<String> args = new ArrayList<>();

  /** What a command line asks for. */
  record Request(Optional<String> bootstrapServers, List<String> levels) {}

  public static void main(String[] args) {
    BenchmarkMain.run(new CalibrationBenchmark(), args);
  }

  @Override
  public Integer call() throws Exception {
    Request request = request();
    if (status) {
      spec.commandLine()
          .getOut()
          .print(CalibrationStatusTable.render(file, request.bootstrapServers));
      spec.commandLine().getOut().flush();
      return 0;
    }
    Brochure brochure = TimedBenchmark.ofProject("calibration-buckets");
    RunRequest run =
        new RunRequest(
            command(request), false, request.bootstrapServers, Optional.of(file.toAbsolutePath()));
    return flags
                .job(Optional.ofNullable(reports))
                .run(brochure, plan(brochure, request), run)
                .verdict()
            == Verdict.PASS
        ? 0
        : 1;
  }

  /** Reads the arguments; what cannot be run is wrong usage. */
  Request request() throws IOException {
    List<String> levels = new ArrayList<>();
    String bootstrap = null;
    for (String arg : args) {
      if (RunFlags.isBootstrap(arg) && bootstrap == null) {
        bootstrap = arg;
      } else {
        levels.add(level(arg));
      }
    }
    if (all && !levels.isEmpty()) {
      throw flags.usage("--all takes no levels, not " + levels);
    }
    if (all) {
      Arrays.stream(PressureLevel.values()).map(Enum::name).forEach(levels::add);
    }
    if (levels.isEmpty() && !status) {
      throw flags.usage("name levels, such as L5_BALANCED, or give --all or --status");
    }
    if (rounds != null && (rounds < 1 || rounds > 1_000)) {
      throw flags.usage("--rounds must be from 1 to 1000, not " + rounds);
    }
    if (duration != null) {
      flags.seconds(duration);
    }
    return new Request(flags.bootstrapServers(bootstrap), levels);
  }

  private Plan plan(Brochure brochure, Request request) {
    Plan plan = brochure.full().withLoads(request.levels);
    plan = rounds == null ? plan : plan.withRounds(rounds);
    return duration == null ? plan : plan.withSeconds(flags.seconds(duration));
  }

  private String level(String text) {
    for (PressureLevel level : PressureLevel.values()) {
      String number = level.name().substring(0, level.name().indexOf('_'));
      if (text.equalsIgnoreCase(level.name()) || text.equalsIgnoreCase(number)) {
        return level.name();
      }
    }
    throw flags.usage(
        "a level must be one of %s, not '%s'"
            .formatted(Arrays.toString(PressureLevel.values()), text));
  }

  private String command(Request request) {
    return "./reactive bench calibration "
        + request.bootstrapServers.map(text -> text + " ").orElse("")
        + String.join(" ", request.levels)
        + (rounds == null ? "" : " --rounds " + rounds)
        + (duration == null ? "" : " --duration " + duration);
  }
}
