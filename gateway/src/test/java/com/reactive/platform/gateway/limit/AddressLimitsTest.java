package com.reactive.platform.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses, ranges of them, and how many connections each may have. */
class AddressLimitsTest {

  @ParameterizedTest
  @CsvSource({
    "1.2.3.4, 1.2.3.4, true",
    "1.2.3.4, 1.2.3.5, false",
    "1.2.3.4, ::ffff:1.2.3.4, true",
    "2001:db8:0:1::1, 2001:db8:0:1:ffff::2, true",
    "2001:db8:0:1::1, 2001:db8:0:2::1, false",
    "0.0.0.1, ::1, false"
  })
  void aClientIsAnAddressOrTheFirstHalfOfOne(String one, String other, boolean same)
      throws UnknownHostException {
    assertThat(
            ClientAddress.of(InetAddress.getByName(one))
                .equals(ClientAddress.of(ClientAddress.parse(other))))
        .isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.0.1, true",
    "10.0.0.0/8, 11.0.0.1, false",
    "192.168.4.0/22, 192.168.7.255, true",
    "192.168.4.0/22, 192.168.8.0, false",
    "1.2.3.4, 1.2.3.4, true",
    "1.2.3.4, 1.2.3.5, false",
    "0.0.0.0/0, 9.9.9.9, true",
    "0.0.0.0/0, ::1, false",
    "fd00::/8, fdff::1, true",
    "fd00::/8, fe80::1, false",
    "2001:db8::/33, 2001:db8:7fff::, true",
    "2001:db8::/33, 2001:db8:8000::, false"
  })
  void aRangeContainsWhatHasItsPrefix(String range, String address, boolean contained) {
    assertThat(Cidr.parse(range).contains(ClientAddress.parse(address))).isEqualTo(contained);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/",
        "10.0.0.1/8",
        "::1/129",
        "localhost",
        "fe80::1%1"
      })
  void whatIsNoRangeIsSaidToBeNone(String text) {
    assertThatThrownBy(() -> Cidr.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void eachAddressHasItsOwnConnections() {
    AddressLimits limits = new AddressLimits(2);
    ClientAddress one = new ClientAddress(false, 1);
    ClientAddress other = new ClientAddress(true, 1);
    assertThat(limits.opened(one)).isTrue();
    assertThat(limits.opened(one)).isTrue();
    assertThat(limits.opened(one)).isFalse();
    assertThat(limits.opened(other)).isTrue();
    limits.closed(one);
    assertThat(limits.opened(one)).isTrue();
    limits.closed(one);
    limits.closed(one);
    limits.closed(other);
    assertThat(limits.size()).as("nothing is left behind").isZero();
  }

  @Test
  void trustedProxiesMayOpenAsManyAsTheyLike() throws UnknownHostException {
    Limits limits =
        new Limits(
            LimitsConfig.from(
                Settings.ofKeys(
                    Map.of(
                        "limits.connections-per-address", "1",
                        "limits.trusted-proxies", "10.0.0.0/8"))));
    InetAddress proxy = InetAddress.getByName("10.1.1.1");
    InetAddress client = InetAddress.getByName("11.1.1.1");
    assertThat(limits.connectionOpened(proxy)).isTrue();
    assertThat(limits.connectionOpened(proxy)).isTrue();
    assertThat(limits.connectionOpened(client)).isTrue();
    assertThat(limits.connectionOpened(client)).isFalse();
    limits.connectionClosed(client);
    assertThat(limits.connectionOpened(client)).isTrue();
  }

  @Test
  void byDefaultNothingIsLimitedButHeaders() throws UnknownHostException {
    LimitsConfig config = LimitsConfig.from(Settings.of(Map.of()));
    assertThat(config)
        .isEqualTo(
            new LimitsConfig(
                0,
                Rate.UNLIMITED,
                Rate.UNLIMITED,
                1,
                "",
                100,
                List.of(),
                LimitsConfig.ForwardedHeader.X_FORWARDED_FOR));
    Limits limits = new Limits(config);
    InetAddress client = InetAddress.getByName("11.1.1.1");
    for (int i = 0; i < 1_000; i++) {
      assertThat(limits.connectionOpened(client)).isTrue();
      assertThat(limits.take(ClientAddress.of(client), 0)).isNull();
      assertThat(limits.take("anyone", Rate.UNLIMITED, Rate.UNLIMITED, 0)).isNull();
    }
    assertThat(limits.needsAddresses()).isFalse();
    assertThat(limits.meter(ClientAddress.of(client), "anyone", Rate.UNLIMITED)).isNull();
  }

  @Test
  void eachOfSeveralInstancesEnforcesItsShare() throws UnknownHostException {
    Limits limits =
        new Limits(
            LimitsConfig.from(
                Settings.ofKeys(
                    Map.of(
                        "limits.requests-per-second-per-address", "40",
                        "limits.burst-per-address", "10",
                        "limits.instances", "4"))));
    ClientAddress client = ClientAddress.of(InetAddress.getByName("11.1.1.1"));
    long start = System.nanoTime();
    assertThat(taken(() -> limits.take(client, start))).isEqualTo(3);
    Rate caller = new Rate(40, 10);
    assertThat(taken(() -> limits.take("a", caller, Rate.UNLIMITED, start))).isEqualTo(3);
    long later = start + TimeUnit.MILLISECONDS.toNanos(201);
    assertThat(taken(() -> limits.take(client, later))).isEqualTo(2);
    assertThat(taken(() -> limits.take("a", caller, Rate.UNLIMITED, later))).isEqualTo(2);
    assertThat(limits.take(client, later).policy().field()).isEqualTo("\"address\";q=3;w=1");
    assertThat(new Rate(2, 1).share(4)).as("at least one").isEqualTo(new Rate(0.5, 1));
  }

  private static int taken(Supplier<RateExceeded> attempt) {
    int taken = 0;
    while (attempt.get() == null) {
      taken++;
    }
    return taken;
  }

  @Test
  void whatEachLimitRefusesIsCounted() throws UnknownHostException {
    Limits limits =
        new Limits(
            LimitsConfig.from(
                Settings.ofKeys(
                    Map.of(
                        "limits.requests-per-second-per-address", "40",
                        "limits.burst-per-address", "2",
                        "limits.bytes-per-second-per-address", "10",
                        "limits.connections-per-address", "1",
                        "limits.instances", "2"))));
    InetAddress peer = InetAddress.getByName("11.1.1.1");
    ClientAddress client = ClientAddress.of(peer);
    Rate ofCaller = new Rate(1, 1);
    long now = System.nanoTime();
    limits.take(client, now);
    limits.take(client, now);
    limits.take(client, now);
    limits.meter(client, "a", ofCaller).charge(100, now);
    limits.take(client, now);
    limits.take("a", ofCaller, ofCaller, now);
    limits.take("b", ofCaller, Rate.UNLIMITED, now);
    limits.take("b", ofCaller, Rate.UNLIMITED, now);
    limits.connectionOpened(peer);
    limits.connectionOpened(peer);
    limits.refused(LimitKind.CONNECTIONS);
    assertThat(limits.seen())
        .isEqualTo(
            new Limits.Seen(
                new Rate(40, 2),
                new Rate(10, 10),
                1,
                2,
                Map.of(
                    LimitKind.ADDRESS, 2L,
                    LimitKind.ADDRESS_BYTES, 1L,
                    LimitKind.CALLER, 1L,
                    LimitKind.CALLER_BYTES, 1L,
                    LimitKind.ADDRESS_CONNECTIONS, 1L,
                    LimitKind.CONNECTIONS, 1L)));
  }

  /** What a request has sent is paid off before the next; others are not concerned. */
  @Test
  void bytesArePaidOff() throws UnknownHostException {
    Limits limits =
        new Limits(
            LimitsConfig.from(
                Settings.ofKeys(
                    Map.of(
                        "limits.bytes-per-second-per-address", "2KiB",
                        "limits.burst-bytes-per-address", "8KiB",
                        "limits.instances", "2"))));
    ClientAddress client = ClientAddress.of(InetAddress.getByName("11.1.1.1"));
    ClientAddress other = ClientAddress.of(InetAddress.getByName("11.1.1.2"));
    Rate ofCaller = new Rate(2, 20_000);
    long start = System.nanoTime();
    assertThat(limits.take(client, start)).isNull();
    limits.meter(client, "a", ofCaller).charge(6_144, start);

    RateExceeded excess = limits.take(client, start);
    assertThat(excess.waitNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(2) + 1);
    assertThat(excess.policy().field())
        .isEqualTo("\"address-bytes\";q=4096;qu=\"content-bytes\";w=4");
    assertThat(limits.take(other, start)).isNull();
    assertThat(limits.take(client, start + excess.waitNanos() - 1)).isNotNull();
    assertThat(limits.take(client, start + excess.waitNanos())).isNull();

    assertThat(limits.take("a", Rate.UNLIMITED, ofCaller, start)).isNull();
    limits.meter(null, "a", ofCaller).charge(4_000, start);
    assertThat(limits.take("a", Rate.UNLIMITED, ofCaller, start).policy().name())
        .isEqualTo("caller-bytes");
    assertThat(limits.take("a", Rate.UNLIMITED, new Rate(4, 20_000), start))
        .as("under another rate it begins anew")
        .isNull();
  }

  @Test
  void aBurstIsASecondsWorthUnlessSaidOtherwise() {
    assertThat(
            LimitsConfig.from(
                    Settings.ofKeys(Map.of("limits.requests-per-second-per-address", "7")))
                .requestsPerAddress())
        .isEqualTo(new Rate(7, 7));
  }

  @Test
  void allThatIsWrongIsSaidTogether() {
    Settings settings =
        Settings.ofKeys(
            Map.of(
                "limits.trusted-proxies", "10.0.0.0/8, nonsense, 10.0.0.1/8",
                "limits.forwarded-header", "via",
                "limits.max-headers", "1"));
    LimitsConfig.from(settings);
    assertThatThrownBy(settings::check)
        .isInstanceOfSatisfying(ConfigException.class, e -> assertThat(e.errors()).hasSize(4))
        .hasMessageContaining("limits.trusted-proxies: 'nonsense' is not an IP address")
        .hasMessageContaining("limits.forwarded-header: must be one of x-forwarded-for, forwarded");
  }
}
