package com.reactive.platform.gateway.microbatch.adaptive.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.LevelCosts;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationArchiveTest {
  private static final PressureLevel LEVEL = StoreHarness.LEVEL;
  private static final PressureLevel OTHER = PressureLevel.L2_FAST;

  @TempDir Path directory;
  private StoreHarness files;
  private CalibrationArchive archive;

  @BeforeEach
  void harness() {
    files = new StoreHarness(directory.resolve("calibration.db"));
    archive = new CalibrationArchive(files.path, InstantSource.fixed(StoreHarness.NOW));
  }

  @Test
  void readsWhatIsThereAndMakesNoFile() throws IOException {
    assertThat(archive.read()).isEmpty();
    assertThat(archive.reset(entry -> true)).isEmpty();
    assertThat(files.path).doesNotExist();

    archive.add(List.of(entry(LEVEL, 4096, 3)), false);
    assertThat(archive.read()).containsExactly(entry(LEVEL, 4096, 3));
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(4096, 3));
  }

  @Test
  void moreObservationsStayUnlessToldToReplace() throws IOException {
    archive.add(List.of(entry(LEVEL, 4096, 3), entry(OTHER, 4096, 3)), false);

    List<LearnedEntry> more = List.of(entry(LEVEL, 8192, 3), entry(OTHER, 8192, 4));
    assertThat(archive.add(more, false)).containsExactly(entry(OTHER, 8192, 4));
    assertThat(archive.read())
        .containsExactlyInAnyOrder(entry(LEVEL, 4096, 3), entry(OTHER, 8192, 4));

    assertThat(archive.add(List.of(entry(LEVEL, 1024, 1)), true)).hasSize(1);
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(1024, 1));
  }

  @Test
  void aProcessThatLearnsTakesAnImportOverWithItsNextWindow() throws IOException {
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 3);
      archive.add(List.of(entry(LEVEL, 8192, 50)), false);

      Learned own = StoreHarness.learned(4096, 4);
      assertThat(store.save(StoreHarness.seen(own), own))
          .isEqualTo(Map.of(LEVEL, StoreHarness.learned(8192, 50)));
      StoreHarness.save(store, 8192, 51);
    }
    assertThat(files.kept()).isEqualTo(StoreHarness.learned(8192, 51));
  }

  @Test
  void aProcessThatLearnsTakesAResetOverWithItsNextWindow() throws Exception {
    try (SqliteStore store = files.store()) {
      store.load();
      StoreHarness.save(store, 4096, 3);
      assertThat(archive.reset(entry -> entry.level() == LEVEL)).hasSize(1);

      Learned own = StoreHarness.learned(4096, 4);
      assertThat(store.save(StoreHarness.seen(own), own))
          .isEqualTo(Map.of(LEVEL, Learned.FORGOTTEN));
    }
    assertThat(files.kept()).isNull();
    assertThat(files.query("SELECT count(*) FROM observation")).isEqualTo("0");
  }

  @Test
  void whatIsNoCalibrationFileIsLeftAlone() throws Exception {
    files.execute("CREATE TABLE somebody (x)");

    assertThatThrownBy(() -> archive.add(List.of(entry(LEVEL, 1, 1)), false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a calibration database");
    assertThatThrownBy(() -> archive.read()).isInstanceOf(IOException.class);
    assertThat(files.query("SELECT count(*) FROM somebody")).isEqualTo("0");
  }

  @Test
  void aPlaceThatCannotBeWrittenToIsSaid() throws IOException {
    Path inAFile = Files.createFile(directory.resolve("file")).resolve("calibration.db");

    assertThatThrownBy(
            () ->
                new CalibrationArchive(inAFile, InstantSource.system())
                    .add(List.of(entry(LEVEL, 1, 1)), false))
        .isInstanceOf(IOException.class);
  }

  private static LearnedEntry entry(PressureLevel level, int bytes, long observations) {
    return new LearnedEntry(
        StoreHarness.KEY.environment(),
        StoreHarness.KEY.deliveryMode(),
        level,
        StoreHarness.learned(bytes, observations),
        LevelCosts.NONE);
  }
}
