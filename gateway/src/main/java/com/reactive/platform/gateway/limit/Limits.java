package com.reactive.platform.gateway.limit;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;

/** What clients have taken of what each may take. Thread-safe; never blocks for long. */
public final class Limits {
  private static final int MAX_BUCKETS = 65_536;

  private final LimitsConfig config;

  /** What can change: rates, bursts, headers. */
  private volatile LimitsConfig rates;

  private final ForwardedAddresses forwarded;
  private final AddressLimits connections;
  private final TokenBuckets<ClientAddress> byAddress;
  private final TokenBuckets<String> byCaller;

  /** Nothing is taken yet. */
  public Limits(LimitsConfig config) {
    this.config = config;
    this.rates = config;
    forwarded =
        new ForwardedAddresses(
            config.trustedProxies(),
            config.forwardedHeader() == LimitsConfig.ForwardedHeader.FORWARDED);
    connections = new AddressLimits(config.connectionsPerAddress());
    byAddress = new TokenBuckets<>(MAX_BUCKETS, System.nanoTime());
    byCaller = new TokenBuckets<>(MAX_BUCKETS, System.nanoTime());
  }

  /** From now on these rates and header limits count; the rest stays as it was. */
  public void update(LimitsConfig next) {
    rates = next;
  }

  /**
   * A connection is there. If it may stay, {@link #connectionClosed} must follow one day.
   *
   * @param peer null if nobody knows: such a connection is not counted
   */
  public boolean connectionOpened(InetAddress peer) {
    return isExempt(peer) || connections.opened(ClientAddress.of(peer));
  }

  public void connectionClosed(InetAddress peer) {
    if (!isExempt(peer)) {
      connections.closed(ClientAddress.of(peer));
    }
  }

  private boolean isExempt(InetAddress peer) {
    return config.connectionsPerAddress() == 0 || peer == null || trusts(peer);
  }

  /** Whether what this peer says about whom it serves is believed. */
  public boolean trusts(InetAddress peer) {
    return forwarded.trusts(peer.getAddress());
  }

  /** Whether {@link #addressWaitNanos} can ever be more than 0. */
  public boolean ratesAddresses() {
    return rates.requestsPerSecondPerAddress() > 0;
  }

  /** In lower case: what {@link #client} wants the lines of. */
  public String forwardedHeader() {
    return config.forwardedHeader() == LimitsConfig.ForwardedHeader.FORWARDED
        ? "forwarded"
        : "x-forwarded-for";
  }

  /**
   * Who the client of a request is.
   *
   * @param forwardedLines the values of {@link #forwardedHeader}, in their order; not looked at
   *     unless the peer is trusted
   */
  public ClientAddress client(InetAddress peer, List<String> forwardedLines) {
    return ClientAddress.of(clientBytes(peer, forwardedLines));
  }

  /** The whole address of the same, 4 or 16 bytes. */
  public byte[] clientBytes(InetAddress peer, List<String> forwardedLines) {
    return forwarded.client(peer.getAddress(), forwardedLines);
  }

  /**
   * Takes one request from what this address may send.
   *
   * @param nowNanos as {@link System#nanoTime}
   * @return 0, or after how many nanoseconds it may send again
   */
  public long addressWaitNanos(ClientAddress address, long nowNanos) {
    LimitsConfig now = rates;
    return now.requestsPerSecondPerAddress() > 0
        ? byAddress.take(
            address,
            now.rateShare(now.requestsPerSecondPerAddress()),
            now.burstShare(now.burstPerAddress()),
            nowNanos)
        : 0;
  }

  /**
   * Takes one request from what this caller may send.
   *
   * @param ratePerSecond on average; 0: no limit
   * @param burst at once after a pause; 0: as many as in a second
   * @param nowNanos as {@link System#nanoTime}
   * @return 0, or after how many nanoseconds it may send again
   */
  public long callerWaitNanos(String name, double ratePerSecond, int burst, long nowNanos) {
    if (ratePerSecond <= 0) {
      return 0;
    }
    LimitsConfig now = rates;
    return byCaller.take(
        name, now.rateShare(ratePerSecond), now.burstShare(depth(ratePerSecond, burst)), nowNanos);
  }

  private static int depth(double ratePerSecond, int burst) {
    return burst > 0 ? burst : (int) Math.max(1, Math.ceil(ratePerSecond));
  }

  /** What an address may send here; asked only if {@link #ratesAddresses}. */
  public RatePolicy addressPolicy() {
    LimitsConfig now = rates;
    return new RatePolicy(
        "address",
        now.rateShare(Math.max(1, now.requestsPerSecondPerAddress())),
        now.burstShare(now.burstPerAddress()));
  }

  /** What a caller may send here, by the same numbers as for {@link #callerWaitNanos}. */
  public RatePolicy callerPolicy(double ratePerSecond, int burst) {
    LimitsConfig now = rates;
    return new RatePolicy(
        "caller", now.rateShare(ratePerSecond), now.burstShare(depth(ratePerSecond, burst)));
  }

  /** What is in force, by the keys of the settings. */
  public Map<String, String> inForce() {
    return rates.inForce();
  }

  public int maxHeaders() {
    return rates.maxHeaders();
  }
}
