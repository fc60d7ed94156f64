package com.reactive.platform.outbox;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** A Postgres of a test class, with its data in a folder of its own. */
final class TestPostgres implements AutoCloseable {
  private final Path folder;
  private LocalPostgres server;

  private TestPostgres(Path folder, LocalPostgres server) {
    this.folder = folder;
    this.server = server;
  }

  /** Starts it; where Postgres is not installed, skips the tests. */
  static TestPostgres start() throws IOException, InterruptedException {
    assumeTrue(LocalPostgres.programs().isPresent(), "Postgres is not installed");
    Path folder = Files.createTempDirectory("outbox");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new TestPostgres(folder, LocalPostgres.start(data(folder), 0));
  }

  private static Path data(Path folder) {
    return folder.resolve("data");
  }

  String url() {
    return server.url();
  }

  /** The settings of an outbox whose slot, publication and table have this name. */
  Map<String, String> keys(String name) {
    Map<String, String> keys = new HashMap<>();
    keys.put("outbox.url", server.url());
    keys.put("outbox.user", LocalPostgres.USER);
    keys.put("outbox.password", LocalPostgres.PASSWORD);
    keys.put("outbox.slot", name);
    keys.put("outbox.publication", name);
    keys.put("outbox.table", "public." + name);
    return keys;
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:" + server.url(), LocalPostgres.USER, LocalPostgres.PASSWORD);
  }

  /** The first column of the first row; null if there is none, or it is NULL. */
  static String first(Connection database, String sql) {
    try (Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : null;
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  static void execute(Connection database, String... statements) throws SQLException {
    try (Statement statement = database.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Kill -9, and a start with the same data on the same port. */
  void crash() throws IOException, InterruptedException {
    int port = server.port();
    server.kill();
    server = LocalPostgres.start(data(folder), port);
  }

  @Override
  public void close() throws IOException {
    server.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted((a, b) -> b.compareTo(a)).map(Path::toFile).forEach(file -> file.delete());
    }
  }
}
