package com.reactive.platform.kafka.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The loopback ports of a node.
 *
 * @param more of further listeners, by their names
 */
record NodePorts(int client, int controller, SortedMap<String, Integer> more) {

  static final String HOST = "127.0.0.1";
  private static final long POLL_NANOS = 100_000_000;

  /**
   * Ports for {@code nodes} nodes, all free right now. {@code firstClient} is node 1's client port,
   * 0 for any.
   *
   * @param listeners the names of further listeners
   */
  static List<NodePorts> choose(int nodes, int firstClient, Set<String> listeners) {
    try (FreePorts free = new FreePorts()) {
      if (firstClient != 0) {
        PortClaims.claim(firstClient); // so that no other process finds it
        free.take(firstClient);
      }
      List<NodePorts> chosen = new ArrayList<>();
      for (int i = 0; i < nodes; i++) {
        int client = i == 0 && firstClient != 0 ? firstClient : free.takeAny();
        int controller = free.takeAny();
        SortedMap<String, Integer> more = new TreeMap<>();
        listeners.forEach(name -> more.put(name, free.takeAny()));
        chosen.add(new NodePorts(client, controller, more));
      }
      return List.copyOf(chosen);
    }
  }

  /**
   * Returns when all of them can be listened on.
   *
   * @param patience to wait for that
   * @throws PortTakenException when one still cannot be after it
   */
  void awaitFree(Duration patience) {
    long startNanos = System.nanoTime();
    while (true) {
      try {
        requireFree();
        return;
      } catch (PortTakenException taken) {
        if (System.nanoTime() - startNanos >= patience.toNanos()
            || Thread.currentThread().isInterrupted()) {
          throw taken;
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  /** Throws {@link PortTakenException} when one of them cannot be listened on. */
  void requireFree() {
    try (FreePorts free = new FreePorts()) {
      free.take(client);
      free.take(controller);
      more.values().forEach(free::take);
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
}
