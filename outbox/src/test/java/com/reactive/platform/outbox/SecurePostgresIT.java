package com.reactive.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.testing.TestCertificates;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The replication connection over TLS, to a Postgres whose certificate is checked. */
@Timeout(300)
class SecurePostgresIT {
  @TempDir private Path folder;

  @Test
  void isReadOverTlsIfTheCertificateIsOfTheAuthorityThatTheUrlNames() throws Exception {
    TestCertificates ours = TestCertificates.create();
    TestCertificates.write(folder, "ours", ours.authority());
    TestCertificates.write(folder, "another", TestCertificates.create().authority());
    try (TestPostgres postgres = TestPostgres.start();
        Connection database = postgres.connect()) {
      OutboxConfig config = config(postgres, "ours");
      assertThatThrownBy(() -> ReplicationConnection.open(config))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("does not support SSL");

      switchOn(database, ours.server(1));
      try (ReplicationConnection connection = awaitOpen(config)) {
        assertThat(connection.queryRow("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
            .containsExactly("t");
        new OutboxSetup(config).run(false);
        new PublishedTables(config, connection).known();
      }
      assertThatThrownBy(() -> ReplicationConnection.open(config(postgres, "another")))
          .isInstanceOf(SQLException.class)
          .hasStackTraceContaining("PKIX path");
    }
  }

  private OutboxConfig config(TestPostgres postgres, String authority) {
    Map<String, String> keys = postgres.keys("tls");
    keys.put(
        "outbox.url",
        postgres.url() + "?sslmode=verify-full&sslrootcert=" + folder.resolve(authority + ".pem"));
    return OutboxConfig.from(Settings.ofKeys(keys), List.of()).orElseThrow();
  }

  /** Written by the server: Postgres wants its key to be its own user's, and this may be root. */
  private static void switchOn(Connection database, X509Bundle server) throws SQLException {
    write(database, "server.crt", server.getCertificatePathPEM());
    write(database, "server.key", server.getPrivateKeyPEM());
    TestPostgres.execute(database, "ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()");
  }

  private static void write(Connection database, String file, String text) throws SQLException {
    TestPostgres.execute(database, "CREATE TEMPORARY TABLE lines (line text)");
    try (PreparedStatement insert = database.prepareStatement("INSERT INTO lines VALUES (?)")) {
      for (String line : text.lines().toList()) {
        insert.setString(1, line);
        insert.executeUpdate();
      }
    }
    TestPostgres.execute(
        database,
        "COPY lines TO PROGRAM 'umask 077; cat > %s'".formatted(file),
        "DROP TABLE lines");
  }

  /** The settings are read a moment later. */
  private static ReplicationConnection awaitOpen(OutboxConfig config) throws Exception {
    while (true) {
      try {
        return ReplicationConnection.open(config);
      } catch (SQLException e) {
        if (!e.getMessage().contains("does not support SSL")) {
          throw e;
        }
        Thread.sleep(20);
      }
    }
  }
}
