package com.reactive.platform.kafka.benchmark.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The published ancestor: what it accepts (the score) and what of that reaches its sink intact (the
 * counter).
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AncestorBenchmark {
  /** Number of writing threads. */
  @Param({"1", "2"})
  public int writers;

  /** {@code message}: one at a time; {@code bulk}: blocks of a thousand. */
  @Param({"message", "bulk"})
  public String form;

  private final List<Feed> feeds = new ArrayList<>();
  private MessageReader reader;
  private AncestorBatcher batcher;
  private WriterTeam team;
  private int messagesPerOffer;

  /** Messages that the sink read whole, and for the first time where that can be told. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Arrived {
    public long intact;
  }

  @Setup
  public void start() {
    boolean bulk = form.equals("bulk");
    reader = bulk ? new MessageReader(writers, Blocks.CYCLE) : new MessageReader(writers);
    batcher = new AncestorBatcher(this::read);
    messagesPerOffer = bulk ? Blocks.MESSAGES : 1;
    for (int i = 0; i < writers; i++) {
      feeds.add(
          bulk
              ? new CyclicFeed<>(Blocks.packed(), block -> batcher.submit(block, Blocks.BYTES))
              : new StampedFeed(i, message -> batcher.submit(message, Messages.BYTES)));
    }
    team = teamWithAStripeEach();
  }

  @TearDown
  public void stop() {
    team.close();
    batcher.close();
  }

  /** One message accepted. */
  @Benchmark
  @OperationsPerInvocation(Blocks.MESSAGES_PER_INVOCATION)
  public void messages(Arrived arrived) {
    long before = reader.arrived();
    int offers = Blocks.MESSAGES_PER_INVOCATION / writers / messagesPerOffer;
    team.run(writer -> DeliveryCheck.write(feeds.get(writer), offers));
    batcher.flush();
    arrived.intact += reader.arrived() - before;
  }

  private void read(byte[] buffer, int length) {
    for (int offset = 0; offset < length; offset += Messages.BYTES) {
      reader.read(buffer, offset, Messages.BYTES);
    }
    reader.publish();
  }

  /** As its authors meant it: writers whose ids lead to one stripe are replaced. */
  private WriterTeam teamWithAStripeEach() {
    for (int attempt = 0; attempt < 64; attempt++) {
      WriterTeam candidate = new WriterTeam(writers);
      int[] stripe = new int[writers];
      candidate.run(writer -> stripe[writer] = AncestorBatcher.stripeOf(Thread.currentThread()));
      if (writers == 1 || stripe[0] != stripe[1]) {
        return candidate;
      }
      candidate.close();
    }
    throw new IllegalStateException("no two threads whose ids lead to different stripes");
  }
}
