package com.reactive.platform.reliability.mutate;

import java.io.Serial;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Mutates valid events by the million: each mutant goes through the transcoder, a share of them
 * through the HTTP server too, and what comes out must be what an independent reading expects.
 *
 * <p>Blocks of mutants have a seed each, made of the run's seed and the block's number, so that a
 * run is the same on any number of threads.
 */
public final class Mutation {
  private static final int BLOCK = 10_000;

  /** Of a block, by HTTP as well. */
  private static final int HTTP_EACH = 100;

  private static final int HTTP_AT_ONCE = 20;
  private static final int PROGRESS_BLOCKS = 500;

  private final long seed;
  private final long blocks;
  private final int threads;
  private final AtomicLong nextBlock = new AtomicLong();
  private final Map<MutationJudge.Verdict, LongAdder> verdicts =
      new EnumMap<>(MutationJudge.Verdict.class);
  private final LongAdder requests = new LongAdder();
  private final Consumer<String> progress;
  private volatile boolean failed;

  /** A mutant of which something else came than was expected. */
  public static final class FaultException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    FaultException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Counts of mutants by result.
   *
   * @param mutants how many there were
   * @param requests how many of them were sent as requests, too
   * @param byVerdict how many were stored, or refused and why
   */
  public record Summary(
      long seed, long mutants, long requests, long nanos, Map<String, Long> byVerdict) {
    /** One line. */
    public String text() {
      double seconds = nanos / 1e9;
      return String.format(
          "seed=%d mutants=%d requests=%d seconds=%.1f rate=%.0f/s %s: no fault",
          seed, mutants, requests, seconds, mutants / seconds, byVerdict);
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
   * @throws FaultException with the seed, the block and the mutant, at the first fault
   */
  public Summary run() throws InterruptedException {
    long start = System.nanoTime();
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Void>> all = new ArrayList<>();
      Callable<Void> work = this::work;
      for (int i = 0; i < threads; i++) {
        all.add(workers.submit(work));
      }
      for (Future<Void> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FaultException fault) {
        throw fault;
      }
      throw new FaultException("seed " + seed + ": " + e.getCause(), e.getCause());
    } finally {
      workers.shutdownNow();
    }
    Map<String, Long> counts = new TreeMap<>();
    verdicts.forEach((verdict, count) -> counts.put(verdict.name(), count.sum()));
    return new Summary(seed, blocks * BLOCK, requests.sum(), System.nanoTime() - start, counts);
  }

  private Void work() throws InterruptedException {
    Map<Subject, MutationJudge> judges = new EnumMap<>(Subject.class);
    for (Subject subject : Subject.values()) {
      judges.put(subject, new MutationJudge(subject));
    }
    boolean faultless = false;
    try (HttpShare http = new HttpShare()) {
      long block = nextBlock.getAndIncrement();
      while (block < blocks && !failed) {
        Subject subject = Subject.of(block);
        work(block, subject, judges.get(subject), http);
        if (block % PROGRESS_BLOCKS == PROGRESS_BLOCKS - 1) {
          progress.accept((block + 1) * BLOCK + " mutants so far");
        }
        block = nextBlock.getAndIncrement();
      }
      http.check();
      faultless = true;
    } finally {
      if (!faultless) {
        failed = true; // nobody need begin another block
      }
    }
    return null;
  }

  private void work(long block, Subject subject, MutationJudge judge, HttpShare http)
      throws InterruptedException {
    long blockSeed = seed * 1_000_003 + block;
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
      throw new FaultException(
          "seed %d, block %d, %s: %s%n%s".formatted(seed, block, subject, e, Mutants.shown(mutant)),
          e);
    }
  }
}
