package com.reactive.platform.gateway.microbatch;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/**
 * Gathers messages in stripes and flushes them from one dispatcher thread.
 *
 * <p>A stripe is flushed when N bytes are pending, or when its oldest pending message has waited
 * for T, or, whatever is pending, when the sink has nothing in flight: waiting would then help
 * nobody. So a slow sink makes large batches and a fast one makes small ones, and N and T only
 * bound what is in between. A stripe of which a quarter is pending (ring or slots) counts as N.
 *
 * <p>Messages of one stripe reach the sender in the order in which they were submitted. A thread
 * always submits to the same stripe; stripes are safe for any number of threads, and fastest where
 * each has one, which {@link #writer} arranges.
 *
 * <p>The dispatcher thread is parked while there is nothing to do. A sender that blocks stops all
 * stripes; they fill up and submit answers FULL.
 */
public final class StripedBatcher implements Batcher {
  private static final Completion NO_COMPLETION =
      new Completion() {
        @Override
        public void acked(int partition, long offset) {}

        @Override
        public void notWritten(Throwable reason) {}

        @Override
        public void unknown(Throwable reason) {}
      };

  private final BatcherConfig config;
  private final Stripe[] stripes;
  private final FlushRule rule;
  private final Dispatcher dispatcher;

  /** Starts a batcher whose dispatcher is a non-daemon thread of this name. */
  public StripedBatcher(BatcherConfig config, BatchSender sender, String threadName) {
    this(config, sender, task -> nonDaemon(task, threadName));
  }

  /** Starts a batcher whose dispatcher is a thread of this factory's, which is asked for one. */
  public StripedBatcher(BatcherConfig config, BatchSender sender, ThreadFactory threadFactory) {
    this(config, sender, threadFactory, System::nanoTime);
  }

  StripedBatcher(
      BatcherConfig config,
      BatchSender sender,
      ThreadFactory threadFactory,
      LongSupplier nanoClock) {
    this.config = config;
    this.stripes = new Stripe[config.stripes()];
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new Stripe(config, nanoClock);
    }
    FlushLimits limits = capped(config.flushBytes(), config.flushIntervalNanos());
    this.rule = new FlushRule(limits, nanoClock);
    this.dispatcher = new Dispatcher(stripes, rule, sender, threadFactory);
    dispatcher.start();
  }

  @Override
  public SubmitResult submit(byte[] buffer, int offset, int length, Completion completion) {
    return submit(stripeOfThisThread(), buffer, offset, length, completion);
  }

  /** Submits the whole array and forgets it: nobody is told what becomes of it. */
  public SubmitResult submit(byte[] message) {
    return submit(message, 0, message.length, NO_COMPLETION);
  }

  /**
   * A handle that submits to one stripe; meant for an event loop that has the stripe to itself.
   *
   * @param stripe index of the stripe, from 0
   */
  public Writer writer(int stripe) {
    return new Writer(this, stripes[Objects.checkIndex(stripe, stripes.length)]);
  }

  @Override
  public int maxMessageBytes() {
    return config.maxMessageBytes();
  }

  /**
   * Changes the flush rule from now on; any thread. Both values change together.
   *
   * @param flushBytes N, at least 1; a quarter of the stripe's ring caps it
   * @param flushIntervalNanos T, nanoseconds, at least 1
   */
  public void flushLimits(int flushBytes, long flushIntervalNanos) {
    rule.limits(capped(flushBytes, flushIntervalNanos));
    dispatcher.ruleChanged();
  }

  @Override
  public BatcherStats stats() {
    long acceptedMessages = 0;
    long acceptedBytes = 0;
    long refusedFull = 0;
    long pendingMessages = 0;
    long pendingBytes = 0;
    for (Stripe stripe : stripes) {
      Stripe.Open open = stripe.open();
      pendingMessages += open.messages();
      pendingBytes += open.bytes();
      acceptedMessages += stripe.published();
      acceptedBytes += stripe.publishedBytes();
      refusedFull += stripe.refusedFull();
    }
    FlushCounters counters = dispatcher.counters();
    Map<FlushReason, Long> byReason = counters.batchesByReason();
    FlushLimits limits = rule.limits();
    return new BatcherStats(
        acceptedMessages,
        acceptedBytes,
        refusedFull,
        byReason.values().stream().mapToLong(Long::longValue).sum(),
        counters.messages(),
        counters.bytes(),
        pendingMessages,
        pendingBytes,
        dispatcher.inFlightBatches(),
        byReason,
        counters.lastReason(),
        limits.flushBytes(),
        limits.flushIntervalNanos());
  }

  /**
   * {@inheritDoc}
   *
   * <p>Also waits, within the timeout, for the dispatcher thread to end. At the timeout a sender
   * that blocks is interrupted, and what it never saw is completed by this thread or, where the
   * sender obeys, by the dispatcher, perhaps a moment after the return. Any thread, any number of
   * times; from a completion it cannot succeed, because the message is not completed until its
   * completion returns.
   */
  @Override
  public boolean close(Duration timeout) throws InterruptedException {
    for (Stripe stripe : stripes) {
      stripe.close();
    }
    dispatcher.drain();
    if (dispatcher.awaitDrained(nanos(timeout))) {
      return true;
    }
    dispatcher.abort();
    return false;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  private SubmitResult submit(
      Stripe stripe, byte[] buffer, int offset, int length, Completion completion) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    Objects.requireNonNull(completion, "completion");
    if (length > maxMessageBytes()) {
      throw new IllegalArgumentException(
          "message of " + length + " bytes, the limit is " + maxMessageBytes() + " bytes");
    }
    SubmitResult result = stripe.append(buffer, offset, length, completion);
    if (result == SubmitResult.ACCEPTED) {
      dispatcher.messagePublished(stripe);
    }
    return result;
  }

  private Stripe stripeOfThisThread() {
    // Thread ids are handed out in steps by some pools; the multiplication spreads them evenly.
    long spread = Thread.currentThread().getId() * 0x9E3779B97F4A7C15L;
    return stripes[(int) ((spread >>> 33) % stripes.length)];
  }

  private FlushLimits capped(int flushBytes, long flushIntervalNanos) {
    return new FlushLimits(flushBytes, flushIntervalNanos).cappedTo(Stripe.maxBatchBytes(config));
  }

  private static Thread nonDaemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(false);
    return thread;
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException tooLong) {
      return timeout.isNegative() ? 0 : Long.MAX_VALUE;
    }
  }

  /** Submits to one stripe of a batcher, from any thread. */
  public static final class Writer {
    private final StripedBatcher batcher;
    private final Stripe stripe;

    private Writer(StripedBatcher batcher, Stripe stripe) {
      this.batcher = batcher;
      this.stripe = stripe;
    }

    /** As {@link Batcher#submit}. */
    public SubmitResult submit(byte[] buffer, int offset, int length, Completion completion) {
      return batcher.submit(stripe, buffer, offset, length, completion);
    }
  }
}
