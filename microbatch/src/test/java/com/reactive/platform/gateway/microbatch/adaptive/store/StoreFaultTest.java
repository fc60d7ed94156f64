package com.reactive.platform.gateway.microbatch.adaptive.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.NativeLibraryNotFoundException;
import org.sqlite.SQLiteConfig;

/** Whatever befalls the file: nothing throws, the status says so, and what was learned stays. */
class StoreFaultTest {
  private static final PressureLevel LEVEL = StoreHarness.LEVEL;

  @TempDir Path directory;
  private StoreHarness files;

  private LogCapture log;

  @BeforeEach
  void harness() {
    files = new StoreHarness(directory.resolve("calibration.db"));
    log = new LogCapture();
  }

  @AfterEach
  void stopCapturing() {
    log.close();
  }

  @Test
  void lockedItIsReadButWrittenLaterAndNotTriedAllTheTime() throws SQLException {
    keep(4096, 1);
    try (SqliteStore store = files.store()) {
      try (Connection other = files.connect();
          Statement lock = other.createStatement()) {
        lock.execute("BEGIN EXCLUSIVE");
        assertThat(store.load()).containsEntry(LEVEL, StoreHarness.learned(4096, 1));
        StoreHarness.save(store, 8192, 2);
        assertMemoryOnly(store, StoreFault.LOCKED, "tried again every 30 s");
      }
      StoreHarness.save(store, 8192, 3); // free again, but it is too early to ask
      assertMemoryOnly(store, StoreFault.LOCKED, "tried again every 30 s");
      assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 1));

