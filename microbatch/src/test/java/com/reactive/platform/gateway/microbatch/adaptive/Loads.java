package com.reactive.platform.gateway.microbatch.adaptive;

/** Load samples with hardly anything of note. */
public final class Loads {
  public static LoadSample of(long accepted, long sentBytes, long refusedFull, double fill) {
    return new LoadSample(accepted, sentBytes, refusedFull, 0, fill);
  }

  /** So many messages wait. */
  public static LoadSample pending(long messages) {
    return new LoadSample(messages, 0, 0, messages, 0);
  }

  private Loads() {}
}
