package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Gathers messages in stripes and flushes them from one dispatcher thread.
 *
 * <p>A stripe is flushed when N bytes are pending, or when its oldest pending message has waited
 * for T, or, whatever is pending, when the sink has nothing in flight. So a slow sink makes large
 * batches and a fast one makes small ones, and N and T only bound what is in between. An idle sink
 * waits a moment, no longer than its last flight took and never longer than T, where those who were
 * just answered are about to come back: one batch then does for two. With an H, at least so long
 * lies between what goes because the sink is idle. A stripe of which a quarter is pending (ring or
 * slots) counts as N.
 *
 * <p>Each stripe has one writer: a handle ({@link #writer}), or a thread that submits without one
 * and keeps its stripe as long as it lives. Threads that find no stripe left share a further one
 * under a lock. So messages of one thread, or of one handle, reach the sender in the order in which
 * they were submitted.
 *
 * <p>The dispatcher thread is parked while there is nothing to do. A sender that blocks stops all
 * stripes; they fill up and submit answers FULL. A batcher {@link #onLoops} has no such thread: by
 * the same rule, each stripe is flushed by the event loop that writes to it.
 */
public final class StripedBatcher implements Batcher {
  private final BatcherConfig config;
  private final SubmitLimits submitLimits;
  private final Stripes stripes;
  private final FlushPolicy rule;
  private final Flusher flusher;
  private final Writer[] writers;

  // Weak, and the batcher holds the writers: threads outlive batchers and must not keep the rings.
  private final ThreadLocal<WeakReference<Writer>> writerOfThread =
      ThreadLocal.withInitial(this::writerForThisThread);

  /** Starts a batcher whose dispatcher is a non-daemon thread of this name. */
  public StripedBatcher(BatcherConfig config, BatchSender sender, String threadName) {
    this(config, sender, BatchObserver.NONE, threadName);
  }

  StripedBatcher(
      BatcherConfig config, BatchSender sender, BatchObserver observer, String threadName) {
    this(config, sender, observer, task -> nonDaemon(task, threadName), System::nanoTime);
  }

  /** Starts a batcher whose dispatcher is a thread of this factory's, which is asked for one. */
  public StripedBatcher(BatcherConfig config, BatchSender sender, ThreadFactory threadFactory) {
    this(config, sender, BatchObserver.NONE, threadFactory, System::nanoTime);
  }

  StripedBatcher(
      BatcherConfig config,
      BatchSender sender,
      BatchObserver observer,
      ThreadFactory threadFactory,
      LongSupplier nanoClock) {
    this(config, sender, observer, threadFactory, nanoClock, Parker.OF_THREADS);
  }

  StripedBatcher(
      BatcherConfig config,
      BatchSender sender,
      BatchObserver observer,
      ThreadFactory threadFactory,
      LongSupplier nanoClock,
      Parker parker) {
    this(
        config,
        nanoClock,
        rule -> new Dispatcher(rule, sender, observer, threadFactory, nanoClock, parker));
  }

  private StripedBatcher(
      BatcherConfig config, LongSupplier nanoClock, Function<FlushPolicy, Flusher> flushers) {
    this.config = config;
    this.submitLimits = new SubmitLimits(config);
    this.rule = new FlushPolicy(config.limits().cappedTo(Stripe.maxBatchBytes(config)), nanoClock);
    this.flusher = flushers.apply(rule);
    this.stripes = new Stripes(config, flusher::listener, nanoClock);
    this.writers = new Writer[config.stripes() + 1];
    flusher.start(stripes);
  }

  /**
   * A batcher without a thread: each stripe is flushed by the event loop that writes to it, see
   * {@link #writer(int, ScheduledExecutorService, BatchSender)}. It takes no messages otherwise.
   */
  public static StripedBatcher onLoops(BatcherConfig config) {
    return onLoops(config, BatchObserver.NONE, System::nanoTime);
  }

  static StripedBatcher onLoops(
      BatcherConfig config, BatchObserver observer, LongSupplier nanoClock) {
    return new StripedBatcher(
        config, nanoClock, rule -> new LoopFlusher(config.stripes(), rule, observer, nanoClock));
  }

  /**
   * {@inheritDoc}
   *
   * <p>A thread's first submit may give it a stripe; until the thread ends, no other has it.
   */
  @Override
  public SubmitResult submit(byte[] buffer, int offset, int length, Completion completion) {
    submitLimits.check(buffer, offset, length, completion);
    return writerOfThisThread().append(buffer, offset, length, completion);
  }

  @Override
  public SubmitResult submit(byte[] message) {
    submitLimits.check(message.length);
    return writerOfThisThread().append(message, 0, message.length, null);
  }

  /**
   * Submits all messages of the batch or, where there is no room for all of them, none: they lie
   * together, and no flush comes between them while they are submitted. Nobody is told what becomes
   * of them.
   *
   * @throws IllegalArgumentException if together they are larger than {@link #maxMessageBytes()} or
   *     more than a stripe takes, or if there is none
   */
  public SubmitResult submitBulk(MessageBatch messages) {
    submitLimits.check(messages);
    return writerOfThisThread().appendBulk(messages, null);
  }

  /**
   * As {@link #submitBulk(MessageBatch)}, and the completion is told once for each message.
   *
   * @throws IllegalArgumentException if together they are larger than {@link #maxMessageBytes()} or
   *     more than a stripe takes, or if there is none
   */
  public SubmitResult submitBulk(MessageBatch messages, Completion completion) {
    submitLimits.check(messages, completion);
    return writerOfThisThread().appendBulk(messages, completion);
  }

  /**
   * The handle that submits to this stripe; meant for an event loop, which has the stripe to
   * itself.
   *
   * @param stripe index of the stripe, from 0
   * @throws IllegalStateException if a thread that submits without a handle has taken it
   */
  public Writer writer(int stripe) {
    Objects.checkIndex(stripe, config.stripes());
    synchronized (writers) {
      Stripe given = stripes.giveToHandle(stripe);
      if (writers[stripe] == null) {
        writers[stripe] = new Writer(this, given);
      }
      return writers[stripe];
    }
  }

  /**
   * The handle that submits to this stripe of a batcher that is {@link #onLoops}.
   *
   * @param loop runs one task at a time; alone submits to this handle, and calls the sender, which
   *     must not block it. Batches are completed on it
   * @throws IllegalStateException if the batcher has a dispatcher thread, or the stripe a loop
   */
  public Writer writer(int stripe, ScheduledExecutorService loop, BatchSender sender) {
    Objects.checkIndex(stripe, config.stripes());
    flusher.drive(stripe, loop, sender);
    return writer(stripe);
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
    flushLimits(new FlushLimits(flushBytes, flushIntervalNanos));
  }

  /** Changes the flush rule from now on; any thread. All values change together. */
  public void flushLimits(FlushLimits limits) {
    rule.limits(limits.cappedTo(Stripe.maxBatchBytes(config)));
    flusher.ruleChanged();
  }

  @Override
  public BatcherStats stats() {
    long acceptedMessages = 0;
    long acceptedBytes = 0;
    long refusedFull = 0;
    long pendingMessages = 0;
    long pendingBytes = 0;
    double fill = 0;
    for (Stripe stripe : stripes.all()) {
      Stripe.Open open = stripe.open();
      pendingMessages += open.messages();
      pendingBytes += open.bytes();
      fill = Math.max(fill, stripe.fill(open));
      acceptedMessages += stripe.published();
      acceptedBytes += stripe.acceptedBytes();
      refusedFull += stripe.refusedFull();
    }
    FlushCounters counters = flusher.counters();
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
        fill,
        flusher.inFlightBatches(),
        byReason,
        counters.lastReason(),
        limits.flushBytes(),
        limits.flushIntervalNanos(),
        limits.idlePauseNanos());
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
    stripes.close();
    flusher.drain();
    if (flusher.awaitDrained(Math.max(0, TimeUnit.NANOSECONDS.convert(timeout)))) {
      return true;
    }
    flusher.abort();
    return false;
  }

  /** For a batcher that has one. */
  Dispatcher dispatcher() {
    return (Dispatcher) flusher;
  }

  private Writer writerOfThisThread() {
    return writerOfThread.get().get();
  }

  private WeakReference<Writer> writerForThisThread() {
    if (!flusher.servesAnyThread()) {
      throw new IllegalStateException("only the loops of this batcher submit to it");
    }
    synchronized (writers) {
      Stripe given = stripes.giveToThisThread();
      int index = Arrays.asList(stripes.all()).indexOf(given);
      if (writers[index] == null) {
        writers[index] = new Writer(this, given);
      }
      return new WeakReference<>(writers[index]);
    }
  }

  private static Thread nonDaemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(false);
    return thread;
  }

  /** Submits to one stripe of a batcher; one thread at a time. */
  public static final class Writer {
    private final SubmitLimits submitLimits;
    private final Flusher flusher;
    private final Stripe stripe;
    private final int maxMessageBytes;
    private final boolean shared;

    private Writer(StripedBatcher batcher, Stripe stripe) {
      this.submitLimits = batcher.submitLimits;
      this.flusher = batcher.flusher;
      this.stripe = stripe;
      this.maxMessageBytes = batcher.maxMessageBytes();
      this.shared = batcher.stripes.isShared(stripe);
    }

    /** As {@link Batcher#submit(byte[], int, int, Completion)}. */
    public SubmitResult submit(byte[] buffer, int offset, int length, Completion completion) {
      submitLimits.check(buffer, offset, length, completion);
      return append(buffer, offset, length, completion);
    }

    /** As {@link Batcher#submit(byte[])}. */
    public SubmitResult submit(byte[] message) {
      submitLimits.check(message.length);
      return append(message, 0, message.length, null);
    }

    /**
     * Finds room for a message, to be written in place and then {@link #commit}ted; what is not
     * committed is forgotten by the next claim or submit.
     *
     * @param maxLength the most that the message will have
     * @return its offset in {@link #buffer}; -1 if there is no such room now, though there may be
     *     for the message itself
     */
    public int claim(int maxLength) {
      return shared || maxLength > maxMessageBytes ? -1 : stripe.claim(maxLength);
    }

    /** The array in which claimed room lies. */
    public byte[] buffer() {
      return stripe.ring();
    }

    /**
     * Submits what was written into the room that was claimed last; see {@link
     * Batcher#submit(byte[], int, int, Completion)}.
     *
     * @param length no more than was claimed
     */
    public SubmitResult commit(int length, Completion completion) {
      return announced(stripe.commit(length, completion));
    }

    /** As {@link StripedBatcher#submitBulk(MessageBatch)}. */
    public SubmitResult submitBulk(MessageBatch messages) {
      submitLimits.check(messages);
      return appendBulk(messages, null);
    }

    /** As {@link StripedBatcher#submitBulk(MessageBatch, Completion)}. */
    public SubmitResult submitBulk(MessageBatch messages, Completion completion) {
      submitLimits.check(messages, completion);
      return appendBulk(messages, completion);
    }

    /**
     * True if a message of this length would be accepted now, as far as room goes; if not, it
     * counts as answered FULL. For whoever can turn it away before its bytes are there. Yes is no
     * promise.
     *
     * @param length larger ones than a message may be count as the largest
     */
    public boolean admits(int length) {
      int needed = Math.min(length, maxMessageBytes);
      if (shared) {
        synchronized (this) {
          return stripe.admits(needed);
        }
      }
      return stripe.admits(needed);
    }

    /**
     * Time for which the event loop of this stripe may rest: look at none of its sockets, in a
     * pause that will not end before. The loop's.
     *
     * @return nanoseconds; 0 if there is no such pause
     */
    public long restNanos() {
      return flusher.restNanos(stripe);
    }

    /**
     * Time for which the event loop of this stripe may rest because of another stripe: for all of
     * T, which bounds what a message waits, where none has come for a second. The loop's.
     *
     * @return nanoseconds; 0 if it must not, as where a dispatcher thread flushes this stripe
     */
    public long maxRestNanos() {
      return flusher.maxRestNanos(stripe);
    }

    /** How full this stripe is, from 0 to 1: bytes or messages, whichever is more. The writer's. */
    public double fill() {
      return stripe.fill();
    }

    /** How many messages were submitted to this stripe so far. The writer's. */
    public long submitted() {
      return stripe.published();
    }

    /**
     * True if so many messages of this stripe, the first ones, have their outcome. The writer's.
     */
    public boolean isCompleted(long messages) {
      return stripe.isReleased(messages);
    }

    /** The bytes that this stripe holds. */
    public int capacityBytes() {
      return stripe.ringBytes();
    }

    /** The most messages without an outcome that there can be in this stripe. */
    public int maxMessages() {
      return stripe.maxMessages();
    }

    private SubmitResult append(byte[] buffer, int offset, int length, Completion completion) {
      SubmitResult result;
      if (shared) {
        synchronized (this) {
          result = stripe.append(buffer, offset, length, completion);
        }
      } else {
        result = stripe.append(buffer, offset, length, completion);
      }
      return announced(result);
    }

    private SubmitResult appendBulk(MessageBatch messages, Completion completion) {
      SubmitResult result;
      if (shared) {
        synchronized (this) {
          result = stripe.append(messages, completion);
        }
      } else {
        result = stripe.append(messages, completion);
      }
      return announced(result);
    }

    private SubmitResult announced(SubmitResult result) {
      if (result == SubmitResult.ACCEPTED) {
        flusher.messagePublished(stripe);
      } else if (result == SubmitResult.CLOSED) {
        flusher.messageWithdrawn();
      }
      return result;
    }
  }
}
