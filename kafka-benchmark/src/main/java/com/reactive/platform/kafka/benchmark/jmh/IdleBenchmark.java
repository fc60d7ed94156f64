package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.Batcher;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of an idle batcher: the CPU time of a JVM that has worked a little and then waits, and
 * of the batcher's own threads in it. {@code none} is the JVM alone; it varies from one to the next
 * by more than a batcher may cost.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class IdleBenchmark {
  // The compiler's threads finish what the start has given them.
  private static final Duration SETTLING = Duration.ofSeconds(3);
  private static final int MESSAGES = 1000;

  /** Class of the batcher. */
  @Param({"none", "StripedBatcher", "AdaptiveBatcher"})
  public String batcher;

  /** Measured time. */
  @Param("10")
  public int seconds;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long[] ownThreads;
  private Batcher subject;

  /** Time that passed, and time that threads ran: those of the process, those of the batcher. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Times {
    public long processNanos;
    public long ownNanos;
    public long wallNanos;
  }

  @Setup
  public void start() throws InterruptedException {
    Set<Long> others = Set.copyOf(liveThreads());
    if (!batcher.equals("none")) {
      subject = Subjects.batcher(batcher, 1, new MessageReader(1)::readAndAcknowledge);
      DeliveryCheck.write(Feed.stamped(0, Subjects.accepting(subject)), MESSAGES);
    }
    ownThreads =
        liveThreads().stream().filter(id -> !others.contains(id)).mapToLong(id -> id).toArray();
    Thread.sleep(SETTLING.toMillis());
  }

  @TearDown
  public void stop() {
    if (subject != null) {
      subject.close();
    }
  }

  /** Does nothing for that time. */
  @Benchmark
  public void idle(Times times) throws InterruptedException {
    JmhCpu process = new JmhCpu();
    long ownNanos = ownNanos();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(seconds);
    times.wallNanos += System.nanoTime() - start;
    times.ownNanos += ownNanos() - ownNanos;
    times.processNanos += process.elapsedNanos();
  }

  private long ownNanos() {
    return Arrays.stream(ownThreads)
        .map(threads::getThreadCpuTime)
        .filter(nanos -> nanos > 0)
        .sum();
  }

  private List<Long> liveThreads() {
    return Arrays.stream(threads.getAllThreadIds()).boxed().toList();
  }
}
