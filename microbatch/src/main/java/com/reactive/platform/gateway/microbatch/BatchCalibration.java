package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.Calibration;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationController;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationCsv;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationStatus;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEnvironment;
import com.reactive.platform.gateway.microbatch.adaptive.LearningStore;
import com.reactive.platform.gateway.microbatch.adaptive.MemoryStore;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.store.SqliteStore;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Learns which N, T and H serve each {@link PressureLevel} best, by trying others now and then,
 * always within the level's latency budget and the target latency.
 *
 * <p>Safe for any number of threads. Calls that may block on disk say so: never make them from a
 * dispatcher or an event loop. A database that is corrupt, locked, read-only, full or gone never
 * throws: learning goes on in memory, and {@link #status} says why. Losing the file loses learning,
 * not data.
 *
 * <p>The owner measures a window of about 10 s, calls {@link #observe}, and applies what it
 * returns; when the level changes, it applies {@link #getBestConfigForPressure} of the new one.
 */
public final class BatchCalibration implements Calibration, AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(BatchCalibration.class.getName());

  private final CalibrationKey key;
  private final Object learning = new Object();
  private CalibrationConfig config; // guarded by learning
  private CalibrationController controller; // guarded by learning
  private final LearningStore store;
  private FlushLimits kept; // guarded by learning; null unless limits are only observed
  private volatile Map<PressureLevel, FlushLimits> best = Map.of();

  /** Serializes learning together with its write, so that no older state is written last. */
  private final Object writing = new Object();

  BatchCalibration(CalibrationConfig config, LearningStore store) {
    this.key = config.key();
    this.config = config;
    this.controller = new CalibrationController(config);
    this.store = store;
    restore(store.load());
    takeSeeds();
    store.costs().forEach(controller::restore);
  }

  /**
   * For this machine, exploring, kept in a file. May block on disk.
   *
   * @param path of the database, created if missing; a leading {@code ~/} is the home directory
   * @param targetLatencyMicros no level's budget is longer than this, microseconds
   * @throws IllegalArgumentException if the target latency is not more than 0
   */
  public static BatchCalibration create(Path path, double targetLatencyMicros) {
    CalibrationKey here = CalibrationKey.ofThisMachine("", "");
    return create(path, CalibrationConfig.of(here, targetLatencyMicros));
  }

  /** Kept in a file, which any number of keys and processes may share. May block on disk. */
  public static BatchCalibration create(Path path, CalibrationConfig config) {
    return new BatchCalibration(config, SqliteStore.of(path, config));
  }

  /**
   * All that a file knows, of whatever machine, broker and way of delivery. May block on disk.
   *
   * @return those used last first; empty if there is no such file
   * @throws IOException with one sentence if it cannot be read
   */
  public static List<LearnedEnvironment> environments(Path path) throws IOException {
    return SqliteStore.environments(path);
  }

  /** Kept nowhere. */
  public static BatchCalibration inMemory(CalibrationConfig config) {
    return new BatchCalibration(config, new MemoryStore());
  }

  /** The best limits known for this level, at first the bootstrap. Never blocks. */
  @Override
  public FlushLimits getBestConfigForPressure(PressureLevel level) {
    return best.get(Objects.requireNonNull(level, "level"));
  }

  @Override
  public boolean isHopeless(Observation soFar) {
    synchronized (learning) {
      return controller.isHopeless(soFar);
    }
  }

  @Override
  public FlushLimits kept(PressureLevel initial) {
    synchronized (learning) {
      if (config.observing()) {
        kept = controller.bootstrap(initial);
      }
      return kept;
    }
  }

  @Override
  public FlushLimits observe(Observation seen) {
    if (isObserving()) {
      return observeOnly(seen);
    }
    synchronized (writing) {
      FlushLimits next;
      Learned learned;
      synchronized (learning) {
        next = controller.observe(seen);
        learned = controller.learned(seen.level());
        publish();
      }
      Map<PressureLevel, Learned> found = store.save(seen, learned);
      restore(found);
      return found.containsKey(seen.level()) ? getBestConfigForPressure(seen.level()) : next;
    }
  }

  private boolean isObserving() {
    synchronized (learning) {
      return config.observing();
    }
  }

  /** Leaves the file as it is: what is only estimated must not be taken for learned. */
  private FlushLimits observeOnly(Observation seen) {
    FlushLimits before = getBestConfigForPressure(seen.level());
    FlushLimits next;
    synchronized (learning) {
      next = controller.observe(seen);
      publish();
    }
    if (!next.equals(before)) {
      LOGGER.log(
          Level.INFO,
          "Calibration only observes: for {0} it would choose {1}; in force are {2}",
          seen.level(),
          next.text(),
          seen.limits().text());
    }
    return next;
  }

  /**
   * Serves no larger N from now on; what was learned beyond it is cut. For a batcher that cannot
   * put more in force: what is not in force must not be tried, learned or shown.
   */
  void narrowTo(int maxFlushBytes) {
    synchronized (learning) {
      if (maxFlushBytes >= config.maxFlushBytes()) {
        return;
      }
      config = config.withMaxFlushBytes(maxFlushBytes);
      CalibrationController narrower = new CalibrationController(config);
      for (PressureLevel level : PressureLevel.values()) {
        narrower.restore(level, controller.learned(level));
      }
      controller = narrower;
      publish();
    }
  }

  /** The state of each level, and of the store. Does not touch the disk. */
  public CalibrationStatus status() {
    synchronized (learning) {
      return new CalibrationStatus(key, controller.status(), store.status(), kept);
    }
  }

  /** Forgets all levels of this key. May block on disk. */
  public void reset() {
    for (PressureLevel level : PressureLevel.values()) {
      reset(level);
    }
  }

  /** Forgets a level of this key. May block on disk. */
  public void reset(PressureLevel level) {
    synchronized (writing) {
      synchronized (learning) {
        controller.reset(level);
        publish();
      }
      store.forget(level);
    }
  }

  /**
   * Writes the status as CSV: a header, then one line for each level. Does not touch the disk.
   *
   * @throws IOException if {@code out} does
   */
  public void export(Appendable out) throws IOException {
    CalibrationCsv.write(status(), out);
  }

  /** Ends keeping; learning itself may go on, in memory. May block on disk. */
  @Override
  public void close() {
    synchronized (writing) {
      store.close();
    }
  }

  private void restore(Map<PressureLevel, Learned> found) {
    synchronized (learning) {
      found.forEach(controller::restore);
      publish();
    }
  }

  /** Levels of which nothing is learned begin with what others learned, as if by a guess. */
  private void takeSeeds() {
    synchronized (learning) {
      config
          .seeds()
          .forEach(
              (level, seed) -> {
                if (controller.learned(level).observations() == 0) {
                  controller.restore(level, seed.asGuess());
                }
              });
      publish();
    }
  }

  /** With the lock held. */
  private void publish() {
    Map<PressureLevel, FlushLimits> current = new EnumMap<>(PressureLevel.class);
    for (PressureLevel level : PressureLevel.values()) {
      current.put(level, controller.best(level));
    }
    best = current;
  }
}
