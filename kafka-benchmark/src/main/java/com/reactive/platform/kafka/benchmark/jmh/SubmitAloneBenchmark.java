package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.StripedBatcher;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of a submit into a stripe with room, while the dispatcher stands in its sender.
 *
 * <p>The stripe is emptied between the invocations, outside of the measured time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SubmitAloneBenchmark {
  // With the one at the gate, and the end of the ring that a message may have to skip, there is
  // room for these.
  private static final int SUBMITS = Subjects.STRIPE_MESSAGES / 2;

  /** {@code handle}: a writer's own handle; {@code any}: the submit that any thread may call. */
  @Param({"handle", "any"})
  public String entry;

  private final byte[] message = Messages.of(0);
  private final Semaphore gate = new Semaphore(1);
  private final AtomicLong acknowledged = new AtomicLong();
  private long submitted;
  private StripedBatcher batcher;
  private Predicate<byte[]> subject;

  @Setup
  public void start() {
    batcher =
        new StripedBatcher(
            Subjects.config(1),
            batch -> {
              gate.acquire();
              gate.release();
              int size = batch.size();
              batch.acked(0, -1);
              acknowledged.addAndGet(size);
            },
            "dispatcher");
    subject =
        entry.equals("any") ? Subjects.accepting(batcher) : Subjects.accepting(batcher.writer(0));
  }

  @TearDown
  public void stop() {
    batcher.close();
  }

  /** Leaves the dispatcher at the closed gate with one message. */
  @Setup(Level.Invocation)
  public void closeGate() throws InterruptedException {
    gate.acquire();
    submit(1);
    Backoff backoff = new Backoff();
    while (!gate.hasQueuedThreads()) {
      backoff.park("the dispatcher to come to the gate");
    }
  }

  /** Lets everything through. */
  @TearDown(Level.Invocation)
  public void openGate() {
    gate.release();
    Backoff backoff = new Backoff();
    while (acknowledged.get() < submitted) {
      backoff.park("the sink to acknowledge all messages");
    }
  }

  /** One message. */
  @Benchmark
  @OperationsPerInvocation(SUBMITS)
  public void submits() {
    submit(SUBMITS);
  }

  private void submit(int messages) {
    for (int i = 0; i < messages; i++) {
      if (!subject.test(message)) {
        throw new WrongDeliveryException("a stripe with room refused a message");
      }
    }
    submitted += messages;
  }
}
