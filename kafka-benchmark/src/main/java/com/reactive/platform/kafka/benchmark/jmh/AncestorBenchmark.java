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
 * The published ancestor: the messages that it accepts (the score) and those of them that reach its
 * sink intact (the counter).
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

  /** Messages that the sink read whole, and for the first time where that can be recognized. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Arrived {
    public long intact;
  }

  @Setup
  public void start() {
    boolean bulk = form.equals("bulk");
    reader = bulk ? new MessageReader(writers, Messages.CYCLE) : new MessageReader(writers);
    batcher = new AncestorBatcher(reader::readPacked);
    messagesPerOffer = bulk ? Messages.OF_BLOCK : 1;
    for (int i = 0; i < writers; i++) {
      feeds.add(
          bulk
              ? Feed.cycling(
                  Messages.blocks(), block -> batcher.submit(block, Messages.BLOCK_BYTES))
              : Feed.stamped(i, message -> batcher.submit(message, Messages.BYTES)));
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
  @OperationsPerInvocation(Messages.PER_INVOCATION)
  public void messages(Arrived arrived) {
    long before = reader.arrived();
    int offers = Messages.PER_INVOCATION / writers / messagesPerOffer;
    team.run(writer -> DeliveryCheck.write(feeds.get(writer), offers));
    batcher.flush();
    arrived.intact += reader.arrived() - before;
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
