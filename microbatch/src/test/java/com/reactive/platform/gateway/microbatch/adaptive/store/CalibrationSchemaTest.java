package com.reactive.platform.gateway.microbatch.adaptive.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationSchemaTest {
  private static final List<String> FIRST = List.of("CREATE TABLE a (x)");
  private static final List<String> SECOND =
      List.of("ALTER TABLE a ADD COLUMN y", "INSERT INTO a VALUES (1, 2)");
  private static final List<String> BROKEN = List.of("CREATE TABLE b (x)", "NONSENSE");

  @TempDir Path directory;
  private StoreHarness files;

  @BeforeEach
  void harness() {
    files = new StoreHarness(directory.resolve("calibration.db"));
  }

  @Test
  void takesTheStepsInOrderAndEachOnce() throws Exception {
    migrate(FIRST);
    assertThat(files.query("PRAGMA user_version")).isEqualTo("1");

    migrate(FIRST, SECOND);
    migrate(FIRST, SECOND);
    assertThat(files.query("PRAGMA user_version")).isEqualTo("2");
    assertThat(files.query("SELECT sum(x + y) FROM a")).isEqualTo("3");
  }

  @Test
  void takesAllStepsAtOnceFromNothing() throws Exception {
    migrate(FIRST, SECOND);

    assertThat(files.query("SELECT y FROM a")).isEqualTo("2");
  }

  @Test
  void stepsThatFailLeaveTheDatabaseAsItWas() throws Exception {
    migrate(FIRST);
    assertThatThrownBy(() -> migrate(FIRST, SECOND, BROKEN)).isInstanceOf(SQLException.class);

    assertThat(files.query("PRAGMA user_version")).isEqualTo("1");
    assertThat(files.query("SELECT count(*) FROM a")).isEqualTo("0");
  }

  @Test
  void refusesANewerDatabaseAndOneOfSomethingElse() throws Exception {
    migrate(FIRST, SECOND);
    assertThatThrownBy(() -> migrate(FIRST))
        .isInstanceOf(StoreFaultException.class)
        .extracting(StoreFaultClassifier::classify)
        .isEqualTo(StoreFault.NEWER);

    files.execute("PRAGMA user_version = 0");
    assertThatThrownBy(() -> migrate(FIRST))
        .isInstanceOf(StoreFaultException.class)
        .extracting(StoreFaultClassifier::classify)
        .isEqualTo(StoreFault.FOREIGN);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private void migrate(List<String>... steps) throws SQLException, StoreFaultException {
    try (Connection connection = files.connect()) {
      new CalibrationSchema(Set.of("a"), List.of(steps)).migrate(connection);
    }
  }
}
