package com.reactive.platform.gateway.limit;

/** Charges the bytes of one admitted request to those whose bytes are limited. Thread-safe. */
public final class ByteMeter {
  private final TokenBuckets<Payer> buckets;
  private final Payer address;
  private final Payer caller;

  /** Whoever is null pays nothing. */
  ByteMeter(TokenBuckets<Payer> buckets, Payer address, Payer caller) {
    this.buckets = buckets;
    this.address = address;
    this.caller = caller;
  }

  /**
   * Bytes of the body are there.
   *
   * @param nowNanos as {@link System#nanoTime}
   */
  public void charge(long bytes, long nowNanos) {
    if (address != null) {
      buckets.charge(address, address.rate().perSecond(), bytes, nowNanos);
    }
    if (caller != null) {
      buckets.charge(caller, caller.rate().perSecond(), bytes, nowNanos);
    }
  }

  /**
   * Whose bytes are counted. Under another rate it is another payer: what it owed is forgotten.
   *
   * @param who a {@link ClientAddress}, or the name of a caller
   */
  record Payer(Object who, Rate rate) {}
}
