package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.kafka.benchmark.RunFlags;
import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.brochure.RunRequest;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.testbed.Machine;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Flags of the commands that run brochures. */
final class BrochureOptions {
  private static final Path CALIBRATION_FILE =
      Path.of(System.getProperty("user.home"), ".reactive", "calibration.db");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private RunFlags flags;

  @Mixin private ReportsOption reports;

  @Option(names = "--quick", description = "Short form, with rough figures.")
  private boolean quick;

  @Option(names = "--goals", description = "Only what the goals are about: less than half an hour.")
  private boolean goals;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Measured seconds per iteration (default: the brochure's).")
  private String seconds;

  @Option(
      names = "--allow-dirty",
      description = "Write to `reports` in spite of uncommitted changes.")
  private boolean allowDirty;

  Path reportsDir() {
    return reports.path;
  }

  boolean isQuick() {
    return quick;
  }

  /** Refuses reports for all to see of sources that nobody else has; elsewhere they may go. */
  void refuseDirty() {
    refuseDirty(Machine.current());
  }

  void refuseDirty(Machine machine) {
    if (!allowDirty && reports.isDefault() && machine.isDirty()) {
      throw new ParameterException(
          spec.commandLine(),
          "uncommitted changes: the report could not be reproduced; commit them, or use"
              + " --allow-dirty, or another directory with --reports");
    }
  }

  /** Refuses what cannot be run, before anything runs. */
  void check() {
    flags.bootstrapServers();
    if (seconds != null) {
      flags.seconds(seconds);
    }
  }

  Plan plan(Brochure brochure) {
    Plan plan = goals && !quick ? brochure.goals() : brochure.plan(quick);
    return seconds == null ? plan : plan.withSeconds(flags.seconds(seconds));
  }

  BrochureResult run(Brochure brochure) throws Exception {
    return run(brochure, new PartOptions());
  }

  /** Runs a part of it, which writes reports only where it is told to. */
  BrochureResult run(Brochure brochure, PartOptions part) throws Exception {
    Optional<String> servers = flags.bootstrapServers();
    String command =
        "./reactive bench brochure run "
            + brochure.name()
            + (quick ? " --quick" : goals ? " --goals" : "")
            + (seconds == null ? "" : " --seconds " + seconds)
            + part.text()
            + servers.map(text -> " --bootstrap " + text).orElse("");
    Optional<Path> calibrationFile = quick ? Optional.empty() : Optional.of(CALIBRATION_FILE);
    RunRequest request =
        new RunRequest(command, quick, servers, calibrationFile, flags.kafkaTimeout());
    Optional<Path> written =
        part.isGiven() && reports.isDefault() ? Optional.empty() : Optional.of(reports.path);
    return flags.job(written).run(brochure, part.of(plan(brochure)), request);
  }
}
