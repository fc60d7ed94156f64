package com.reactive.platform.gateway.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds the client behind proxies. Only what a trusted proxy says is believed: from the right, each
 * entry was added by the one after it, so the first that is not a trusted proxy's address is the
 * client's, and what stands left of it is that client's own claim. Immutable.
 */
final class ForwardedAddresses {
  private static final String FOR = "for=";

  private final List<Cidr> trustedProxies;
  private final boolean rfc7239;

  ForwardedAddresses(List<Cidr> trustedProxies, boolean rfc7239) {
    this.trustedProxies = List.copyOf(trustedProxies);
    this.rfc7239 = rfc7239;
  }

  boolean trusts(byte[] address) {
    byte[] bytes = ClientAddress.unmapped(address);
    for (Cidr proxies : trustedProxies) {
      if (proxies.contains(bytes)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The address that counts as the client's, 4 or 16 bytes: the peer's own, unless that is a
   * trusted proxy.
   *
   * @param lines the values of the header's lines, in their order
   */
  byte[] client(byte[] peer, List<String> lines) {
    byte[] nearest = peer;
    for (int i = lines.size() - 1; i >= 0 && trusts(nearest); i--) {
      List<String> entries = entries(lines.get(i));
      for (int j = entries.size() - 1; j >= 0 && trusts(nearest); j--) {
        byte[] said = address(entries.get(j));
        if (said == null) {
          // A proxy that hides whom it serves: then it is the client.
          return nearest;
        }
        nearest = said;
      }
    }
    return nearest;
  }

  /** Parts between commas, but for those within quotes. */
  private static List<String> entries(String line) {
    List<String> entries = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '"') {
        quoted = !quoted;
      } else if (line.charAt(i) == ',' && !quoted) {
        entries.add(line.substring(start, i));
        start = i + 1;
      }
    }
    entries.add(line.substring(start));
    entries.removeIf(String::isBlank);
    return entries;
  }

  private byte[] address(String entry) {
    if (!rfc7239) {
      return withoutPort(entry.strip());
    }
    for (String pair : entry.split(";", -1)) {
      String stripped = pair.strip();
      if (stripped.toLowerCase(Locale.ROOT).startsWith(FOR)) {
        return withoutPort(stripped.substring(FOR.length()).replace("\"", "").strip());
      }
    }
    return null;
  }

  /** Of {@code a.b.c.d}, {@code a.b.c.d:port}, {@code v6}, {@code [v6]} or {@code [v6]:port}. */
  private static byte[] withoutPort(String node) {
    if (node.startsWith("[")) {
      int end = node.indexOf(']');
      return end < 0 ? null : ClientAddress.parse(node.substring(1, end));
    }
    int colon = node.indexOf(':');
    boolean oneColon = colon >= 0 && colon == node.lastIndexOf(':');
    return ClientAddress.parse(oneColon ? node.substring(0, colon) : node);
  }
}
