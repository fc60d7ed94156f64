package com.reactive.platform.cli;

import com.reactive.platform.gateway.microbatch.adaptive.store.CalibrationArchive;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "reset",
    mixinStandardHelpOptions = true,
    description = {
      "Forget what was learned: of one key, of one pressure level, or all with --yes.",
      "The levels start again from their initial limits. Events are not affected."
    },
    footer = {"", "Example: ./reactive calibration reset --level L4_MODERATE"})
final class CalibrationResetCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private CalibrationFileOption file;

  @Mixin private CalibrationSelection selection;

  @Option(names = "--yes", description = "Reset all keys and levels.")
  private boolean yes;

  @Override
  public Integer call() throws IOException {
    if (selection.isAll() && !yes) {
      throw new ParameterException(
          spec.commandLine(), "choose with --key or --level, or reset all with --yes");
    }
    CalibrationArchive archive = file.archive();
    int forgotten = archive.reset(selection::matches).size();
    spec.commandLine()
        .getOut()
        .printf(
            "%s of %s%n",
            forgotten == 0 ? "nothing matched: no levels reset" : forgotten + " levels reset",
            archive.path());
    spec.commandLine().getOut().flush();
    return 0;
  }
}
