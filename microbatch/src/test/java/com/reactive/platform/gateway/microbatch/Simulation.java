package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.Adaptation;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The real batcher, its dispatcher's decisions and its adaptation, on a virtual clock: the thread
 * of the dispatcher is never started, the simulation makes its passes instead, at the moments at
 * which it would wake up. Whatever must never happen is written down as a fault.
 */
final class Simulation implements BatchSender {
  static final int EVENT_BYTES = 200;
  private static final long TICK_NANOS = 500 * BrokerModel.MILLI;
  private static final double IDLE_CPU_SHARE = 0.02;
  private static final long LONGEST_NANOS = 3600 * BrokerModel.SECOND;

  final VirtualTime time = new VirtualTime();
  final SimulatedBroker broker;
  final LevelTimeline levels = new LevelTimeline();
  final Histogram latencies = new Histogram(LONGEST_NANOS, 2);
  private final Histogram waits = new Histogram(LONGEST_NANOS, 2);
  private final StripedBatcher batcher;
  private final Dispatcher dispatcher;
  private final WindowMeter meter;
  private final PressureLevel initial;
  private FlushLimits inForce;
  private final List<String> faults = new ArrayList<>();
  private final MessageBatch messages = new MessageBatch();
  private final long[] submitted;
  private final long[] sent;
  private long open;
  private long refused;

  /** Whether the idle sink was kept waiting until the pass that is being made. */
  private boolean wasCoalescing;

  Simulation(
      BatcherConfig config,
      BrokerModel model,
      BatchCalibration calibration,
      PressureLevel initial) {
    this(config, model, initial);
    Adaptation adaptation =
        new Adaptation(
            () -> batcher.stats().load(),
            (level, limits) -> apply(config, level, limits),
            calibration,
            meter,
            time::nanos,
            initial);
    tick(adaptation);
  }

  /** With the limits of its configuration, whatever happens. */
  static Simulation fixed(BatcherConfig config, BrokerModel model) {
    PressureLevel any = PressureLevel.L6_THROUGHPUT;
    Simulation simulation = new Simulation(config, model, any);
    simulation.inForce = config.limits();
    simulation.levels.applied(0, any, config.flushIntervalNanos());
    return simulation;
  }

  private Simulation(BatcherConfig config, BrokerModel model, PressureLevel initial) {
    broker = new SimulatedBroker(model, time);
    submitted = new long[config.stripes()];
    sent = new long[config.stripes()];
    this.initial = initial;
    meter = new WindowMeter(time::nanos, this::cpuNanos);
    batcher =
        new StripedBatcher(
            config, this, BatchObserver.into(meter), NeverStartedThread::new, time::nanos);
    dispatcher = batcher.dispatcher();
  }

  void run(long nanos) {
    long end = time.nanos() + nanos;
    while (time.nanos() < end) {
      long due = dispatcher.nanosUntilDue(false);
      if (due <= 0) {
        pass();
        continue;
      }
      long wake = due > end - time.nanos() ? end : time.nanos() + due;
      long next = Math.min(wake, time.nextNanos());
      if (next > time.nanos() && broker.isIdle() && open > 0 && !dispatcher.isCoalescing()) {
        fault(open + " messages wait for nobody for " + (next - time.nanos()) + " ns");
      }
      time.runTo(Math.min(next, end));
    }
  }

  private void pass() {
    wasCoalescing = dispatcher.isCoalescing();
    long before = dispatcher.counters().messages();
    dispatcher.pass();
    if (dispatcher.counters().messages() == before) {
      fault("a pass was due and did nothing");
      time.runNext();
    }
  }

