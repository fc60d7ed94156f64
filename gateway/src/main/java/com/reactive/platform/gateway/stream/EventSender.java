package com.reactive.platform.gateway.stream;

/** Who sent an event, for the fields of a schema that say so. Immutable. */
public interface EventSender {
  /** Nobody knows, as of rows of a database. */
  EventSender UNKNOWN =
      new EventSender() {
        @Override
        public String address(int ipv4Bits, int ipv6Bits) {
          return null;
        }

        @Override
        public String userAgent() {
          return null;
        }
      };

  /**
   * The client's address as text, an IPv6 address as in RFC 5952; null if it is not known.
   *
   * @param ipv4Bits so many leading bits of an IPv4 address are kept, 0 to 32; the others are 0
   * @param ipv6Bits the same of an IPv6 address, 0 to 128
   */
  String address(int ipv4Bits, int ipv6Bits);

  /** What the client calls itself; null if it says nothing. */
  String userAgent();
}
