package com.reactive.platform.gateway.limit;

import com.reactive.platform.gateway.limit.ByteMeter.Payer;
import java.net.InetAddress;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** What clients have taken of what each may take. Thread-safe; never blocks for long. */
public final class Limits implements AutoCloseable {
  private static final int MAX_BUCKETS = 65_536;

  private final LimitsConfig config;

  /** What can change: rates, bursts, headers. */
  private volatile LimitsConfig rates;

  /** Null if the settings say how many there are. */
  private final InstanceCount counted;

  private final ForwardedAddresses forwarded;
  private final AddressLimits connections;
  private final TokenBuckets<ClientAddress> byAddress;
  private final TokenBuckets<String> byCaller;
  private final TokenBuckets<Payer> bytesOfAddresses;
  private final TokenBuckets<Payer> bytesOfCallers;
  private final Map<LimitKind, LongAdder> refused = new EnumMap<>(LimitKind.class);

  /**
   * What is in force, and what it did.
   *
   * @param requestsPerAddress of all instances together, as the next
   * @param connectionsPerAddress 0: no limit
   * @param instances how many share the rates
   * @param refused requests, messages of calls, or connections, since the start
   */
  public record Seen(
      Rate requestsPerAddress,
      Rate bytesPerAddress,
      int connectionsPerAddress,
      int instances,
      Map<LimitKind, Long> refused) {}

  /** Nothing is taken yet. */
  public Limits(LimitsConfig config) {
    this(config, InetAddress::getAllByName);
  }

  Limits(LimitsConfig config, InstanceCount.Resolver resolver) {
    this.config = config;
    this.rates = config;
    counted =
        config.instancesFrom().isEmpty()
            ? null
            : new InstanceCount(config.instancesFrom(), resolver);
    forwarded =
        new ForwardedAddresses(
            config.trustedProxies(),
            config.forwardedHeader() == LimitsConfig.ForwardedHeader.FORWARDED);
    connections = new AddressLimits(config.connectionsPerAddress());
    byAddress = new TokenBuckets<>(MAX_BUCKETS, System.nanoTime());
    byCaller = new TokenBuckets<>(MAX_BUCKETS, System.nanoTime());
    bytesOfAddresses = new TokenBuckets<>(MAX_BUCKETS, System.nanoTime());
    bytesOfCallers = new TokenBuckets<>(MAX_BUCKETS, System.nanoTime());
    for (LimitKind kind : LimitKind.values()) {
      refused.put(kind, new LongAdder());
    }
  }

  /** Begins to count instances, if a name says how many there are. */
  public void start() {
    if (counted != null) {
      counted.start();
    }
  }

  /** No longer counts instances. */
  @Override
  public void close() {
    if (counted != null) {
      counted.close();
    }
  }

  private int instances() {
    int latest = counted == null ? 0 : counted.latest();
    return latest > 0 ? latest : rates.instances();
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
    boolean mayStay = isExempt(peer) || connections.opened(ClientAddress.of(peer));
    if (!mayStay) {
      refused(LimitKind.ADDRESS_CONNECTIONS);
    }
    return mayStay;
  }

  /** Counts one that was turned away; for limits that are enforced elsewhere. */
  public void refused(LimitKind kind) {
    refused.get(kind).increment();
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

  /** Whether {@link #take(ClientAddress, long)} is of use. */
  public boolean needsAddresses() {
    return rates.requestsPerAddress().isLimited() || metersAddresses();
  }

  /** Whether {@link #meter} needs an address. */
  public boolean metersAddresses() {
    return rates.bytesPerAddress().isLimited();
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
   * Takes one request from what this address may send, unless it owes bytes.
   *
   * @param nowNanos as {@link System#nanoTime}
   * @return null if it may be sent
   */
  public RateExceeded take(ClientAddress address, long nowNanos) {
    LimitsConfig now = rates;
    RateExceeded owed =
        owed(
            LimitKind.ADDRESS_BYTES,
            bytesOfAddresses,
            payer(address, now.bytesPerAddress()),
            nowNanos);
    return owed != null
        ? owed
        : take(LimitKind.ADDRESS, byAddress, address, now.requestsPerAddress(), nowNanos);
  }

  /** The same of a caller. */
  public RateExceeded take(String caller, Rate requests, Rate bytes, long nowNanos) {
    RateExceeded owed =
        owed(LimitKind.CALLER_BYTES, bytesOfCallers, payer(caller, bytes), nowNanos);
    return owed != null ? owed : take(LimitKind.CALLER, byCaller, caller, requests, nowNanos);
  }

  private RateExceeded owed(
      LimitKind kind, TokenBuckets<Payer> buckets, Payer payer, long nowNanos) {
    if (payer == null) {
      return null;
    }
    Rate share = payer.rate().share(instances());
    long waitNanos = buckets.waitNanos(payer, share.perSecond(), share.burst(), nowNanos);
    return waitNanos > 0 ? exceeded(kind, share, true, waitNanos) : null;
  }

  private <K> RateExceeded take(
      LimitKind kind, TokenBuckets<K> buckets, K key, Rate requests, long nowNanos) {
    if (!requests.isLimited()) {
      return null;
    }
    Rate share = requests.share(instances());
    long waitNanos = buckets.take(key, share.perSecond(), share.burst(), nowNanos);
    return waitNanos > 0 ? exceeded(kind, share, false, waitNanos) : null;
  }

  private RateExceeded exceeded(LimitKind kind, Rate share, boolean ofBytes, long waitNanos) {
    refused(kind);
    return new RateExceeded(new RatePolicy(kind.text(), share, ofBytes), waitNanos);
  }

  /**
   * Whom the bytes of an admitted request, or message, are charged to.
   *
   * @param address null if nobody knows
   * @return null if nobody's bytes are limited
   */
  public ByteMeter meter(ClientAddress address, String caller, Rate callerBytes) {
    Payer ofAddress = address == null ? null : payer(address, rates.bytesPerAddress());
    Payer ofCaller = payer(caller, callerBytes);
    return ofAddress == null && ofCaller == null
        ? null
        : new ByteMeter(bytesOfAddresses, ofAddress, bytesOfCallers, ofCaller, instances());
  }

  private static Payer payer(Object who, Rate bytes) {
    return bytes.isLimited() ? new Payer(who, bytes) : null;
  }

  /** What is in force, by the keys of the settings. */
  public Map<String, String> inForce() {
    Map<String, String> now = new TreeMap<>(rates.inForce());
    now.put("limits.instances", Integer.toString(instances()));
    now.put("limits.instances-from", config.instancesFrom());
    return now;
  }

  /** The same with what was refused. Any thread. */
  public Seen seen() {
    Map<LimitKind, Long> counts = new EnumMap<>(LimitKind.class);
    refused.forEach((kind, count) -> counts.put(kind, count.sum()));
    LimitsConfig now = rates;
    return new Seen(
        now.requestsPerAddress(),
        now.bytesPerAddress(),
        config.connectionsPerAddress(),
        instances(),
        counts);
  }

  public int maxHeaders() {
    return rates.maxHeaders();
  }
}
