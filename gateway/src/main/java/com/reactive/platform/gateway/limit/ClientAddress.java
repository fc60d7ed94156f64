package com.reactive.platform.gateway.limit;

import io.netty.util.NetUtil;
import java.net.InetAddress;

/**
 * Who a client is by its address: the whole of an IPv4 address, the first 64 bits of an IPv6
 * address, since whoever has one of those has them all.
 */
public record ClientAddress(boolean v6, long bits) {
  private static final int V6_LENGTH = 16;

  public static ClientAddress of(InetAddress address) {
    return of(address.getAddress());
  }

  /** Of 4 or 16 bytes; an IPv4 address in IPv6 clothes is an IPv4 address. */
  static ClientAddress of(byte[] address) {
    byte[] bytes = unmapped(address);
    boolean v6 = bytes.length == V6_LENGTH;
    long bits = 0;
    for (int i = 0; i < (v6 ? Long.BYTES : bytes.length); i++) {
      bits = (bits << 8) | (bytes[i] & 0xFF);
    }
    return new ClientAddress(v6, bits);
  }

  /**
   * The text of an address, of which so many leading bits are kept.
   *
   * @param address 4 or 16 bytes
   */
  public static String text(byte[] address, int ipv4Bits, int ipv6Bits) {
    byte[] masked = unmapped(address).clone();
    int kept = masked.length == V6_LENGTH ? ipv6Bits : ipv4Bits;
    for (int i = 0; i < masked.length; i++) {
      int ofByte = Math.max(0, Math.min(Byte.SIZE, kept - i * Byte.SIZE));
      masked[i] &= (byte) (0xFF00 >> ofByte);
    }
    return NetUtil.bytesToIpAddress(masked);
  }

  /** The 4 or 16 bytes of a literal address; null if it is none. Never asks a name server. */
  static byte[] parse(String literal) {
    return literal.indexOf('%') >= 0 ? null : NetUtil.createByteArrayFromIpAddressString(literal);
  }

  /** {@code ::ffff:a.b.c.d} as {@code a.b.c.d}; any other as it is. */
  static byte[] unmapped(byte[] address) {
    if (address.length != V6_LENGTH || address[10] != -1 || address[11] != -1) {
      return address;
    }
    for (int i = 0; i < 10; i++) {
      if (address[i] != 0) {
        return address;
      }
    }
    return new byte[] {address[12], address[13], address[14], address[15]};
  }
}
