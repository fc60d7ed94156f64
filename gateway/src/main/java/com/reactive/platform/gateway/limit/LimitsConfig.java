package com.reactive.platform.gateway.limit;

import com.reactive.platform.gateway.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one client may take.
 *
 * @param connectionsPerAddress open at the same time; 0: no limit
 * @param requestsPerAddress of all instances together
 * @param bytesPerAddress those of bodies as they are sent, of all instances together
 * @param instances how many share the rates and bursts of addresses and callers; at least 1
 * @param instancesFrom a name that has as many addresses as there are instances; empty: none
 * @param maxHeaders header lines of one request
 * @param trustedProxies whose word on the client's address counts
 * @param forwardedHeader the header in which they give it
 */
public record LimitsConfig(
    int connectionsPerAddress,
    Rate requestsPerAddress,
    Rate bytesPerAddress,
    int instances,
    String instancesFrom,
    int maxHeaders,
    List<Cidr> trustedProxies,
    ForwardedHeader forwardedHeader) {

  private static final int MAX_REQUESTS = 1_000_000;
  private static final int MAX_BYTES = 1 << 30;

  /** How proxies say whom they serve. */
  public enum ForwardedHeader {
    X_FORWARDED_FOR,
    FORWARDED
  }

  public LimitsConfig {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Reads the {@code limits.*} settings. */
  public static LimitsConfig from(Settings settings) {
    Rate requests =
        rate(
            settings,
            "limits.requests-per-second-per-address",
            MAX_REQUESTS,
            "more get 429; 0: no limit (many clients may share one address)",
            "limits.burst-per-address",
            "burst of an address after a pause; 0: as many requests as per second",
            "the requests of one second");
    Rate bytes =
        rate(
            settings,
            "limits.bytes-per-second-per-address",
            MAX_BYTES,
            "bytes of bodies, as they are sent; an address that has sent more gets 429 until that is"
                + " paid off; 0: no limit",
            "limits.burst-bytes-per-address",
            "bytes of an address at once after a pause; 0: as many as per second",
            "the bytes of one second");
    return new LimitsConfig(
        settings.integer(
            "limits.connections-per-address",
            0,
            0,
            1_000_000,
            "further connections are closed at once; 0: no limit; trusted proxies have none"),
        requests,
        bytes,
        settings.integer(
            "limits.instances",
            1,
            1,
            1_000,
            "gateways behind one load balancer: each enforces this share of the rates and bursts of"
                + " addresses and API keys"),
        settings.text(
            "limits.instances-from",
            "",
            "host name with an address for each instance, as a headless service has; a change"
                + " counts within some 40 s, and until there is an answer limits.instances; empty:"
                + " none"),
        settings.integer(
            "limits.max-headers", 100, 8, 1_000, "header lines of a request; more get 431"),
        trustedProxies(settings),
        settings.choice(
            "limits.forwarded-header",
            ForwardedHeader.X_FORWARDED_FOR,
            "header in which trusted proxies name the client; the other one is ignored, because a"
                + " proxy may pass on what the client sent"));
  }

  /** The same, but for what can change while the gateway runs. */
  public LimitsConfig withoutRates() {
    return new LimitsConfig(
        connectionsPerAddress,
        Rate.UNLIMITED,
        Rate.UNLIMITED,
        1,
        instancesFrom,
        0,
        trustedProxies,
        forwardedHeader);
  }

  /** By the keys of the settings; the addresses of proxies are left out. */
  public Map<String, String> inForce() {
    return Map.of(
        "limits.connections-per-address", Integer.toString(connectionsPerAddress),
        "limits.requests-per-second-per-address",
            Long.toString((long) requestsPerAddress.perSecond()),
        "limits.burst-per-address", Long.toString(requestsPerAddress.burst()),
        "limits.bytes-per-second-per-address", Long.toString((long) bytesPerAddress.perSecond()),
        "limits.burst-bytes-per-address", Long.toString(bytesPerAddress.burst()),
        "limits.instances", Integer.toString(instances),
        "limits.instances-from", instancesFrom,
        "limits.max-headers", Integer.toString(maxHeaders));
  }

  private static Rate rate(
      Settings settings,
      String rateKey,
      int most,
      String rateDoc,
      String burstKey,
      String burstDoc,
      String burstDefault) {
    int perSecond = settings.integer(rateKey, 0, 0, most, rateDoc);
    int burst = settings.integer(burstKey, 0, 0, most, burstDoc);
    settings.describeDefault(burstKey, burstDefault);
    return perSecond == 0 ? Rate.UNLIMITED : new Rate(perSecond, burst == 0 ? perSecond : burst);
  }

  private static List<Cidr> trustedProxies(Settings settings) {
    String key = "limits.trusted-proxies";
    List<Cidr> proxies = new ArrayList<>();
    for (String text :
        settings.list(
            key,
            "addresses or ranges (10.0.0.0/8) of proxies whose forwarded header is trusted; the"
                + " client is the right-most address that is not one of them")) {
      try {
        proxies.add(Cidr.parse(text));
      } catch (IllegalArgumentException e) {
        settings.reject(key, e.getMessage());
      }
    }
    return proxies;
  }
}
