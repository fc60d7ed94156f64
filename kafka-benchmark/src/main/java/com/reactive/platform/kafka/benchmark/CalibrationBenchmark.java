package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.CalibrationStatusTable;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.brochure.RunRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Finds and shows the best limits of each pressure level. */
@Command(
    name = "calibration",
    mixinStandardHelpOptions = true,
    description = {
      "Find the best N and T of the chosen pressure levels, or show those already learned.",
      "Brochure calibration-buckets. Exit code 1 if a message was lost, duplicated or phantom. A level"
          + " whose load this machine cannot sustain is reported, but not calibrated."
    },
    footer = {"", "Example: ./reactive bench calibration --status"})
public final class CalibrationBenchmark extends BenchmarkCommand {
  private static final Path USUAL_FILE =
      Path.of(System.getProperty("user.home"), ".reactive", "calibration.db");

  @Spec private CommandSpec spec;

  @Option(
      names = "--status",
      description = "Only show the calibration file, with all its environments; run nothing.")
  private boolean status;

  @Option(names = "--all", description = "All ten levels.")
  private boolean all;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Runs per level; every other run may try other limits (default: 5).")
  private Integer rounds;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description = "Measured seconds per run (default: 10).")
  private String duration;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Calibration file (default: ~/.reactive/calibration.db).")
  private Path file = USUAL_FILE;

  @Parameters(
      paramLabel = "ARG",
      description = "[HOST:PORT] LEVEL...: the levels, such as L7_HIGH or L7; or --all.")
  private List<String> args = new ArrayList<>();

  /** The arguments of a command line. */
  record Request(Optional<String> bootstrapServers, List<String> levels) {}

  public static void main(String[] args) {
    BenchmarkMain.run(new CalibrationBenchmark(), args);
  }

  @Override
  public Integer call() throws Exception {
    Request request = request();
    if (status) {
      spec.commandLine().getOut().print(CalibrationStatusTable.render(file));
      spec.commandLine().getOut().flush();
      return 0;
    }
    Brochure brochure = ofProject("calibration-buckets");
    Plan plan = plan(brochure, request);
    boolean isQuick = plan.seconds() < brochure.full().seconds();
    return run(
        brochure,
        plan,
        new RunRequest(
            command(request),
            isQuick,
            request.bootstrapServers,
            Optional.of(file.toAbsolutePath()),
            flags.kafkaTimeout()));
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
      throw flags.usage("name levels, such as L5_BALANCED, or use --all or --status");
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

  /** The command that repeats this run. */
  String command(Request request) {
    return "./reactive bench calibration "
        + request.bootstrapServers.map(text -> text + " ").orElse("")
        + String.join(" ", request.levels)
        + (rounds == null ? "" : " --rounds " + rounds)
        + (duration == null ? "" : " --duration " + duration)
        + (file.equals(USUAL_FILE) ? "" : " --file " + file);
  }
}
