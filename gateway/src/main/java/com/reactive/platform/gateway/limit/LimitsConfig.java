package com.reactive.platform.gateway.limit;

import com.reactive.platform.gateway.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one client may take.
 *
 * @param connectionsPerAddress open at the same time; 0: no limit
 * @param requestsPerSecondPerAddress on average; 0: no limit
 * @param burstPerAddress how many an address may send at once after a pause; at least 1
 * @param instances how many share the rates and bursts of addresses and callers; at least 1
 * @param maxHeaders header lines of one request
 * @param trustedProxies whose word on the client's address counts
 * @param forwardedHeader the header in which they give it
 */
public record LimitsConfig(
    int connectionsPerAddress,
    int requestsPerSecondPerAddress,
    int burstPerAddress,
    int instances,
    int maxHeaders,
    List<Cidr> trustedProxies,
    ForwardedHeader forwardedHeader) {

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
    int perSecond =
        settings.integer(
            "limits.requests-per-second-per-address",
            0,
            0,
            1_000_000,
            "more get 429; 0: no limit (many clients may share one address)");
    return new LimitsConfig(
        settings.integer(
            "limits.connections-per-address",
            0,
            0,
            1_000_000,
            "further connections are closed at once; 0: no limit; trusted proxies have none"),
        perSecond,
        burst(settings, perSecond),
        settings.integer(
            "limits.instances",
            1,
            1,
            1_000,
            "gateways behind one load balancer: each enforces this share of the rates and bursts of"
                + " addresses and API keys"),
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
    return new LimitsConfig(connectionsPerAddress, 0, 0, 1, 0, trustedProxies, forwardedHeader);
  }

  /** By the keys of the settings; the addresses of proxies are left out. */
  public Map<String, String> inForce() {
    return Map.of(
        "limits.connections-per-address", Integer.toString(connectionsPerAddress),
        "limits.requests-per-second-per-address", Integer.toString(requestsPerSecondPerAddress),
        "limits.burst-per-address", Integer.toString(burstPerAddress),
        "limits.instances", Integer.toString(instances),
        "limits.max-headers", Integer.toString(maxHeaders));
  }

  /** This instance's share of a rate. */
  double rateShare(double ratePerSecond) {
    return ratePerSecond / instances;
  }

  /** This instance's share of a burst, rounded up: nobody is left without a request. */
  int burstShare(int burst) {
    return Math.max(0, burst - 1) / instances + 1;
  }

  private static int burst(Settings settings, int perSecond) {
    int burst =
        settings.integer(
            "limits.burst-per-address",
            0,
            0,
            1_000_000,
            "burst of an address after a pause; 0: as many requests as per second");
    settings.describeDefault("limits.burst-per-address", "the requests of one second");
    return burst == 0 ? Math.max(1, perSecond) : burst;
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
