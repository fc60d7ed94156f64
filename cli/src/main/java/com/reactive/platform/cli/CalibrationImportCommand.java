package com.reactive.platform.cli;

import com.reactive.platform.gateway.calibration.LearnedLines;
import com.reactive.platform.gateway.config.FileErrors;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.store.CalibrationArchive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Add what `calibration export` printed elsewhere.",
      "All lines are taken, or none if one makes no sense. Of a pressure level that is known already,"
          + " the one that rests on more windows stays; with --replace the imported one."
    },
    footer = {"", "Example: ./reactive calibration import seed.jsonl --as kafka-1:9092"})
final class CalibrationImportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private CalibrationFileOption file;

  @Parameters(arity = "1", paramLabel = "LINES", description = "File with the JSON lines.")
  private Path lines;

  @Option(
      names = "--as",
      paramLabel = "KEY",
      description = "Import under this key, whatever the lines name.")
  private String key;

  @Option(names = "--replace", description = "Take the imported lines in any case.")
  private boolean replace;

  @Override
  public Integer call() throws IOException {
    List<LearnedEntry> entries = entries();
    requireNames(entries);
    CalibrationArchive archive = file.archive();
    int taken = archive.add(entries, replace).size();
    spec.commandLine()
        .getOut()
        .printf(
            "%d of %d lines taken into %s%s%n",
            taken,
            entries.size(),
            archive.path(),
            taken == entries.size() ? "" : "; of the others, as much or more was known");
    spec.commandLine().getOut().flush();
    return 0;
  }

  private List<LearnedEntry> entries() {
    try {
      List<LearnedEntry> read = LearnedLines.read(lines);
      return key == null ? read : read.stream().map(e -> e.withEnvironment(key)).toList();
    } catch (IOException e) {
      throw new CommandFailedException(
          lines + ": " + FileErrors.reason(e) + "; nothing was imported");
    }
  }

  private void requireNames(List<LearnedEntry> entries) {
    if (key != null && (key.isBlank() || key.length() > 256)) {
      throw new ParameterException(spec.commandLine(), "--as must have 1 to 256 characters");
    }
    if (entries.stream().anyMatch(entry -> entry.environment().isEmpty())) {
      throw new CommandFailedException("the lines name no key; give one: --as KEY");
    }
    if (entries.stream().anyMatch(entry -> entry.deliveryMode().isEmpty())) {
      throw new CommandFailedException(lines + ": a line has no delivery; nothing was imported");
    }
    long levels =
        entries.stream()
            .map(entry -> List.of(entry.environment(), entry.deliveryMode(), entry.level()))
            .distinct()
            .count();
    if (levels < entries.size()) {
      throw new CommandFailedException(
          "under one key, --as, several lines are of the same level; nothing was imported");
    }
  }
}
