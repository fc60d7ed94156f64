package com.reactive.platform.gateway.limit;

import java.util.Arrays;

/** A range of addresses, as {@code 10.0.0.0/8} or {@code fd00::/8}. Immutable. */
public final class Cidr {
  private final String text;
  private final byte[] network;
  private final int prefixBits;

  private Cidr(String text, byte[] network, int prefixBits) {
    this.text = text;
    this.network = network;
    this.prefixBits = prefixBits;
  }

  /**
   * Reads a range, or one address, which is a range of one.
   *
   * @throws IllegalArgumentException with one clear sentence if it is neither
   */
  public static Cidr parse(String text) {
    int slash = text.indexOf('/');
    byte[] network = ClientAddress.parse(slash < 0 ? text : text.substring(0, slash));
    if (network == null) {
      throw new IllegalArgumentException("'" + text + "' is not an IP address or range");
    }
    int most = network.length * Byte.SIZE;
    int prefixBits = slash < 0 ? most : prefix(text.substring(slash + 1));
    if (prefixBits < 0 || prefixBits > most) {
      throw new IllegalArgumentException("'" + text + "' needs a prefix length of 0 to " + most);
    }
    for (int bit = prefixBits; bit < most; bit++) {
      if ((network[bit / Byte.SIZE] & (0x80 >> (bit % Byte.SIZE))) != 0) {
        throw new IllegalArgumentException("'" + text + "' has bits set after its prefix");
      }
    }
    return new Cidr(text, network, prefixBits);
  }

  private static int prefix(String digits) {
    return digits.matches("[0-9]{1,3}") ? Integer.parseInt(digits) : -1;
  }

  /** Whether this address of 4 or 16 bytes is one of them. */
  boolean contains(byte[] address) {
    if (address.length != network.length) {
      return false;
    }
    int whole = prefixBits / Byte.SIZE;
    for (int i = 0; i < whole; i++) {
      if (address[i] != network[i]) {
        return false;
      }
    }
    int rest = prefixBits % Byte.SIZE;
    int mask = (0xFF << (Byte.SIZE - rest)) & 0xFF;
    return rest == 0 || (address[whole] & mask) == (network[whole] & mask);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cidr cidr
        && prefixBits == cidr.prefixBits
        && Arrays.equals(network, cidr.network);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(network) + prefixBits;
  }

  @Override
  public String toString() {
    return text;
  }
}
