package com.reactive.platform.gateway.microbatch.adaptive.store;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationController;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEnvironment;
import com.reactive.platform.gateway.microbatch.adaptive.LearningStore;
import com.reactive.platform.gateway.microbatch.adaptive.LevelCosts;
import com.reactive.platform.gateway.microbatch.adaptive.LevelStatus;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.StoreStatus;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps learning in a file, and outlives whatever befalls the file: what was learned and could not
 * be written stays in memory and is written by a later save, tried at most once in 30 s. The rows
 * of the observations themselves are not kept for later: those that could not be written are
 * missing from the file. A corrupt file is set aside and a fresh one begun; a newer or foreign one
 * is not touched.
 *
 * <p>Two processes may share the file. Of what both learned about the same level of the same key,
 * the last write stays, until one of them opens the file anew: then more observations win. An edit
 * by a {@link CalibrationArchive} is taken over with the next save.
 */
public final class SqliteStore implements LearningStore {
  static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);
  static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(10);
  static final int MAX_SET_ASIDE = 3;
  private static final int MAX_ATTEMPTS = 2;
  private static final System.Logger LOGGER =
      System.getLogger("com.reactive.platform.gateway.microbatch.BatchCalibration"); // the API

  private final CalibrationFile file;
  private final CalibrationKey key;
  private final CalibrationDatabase.Connector connector;
  private final InstantSource wallClock;
  private final LongSupplier nanoClock;

  private final Map<PressureLevel, Learned> known = new EnumMap<>(PressureLevel.class);
  private final Set<PressureLevel> unsaved = EnumSet.noneOf(PressureLevel.class);
  private final Set<PressureLevel> forgotten = EnumSet.noneOf(PressureLevel.class);
  private final Map<PressureLevel, Learned> found = new EnumMap<>(PressureLevel.class);

  private CalibrationDatabase database; // null while the file is not open
  private Object identity;
  private StoreFault fault; // null while all is well
  private long retryAtNanos;
  private final Map<StoreFault, Long> loggedAtNanos = new EnumMap<>(StoreFault.class);
  private boolean faultLogged;
  private int setAside;
  private String lastSetAside = "";
  private boolean closed;
  private volatile StoreStatus status = new StoreStatus(false, "not opened yet");

  /** The store of the configured key in the file at this path. Does not open it yet. */
  public static SqliteStore of(Path path, CalibrationConfig config) {
    return new SqliteStore(
        new CalibrationFile(path),
        config.key(),
        CalibrationDatabase::connect,
        config.wallClock(),
        System::nanoTime);
  }

  /**
   * All that a file knows, of whatever machine, broker and way of delivery. May block on disk.
   *
   * @return those used last first; empty if there is no such file
   * @throws IOException with one sentence if it cannot be read
   */
  public static List<LearnedEnvironment> environments(Path path) throws IOException {
    Path file = new CalibrationFile(path).path();
    if (!Files.exists(file)) {
      return List.of();
    }
    CalibrationConfig config =
        CalibrationConfig.of(new CalibrationKey("", 1, "", "", ""), Double.MAX_VALUE)
            .withPausing(true);
    try (CalibrationDatabase database =
        CalibrationDatabase.open(file, config.key(), CalibrationDatabase::connect)) {
      List<LearnedEnvironment> all = new ArrayList<>();
      for (KeyRows.Row key : database.keys()) {
        CalibrationController controller = new CalibrationController(config);
        database.load(key.id()).forEach(controller::restore);
        List<LevelStatus> observed =
            controller.status().stream().filter(level -> level.observations() > 0).toList();
        all.add(new LearnedEnvironment(key.environment(), key.deliveryMode(), observed));
      }
      return all;
    } catch (SQLException | StoreFaultException | LinkageError failure) {
      String what =
          StoreFaultClassifier.classify(failure).text()
              + " ("
              + StoreFaultClassifier.reason(failure)
              + ")";
      throw new IOException(file + " " + what, failure);
    }
  }

  SqliteStore(
      CalibrationFile file,
      CalibrationKey key,
      CalibrationDatabase.Connector connector,
      InstantSource wallClock,
      LongSupplier nanoClock) {
    this.file = file;
    this.key = key;
    this.connector = connector;
    this.wallClock = wallClock;
    this.nanoClock = nanoClock;
  }

  @Override
  public synchronized Map<PressureLevel, Learned> load() {
    attempt(null);
    return takeFound();
  }

  @Override
  public synchronized Map<PressureLevel, Learned> save(Observation seen, Learned learned) {
    known.put(seen.level(), learned);
    unsaved.add(seen.level());
    if (isDue()) {
      attempt(seen);
    }
    return takeFound();
  }

  @Override
  public synchronized Map<PressureLevel, LevelCosts> costs() {
    try {
      return database == null ? Map.of() : database.costs();
    } catch (SQLException unreadable) {
      LOGGER.log(Level.DEBUG, "earlier windows cannot be read", unreadable);
      return Map.of(); // The next write says what is wrong.
    }
  }

  @Override
  public synchronized void forget(PressureLevel level) {
    known.remove(level);
    unsaved.remove(level);
    forgotten.add(level);
    if (isDue()) {
      attempt(null);
    }
  }

  @Override
  public StoreStatus status() {
    return status;
  }

  @Override
  public synchronized void close() {
    boolean worthATry = fault == null || fault.passing();
    if (!closed && worthATry && !(unsaved.isEmpty() && forgotten.isEmpty())) {
      attempt(null);
    }
    closed = true;
    closeDatabase();
    status = new StoreStatus(status.persistent(), "closed; it was: " + status.text());
  }

  private boolean isDue() {
    if (closed || fault == null) {
      return !closed;
    }
    return fault.passing() && nanoClock.getAsLong() - retryAtNanos >= 0;
  }

  /** A corrupt or replaced file is answered with a fresh one, at once but once only. */
  private void attempt(Observation seen) {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        openAndWrite(seen);
        succeeded();
        return;
      } catch (SQLException
          | IOException
          | StoreFaultException
          | RuntimeException
          | LinkageError failure) {
        boolean again = failed(StoreFaultClassifier.classify(failure), failure);
        if (!again) {
          return;
        }
      }
    }
  }

  private void openAndWrite(Observation seen)
      throws SQLException, IOException, StoreFaultException {
    if (database != null && !identity.equals(file.identity())) {
      throw new StoreFaultException(StoreFault.REPLACED, "another file has its name, or none");
    }
    if (database == null) {
      open();
    }
    if (seen != null || !unsaved.isEmpty() || !forgotten.isEmpty()) {
      Map<PressureLevel, Learned> changed = new EnumMap<>(known);
      changed.keySet().retainAll(unsaved);
      if (!database.write(changed, forgotten, seen, wallClock.millis())) {
        takeOverEdits();
        return;
      }
      unsaved.clear();
      forgotten.clear();
    }
  }

  private void open() throws SQLException, IOException, StoreFaultException {
    file.prepare();
    identity = file.identity();
    if (identity == null) {
      throw new StoreFaultException(StoreFault.REPLACED, "it vanished while it was opened");
    }
    database = openDatabase();
    database.takeOverPredecessors(wallClock.millis());
    file.narrow();
    Map<PressureLevel, Learned> kept = new EnumMap<>(PressureLevel.class);
    kept.putAll(database.load());
    kept.keySet().removeAll(forgotten);
    unsaved.addAll(known.keySet());
    kept.forEach(this::merge);
  }

  /** Somebody has edited the key on purpose: then what is in the file holds, and no more. */
  private void takeOverEdits() throws SQLException {
    Map<PressureLevel, Learned> kept = database.load();
    known.keySet().forEach(level -> found.put(level, Learned.FORGOTTEN));
    found.putAll(kept);
    known.clear();
    known.putAll(kept);
    unsaved.clear();
    forgotten.clear();
    LOGGER.log(Level.INFO, "Calibration was edited in {0}, and is taken over", file.path());
  }

  private CalibrationDatabase openDatabase() throws SQLException, IOException, StoreFaultException {
    try {
      return CalibrationDatabase.open(file.path(), key, connector);
    } catch (SQLException | StoreFaultException failure) {
      if (StoreFaultClassifier.classify(failure) == StoreFault.CORRUPT) {
        file.requireDatabase();
      }
      throw failure;
    }
  }

  private void merge(PressureLevel level, Learned kept) {
    Learned ours = known.get(level);
    if (kept.outweighs(ours)) {
      known.put(level, kept);
      unsaved.remove(level);
      found.put(level, kept);
    }
  }

  private Map<PressureLevel, Learned> takeFound() {
    Map<PressureLevel, Learned> taken = Map.copyOf(found);
    found.clear();
    return taken;
  }

  private void succeeded() {
    if (faultLogged) {
      LOGGER.log(Level.INFO, "Calibration is kept in {0} again", file.path());
    }
    faultLogged = false;
    fault = null;
    status = new StoreStatus(true, "kept in " + file.path() + lastSetAside);
  }

  /** Returns true if it is to be tried again at once. */
  private boolean failed(StoreFault seen, Throwable failure) {
    StoreFault now = seen;
    boolean again = seen == StoreFault.REPLACED;
    boolean ours = stillOurs();
    closeDatabase();
    if (seen == StoreFault.CORRUPT && ours) {
      now = setAside >= MAX_SET_ASIDE ? StoreFault.HOPELESS : seen;
      again = now == StoreFault.CORRUPT && setAside();
    }
    report(now, failure);
    retryAtNanos = nanoClock.getAsLong() + RETRY_NANOS;
    return again;
  }

  private boolean stillOurs() {
    try {
      return identity != null && identity.equals(file.identity());
    } catch (IOException unknown) {
      return false;
    }
  }

  private boolean setAside() {
    try {
      Path aside = file.setAside(wallClock.instant());
      setAside++;
      lastSetAside = "; an earlier file was corrupt and is set aside as " + aside;
      LOGGER.log(Level.WARNING, "Calibration: a corrupt file is set aside as {0}", aside);
      return true;
    } catch (IOException | StoreFaultException immovable) {
      LOGGER.log(Level.WARNING, "Calibration: a corrupt file cannot be set aside", immovable);
      return false;
    }
  }

  /** Logged when it begins; that it goes on can be read from the status. */
  private void report(StoreFault now, Throwable failure) {
    String next = now.passing() ? "; tried again every 30 s" : "; not tried again";
    String text =
        "in memory only: "
            + file.path()
            + " "
            + now.text()
            + " ("
            + StoreFaultClassifier.reason(failure)
            + ")";
    if (now != fault && mayLog(now)) {
      LOGGER.log(Level.WARNING, "Calibration goes on {0}{1}", text, next);
      faultLogged = true;
    }
    fault = now;
    status = new StoreStatus(false, text + next + lastSetAside);
  }

  private boolean mayLog(StoreFault now) {
    long nanos = nanoClock.getAsLong();
    Long last = loggedAtNanos.get(now);
    boolean may = last == null || nanos - last >= LOG_NANOS;
    if (may) {
      loggedAtNanos.put(now, nanos);
    }
    return may;
  }

  private void closeDatabase() {
    if (database != null) {
      database.close();
      database = null;
    }
  }
}
