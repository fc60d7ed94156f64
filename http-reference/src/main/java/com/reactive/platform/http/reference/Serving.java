package com.reactive.platform.http.reference;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** What the mains have in common: arguments, what they print, and how they end. */
final class Serving {
  private static final String USAGE = "arguments: [--port N] [--until-eof]";

  private final boolean untilEof;
  private final int port;

  /** Flags that only some servers have. */
  @FunctionalInterface
  interface Flags {
    /** Takes the flag at this index; tells how many arguments it has with its value, or 0. */
    int take(String[] args, int at);
  }

  private Serving(int port, boolean untilEof) {
    this.port = port;
    this.untilEof = untilEof;
  }

  /**
   * Reads {@code --port N} (0, the default: any free one) and {@code --until-eof}, which ends the
   * server when its standard input does: so it never outlives whoever started it.
   */
  static Serving of(String[] args) {
    return of(args, "", (all, at) -> 0);
  }

  /**
   * Reads those that every server has, and others.
   *
   * @param usage of the others
   */
  static Serving of(String[] args, String usage, Flags others) {
    int port = 0;
    boolean untilEof = false;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--until-eof")) {
        untilEof = true;
      } else if (args[i].equals("--port")
          && i + 1 < args.length
          && args[i + 1].matches("\\d{1,5}")) {
        port = Integer.parseInt(args[++i]);
      } else {
        int taken = others.take(args, i);
        if (taken == 0) {
          throw new IllegalArgumentException(USAGE + usage + "; not '" + args[i] + "'");
        }
        i += taken - 1;
      }
    }
    return new Serving(port, untilEof);
  }

  int port() {
    return port;
  }

  /**
   * Prints where it listens and blocks until it is to end. With {@code --until-eof} it prints, for
   * each line of its standard input, what it has spent so far, as {@code key=value}.
   *
   * @param facts what the server is made of, as {@code key=value}
   */
  void listening(int boundPort, String... facts) throws IOException, InterruptedException {
    listening(boundPort, () -> "", facts);
  }

  /**
   * Likewise.
   *
   * @param spent what it has spent besides memory, as {@code key=value}
   */
  void listening(int boundPort, Supplier<String> spent, String... facts)
      throws IOException, InterruptedException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    out.println("port=" + boundPort + " java=" + Runtime.version().feature() + joined(" ", facts));
    if (untilEof) {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      while (lines.readLine() != null) {
        out.println(("allocated-bytes=" + AllocatedBytes.ofThreads() + " " + spent.get()).strip());
      }
    } else {
      Thread.currentThread().join();
    }
    // Threads that serve must not keep it alive.
    Runtime.getRuntime().halt(0);
  }

  private static String joined(String before, String[] facts) {
    StringBuilder text = new StringBuilder();
    for (String fact : facts) {
      text.append(before).append(fact);
    }
    return text.toString();
  }
}
