package com.reactive.platform.reliability.oracle;

/**
 * How the client of a run posts its events.
 *
 * @param resend whether each event is sent again under its key until its outcome is final
 * @param lookUp whether the gateway is asked what became of each event with a 504
 */
public record PostingMode(OracleProtocol protocol, boolean resend, boolean lookUp) {
  /** Checks it. */
  public PostingMode {
    if (resend && lookUp) {
      throw new IllegalArgumentException(
          "--resend and --look-up exclude each other: an event that is sent again gets an outcome");
    }
  }

  /** Over HTTP/1.1, each event once. */
  public static final PostingMode USUAL = new PostingMode(OracleProtocol.HTTP1, false, false);

  /** Options of a command line, each with a blank in front; empty for the usual mode. */
  public String options() {
    return (protocol == OracleProtocol.HTTP1 ? "" : " --protocol " + protocol)
        + (resend ? " --resend" : "")
        + (lookUp ? " --look-up" : "");
  }
}