      files.retryIsDue();
      StoreHarness.save(store, 8192, 4);
      assertThat(store.status().persistent()).isTrue();
      assertThat(files.kept()).isEqualTo(StoreHarness.learned(8192, 4));
    }
  }

  @Test
  void lockedFromTheStartItIsFoundLater() throws SQLException {
    keep(4096, 10);
    try (SqliteStore store = files.store()) {
      try (Connection other = files.connect();
          Statement lock = other.createStatement()) {
        lock.execute("PRAGMA locking_mode = EXCLUSIVE");
        lock.execute("BEGIN EXCLUSIVE");
        assertThat(store.load()).isEmpty();
        assertMemoryOnly(store, StoreFault.LOCKED, "tried again every 30 s");
      }
      files.retryIsDue();
      Learned behind = StoreHarness.learned(1024, 1);
      assertThat(store.save(StoreHarness.seen(behind), behind))
          .containsEntry(LEVEL, StoreHarness.learned(4096, 10));
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 10));
  }

  @Test
  void whatWasForgottenWhileLockedIsForgottenLater() throws SQLException {
    keep(4096, 1);
    try (SqliteStore store = files.store()) {
      store.load();
      try (Connection other = files.connect();
          Statement lock = other.createStatement()) {
        lock.execute("BEGIN EXCLUSIVE");
        store.forget(LEVEL);
        assertMemoryOnly(store, StoreFault.LOCKED, "");
      }
    } // closing tries once more
    assertThat(files.kept()).isNull();
  }

  @Test
  void whatWasForgottenIsNotFoundAgainWhenTheFileIsReadLater() throws SQLException {
    keep(4096, 10);
    try (SqliteStore store = files.store()) {
      try (Connection other = files.connect();
          Statement lock = other.createStatement()) {
        lock.execute("PRAGMA locking_mode = EXCLUSIVE");
        lock.execute("BEGIN EXCLUSIVE");
        assertThat(store.load()).isEmpty();
      }
      store.forget(LEVEL);
      files.retryIsDue();
      StoreHarness.save(store, 1024, 1);
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(1024, 1));
  }

  @Test
  void aFileThatAnotherProcessHasMendedMeanwhileIsNotSetAside() {
    AtomicBoolean first = new AtomicBoolean(true);
    CalibrationDatabase.Connector connector =
        path -> {
          if (!first.getAndSet(false)) {
            return CalibrationDatabase.connect(path);
          }
          replaceByAFreshOne();
          throw new SQLException("malformed", "", 11);
        };
    try (SqliteStore store = files.store(StoreHarness.KEY, connector)) {
      store.load();
      assertMemoryOnly(store, StoreFault.CORRUPT, "tried again every 30 s");
      files.retryIsDue();
      StoreHarness.save(store, 4096, 1);
      assertThat(store.status().persistent()).isTrue();
    }
    assertThat(setAside()).isEmpty();
  }

  @Test
  void aFileThatIsNoDatabaseIsSetAsideAndAFreshOneBegun() throws IOException {
    Files.writeString(files.path, "this is not a database".repeat(100));
    try (SqliteStore store = files.store()) {
      assertThat(store.load()).isEmpty();
      Path aside = directory.resolve("calibration.db.corrupt-20261121T101112Z");
      assertThat(store.status().persistent()).isTrue();
      assertThat(store.status().text()).contains("corrupt", aside.toString());
      assertThat(aside).hasContent("this is not a database".repeat(100));
      StoreHarness.save(store, 4096, 1);
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 1));
  }

  @Test
  void flippedBytesAreFoundAtTheStart() throws IOException {
    keep(4096, 1);
    overwrite(4096, 8192);
    try (SqliteStore store = files.store()) {
      assertThat(store.load()).isEmpty();
      assertThat(store.status().text()).contains("set aside");
      assertThat(store.status().persistent()).isTrue();
    }
  }

  @Test
  void corruptedUnderUsItIsBegunAfreshWithAllThatIsKnown() throws IOException, SQLException {
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
      files.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      overwrite(0, Files.size(files.path));
      StoreHarness.save(store, 8192, 2);
      assertThat(store.status().persistent()).as(store.status().text()).isTrue();
      assertThat(store.status().text()).contains("set aside");
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(8192, 2));
  }

  @Test
  void corruptAgainAndAgainItIsLeftAlone() {
    SqliteStore store =
        files.store(
            StoreHarness.KEY,
            path -> {
              throw new SQLException("malformed", "", 11);
            });
    for (int i = 1; i <= 5; i++) {
      StoreHarness.save(store, 4096, i);
      files.retryIsDue();
    }
    assertMemoryOnly(store, StoreFault.HOPELESS, "not tried again");
    assertThat(setAside()).hasSize(SqliteStore.MAX_SET_ASIDE);
    store.close();
    assertThat(setAside()).hasSize(SqliteStore.MAX_SET_ASIDE);
  }

  @Test
  void aTruncatedLogLosesTheLatestOnly() throws IOException, SQLException {
    keep(4096, 1);
    Path wal = Path.of(files.path + "-wal");
    Path copy = directory.resolve("copy.db");
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 8192, 2);
      Files.copy(files.path, copy);
      Files.copy(wal, Path.of(copy + "-wal"));
    }
    try (RandomAccessFile log = new RandomAccessFile(copy + "-wal", "rw")) {
      log.setLength(log.length() / 2);
    }
    assertThat(new StoreHarness(copy).kept()).isEqualTo(StoreHarness.learned(4096, 1));
  }

  @Test
  void aDirectoryInItsPlaceIsNoDatabase() throws IOException {
    Files.createDirectory(files.path);
    try (SqliteStore store = files.store()) {
      assertThat(store.load()).isEmpty();
      assertMemoryOnly(store, StoreFault.UNUSABLE, "tried again every 30 s");
      Files.delete(files.path);
      files.retryIsDue();
      StoreHarness.save(store, 4096, 1);
      assertThat(store.status().persistent()).isTrue();
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 1));
  }

  @Test
  void aDirectoryThatCannotBeMadeIsSaidSo() throws IOException {
    Path plainFile = Files.writeString(directory.resolve("plain"), "");
    try (SqliteStore store = new StoreHarness(plainFile.resolve("calibration.db")).store()) {
      assertThat(store.load()).isEmpty();
      assertMemoryOnly(store, StoreFault.UNUSABLE, "tried again every 30 s");
    }
  }

  @Test
  void readOnlyItIsReadAndNotWritten() {
    keep(4096, 1);
    SQLiteConfig readOnly = new SQLiteConfig();
    readOnly.setReadOnly(true);
    CalibrationDatabase.Connector connector =
        path -> readOnly.createConnection("jdbc:sqlite:" + path);
    try (SqliteStore store = files.store(StoreHarness.KEY, connector)) {
      assertThat(store.load()).containsEntry(LEVEL, StoreHarness.learned(4096, 1));
      StoreHarness.save(store, 8192, 2);
      assertMemoryOnly(store, StoreFault.READ_ONLY, "tried again every 30 s");
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 1));
  }

  @Test
  void fullItKeepsWhatItHad() {
    keep(4096, 1);
    CalibrationDatabase.Connector full =
        path -> {
          Connection connection = CalibrationDatabase.connect(path);
          try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA max_page_count = 1");
          }
          return connection;
        };
    try (SqliteStore store = files.store(StoreHarness.KEY, full)) {
      store.load();
      int saved = 0;
      while (store.status().persistent() && saved < 2_000) {
        saved++;
        StoreHarness.save(store, 4096, 1 + saved);
      }
      assertMemoryOnly(store, StoreFault.FULL, "tried again every 30 s");
      assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, saved));
    }
  }

  @Test
  void aNewerDatabaseIsNotTouched() throws IOException, SQLException {
    keep(4096, 1);
    files.execute("PRAGMA user_version = 99");
    byte[] before = Files.readAllBytes(files.path);
    try (SqliteStore store = files.store()) {
      assertThat(store.load()).isEmpty();
      StoreHarness.save(store, 8192, 2);
      files.retryIsDue();
      StoreHarness.save(store, 8192, 3);
      assertMemoryOnly(store, StoreFault.NEWER, "not tried again");
    }
    assertThat(Files.readAllBytes(files.path)).isEqualTo(before);
    assertThat(setAside()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void aDatabaseOfSomethingElseIsNotTouched(int version) throws IOException, SQLException {
    files.execute("CREATE TABLE precious (x)");
    files.execute("PRAGMA user_version = " + version);
    byte[] before = Files.readAllBytes(files.path);
    try (SqliteStore store = files.store()) {
      assertThat(store.load()).isEmpty();
      assertMemoryOnly(store, StoreFault.FOREIGN, "not tried again");
    }
    assertThat(Files.readAllBytes(files.path)).isEqualTo(before);
  }

  @Test
  void deletedUnderUsItIsWrittenAnewAtOnceWithAllThatIsKnown() throws IOException {
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
      Learned other = StoreHarness.learned(2048, 5);
      store.save(
          new Observation(PressureLevel.L2_FAST, other.best(), 100, 100, 1, 1, 1, false, true),
          other);
      for (String suffix : List.of("", "-wal", "-shm")) {
        Files.delete(Path.of(files.path + suffix));
      }
      StoreHarness.save(store, 8192, 2);
      assertThat(store.status().persistent()).isTrue();
    }
    try (SqliteStore store = files.store()) {
      assertThat(store.load())
          .containsEntry(LEVEL, StoreHarness.learned(8192, 2))
          .containsEntry(PressureLevel.L2_FAST, StoreHarness.learned(2048, 5));
    }
  }

  @Test
  void aFaultIsLoggedOnceInTenMinutesAndItsEndOnceToo() throws IOException {
    try (SqliteStore store = files.store()) {
      store.load();
      for (int i = 1; i <= 20; i++) {
        Files.delete(files.path);
        StoreHarness.save(store, 4096, i);
      }
      assertThat(log.records())
          .extracting(LogRecord::getLevel)
          .containsExactly(Level.WARNING, Level.INFO);

      files.nanos.addAndGet(SqliteStore.LOG_NANOS);
      Files.delete(files.path);
      StoreHarness.save(store, 4096, 21);
      assertThat(log.records()).hasSize(4);
    }
  }

  @Test
  void withoutItsNativeLibraryItIsNotTriedAgain() {
    AtomicInteger attempts = new AtomicInteger();
    SqliteStore store =
        files.store(
            StoreHarness.KEY,
            path -> {
              attempts.incrementAndGet();
              throw new UnsatisfiedLinkError("no sqlite here");
            });
    assertThatCode(store::load).doesNotThrowAnyException();
    files.retryIsDue();
    StoreHarness.save(store, 4096, 1);
    store.close();
    assertThat(attempts).hasValue(1);
    assertThat(store.status().persistent()).isFalse();
    assertThat(store.status().text())
        .contains(StoreFault.NO_SQLITE.text(), "no sqlite here", "not tried again");
  }

  @Test
  void aNativeLibraryThatCannotBeUnpackedIsNotTriedAgain() {
    SqliteStore store =
        files.store(
            StoreHarness.KEY,
            path -> {
              throw new SQLException(
                  "Error opening connection",
                  new NativeLibraryNotFoundException("nowhere to unpack to"));
            });
    store.load();
    assertMemoryOnly(store, StoreFault.NO_SQLITE, "not tried again");
    assertThat(store.status().text()).contains("nowhere to unpack to");
    store.close();
  }

  private void keep(int flushBytes, long observations) {
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, flushBytes, observations);
    }
  }

  private void replaceByAFreshOne() {
    try {
      Files.move(files.path, directory.resolve("moved"));
      keep(2048, 1);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private void overwrite(long from, long to) throws IOException {
    try (RandomAccessFile database = new RandomAccessFile(files.path.toFile(), "rw")) {
      for (long at = from; at < to; at++) {
        database.seek(at);
        int old = database.read();
        database.seek(at);
        database.write(~old);
      }
    }
  }

  private List<Path> setAside() {
    try (Stream<Path> list = Files.list(directory)) {
      return list.filter(path -> path.toString().contains(".corrupt-")).toList();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private static void assertMemoryOnly(SqliteStore store, StoreFault fault, String next) {
    assertThat(store.status().persistent()).isFalse();
    assertThat(store.status().text()).startsWith("in memory only").contains(fault.text(), next);
  }
}
