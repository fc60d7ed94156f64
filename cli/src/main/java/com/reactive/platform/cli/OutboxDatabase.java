package com.reactive.platform.cli;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.openapi.OpenApi;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.outbox.LocalPostgres;
import com.reactive.platform.outbox.OutboxConfig;
import com.reactive.platform.outbox.OutboxSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The Postgres server of {@code up --outbox}, with the table and the publication. */
final class OutboxDatabase implements AutoCloseable {
  private final LocalPostgres server;

  private OutboxDatabase(LocalPostgres server) {
    this.server = server;
  }

  /** Starts it; blocks for some seconds. */
  static OutboxDatabase start(Path dataDir) throws InterruptedException {
    try {
      OutboxDatabase database = new OutboxDatabase(LocalPostgres.start(dataDir, 0));
      try {
        database.setup().run(false);
        return database;
      } catch (SQLException | RuntimeException e) {
        database.close();
        throw e;
      }
    } catch (IOException | SQLException e) {
      throw new CommandFailedException(e.getMessage());
    }
  }

  private OutboxSetup setup() {
    Map<String, String> keys =
        Map.of(
            "outbox.url",
            server.url(),
            "outbox.user",
            LocalPostgres.USER,
            "outbox.password",
            LocalPostgres.PASSWORD);
    return new OutboxSetup(OutboxConfig.from(Settings.ofKeys(keys), List.of()).orElseThrow());
  }

  /** Has the gateway read it. */
  void addTo(Map<String, String> env) {
    env.put("REACTIVE_OUTBOX_URL", server.url());
    env.put("REACTIVE_OUTBOX_USER", LocalPostgres.USER);
    env.put("REACTIVE_OUTBOX_PASSWORD", LocalPostgres.PASSWORD);
  }

  /** A line that inserts a row which becomes an event. */
  String psql(GatewayConfig config) {
    StreamDefinition stream =
        config.stream(StreamsConfig.COUNTER).orElseGet(() -> config.streams().get(0));
    String event =
        stream.name().equals(StreamsConfig.COUNTER)
            ? FirstSteps.COUNTER_EVENT
            : OpenApi.example(stream, stream.routes().get(0));
    String sql = setup().example(stream.name(), event);
    return "psql " + server.psqlUrl() + " -c \"" + sql.replaceAll("([\"$`\\\\])", "\\\\$1") + "\"";
  }

  @Override
  public void close() {
    server.close();
  }
}
