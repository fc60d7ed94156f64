package com.reactive.platform.reliability.command;

import com.reactive.platform.reliability.oracle.OracleProtocol;
import com.reactive.platform.reliability.oracle.PostingMode;
import picocli.CommandLine.Option;

/** Options of runs whose load is the oracle's client. */
final class PostingOptions {
  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      defaultValue = "http1",
      description = "Protocol of the load: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OracleProtocol protocol;

  @Option(
      names = "--resend",
      description =
          "Send each event again under its Idempotency-Key after a 503, a 504 or a lost connection,"
              + " until its outcome is final; then no event may be in the topic twice.")
  private boolean resend;

  @Option(
      names = "--look-up",
      description =
          "Ask the gateway what became of each event with a 504, until it knows; events that stay"
              + " unsettled are errors.")
  private boolean lookUp;

  PostingMode mode() {
    return new PostingMode(protocol, resend, lookUp);
  }
}
