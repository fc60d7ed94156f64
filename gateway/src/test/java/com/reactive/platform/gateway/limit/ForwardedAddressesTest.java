package com.reactive.platform.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardedAddressesTest {
  private static final List<Cidr> TRUSTED =
      Stream.of("10.0.0.0/8", "fd00::/8").map(Cidr::parse).toList();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          203.0.113.9 | -                                   | 203.0.113.9
          203.0.113.9 | 198.51.100.1                        | 203.0.113.9
          10.0.0.1    | -                                   | 10.0.0.1
          10.0.0.1    | 198.51.100.1                        | 198.51.100.1
          10.0.0.1    | 198.51.100.1:4711                   | 198.51.100.1
          10.0.0.1    | 1.1.1.1, 198.51.100.1               | 198.51.100.1
          10.0.0.1    | 1.1.1.1, 198.51.100.1 , 10.9.9.9,   | 198.51.100.1
          10.0.0.1    | 1.1.1.1 ~ 198.51.100.1, 10.9.9.9    | 198.51.100.1
          10.0.0.1    | 198.51.100.1 ~ fd00::1              | 198.51.100.1
          10.0.0.1    | 10.0.0.2, 10.0.0.3                  | 10.0.0.2
          10.0.0.1    | 1.1.1.1, unknown, 10.0.0.3          | 10.0.0.3
          10.0.0.1    | 1.1.1.1, example.org                | 10.0.0.1
          10.0.0.1    | 2001:db8::1                         | 2001:db8::ffff
          10.0.0.1    | [2001:db8::1]:443                   | 2001:db8::1
          10.0.0.1    | [2001:db8::1                        | 10.0.0.1
          10.0.0.1    | ::ffff:198.51.100.1                 | 198.51.100.1
          ::ffff:10.0.0.1 | 198.51.100.1                    | 198.51.100.1
          fd00::7     | 198.51.100.1                        | 198.51.100.1
          """)
  void xForwardedFor(String peer, String lines, String client) {
    assertThat(client(peer, lines, false)).isEqualTo(address(client));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          10.0.0.1    | for=198.51.100.1                                    | 198.51.100.1
          10.0.0.1    | For="198.51.100.1:80";proto=https;by=10.0.0.1       | 198.51.100.1
          10.0.0.1    | for=1.1.1.1, proto=http;FOR="[2001:db8::1]:4711"    | 2001:db8::1
          10.0.0.1    | for=1.1.1.1, for=198.51.100.1, for=10.2.2.2         | 198.51.100.1
          10.0.0.1    | for=1.1.1.1, for=_hidden                            | 10.0.0.1
          10.0.0.1    | for=1.1.1.1, proto=https                            | 10.0.0.1
          10.0.0.1    | for=198.51.100.1;host="a,b"                         | 198.51.100.1
          203.0.113.9 | for=198.51.100.1                                    | 203.0.113.9
          """)
  void rfc7239(String peer, String lines, String client) {
    assertThat(client(peer, lines, true)).isEqualTo(address(client));
  }

  @ParameterizedTest
  @CsvSource({
    "198.51.100.77,        32, 128, 198.51.100.77",
    "198.51.100.77,        24,  48, 198.51.100.0",
    "198.51.100.77,        25,  48, 198.51.100.0",
    "198.51.100.177,       25,  48, 198.51.100.128",
    "198.51.100.77,         9,  48, 198.0.0.0",
    "198.51.100.77,         0,   0, 0.0.0.0",
    "::ffff:198.51.100.77, 24,  48, 198.51.100.0",
    "2001:db8:1:2::3,      24, 128, 2001:db8:1:2::3",
    "2001:db8:1:2::3,      24,  48, 2001:db8:1::",
    "2001:db8:1:ffff::3,   24,  49, 2001:db8:1:8000::",
    "2001:db8:1:2::3,      24,   0, ::"
  })
  void masked(String address, int ipv4Bits, int ipv6Bits, String text) {
    assertThat(ClientAddress.text(ClientAddress.parse(address), ipv4Bits, ipv6Bits))
        .isEqualTo(text);
  }

  private static ClientAddress client(String peer, String lines, boolean rfc7239) {
    List<String> values = lines == null ? List.of() : List.of(lines.split("~"));
    return ClientAddress.of(
        new ForwardedAddresses(TRUSTED, rfc7239).client(ClientAddress.parse(peer), values));
  }

  private static ClientAddress address(String literal) {
    return ClientAddress.of(ClientAddress.parse(literal));
  }
}
