package com.reactive.platform.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** {@code --diagnostics} of the commands that run a gateway. */
final class DiagnosticsOption {
  @Option(
      names = "--diagnostics",
      description =
          "Also serve /api/counter/no-kafka, /api/counter/raw and /api/counter/direct, to measure"
              + " the cost of HTTP and parsing. Same as REACTIVE_DIAGNOSTICS=true.")
  private boolean on;

  /** Says so to whoever reads this environment. */
  void addTo(Map<String, String> env) {
    if (on) {
      env.put("REACTIVE_DIAGNOSTICS", "true");
    }
  }
}
