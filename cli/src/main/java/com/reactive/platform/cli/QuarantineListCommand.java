package com.reactive.platform.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
      description = "The latest N (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Override
  public Integer call() throws Exception {
    if (limit < 1 || limit > MAX_LINES) {
      throw new ParameterException(
          spec.commandLine(), "-n must be 1 to " + MAX_LINES + ", not " + limit);
    }
    // The oldest first; with its bodies, a long list would not fit into memory.
    Queue<Row> latest = new PriorityQueue<>(Comparator.comparing(Row::time));
    long count =
        quarantine.read(
            body -> {
              latest.add(new Row(body.time(), cells(body)));
              if (latest.size() > limit) {
                latest.remove();
              }
            });
    PrintWriter out = spec.commandLine().getOut();
    if (count > 0) {
      List<List<String>> rows = new ArrayList<>(List.of(HEADER));
      for (Row row = latest.poll(); row != null; row = latest.poll()) {
        rows.add(row.cells);
      }
      out.print(AlignedColumns.of(rows, HEADER.size() - 1));
    }
    out.println(count == 0 ? "nothing" : Math.min(limit, count) + " of " + count);
    out.flush();
    return 0;
  }

  private record Row(Instant time, List<String> cells) {}

  private static List<String> cells(QuarantinedBody body) {
    return List.of(
        body.time().truncatedTo(ChronoUnit.SECONDS).toString(),
        QuarantinedBody.line(body.id()),
        QuarantinedBody.line(body.reason()),
        QuarantinedBody.line(body.pointer()),
        QuarantinedBody.line(body.caller()),
        Integer.toString(body.body().length));
  }
}
