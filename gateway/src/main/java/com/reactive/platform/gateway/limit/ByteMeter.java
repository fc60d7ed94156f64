package com.reactive.platform.gateway.limit;

/** Charges the bytes of one admitted request to those whose bytes are limited. Thread-safe. */
public final class ByteMeter {
  /**
   * Whose bytes are counted. Under another rate it is another payer: what it owed is forgotten.
   *
   * @param who a {@link ClientAddress}, or the name of a caller
   */
  record Payer(Object who, Rate rate) {}

  private final TokenBuckets<Payer> addresses;
  private final Payer address;
  private final TokenBuckets<Payer> callers;
  private final Payer caller;

  /** A payer may be null: its bytes are not limited. */
  ByteMeter(
      TokenBuckets<Payer> addresses, Payer address, TokenBuckets<Payer> callers, Payer caller) {
    this.addresses = addresses;
    this.address = address;
    this.callers = callers;
    this.caller = caller;
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

  private static void charge(TokenBuckets<Payer> buckets, Payer payer, long bytes, long nowNanos) {
    if (payer != null) {
      Rate rate = payer.rate();
      buckets.charge(payer, rate.perSecond(), rate.burst(), bytes, nowNanos);
    }
  }
}
