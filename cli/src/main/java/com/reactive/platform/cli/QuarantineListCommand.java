package com.reactive.platform.cli;

import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Print a line for each of the latest bodies: when, why, whose, and its id.",
    footer = {"", "Example: ./reactive quarantine list orders --reason schema-mismatch -n 20"})
final class QuarantineListCommand implements Callable<Integer> {
  private static final int MAX_LINES = 100_000;
  private static final List<String> HEADER =
      List.of("time", "id", "reason", "field", "caller", "bytes");

  @Spec private CommandSpec spec;

  @Mixin private QuarantineTopic quarantine;

  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "50",
      description = "The latest N of each partition's order (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Override
  public Integer call() throws Exception {
    int most = Math.min(MAX_LINES, Math.max(1, limit));
    Deque<List<String>> latest = new ArrayDeque<>();
    long count =
        quarantine.read(
            body -> {
              if (latest.size() == most) {
                latest.removeFirst();
              }
              latest.addLast(row(body));
            });
    PrintWriter out = spec.commandLine().getOut();
    if (count > 0) {
      List<List<String>> rows = new ArrayList<>(List.of(HEADER));
      rows.addAll(latest);
      out.print(TextTable.of(rows));
    }
    out.println(count == 0 ? "nothing" : latest.size() + " of " + count);
    out.flush();
    return 0;
  }

  private static List<String> row(QuarantinedBody body) {
    return List.of(
        body.time().truncatedTo(ChronoUnit.SECONDS).toString(),
        body.id(),
        body.reason(),
        body.pointer(),
        body.caller(),
        Integer.toString(body.body().length));
  }
}
