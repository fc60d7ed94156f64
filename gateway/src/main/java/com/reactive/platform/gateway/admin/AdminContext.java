package com.reactive.platform.gateway.admin;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

  int openConnections() {
    return connections.size();
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
