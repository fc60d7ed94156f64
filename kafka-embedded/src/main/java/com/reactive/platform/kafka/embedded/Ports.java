package com.reactive.platform.kafka.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The loopback ports of a node, and how free ones are found.
 *
 * @param more of further listeners, by their names
 */
record Ports(int client, int controller, SortedMap<String, Integer> more) {

  static final String HOST = "127.0.0.1";

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /*
   * Below the range from which the operating systems take the local ports of outgoing connections (32768+ on Linux,
   * 49152+ elsewhere). A port from that range may go to any connection while its node is down for a restart; a client
   * that retries the dead node on loopback can even be given the very port it calls, and be connected to itself.
   */
  private static final int FIRST = 20_000;
  private static final int LAST = 32_000;
  private static final int TRIES = 1_000;

  /**
   * Ports for {@code nodes} nodes, all free right now. {@code firstClient} is node 1's client port,
   * 0 for any.
   *
   * @param listeners the names of further listeners
   */
  static List<Ports> choose(int nodes, int firstClient, Set<String> listeners) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      List<Ports> chosen = new ArrayList<>();
      for (int i = 0; i < nodes; i++) {
        int client = i == 0 && firstClient != 0 ? hold(firstClient, held) : holdAny(held);
        int controller = holdAny(held);
        SortedMap<String, Integer> more = new TreeMap<>();
        listeners.forEach(name -> more.put(name, holdAny(held)));
        chosen.add(new Ports(client, controller, more));
      }
      return List.copyOf(chosen);
    } finally {
      held.forEach(Ports::closeQuietly);
    }
  }

  /** Throws {@link PortTakenException} when one of the two cannot be listened on. */
  void requireFree() {
    List<ServerSocket> held = new ArrayList<>();
    try {
      hold(client, held);
      hold(controller, held);
      more.values().forEach(port -> hold(port, held));
    } finally {
      held.forEach(Ports::closeQuietly);
    }
  }

  String clientAddress() {
    return HOST + ":" + client;
  }

  String address(String listener) {
    return HOST + ":" + more.get(listener);
  }

  String controllerAddress() {
    return HOST + ":" + controller;
  }

  private static int hold(int port, List<ServerSocket> held) {
    try {
      ServerSocket socket = new ServerSocket();
      held.add(socket);
      // As the broker does: a port whose old connections linger in TIME_WAIT counts as free.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
      return port;
    } catch (IOException e) {
      PortTakenException taken = new PortTakenException(port);
      taken.initCause(e);
      throw taken;
    }
  }

  private static int holdAny(List<ServerSocket> held) {
    for (int i = 0; i < TRIES; i++) {
      try {
        return hold(ThreadLocalRandom.current().nextInt(FIRST, LAST), held);
      } catch (PortTakenException e) {
        // The next random number, then.
      }
    }
    throw new EmbeddedKafkaException("no free port found between " + FIRST + " and " + LAST);
  }

  private static void closeQuietly(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It was only held to reserve the port.
    }
  }
}
