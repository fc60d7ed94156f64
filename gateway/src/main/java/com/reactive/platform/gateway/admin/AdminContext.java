package com.reactive.platform.gateway.admin;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

/** What the connections of the admin port share. Lives on its event loop. */
final class AdminContext {
  final Map<String, Endpoint> endpoints;
  final RequestGuard guard;
  final Executor pool;
  final LiveFeed feed;
  private final Set<AdminConnection> connections = new HashSet<>();

  AdminContext(Map<String, Endpoint> endpoints, RequestGuard guard, Executor pool, LiveFeed feed) {
    this.endpoints = endpoints;
    this.guard = guard;
    this.pool = pool;
    this.feed = feed;
  }

  void opened(AdminConnection connection) {
    connections.add(connection);
  }

  void closed(AdminConnection connection) {
    connections.remove(connection);
  }

  /**
   * Makes room for one more connection, if need be by closing the one that has waited longest with
   * nothing to ask: those who hold connections open must not shut out probes.
   *
   * @return whether there is room
   */
  boolean makeRoom(int maxConnections) {
    if (connections.size() < maxConnections) {
      return true;
    }
    long now = System.nanoTime();
    Optional<AdminConnection> longest =
        connections.stream()
            .filter(AdminConnection::waits)
            .max(Comparator.comparingLong(connection -> now - connection.sinceNanos()));
    longest.ifPresent(
        connection -> {
          closed(connection);
          connection.close();
        });
    return longest.isPresent();
  }

  /** Called a few times a second. */
  void sweep() {
    long now = System.nanoTime();
    List.copyOf(connections).forEach(connection -> connection.checkDeadline(now));
  }

  /** Closes those that nothing is owed to. */
  void closeIdle() {
    List.copyOf(connections).forEach(AdminConnection::closeIfIdle);
  }
}
