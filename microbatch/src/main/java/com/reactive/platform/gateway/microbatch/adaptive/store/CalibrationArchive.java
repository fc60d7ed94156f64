package com.reactive.platform.gateway.microbatch.adaptive.store;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A calibration file in the hands of people: read, added to and reset from outside of the processes
 * that learn. They may have it open meanwhile: what is changed here is taken over with their next
 * window, in about 10 s, and what they had learned since the change is dropped.
 *
 * <p>All calls block on disk, and throw an {@link IOException} with one sentence if the file cannot
 * be read or written.
 */
public final class CalibrationArchive {
  private static final CalibrationKey NO_KEY = new CalibrationKey("", 1, "", "", "");

  private final CalibrationFile file;
  private final InstantSource wallClock;

  /** A leading {@code ~/} is the home directory; there need not be such a file. */
  public CalibrationArchive(Path path, InstantSource wallClock) {
    this.file = new CalibrationFile(path);
    this.wallClock = wallClock;
  }

  /** The file, absolute. */
  public Path path() {
    return file.path();
  }

  /** All that the file knows, the keys used last first; nothing if there is no such file. */
  public List<LearnedEntry> read() throws IOException {
    return Files.exists(path()) ? onDatabase(CalibrationArchive::entries) : List.of();
  }

  /**
   * Adds entries, all or none of them; makes the file if it is missing. Of a level that both know
   * the one with more observations stays, the file's if they have as many.
   *
   * @param replacing whether what is added stays instead
   * @return those that were taken
   */
  public List<LearnedEntry> add(List<LearnedEntry> added, boolean replacing) throws IOException {
    try {
      file.prepare();
    } catch (StoreFaultException refused) {
      throw sentence(refused);
    }
    return onDatabase(
        database -> database.inTransaction(() -> add(database.connection(), added, replacing)));
  }

  /**
   * Forgets entries, with their windows.
   *
   * @return those that were forgotten
   */
  public List<LearnedEntry> reset(Predicate<LearnedEntry> which) throws IOException {
    if (!Files.exists(path())) {
      return List.of();
    }
    return onDatabase(
        database -> database.inTransaction(() -> reset(database.connection(), which, database)));
  }

  private static List<LearnedEntry> reset(
      Connection connection, Predicate<LearnedEntry> which, CalibrationDatabase database)
      throws SQLException {
    List<LearnedEntry> forgotten = entries(database).stream().filter(which).toList();
    Set<Long> edited = new HashSet<>();
    for (LearnedEntry entry : forgotten) {
      long keyId = KeyRows.find(connection, entry.environment(), entry.deliveryMode()).id();
      LearnedRows.delete(connection, keyId, entry.level());
      ObservationRows.delete(connection, keyId, entry.level());
      edited.add(keyId);
    }
    for (long keyId : edited) {
      KeyRows.edited(connection, keyId);
    }
    return forgotten;
  }

  private List<LearnedEntry> add(Connection connection, List<LearnedEntry> added, boolean replacing)
      throws SQLException {
    List<LearnedEntry> taken = new ArrayList<>();
    Set<Long> edited = new HashSet<>();
    for (LearnedEntry entry : added) {
      long now = wallClock.millis();
      long keyId = KeyRows.use(connection, entry.environment(), entry.deliveryMode(), now);
      Learned known = LearnedRows.of(connection, keyId).get(entry.level());
      if (replacing ? !entry.learned().equals(known) : entry.learned().outweighs(known)) {
        LearnedRows.put(connection, keyId, entry.level(), entry.learned(), now);
        taken.add(entry);
        edited.add(keyId);
      }
    }
    for (long keyId : edited) {
      KeyRows.edited(connection, keyId);
    }
    return taken;
  }

  private static List<LearnedEntry> entries(CalibrationDatabase database) throws SQLException {
    List<LearnedEntry> entries = new ArrayList<>();
    for (KeyRows.Row key : database.keys()) {
      for (Map.Entry<PressureLevel, Learned> learned : database.load(key.id()).entrySet()) {
        PressureLevel level = learned.getKey();
        Learned its = learned.getValue();
        entries.add(
            new LearnedEntry(
                key.environment(),
                key.deliveryMode(),
                level,
                its,
                ObservationRows.costs(database.connection(), key.id(), level, its.best())));
      }
    }
    return entries;
  }

  /** What is done with the open file. */
  @FunctionalInterface
  private interface Use<T> {
    T of(CalibrationDatabase database) throws SQLException;
  }

  private <T> T onDatabase(Use<T> use) throws IOException {
    try (CalibrationDatabase database =
        CalibrationDatabase.open(path(), NO_KEY, CalibrationDatabase::connect)) {
      T result = use.of(database);
      file.narrow();
      return result;
    } catch (SQLException | StoreFaultException | LinkageError failure) {
      throw sentence(failure);
    }
  }

  private IOException sentence(Throwable failure) {
    String what = StoreFaultClassifier.classify(failure).text();
    return new IOException(
        path() + " " + what + " (" + StoreFaultClassifier.reason(failure) + ")", failure);
  }
}
