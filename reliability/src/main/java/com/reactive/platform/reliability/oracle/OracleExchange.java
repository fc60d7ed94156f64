package com.reactive.platform.reliability.oracle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;

/**
 * The requests and responses of one connection, in the form of its protocol. A new one for each
 * connection, and for the client's thread only.
 */
interface OracleExchange {
  /** Receives what becomes of requests. */
  interface Handler {
    void onResponse(OracleFlight flight, OracleResponse response) throws IOException;

    /** No response will come, though the connection goes on. */
    void onUnanswered(OracleFlight flight) throws IOException;
  }

  /** Puts what a client says first into the buffer. */
  void begin(ByteBuffer output);

  /** Puts a request into the buffer, which has room for it. */
  void send(OracleFlight flight, ByteBuffer output);

  /** True if another request may follow on this connection. */
  boolean takes();

  /**
   * Takes in what the server has sent.
   *
   * @param input all that was received and is not taken in yet
   * @param output for what a client must reply
   * @return how many bytes were taken in; the others are the begin of something
   * @throws IOException if it cannot be understood, or the server gives the connection up
   */
  int receive(byte[] input, ByteBuffer output, Handler handler) throws IOException;

  /** True if nothing more comes: the connection is to be closed. */
  boolean isOver();

  /** Requests without a response, oldest first. */
  Collection<OracleFlight> inFlight();
}
