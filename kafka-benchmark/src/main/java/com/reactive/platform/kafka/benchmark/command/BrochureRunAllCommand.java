package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.kafka.benchmark.brochure.AllTargets;
import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Brochures;
import com.reactive.platform.kafka.benchmark.report.ConsoleTable;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "run-all",
    mixinStandardHelpOptions = true,
    description = {
      "Run all brochures in turn and write their reports.",
      "A failure does not stop the others. Exit code 1 if one failed."
    },
    footer = {"", "Example: ./reactive bench brochure run-all --quick"})
final class BrochureRunAllCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private BrochureOptions options;

  private final List<List<String>> rows = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    options.check();
    boolean passed = true;
    List<Brochure> brochures = Brochures.ofProject(AllTargets.known()).readAll();
    options.refuseDirty();
    for (Brochure brochure : brochures) {
      passed &= run(brochure);
    }
    Table table =
        new Table("All brochures", List.of("Brochure", "Verdict", "Why", "Seconds"), rows, "");
    spec.commandLine().getErr().print("\n" + ConsoleTable.table(table, 3));
    spec.commandLine().getErr().flush();
    return passed ? 0 : 1;
  }

  /** Returns whether it passed. One that could not even run is a failure too. */
  private boolean run(Brochure brochure) throws Exception {
    try {
      BrochureResult result = options.run(brochure);
      String why = result.reasons().isEmpty() ? "" : result.reasons().get(0);
      String seconds = String.format(Locale.ROOT, "%.0f", result.seconds());
      rows.add(List.of(brochure.name(), result.verdict().name(), why, seconds));
      return result.verdict() == Verdict.PASS;
    } catch (IOException | RuntimeException e) {
      spec.commandLine().getErr().println("error: " + brochure.name() + ": " + e);
      rows.add(List.of(brochure.name(), "ERROR", String.valueOf(e.getMessage()), ""));
      return false;
    }
  }
}
