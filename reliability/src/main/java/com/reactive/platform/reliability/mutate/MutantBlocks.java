package com.reactive.platform.reliability.mutate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs blocks of mutants on some threads, up to the first fault. Each has a seed, made of the run's
 * seed and the block's number, so that a run is the same on any number of threads.
 */
final class MutantBlocks {
  private static final int PROGRESS_BLOCKS = 500;

  /** Runs blocks, on one thread. */
  interface Worker extends AutoCloseable {
    /**
     * Runs one.
     *
     * @throws MutantFaultException with the block and the mutant
     */
    void run(long block, long blockSeed) throws InterruptedException;

    /** Checks what the last block has left behind. */
    void check() throws InterruptedException;

    @Override
    void close();
  }

  private final long seed;
  private final long blocks;
  private final int mutantsEach;
  private final Consumer<String> progress;
  private final AtomicLong nextBlock = new AtomicLong();
  private volatile boolean failed;

  /**
   * @param mutantsEach of a block, for progress
   */
  MutantBlocks(long seed, long blocks, int mutantsEach, Consumer<String> progress) {
    this.seed = seed;
    this.blocks = blocks;
    this.mutantsEach = mutantsEach;
    this.progress = progress;
  }

  /**
   * Runs all of them.
   *
   * @param workers gives each thread one
   * @throws MutantFaultException at the first fault
   */
  void run(int threads, Supplier<Worker> workers) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Void>> all = new ArrayList<>();
      Callable<Void> work = () -> work(workers);
      for (int i = 0; i < threads; i++) {
        all.add(pool.submit(work));
      }
      for (Future<Void> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MutantFaultException fault) {
        throw fault;
      }
      throw new MutantFaultException("seed " + seed + ": " + e.getCause(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private Void work(Supplier<Worker> workers) throws InterruptedException {
    boolean faultless = false;
    try (Worker worker = workers.get()) {
      long block = nextBlock.getAndIncrement();
      while (block < blocks && !failed) {
        worker.run(block, seed * 1_000_003 + block);
        if (block % PROGRESS_BLOCKS == PROGRESS_BLOCKS - 1) {
          progress.accept((block + 1) * mutantsEach + " mutants so far");
        }
        block = nextBlock.getAndIncrement();
      }
      worker.check();
      faultless = true;
    } finally {
      if (!faultless) {
        failed = true; // nobody need begin another block
      }
    }
    return null;
  }
}
