package com.reactive.platform.gateway.microbatch;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** A writer of one {@link Stripe} and the side that takes and gives back. */
public final class StripeRaces {
  private static final Stripe.Listener NOBODY =
      new Stripe.Listener() {
        @Override
        public void batchTaken() {}

        @Override
        public void batchCompleted(Batch batch) {}
      };

  private StripeRaces() {}

  static Stripe stripe(int bytes, int messages) {
    return new Stripe(new BatcherConfig(1, bytes, messages, 1, 1), NOBODY, () -> 0);
  }

  static Batch take(Stripe stripe) {
    return stripe.take(FlushReason.SIZE, Long.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** Every byte of every message, as digits: -1 if there is no batch. */
  static int digits(Batch batch) {
    if (batch == null) {
      return -1;
    }
    int digits = 0;
    for (int i = 0; i < batch.size(); i++) {
      for (int at = 0; at < batch.length(i); at++) {
        digits = digits * 10 + batch.buffer()[batch.offset(i) + at];
      }
    }
    return digits;
  }

  /** Who takes a message sees its bytes and its slot, and all of it comes out in the end. */
  @JCStressTest
  @Outcome(
      id = {"-1, 1233", "12, 33", "1233, -1"},
      expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, torn or out of order")
  @State
  public static class WhatIsTakenIsComplete {
    private final Stripe stripe = stripe(16, 16);

    @Actor
    public void writer() {
      stripe.append(new byte[] {1, 2}, 0, 2, null);
      stripe.append(new byte[] {3, 3}, 0, 2, null);
    }

    @Actor
    public void dispatcher(II_Result result) {
      result.r1 = digits(take(stripe));
    }

    @Arbiter
    public void rest(II_Result result) {
      result.r2 = digits(take(stripe));
    }
  }

  /**
   * A full stripe takes a message only once the place is given back: the bytes stay as they were.
   */
  @JCStressTest
  @Outcome(
      id = {"1234, 0, -1", "1234, 1, 56"},
      expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN, desc = "used again before its release")
  @State
  public static class SpaceIsGivenBackFirst {
    private final Stripe stripe = stripe(4, 8);

    public SpaceIsGivenBackFirst() {
      stripe.append(new byte[] {1, 2}, 0, 2, null);
      stripe.append(new byte[] {3, 4}, 0, 2, null);
    }

    @Actor
    public void writer(III_Result result) {
      SubmitResult answer = stripe.append(new byte[] {5, 6}, 0, 2, null);
      result.r2 = answer == SubmitResult.ACCEPTED ? 1 : 0;
    }

    @Actor
    public void dispatcher(III_Result result) {
      Batch batch = take(stripe);
      result.r1 = digits(batch);
      batch.acked(0, 0);
    }

    @Arbiter
    public void rest(III_Result result) {
      result.r3 = digits(take(stripe));
    }
  }
}
