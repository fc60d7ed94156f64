package com.reactive.platform.kafka.benchmark.footprint;

import com.reactive.platform.testbed.ResponseParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections to the gateway that stay open, and now and then post an event. Blocking sockets,
 * because what is measured is the gateway's memory and not its speed. For one thread.
 */
final class OpenConnections implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int MAX_RESPONSE_BYTES = 2_048;
  private static final String BODY = "{\"sessionId\":\"footprint\",\"action\":\"increment\"}";
  private static final byte[] REQUEST =
      ("POST /api/counter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: "
              + BODY.length()
              + "\r\n\r\n"
              + BODY)
          .getBytes(StandardCharsets.US_ASCII);

  private final List<Socket> sockets = new ArrayList<>();

  /** Opens them one after the other. */
  static OpenConnections to(int port, int count) throws IOException {
    OpenConnections open = new OpenConnections();
    try {
      for (int i = 0; i < count; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        open.sockets.add(socket);
        socket.setSoTimeout(TIMEOUT_MILLIS);
      }
      return open;
    } catch (IOException e) {
      open.close();
      throw e;
    }
  }

  /**
   * Has each of them post an event, all at once, and waits for all responses.
   *
   * @throws IOException if one is no success
   */
  void postAtOnce() throws IOException {
    for (Socket socket : sockets) {
      socket.getOutputStream().write(REQUEST);
    }
    for (Socket socket : sockets) {
      readResponse(socket.getInputStream());
    }
  }

  private static void readResponse(InputStream in) throws IOException {
    ResponseParser parser = new ResponseParser();
    byte[] bytes = new byte[MAX_RESPONSE_BYTES];
    int length = 0;
    do {
      int count = in.read(bytes, length, bytes.length - length);
      if (count < 0) {
        throw new IOException("the gateway closed a connection");
      }
      length += count;
    } while (parser.parse(bytes, length) == ResponseParser.INCOMPLETE);
    if (parser.status() / 100 != 2) {
      throw new IOException("the gateway responded " + parser.status());
    }
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
