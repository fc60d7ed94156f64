package com.reactive.platform.gateway.schema;

import java.util.Map;
import org.apache.avro.Schema;

/**
 * How many leading bits of a client's address a field keeps. Without a word of the schema a network
 * of 256 addresses, or the site of an IPv6 address: enough for a country, too little for a person.
 */
record AddressMask(int ipv4Bits, int ipv6Bits) {
  private static final AddressMask USUAL = new AddressMask(24, 48);
  private static final int MAX_IPV4 = 32;
  private static final int MAX_IPV6 = 128;

  /** Refuses the attribute where it has no effect. */
  static void check(Schema.Field field, String where, SchemaProblems problems) {
    boolean address = Attributes.CLIENT_ADDRESS.equals(field.getObjectProp(Attributes.FILLED));
    if (!address && field.getObjectProp(Attributes.MASK) != null) {
      problems.add(
          where,
          Attributes.MASK + " needs " + Attributes.FILLED + ": " + Attributes.CLIENT_ADDRESS);
    }
  }

  static AddressMask of(Schema.Field field, String where, SchemaProblems problems) {
    Object mask = field.getObjectProp(Attributes.MASK);
    if (mask == null) {
      return USUAL;
    }
    if (mask instanceof Map<?, ?> map
        && map.size() == 2
        && map.get("ipv4") instanceof Integer ipv4
        && map.get("ipv6") instanceof Integer ipv6
        && ipv4 >= 0
        && ipv4 <= MAX_IPV4
        && ipv6 >= 0
        && ipv6 <= MAX_IPV6) {
      return new AddressMask(ipv4, ipv6);
    }
    problems.add(
        where,
        Attributes.MASK
            + " must be the number of leading bits that are kept of an address, such as"
            + " {\"ipv4\": 24, \"ipv6\": 48}");
    return USUAL;
  }
}
