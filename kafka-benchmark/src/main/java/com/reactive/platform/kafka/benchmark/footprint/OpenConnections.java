package com.reactive.platform.kafka.benchmark.footprint;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Connections to the gateway that stay open, and now and then post an event. For one thread. */
final class OpenConnections implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
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
   * Has each of them post an event, all at once, and waits for all answers.
   *
   * @throws IOException if one is no success
   */
  void postAtOnce() throws IOException {
    for (Socket socket : sockets) {
      socket.getOutputStream().write(REQUEST);
    }
    for (Socket socket : sockets) {
      readAnswer(socket.getInputStream());
    }
  }

  private static void readAnswer(InputStream from) throws IOException {
    InputStream in = new BufferedInputStream(from, 1_024); // nothing comes behind the answer
    String head = readHead(in);
    if (!head.startsWith("HTTP/1.1 2")) {
      throw new IOException("the gateway responded " + head.lines().findFirst().orElse("nothing"));
    }
    int length =
        head.lines()
            .filter(line -> line.regionMatches(true, 0, "content-length:", 0, 15))
            .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
            .findFirst()
            .orElse(0);
    in.readNBytes(length);
  }

  private static String readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the gateway closed a connection");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
