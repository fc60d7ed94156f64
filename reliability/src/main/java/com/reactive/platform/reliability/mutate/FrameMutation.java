package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.kafka.benchmark.loop.MemoryServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Mutates whole HTTP/2 connections by the million: their frames are left out, repeated, reordered,
 * cut and changed in each field, and some of their bytes are. Whatever the server makes of one, it
 * has no fault of its own and logs no error, its ledger adds up, no connection stays open, and of a
 * connection beside them that was not changed every event is stored.
 */
public final class FrameMutation {
  private static final int BLOCK = 1_000;

  /** Each turn waits for other threads twice, which costs as much as many connections. */
  private static final int AT_ONCE = 100;

  private final long seed;
  private final long blocks;
  private final int threads;
  private final boolean calls;
  private final Consumer<String> progress;
  private final Map<String, LongAdder> ends = new TreeMap<>();
  private final LongAdder requests = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final Responses responses = new Responses();

  /** Counts responses by their status, and calls by their protocol and code. */
  private static final class Responses implements RequestMetrics {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    @Override
    public void ended(
        ClientProtocol protocol,
        int status,
        String problem,
        long durationNanos,
        long bodyBytes,
        Trace trace) {
      if (!protocol.isRpc()) { // a call's code follows
        count(protocol, String.valueOf(status));
      }
    }

    @Override
    public void callEnded(
        ClientProtocol protocol, String code, boolean failed, long durationNanos) {
      count(protocol, code);
    }

    private void count(ClientProtocol protocol, String end) {
      counts.computeIfAbsent(protocol.label() + " " + end, key -> new LongAdder()).increment();
    }
  }

  /**
   * Prepares a run.
   *
   * @param calls the requests are calls of gRPC, gRPC-Web and Connect
   * @param mutants number of connections, rounded up to whole blocks of a thousand
   */
  public FrameMutation(
      boolean calls, long seed, long mutants, int threads, Consumer<String> progress) {
    this.calls = calls;
    this.seed = seed;
    this.blocks = Math.max(1, (mutants + BLOCK - 1) / BLOCK);
    this.threads = threads;
    this.progress = progress;
    for (Outcome outcome : Outcome.values()) {
      ends.put(outcome.name(), new LongAdder());
    }
  }

  /**
   * Runs all of it.
   *
   * @return requests by their ends
   * @throws MutantFaultException with the seed, the block and the connections, at the first fault
   */
  public Mutation.Summary run() throws InterruptedException {
    long start = System.nanoTime();
    try (LoggedErrors errors = new LoggedErrors()) {
      new MutantBlocks(seed, blocks, BLOCK, progress).run(threads, () -> new Worker(errors));
    }
    return new Mutation.Summary(
        seed,
        blocks * BLOCK,
        requests.sum(),
        System.nanoTime() - start,
        counts(ends),
        events.sum(),
        counts(responses.counts));
  }

  private static Map<String, Long> counts(Map<String, LongAdder> adders) {
    Map<String, Long> counts = new TreeMap<>();
    adders.forEach(
        (name, adder) -> {
          if (adder.sum() > 0) {
            counts.put(name, adder.sum());
          }
        });
    return counts;
  }

  /** Sends the connections of blocks to a server of its own. */
  private final class Worker implements MutantBlocks.Worker {
    private final MemoryServer server = new MemoryServer(Subject.streams(), responses);
    private final LoggedErrors errors;

    Worker(LoggedErrors errors) {
      this.errors = errors;
    }

    @Override
    public void run(long block, long blockSeed) throws InterruptedException {
      Subject subject = Subject.of(block);
      SplittableRandom random = new SplittableRandom(blockSeed);
      Conversations conversations =
          calls ? new Calls(random, subject) : new Conversations(random, subject);
      FrameMutator mutator = new FrameMutator(random);
      ByteMutator bytes = new ByteMutator(random);
      List<byte[]> mutants = new ArrayList<>();
      try {
        for (int i = 0; i < BLOCK; i += AT_ONCE) {
          mutants.clear();
          for (int j = 0; j < AT_ONCE; j++) {
            Conversations.Conversation whole = conversations.next();
            events.add(whole.events());
            List<Frame> frames =
                calls && random.nextBoolean()
                    ? mutator.mutateBodies(whole.frames())
                    : mutator.mutate(whole.frames());
            byte[] mutant = Conversations.bytes(frames);
            mutants.add(random.nextInt(8) == 0 ? bytes.mutate(mutant, mutant) : mutant);
          }
          send(mutants, random);
          sendUnchanged(conversations.next());
        }
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        StringBuilder shown = new StringBuilder();
        mutants.forEach(
            mutant -> shown.append(System.lineSeparator()).append(Mutants.shown(mutant)));
        throw new MutantFaultException(
            "seed %d, block %d, %s: %s%s".formatted(seed, block, subject, e, shown), e);
      }
    }

    private void send(List<byte[]> mutants, SplittableRandom random) throws InterruptedException {
      List<List<byte[]>> parts = new ArrayList<>();
      for (byte[] mutant : mutants) {
        int cut = mutant.length == 0 ? 0 : random.nextInt(mutant.length);
        parts.add(
            List.of(Arrays.copyOf(mutant, cut), Arrays.copyOfRange(mutant, cut, mutant.length)));
      }
      server.converse(parts);
      server.check();
      errors.check();
    }

    private void sendUnchanged(Conversations.Conversation whole) throws InterruptedException {
      events.add(whole.events());
      long before = stored();
      server.converse(List.of(List.of(Conversations.bytes(whole.frames()))));
      server.check();
      errors.check();
      if (stored() - before != whole.events()) {
        throw new IllegalStateException(
            (stored() - before)
                + " events of an unchanged connection were stored, not "
                + whole.events());
      }
    }

    private long stored() {
      return server.ledger().ended().get(Outcome.ACKED);
    }

    @Override
    public void check() throws InterruptedException {
      server.check();
      Ledger.Snapshot ledger = server.ledger();
      requests.add(ledger.received());
      ledger.ended().forEach((outcome, count) -> ends.get(outcome.name()).add(count));
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
