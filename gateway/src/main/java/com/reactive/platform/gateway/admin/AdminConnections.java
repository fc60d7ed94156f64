package com.reactive.platform.gateway.admin;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The open connections of the admin port. Lives on its event loop. */
final class AdminConnections {
  private final Set<AdminConnection> connections = new HashSet<>();

  /** Keeps the connection of this channel until the channel is closed. */
  void add(AdminConnection connection, Channel channel) {
    connections.add(connection);
    channel.closeFuture().addListener(closed -> connections.remove(connection));
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
            .filter(AdminConnection::hasNoRequest)
            .max(Comparator.comparingLong(connection -> now - connection.sinceNanos()));
    longest.ifPresent(
        connection -> {
          connections.remove(connection);
          connection.close();
        });
    return longest.isPresent();
  }

  boolean isEmpty() {
    return connections.isEmpty();
  }

  /** Called a few times a second, as long as there are any. */
  void checkDeadlines() {
    long now = System.nanoTime();
    List.copyOf(connections).forEach(connection -> connection.checkDeadline(now));
  }

  /** Closes those that nothing is owed to. */
  void closeIdle() {
    List.copyOf(connections).forEach(AdminConnection::closeIfIdle);
  }
}
