package com.reactive.platform.kafka.benchmark.jmh;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs benchmarks, one at a time, in JVMs of their own with this one's class path. */
final class ForkRunner {
  private static final Pattern THROWN =
      Pattern.compile("(?m)^(?:Caused by: )?(?:[\\w$]+\\.)+([\\w$]+(?:Exception|Error)(?:: .*)?)$");
  private static final int TIMEOUT_SECONDS = 90;

  private final String jvm;
  private final JmhOptions effort;

  /**
   * @param jvm the {@code java} to run; empty for the one that runs this
   */
  ForkRunner(String jvm, JmhOptions effort) {
    this.jvm = jvm;
    this.effort = effort;
  }

  /** Runs it once. What goes wrong is in the result. */
  ForkResult run(Fork fork) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8)) {
      Runner runner =
          new Runner(
              options(fork).build(),
              OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL));
      Collection<RunResult> results = runner.run();
      if (results.size() == 1) {
        return ForkResult.of(results.iterator().next());
      }
    } catch (RunnerException e) {
      return ForkResult.failed(e.getMessage());
    }
    return ForkResult.failed(reason(log.toString(StandardCharsets.UTF_8)));
  }

  /** What was thrown in the fork, or else the end of what it printed. */
  static String reason(String log) {
    Matcher thrown = THROWN.matcher(log);
    String last = null;
    while (thrown.find()) {
      last = thrown.group(1);
    }
    return last != null ? last : log.substring(Math.max(0, log.length() - 500)).strip();
  }

  private ChainedOptionsBuilder options(Fork fork) {
    TimeValue time = TimeValue.milliseconds(effort.iterationTime().toMillis());
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(fork.include())
            .forks(1)
            .jvmArgs("-Xmx2g")
            .timeout(TimeValue.seconds(TIMEOUT_SECONDS))
            .addProfiler(GCProfiler.class);
    fork.params().forEach(options::param);
    if (!jvm.isEmpty()) {
      options.jvm(jvm);
    }
    if (fork.isIdle()) {
      return options.param("seconds", Integer.toString(effort.idleSeconds()));
    }
    return options
        .warmupIterations(effort.warmUpIterations())
        .warmupTime(time)
        .measurementIterations(effort.iterations())
        .measurementTime(time);
  }
}
