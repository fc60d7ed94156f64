package com.reactive.platform.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * A port that a command is about to listen on.
 *
 * @param option the flag that changes it
 * @param host the address to listen on
 * @param port 0: any free one
 */
record WantedPort(String option, String host, int port) {

  /**
   * Listens on all of them for a moment, so that the answer comes before anything is started.
   *
   * @throws CommandFailedException that names the first that cannot be had, and its flag
   */
  static void requireFree(List<WantedPort> wanted) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (WantedPort each : wanted) {
        held.add(each.listen());
      }
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  private ServerSocket listen() throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      // As the servers do: a port whose old connections linger in TIME_WAIT counts as free.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return socket;
    } catch (BindException e) {
      socket.close();
      throw new CommandFailedException(
          "cannot listen on port "
              + port
              + ": "
              + e.getMessage()
              + "; choose another with "
              + option
              + " (0: any free one)");
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