  /**
   * Submits messages together.
   *
   * @param completed run when all are completed
   * @return whether they were accepted
   */
  boolean submit(int stripe, int count, Runnable completed) {
    messages.clear();
    for (int i = 0; i < count; i++) {
      ByteBuffer message = ByteBuffer.allocate(EVENT_BYTES);
      message.putInt(stripe).putLong(submitted[stripe] + i);
      messages.add(message.putLong(time.nanos()).putLong(broker.busyNanos()).array());
    }
    SubmitResult result =
        batcher.writer(stripe).submitBulk(messages, new Told(count, time.nanos(), completed));
    if (result == SubmitResult.ACCEPTED) {
      submitted[stripe] += count;
      open += count;
      return true;
    }
    refused += count;
    return false;
  }

  private final class Told implements Completion {
    private final int count;
    private final long submittedNanos;
    private final Runnable completed;
    private int times;

    Told(int count, long submittedNanos, Runnable completed) {
      this.count = count;
      this.submittedNanos = submittedNanos;
      this.completed = completed;
    }

    @Override
    public void acked(int partition, long offset) {
      open--;
      latencies.recordValue(time.nanos() - submittedNanos);
      times++;
      if (times > count) {
        fault("completed more often than submitted");
      } else if (times == count) {
        completed.run();
      }
    }

    @Override
    public void notWritten(Throwable reason) {
      fault("not written: " + reason);
    }

    @Override
    public void unknown(Throwable reason) {
      fault("unknown: " + reason);
    }
  }

  @Override
  public void send(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      ByteBuffer message = ByteBuffer.wrap(batch.buffer(), batch.offset(i), batch.length(i));
      int stripe = message.getInt();
      long sequence = message.getLong();
      if (sequence != sent[stripe]) {
        fault("stripe " + stripe + " sent " + sequence + " in place of " + sent[stripe]);
      }
      sent[stripe] = sequence + 1;
      checkWait(batch, message.getLong(), message.getLong());
    }
    broker.send(batch);
  }

  private void checkWait(Batch batch, long submittedNanos, long busyNanosThen) {
    long waited = time.nanos() - submittedNanos;
    waits.recordValue(waited);
    long blocked = broker.busyNanos() - busyNanosThen;
    if (batch.reason() == FlushReason.TIME && blocked == 0 && broker.wasIdle() && !wasCoalescing) {
      fault("waited for T while the sink was idle");
    }
    if (waited - blocked > levels.longestIntervalNanos(submittedNanos)) {
      fault("waited " + waited + " ns, of which the sender was busy for " + blocked);
    }
  }

  private void tick(Adaptation adaptation) {
    time.after(
        TICK_NANOS,
        () -> {
          adaptation.tick();
          tick(adaptation);
        });
  }

  private void apply(BatcherConfig config, PressureLevel level, FlushLimits limits) {
    inForce = limits.within(config.withIdlePause(config.flushIntervalNanos()).limits());
    levels.applied(time.nanos(), level, inForce.flushIntervalNanos());
    batcher.flushLimits(inForce);
  }

  /** The first window up to now. */
  Observation observed() {
    return meter.soFar(initial, inForce, batcher.stats().load(), true);
  }

  private long cpuNanos() {
    return broker.cpuNanos() + Math.round(time.nanos() * IDLE_CPU_SHARE);
  }

  private void fault(String fault) {
    if (faults.size() < 10) {
      faults.add("at %.6f s: %s".formatted(time.nanos() / 1e9, fault));
    }
  }

  List<String> faults() {
    return faults;
  }

  /** Accepted and not completed. */
  long open() {
    return open;
  }

  long refused() {
    return refused;
  }

  BatcherStats stats() {
    return batcher.stats();
  }

  long p99Nanos() {
    return latencies.getValueAtPercentile(99);
  }

  @Override
  public String toString() {
    BatcherStats stats = batcher.stats();
    return "levels %s%nreasons %s, %.1f events a batch, p99 %d us, wait p99 %d us, refused %d"
        .formatted(
            levels,
            stats.batchesByReason(),
            (double) stats.messages() / Math.max(1, stats.batches()),
            p99Nanos() / 1_000,
            waits.getValueAtPercentile(99) / 1_000,
            refused);
  }
}
