package com.reactive.platform.reliability.oracle;

/**
 * How the client of a run posts its events.
 *
 * @param resend whether each event is sent again under its key until its outcome is final
 */
public record PostingMode(OracleProtocol protocol, boolean resend) {
  /** Over HTTP/1.1, each event once. */
  public static final PostingMode USUAL = new PostingMode(OracleProtocol.HTTP1, false);

  /** Options of a command line, each with a blank in front; empty for the usual mode. */
  public String options() {
    return (protocol == OracleProtocol.HTTP1 ? "" : " --protocol " + protocol)
        + (resend ? " --resend" : "");
  }
}
