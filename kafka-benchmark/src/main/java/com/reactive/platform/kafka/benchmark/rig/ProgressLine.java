package com.reactive.platform.kafka.benchmark.rig;

import java.io.Console;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Progress as one line of text. */
public final class ProgressLine implements Progress {
  private static final int BAR = 24;
  private static final long PLAIN_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final String ERASE_LINE = "\r\u001b[2K";

  private final PrintStream out;
  private final boolean terminal;
  private final LongSupplier clock;
  private long nextNanos;

  ProgressLine(PrintStream out, boolean terminal, LongSupplier clock) {
    this.out = out;
    this.terminal = terminal;
    this.clock = clock;
    nextNanos = clock.getAsLong() + PLAIN_EVERY_NANOS;
  }

  /** On standard error: a bar that is rewritten on a terminal, else a line now and then. */
  public static Progress onStderr() {
    return new ProgressLine(System.err, isTerminal(), System::nanoTime);
  }

  /** From Java 22 on there is a console without a terminal too. */
  @SuppressWarnings("SystemConsoleNull") // that is what the second question is for
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException older) {
      return true;
    }
  }

  @Override
  public void show(String what, double share, double perSecond, double secondsLeft) {
    if (terminal) {
      out.print(ERASE_LINE + line(what, share, perSecond, secondsLeft));
      out.flush();
    } else if (clock.getAsLong() - nextNanos >= 0) {
      nextNanos = clock.getAsLong() + PLAIN_EVERY_NANOS;
      out.println(line(what, share, perSecond, secondsLeft));
    }
  }

  @Override
  public void done() {
    if (terminal) {
      out.print(ERASE_LINE);
      out.flush();
    }
  }

  private static String line(String what, double share, double perSecond, double secondsLeft) {
    double within = Math.max(0, Math.min(1, share));
    int full = (int) (within * BAR);
    StringBuilder line = new StringBuilder("[");
    line.append("#".repeat(full)).append("-".repeat(BAR - full)).append(']');
    line.append(String.format(Locale.ROOT, " %3.0f %%  %s", 100 * within, what));
    if (perSecond > 0) {
      line.append(String.format(Locale.ROOT, "  %,.0f msg/s", perSecond));
    }
    if (secondsLeft >= 0) {
      line.append(String.format(Locale.ROOT, "  %.0f s left", secondsLeft));
    }
    return line.toString();
  }
}
