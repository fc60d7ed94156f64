package com.reactive.platform.kafka.benchmark.footprint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Connections to the gateway that are used all at once. For one thread. */
final class OpenConnections implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;

  /** Makes a connection of a socket. */
  @FunctionalInterface
  interface Protocol {
    HeldConnection open(Socket socket) throws IOException;
  }

  private final List<HeldConnection> connections = new ArrayList<>();

  /** Opens them one after the other. */
  static OpenConnections to(Protocol protocol, int port, int count) throws IOException {
    OpenConnections open = new OpenConnections();
    try {
      for (int i = 0; i < count; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        open.connections.add(protocol.open(socket));
      }
      return open;
    } catch (IOException e) {
      open.close();
      throw e;
    }
  }

  /** Has each of them send half an event. */
  void beginAtOnce() throws IOException {
    for (HeldConnection connection : connections) {
      connection.begin();
    }
  }

  /**
   * Has each of them send the other half, and waits for all responses.
   *
   * @throws IOException if one is no success
   */
  void finishAtOnce() throws IOException {
    for (HeldConnection connection : connections) {
      connection.finish();
    }
    for (HeldConnection connection : connections) {
      connection.awaitSuccess();
    }
  }

  @Override
  public void close() throws IOException {
    for (HeldConnection connection : connections) {
      connection.close();
    }
  }
}
