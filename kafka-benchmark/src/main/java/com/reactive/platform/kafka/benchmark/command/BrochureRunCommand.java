package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.kafka.benchmark.brochure.AllTargets;
import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Brochures;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Run a brochure, print its results and write its reports.",
      "Exit code 1 if it failed: not verified, below its rate, or a threshold missed.",
      "With --load, --target or --rounds it writes a report only if --reports is given."
    },
    footer = {"", "Example: ./reactive bench brochure run kafka-bulk --quick"})
final class BrochureRunCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", description = "Name of the brochure, as shown by `list`.")
  private String name;

  @Mixin private BrochureOptions options;

  @Mixin private PartOptions part;

  @Override
  public Integer call() throws Exception {
    options.check();
    part.check();
    Brochure brochure = Brochures.ofProject(AllTargets.known()).read(name);
    if (!part.isGiven()) {
      options.refuseDirty();
    }
    return options.run(brochure, part).verdict() == Verdict.PASS ? 0 : 1;
  }
}
