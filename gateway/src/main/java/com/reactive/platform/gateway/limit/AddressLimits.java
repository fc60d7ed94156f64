package com.reactive.platform.gateway.limit;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the open connections of each client address. Holds nothing for an address without any, so
 * it is as large as the number of connections at most. Thread-safe.
 */
final class AddressLimits {
  private final ConcurrentHashMap<ClientAddress, Integer> open = new ConcurrentHashMap<>();
  private final int max;

  /** No connections yet; at most so many for each address. */
  AddressLimits(int maxPerAddress) {
    this.max = maxPerAddress;
  }

  /** Counts one more, unless that is too many; then it must not be {@link #closed}. */
  boolean opened(ClientAddress address) {
    int before = open.getOrDefault(address, 0);
    if (before >= max) {
      return false;
    }
    boolean[] admitted = {true};
    open.compute(
        address,
        (key, count) -> {
          admitted[0] = count == null || count < max;
          return admitted[0] ? (count == null ? 1 : count + 1) : count;
        });
    return admitted[0];
  }

  void closed(ClientAddress address) {
    open.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
  }

  /** How many addresses have connections. */
  int size() {
    return open.size();
  }
}
