package com.reactive.platform.reliability.command;

import com.reactive.platform.reliability.mutate.FrameMutation;
import com.reactive.platform.reliability.mutate.MutantFaultException;
import com.reactive.platform.reliability.mutate.Mutation;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "mutate",
    mixinStandardHelpOptions = true,
    description = {
      "Mutate valid events at random, and check how the gateway parses or rejects each.",
      "Exit 0 if all results agree with an independent parser; 1 at the first that does not, which"
          + " is printed with its seed."
    },
    footer = {"", "Example: ./reactive bench mutate --millions 1 --seed 7"})
final class BenchMutateCommand implements Callable<Integer> {
  private static final double MAX_MILLIONS = 100_000;
  private static final int MAX_THREADS = 256;

  @Spec private CommandSpec spec;

  @Option(
      names = "--millions",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of mutants in millions (default: ${DEFAULT-VALUE}).")
  private double millions;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the random generator (default: a new one each time).")
  private Long seed;

  @Option(
      names = "--http2",
      description = "Mutate whole HTTP/2 connections, frame by frame, instead of events.")
  private boolean http2;

  @Option(
      names = "--calls",
      description =
          "Mutate connections with calls of gRPC, gRPC-Web and Connect: their frames, and the"
              + " messages in them, compressed or not. Each status is judged.")
  private boolean calls;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads (default: one per processor).")
  private Integer threads;

  @Override
  public Integer call() throws Exception {
    int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    if (!(millions > 0 && millions <= MAX_MILLIONS)) {
      throw new ParameterException(
          spec.commandLine(), "--millions must be above 0 and at most " + (long) MAX_MILLIONS);
    }
    if (used < 1 || used > MAX_THREADS) {
      throw new ParameterException(
          spec.commandLine(), "--threads must be 1 to " + MAX_THREADS + ", not " + used);
    }
    CommandLine commandLine = spec.commandLine();
    PrintWriter err = commandLine.getErr();
    long usedSeed = seed == null ? System.currentTimeMillis() : seed;
    err.println("seed " + usedSeed);
    err.flush();
    long mutants = Math.round(millions * 1e6);
    try {
      Mutation.Summary summary =
          http2 || calls
              ? new FrameMutation(calls, usedSeed, mutants, used, line -> progress(err, line)).run()
              : new Mutation(usedSeed, mutants, used, line -> progress(err, line)).run();
      commandLine.getOut().println(summary.text());
      commandLine.getOut().flush();
      return 0;
    } catch (MutantFaultException e) {
      err.println(e.getMessage());
      err.flush();
      return 1;
    }
  }

  private static void progress(PrintWriter err, String line) {
    synchronized (err) {
      err.println(line);
      err.flush();
    }
  }
}
