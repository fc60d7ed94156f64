package com.reactive.platform.reliability.mutate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Mutates valid events by the million: each mutant goes through the transcoder, a share of them
 * through the HTTP server too, and what comes out must be what an independent reading expects.
 */
public final class Mutation {
  private static final int BLOCK = 10_000;

  /** Of a block, by HTTP as well. */
  private static final int HTTP_EACH = 100;

  private static final int HTTP_AT_ONCE = 20;

  private final long seed;
  private final long blocks;
  private final int threads;
  private final Map<MutationJudge.Verdict, LongAdder> verdicts =
      new EnumMap<>(MutationJudge.Verdict.class);
  private final LongAdder requests = new LongAdder();
  private final Consumer<String> progress;

  /**
   * Counts of mutants by result.
   *
   * @param mutants how many there were
   * @param requests how many of them were sent as requests, too
   * @param byVerdict how many were stored, or refused and why
   * @param events that would have been stored of connections that nobody had changed; 0 if no
   *     connections are
   * @param predicted calls with one right status, which was the answer
   * @param responses of connections: how many, by protocol and status or code
   */
  public record Summary(
      long seed,
      long mutants,
      long requests,
      long nanos,
      Map<String, Long> byVerdict,
      long events,
      long predicted,
      Map<String, Long> responses) {
    /** One line. */
    public String text() {
      double seconds = nanos / 1e9;
      return String.format(
          "seed=%d mutants=%d requests=%d seconds=%.1f rate=%.0f/s %s%s: no fault",
          seed, mutants, requests, seconds, mutants / seconds, byVerdict, connections());
    }

    private String connections() {
      if (events == 0) {
        return "";
      }
      String calls = predicted == 0 ? "" : ", " + predicted + " statuses predicted";
      return " of " + events + " events" + calls + ", responses " + responses;
    }
  }

  /**
   * Prepares a run.
   *
   * @param mutants rounded up to whole blocks of ten thousand
   */
  public Mutation(long seed, long mutants, int threads, Consumer<String> progress) {
    this.seed = seed;
    this.blocks = Math.max(1, (mutants + BLOCK - 1) / BLOCK);
    this.threads = threads;
    this.progress = progress;
    for (MutationJudge.Verdict verdict : MutationJudge.Verdict.values()) {
      verdicts.put(verdict, new LongAdder());
    }
  }

  /**
   * Runs all of it.
   *
   * @throws MutantFaultException with the seed, the block and the mutant, at the first fault
   */
  public Summary run() throws InterruptedException {
    long start = System.nanoTime();
    new MutantBlocks(seed, blocks, BLOCK, progress).run(threads, Worker::new);
    Map<String, Long> counts = new TreeMap<>();
    verdicts.forEach((verdict, count) -> counts.put(verdict.name(), count.sum()));
    return new Summary(
        seed, blocks * BLOCK, requests.sum(), System.nanoTime() - start, counts, 0, 0, Map.of());
  }

  /** Judges the mutants of blocks. */
  private final class Worker implements MutantBlocks.Worker {
    private final Map<Subject, MutationJudge> judges = new EnumMap<>(Subject.class);
    private final HttpShare http = new HttpShare();

    private Worker() {
      for (Subject subject : Subject.values()) {
        judges.put(subject, new MutationJudge(subject));
      }
    }

    @Override
    public void run(long block, long blockSeed) throws InterruptedException {
      Subject subject = Subject.of(block);
      MutationJudge judge = judges.get(subject);
      Mutants mutants = new Mutants(subject, blockSeed);
      http.begin(blockSeed);
      List<byte[]> sent = new ArrayList<>();
      List<MutationJudge.Verdict> expected = new ArrayList<>();
      byte[] mutant = {};
      try {
        for (int i = 0; i < BLOCK; i++) {
          mutant = mutants.next();
          MutationJudge.Verdict verdict = judge.judge(mutant);
          verdicts.get(verdict).increment();
          if (i % HTTP_EACH == 0) {
            sent.add(mutant);
            expected.add(verdict);
            if (sent.size() == HTTP_AT_ONCE) {
              http.send(subject, sent, expected);
              requests.add(sent.size());
              sent.clear();
              expected.clear();
            }
          }
        }
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        throw new MutantFaultException(
            "seed %d, block %d, %s: %s%n%s"
                .formatted(seed, block, subject, e, Mutants.shown(mutant)),
            e);
      }
    }

    @Override
    public void check() throws InterruptedException {
      http.check();
    }

    @Override
    public void close() {
      http.close();
    }
  }
}
