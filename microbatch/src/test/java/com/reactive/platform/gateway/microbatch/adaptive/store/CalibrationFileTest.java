package com.reactive.platform.gateway.microbatch.adaptive.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationFileTest {
  @TempDir Path directory;

  @Test
  void aTildeIsTheHomeDirectory() {
    Path home = Path.of(System.getProperty("user.home"));

    assertThat(new CalibrationFile(Path.of("~/.reactive/calibration.db")).path())
        .isEqualTo(home.resolve(".reactive").resolve("calibration.db"));
    assertThat(new CalibrationFile(Path.of("a", "~", "b")).path())
        .isEqualTo(Path.of("a", "~", "b").toAbsolutePath());
    assertThat(new CalibrationFile(Path.of("~b")).path()).isEqualTo(Path.of("~b").toAbsolutePath());
  }

  @Test
  void onlyTheOwnerMayReadWhatIsCreated() throws IOException {
    assumeTrue(posix());
    Path path = directory.resolve("new").resolve("calibration.db");
    SqliteStore store = new StoreHarness(path).store();
    store.load();
    StoreHarness.save(store, 4096, 1);

    assertThat(permissions(path.getParent())).isEqualTo("rwx------");
    for (String suffix : List.of("", "-wal", "-shm")) {
      assertThat(permissions(Path.of(path + suffix))).as(suffix).isEqualTo("rw-------");
    }
    store.close();
  }

  @Test
  void anExistingFileIsNarrowedAndItsDirectoryLeftAlone() throws IOException {
    assumeTrue(posix());
    Path path = directory.resolve("calibration.db");
    Files.createFile(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (SqliteStore store = new StoreHarness(path).store()) {
      store.load();
    }
    assertThat(permissions(path)).isEqualTo("rw-------");
    assertThat(permissions(directory)).isEqualTo("rwxr-xr-x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DROP TABLE best", "PRAGMA user_version = 7"})
  void aDatabaseThatIsNotOursKeepsItsPermissions(String change) throws Exception {
    assumeTrue(posix());
    Path path = directory.resolve("calibration.db");
    StoreHarness files = new StoreHarness(path);
    files.store().load();
    files.execute(change);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
    try (SqliteStore store = files.store()) {
      store.load();
      assertThat(store.status().text()).contains("is left alone");
    }
    assertThat(permissions(path)).isEqualTo("rw-r--r--");
  }

  @Test
  void narrowingGivesNobodyMore() throws IOException {
    assumeTrue(posix());
    Path path = directory.resolve("calibration.db");
    StoreHarness files = new StoreHarness(path);
    assertThat(files.kept()).isNull(); // and the file is made
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r--r-----"));

    assertThat(files.kept()).isNull();

    assertThat(permissions(path)).isEqualTo("r--------");
  }

  @Test
  void aLinkThatLeadsNowhereYetIsFollowed() throws IOException {
    assumeTrue(posix());
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path target = folder.resolve("target.db");
    Path link = Files.createSymbolicLink(directory.resolve("b.db"), Path.of("folder/target.db"));
    StoreHarness files =
        new StoreHarness(Files.createSymbolicLink(directory.resolve("a.db"), link));
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
      assertThat(store.status().persistent()).as(store.status().text()).isTrue();
      assertThat(permissions(target)).isEqualTo("rw-------");
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 1));
    assertThat(link).isSymbolicLink();
  }

  @Test
  void aLinkToSomebodyElsesFileIsLeftAlone() throws IOException {
    assumeTrue(posix());
    Path theirs = somebodyElses();
    byte[] before = Files.readAllBytes(theirs);
    assertLinked(Files.createSymbolicLink(directory.resolve("a.db"), theirs));
    assertThat(theirs).hasBinaryContent(before);
  }

  /** SQLite would write to where these lead, too. */
  @Test
  void linksUnderTheNamesOfTheFilesBesideItAreNotFollowed() throws IOException {
    assumeTrue(posix());
    for (String suffix : List.of("-wal", "-shm")) {
      Path target = Files.writeString(directory.resolve("mine" + suffix), "precious");
      Path path = directory.resolve("db" + suffix + ".db");
      Files.createSymbolicLink(directory.resolve("db" + suffix + ".db" + suffix), target);
      assertLinked(path);
      assertThat(target).hasContent("precious");
    }
  }

  private static void assertLinked(Path path) {
    StoreHarness files = new StoreHarness(path);
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
      assertThat(store.status().persistent()).isFalse();
      assertThat(store.status().text()).contains("in memory only", "is a symbolic link to what is");
    }
  }

  private Path somebodyElses() throws IOException {
    Path passwords = Path.of("/etc/passwd");
    Path mine = Files.writeString(directory.resolve("theirs.db"), "");
    if (!Files.getOwner(mine).equals(Files.getOwner(passwords))) {
      return passwords;
    }
    var users = mine.getFileSystem().getUserPrincipalLookupService();
    return Files.setOwner(mine, users.lookupPrincipalByName("nobody"));
  }

  @Test
  void aLinkThatCannotBeFollowedIsSaid() throws IOException {
    assumeTrue(posix());
    Path far = directory.resolve("missing").resolve("target.db");
    Path dangling = Files.createSymbolicLink(directory.resolve("a.db"), far);
    Path loop = Files.createSymbolicLink(directory.resolve("b.db"), Path.of("b.db"));
    for (Path link : List.of(dangling, loop)) {
      try (SqliteStore store = new StoreHarness(link).store()) {
        store.load();
        StoreHarness.save(store, 4096, 1);
        assertThat(store.status().text())
            .contains("cannot be read or written", link.equals(loop) ? "loop" : far.toString());
      }
    }
  }

  @Test
  void aCorruptFileBehindALinkIsSetAsideWhereItIs() throws IOException {
    assumeTrue(posix());
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path target = Files.writeString(folder.resolve("target.db"), "no database".repeat(100));
    Path link = Files.createSymbolicLink(directory.resolve("link.db"), target);
    StoreHarness files = new StoreHarness(link);
    assertThat(files.kept()).isNull();

    assertThat(link).isSymbolicLink();
    assertThat(folder.resolve("target.db.corrupt-20261121T101112Z")).isRegularFile();
    assertThat(permissions(target)).isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: 1", "reactive:\n  topic: events\n  batch:\n    adaptive: true\n"})
  void aFileOfAnotherKindIsNotTouched(String content) throws IOException {
    Path path = Files.writeString(directory.resolve("reactive.yaml"), content);
    try (SqliteStore store = new StoreHarness(path).store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
      assertThat(store.status().persistent()).isFalse();
      assertThat(store.status().text())
          .contains("is not a calibration database and is left alone", "not tried again");
    }
    assertThat(directory).isDirectoryNotContaining("glob:**.corrupt-*");
    assertThat(path).hasContent(content);
  }

  @ParameterizedTest
  @ValueSource(strings = {"with space.db", "a?journal_mode=OFF", "100%25.db", "ä#;'.db"})
  void anyNameWillDo(String name) {
    StoreHarness files = new StoreHarness(directory.resolve(name));
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 1);
      assertThat(store.status().persistent()).as(store.status().text()).isTrue();
    }
    assertThat(files.path).isNotEmptyFile(); // and not a file of half that name
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 1));
  }

  @Test
  void setAsideKeepsAllFilesAndOverwritesNone() throws Exception {
    CalibrationFile file = new CalibrationFile(directory.resolve("c.db"));
    Files.writeString(directory.resolve("c.db"), "1");
    Files.writeString(directory.resolve("c.db-wal"), "2");
    Files.writeString(directory.resolve("c.db.corrupt-20261121T101112Z"), "old");

    Path aside = file.setAside(StoreHarness.NOW);

    assertThat(aside).isEqualTo(directory.resolve("c.db.corrupt-20261121T101112Z-2"));
    assertThat(aside).hasContent("1");
    assertThat(Path.of(aside + "-wal")).hasContent("2");
    assertThat(directory.resolve("c.db.corrupt-20261121T101112Z")).hasContent("old");
    assertThat(file.identity()).isNull();
  }

  private boolean posix() {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
