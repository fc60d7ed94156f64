package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.Adaptation;
import com.reactive.platform.gateway.microbatch.adaptive.AdaptationTicker;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * A {@link StripedBatcher} whose N and T follow the load: the rate of messages gives the {@link
 * PressureLevel}, and a {@link BatchCalibration} gives what it learned for that level.
 *
 * <p>Every 10 s the level follows the rate, and the window's cost and latency teach the
 * calibration; a stripe that fills up raises the level about a second later. That happens on a
 * thread of its own, which also does the calibration's disk work: submitting and flushing never
 * wait for it.
 */
public final class AdaptiveBatcher implements Batcher {
  private static final int USUAL_STRIPE_BYTES = 16 << 20;
  private static final int USUAL_STRIPE_MESSAGES = 1 << 16;

  private final BatcherConfig config;
  private final StripedBatcher batcher;
  private final BatchCalibration calibration;
  private final AdaptationTicker ticker;
  private volatile PressureLevel level;

  /** Starts one with a stripe of 16 MiB for each processor, or smaller ones in a small heap. */
  public AdaptiveBatcher(BatchSender sender, BatchCalibration calibration) {
    this(usualConfig(), sender, calibration, "adaptive-batcher");
  }

  /**
   * Starts a batcher, at {@link PressureLevel#L5_BALANCED} until the first window has shown the
   * load: the lowest level's T would cost much under a high load, while a higher one hardly matters
   * under a low load, where the sink is idle. The calibration stays its owner's to close, after the
   * batcher.
   *
   * @param config its N and T are the most that is ever in force, whatever the level says: for N,
   *     what the sink can take in one piece. A quarter of a stripe caps N besides, and the
   *     calibration is narrowed to both
   * @param threadName name of the dispatcher thread, which is not a daemon; the thread that adapts
   *     is one, and has {@code -adaptation} appended
   */
  public AdaptiveBatcher(
      BatcherConfig config, BatchSender sender, BatchCalibration calibration, String threadName) {
    this(
        config,
        sender,
        calibration,
        threadName,
        PressureLevel.L5_BALANCED,
        System::nanoTime,
        AdaptationTicker.USUAL_TICK_MILLIS);
  }

  /**
   * @param windowClock of the windows alone; nanoseconds
   */
  AdaptiveBatcher(
      BatcherConfig config,
      BatchSender sender,
      BatchCalibration calibration,
      String threadName,
      PressureLevel initial,
      LongSupplier windowClock,
      long tickMillis) {
    this(
        config,
        calibration,
        threadName,
        initial,
        windowClock,
        tickMillis,
        () -> -1,
        observer -> new StripedBatcher(config, sender, observer, threadName));
  }

  private AdaptiveBatcher(
      BatcherConfig config,
      BatchCalibration calibration,
      String threadName,
      PressureLevel initial,
      LongSupplier windowClock,
      long tickMillis,
      LongSupplier wireBytes,
      Function<BatchObserver, StripedBatcher> batchers) {
    this.config = config;
    this.level = initial;
    this.calibration = Objects.requireNonNull(calibration, "calibration"); // before threads start
    calibration.narrowTo(Math.min(config.flushBytes(), Stripe.maxBatchBytes(config)));
    WindowMeter meter = WindowMeter.ofThisProcess();
    batcher = batchers.apply(BatchObserver.into(meter));
    Adaptation adaptation =
        new Adaptation(
            () -> stats().load().withWireBytes(wireBytes.getAsLong()),
            this::apply,
            calibration,
            meter,
            windowClock,
            initial);
    ticker = new AdaptationTicker(adaptation, threadName + "-adaptation", tickMillis);
  }

  /**
   * As the public constructor, with a {@link StripedBatcher#onLoops}.
   *
   * @param wireBytes bytes that the sink sent so far, as they went, for {@link BatchCalibration}
   */
  public static AdaptiveBatcher onLoops(
      BatcherConfig config,
      BatchCalibration calibration,
      String threadName,
      LongSupplier wireBytes) {
    return new AdaptiveBatcher(
        config,
        calibration,
        threadName,
        PressureLevel.L5_BALANCED,
        System::nanoTime,
        AdaptationTicker.USUAL_TICK_MILLIS,
        wireBytes,
        observer -> StripedBatcher.onLoops(config, observer, System::nanoTime));
  }

  @Override
  public SubmitResult submit(byte[] buffer, int offset, int length, Completion completion) {
    return batcher.submit(buffer, offset, length, completion);
  }

  @Override
  public SubmitResult submit(byte[] message) {
    return batcher.submit(message);
  }

  /** As {@link StripedBatcher#submitBulk(MessageBatch)}. */
  public SubmitResult submitBulk(MessageBatch messages) {
    return batcher.submitBulk(messages);
  }

  /** As {@link StripedBatcher#submitBulk(MessageBatch, Completion)}. */
  public SubmitResult submitBulk(MessageBatch messages, Completion completion) {
    return batcher.submitBulk(messages, completion);
  }

  /** As {@link StripedBatcher#writer(int)}. */
  public StripedBatcher.Writer writer(int stripe) {
    return batcher.writer(stripe);
  }

  /** As {@link StripedBatcher#writer(int, ScheduledExecutorService, BatchSender)}. */
  public StripedBatcher.Writer writer(
      int stripe, ScheduledExecutorService loop, BatchSender sender) {
    return batcher.writer(stripe, loop, sender);
  }

  @Override
  public int maxMessageBytes() {
    return batcher.maxMessageBytes();
  }

  @Override
  public BatcherStats stats() {
    return batcher.stats();
  }

  /** The level in force. */
  public PressureLevel level() {
    return level;
  }

  /** The calibration that it teaches. */
  public BatchCalibration calibration() {
    return calibration;
  }

  /** {@inheritDoc} Adapting ends at once. */
  @Override
  public boolean close(Duration timeout) throws InterruptedException {
    ticker.close();
    return batcher.close(timeout);
  }

  StripedBatcher striped() {
    return batcher;
  }

  private void apply(PressureLevel nextLevel, FlushLimits limits) {
    level = nextLevel;
    // Within T, an H of any length is within what the owner allows.
    batcher.flushLimits(limits.within(config.withIdlePause(config.flushIntervalNanos()).limits()));
  }

  private static BatcherConfig usualConfig() {
    int stripes = Runtime.getRuntime().availableProcessors();
    long share = Runtime.getRuntime().maxMemory() / 8 / stripes;
    int stripeBytes = (int) Math.min(USUAL_STRIPE_BYTES, Long.highestOneBit(share));
    return new BatcherConfig(
        stripes,
        stripeBytes,
        USUAL_STRIPE_MESSAGES,
        Integer.MAX_VALUE,
        PressureLevel.L10_MAX.budgetNanos());
  }
}
