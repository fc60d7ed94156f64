package com.reactive.platform.reliability.command;

import com.reactive.platform.cli.CommandFailedException;
import com.reactive.platform.cli.Launcher;
import com.reactive.platform.kafka.benchmark.rig.Machine;
import com.reactive.platform.reliability.crash.CrashPlan;
import com.reactive.platform.reliability.crash.CrashReport;
import com.reactive.platform.reliability.crash.CrashResult;
import com.reactive.platform.reliability.crash.CrashRun;
import com.reactive.platform.testbed.OrderlyExit;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "crash",
    mixinStandardHelpOptions = true,
    description = {
      "Kill and stop a gateway under load, again and again, then compare its answers with Kafka.",
      "Exit 0 if nothing that it answered is missing, and each SIGTERM ended in order."
    },
    footer = {"", "Example: ./reactive bench crash --kills 5 --terms 2"})
final class BenchCrashCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "20",
      description = "How often kill -9 (default: ${DEFAULT-VALUE}).")
  private int kills;

  @Option(
      names = "--terms",
      paramLabel = "N",
      defaultValue = "10",
      description = "How often SIGTERM (default: ${DEFAULT-VALUE}).")
  private int terms;

  @Option(
      names = "--second-terms",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "How often SIGTERM twice, while Kafka stands still (default: ${DEFAULT-VALUE}).")
  private int secondTerms;

  @Option(
      names = "--pauses",
      paramLabel = "N",
      defaultValue = "0",
      description = "How often SIGSTOP for some seconds (default: ${DEFAULT-VALUE}).")
  private int pauses;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of order and moments; any by default, and printed.")
  private Long seed;

  @Option(
      names = "--heap-mb",
      paramLabel = "MB",
      defaultValue = "256",
      description = "Of the gateway (default: ${DEFAULT-VALUE}).")
  private int heapMegabytes;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "32",
      description = "Of the load (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--pipelined",
      paramLabel = "N",
      defaultValue = "1",
      description = "Requests in flight on each connection (default: ${DEFAULT-VALUE}).")
  private int pipelined;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "Requests per second; 0, the default: as fast as they are answered.")
  private int rate;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write README.md and result.json there.")
  private Path report;

  @Option(names = "--json", description = "JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    CrashPlan plan = plan();
    return OrderlyExit.of(() -> run(plan));
  }

  private int run(CrashPlan plan) throws IOException, InterruptedException {
    Machine machine = Machine.current();
    Path folder = Files.createTempDirectory("reactive-crash");
    PrintWriter err = spec.commandLine().getErr();
    CrashResult result;
    try {
      result = new CrashRun(plan, command(), folder, line -> progress(err, line)).run();
    } catch (IOException e) {
      throw new CommandFailedException(
          e.getMessage() + "; its files are in " + folder + "; again: " + again(plan));
    } catch (InterruptedException e) {
      progress(err, "its files are in " + folder);
      throw e;
    }
    CrashReport told = new CrashReport(result, again(plan), machine);
    if (report != null) {
      told.write(report);
    }
    spec.commandLine().getOut().print(json ? told.json() : told.table());
    spec.commandLine().getOut().flush();
    if (result.passed()) {
      delete(folder);
      return 0;
    }
    progress(err, "journals and the gateway's log are in " + folder);
    return 1;
  }

  private CrashPlan plan() {
    long chosen = seed == null ? ThreadLocalRandom.current().nextInt(1, 1_000_000) : seed;
    try {
      return new CrashPlan(
          kills, terms, secondTerms, pauses, chosen, heapMegabytes, connections, pipelined, rate);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private List<String> command() {
    List<String> command = new ArrayList<>(Launcher.command(heapMegabytes));
    command.add("serve");
    return command;
  }

  private static String again(CrashPlan plan) {
    return ("./reactive bench crash --kills %d --terms %d --second-terms %d --pauses %d --seed %d"
            + " --heap-mb %d --connections %d --pipelined %d --rate %d")
        .formatted(
            plan.kills(),
            plan.terms(),
            plan.secondTerms(),
            plan.pauses(),
            plan.seed(),
            plan.heapMegabytes(),
            plan.connections(),
            plan.pipelined(),
            plan.ratePerSecond());
  }

  private static void progress(PrintWriter err, String line) {
    err.println(line);
    err.flush();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
