package com.reactive.platform.gateway.admin;

import java.net.InetAddress;
import java.util.Collection;
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
   * Makes room for one more connection, if need be by closing another one: those who hold
   * connections open must not shut out probes. An address that has its share gives up one of its
   * own, so that it cannot drive out others.
   *
   * <p>Nobody is refused for being of an address: a probe may come from the very machine that the
   * flood comes from. It is asked and answered in a moment, while who only holds a connection open
   * grows old.
   *
   * @param address of the new one
   * @return whether there is room
   */
  boolean makeRoom(InetAddress address, int maxConnections, int maxOfAddress) {
    List<AdminConnection> ofAddress =
        connections.stream().filter(other -> other.address().equals(address)).toList();
    if (ofAddress.size() >= maxOfAddress) {
      return closeOne(ofAddress);
    }
    return connections.size() < maxConnections || closeOne(connections);
  }

  /** Closes the one whose request has not come whole for the longest time, if there is any. */
  private boolean closeOne(Collection<AdminConnection> among) {
    long now = System.nanoTime();
    Optional<AdminConnection> longest =
        among.stream()
            .filter(AdminConnection::isUnasked)
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
