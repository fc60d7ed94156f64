package com.reactive.platform.gateway.limit;

/** Charges the bytes of one admitted request to those whose bytes are limited. Thread-safe. */
public final class ByteMeter {
  /**
   * Whose bytes are counted. Under another rate it is another payer: what it owed is forgotten.
   *
   * @param who a {@link ClientAddress}, or the name of a caller
   * @param rate of all instances together
   */
  record Payer(Object who, Rate rate) {}

  private final TokenBuckets<Payer> addresses;
  private final Payer address;
  private final TokenBuckets<Payer> callers;
  private final Payer caller;
  private final int instances;

  /** A payer may be null: its bytes are not limited. */
  ByteMeter(
      TokenBuckets<Payer> addresses,
      Payer address,
      TokenBuckets<Payer> callers,
      Payer caller,
      int instances) {
    this.addresses = addresses;
    this.address = address;
    this.callers = callers;
    this.caller = caller;
    this.instances = instances;
  }

  /**
   * Bytes of the body are there.
   *
   * @param nowNanos as {@link System#nanoTime}
   */
  public void charge(long bytes, long nowNanos) {
    charge(addresses, address, bytes, nowNanos);
    charge(callers, caller, bytes, nowNanos);
  }

  private void charge(TokenBuckets<Payer> buckets, Payer payer, long bytes, long nowNanos) {
    if (payer != null) {
      Rate share = payer.rate().share(instances);
      buckets.charge(payer, share.perSecond(), share.burst(), bytes, nowNanos);
    }
  }
}
