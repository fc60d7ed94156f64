package com.reactive.platform.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of rows beside what Postgres itself makes of them: {@code row_to_json}. */
@Timeout(300)
class TableLayoutIT {
  private static final int ROWS = 500;
  private static final int DATA_HEADER_BYTES = 25;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /** Columns, each with an expression of random values of its type. */
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("truth boolean", "random() < 0.5"),
          Map.entry("small int2", "(random() * 60000 - 30000)::int2"),
          Map.entry("usual int4", "((random() - 0.5) * 4e9)::int4"),
          Map.entry("large int8", "((random() - 0.5) * 1.8e19)::int8"),
          Map.entry("single float4", "(random() * 1e6)::float4"),
          Map.entry("twice float8", "CASE i % 7 WHEN 0 THEN 'NaN' ELSE random() * 1e-9 END"),
          Map.entry("amount numeric(12,4)", "(random() * 1e6)::numeric(12,4)"),
          Map.entry(
              "words text",
              "(SELECT string_agg(chr((1 + random() * 900)::int), '') FROM generate_series(1, 30)"
                  + " WHERE i > 0)"),
          Map.entry("padded char(5)", "left(md5(random()::text), 3)"),
          Map.entry("ident uuid", "gen_random_uuid()"),
          Map.entry("day date", "date '2020-01-01' + (random() * 3000)::int"),
          Map.entry("hour time", "time '00:00' + random() * interval '23 hours'"),
          Map.entry(
              "local timestamp", "timestamp '2026-11-21 12:00' + random() * interval '1 year'"),
          Map.entry("moment timestamptz", "now() - random() * interval '30 years'"),
          Map.entry("period interval", "random() * interval '400 days'"),
          Map.entry("tree jsonb", "jsonb_build_object('a', random(), 'b', ARRAY[i, NULL])"),
          Map.entry("raw json", "('{\"x\" : [' || i || ', \"\\u00fc\"]}')::json"),
          Map.entry("numbers int4[]", "ARRAY[i, NULL, -i]"),
          Map.entry("matrix float8[]", "ARRAY[ARRAY[random(), 2], ARRAY[3, random()]]"),
          Map.entry("labels text[]", "ARRAY['a,b', 'c\"d\\', '', NULL, 'NULL', '{e}', ' f ']"),
          Map.entry("moments timestamptz[]", "ARRAY[now(), NULL]"),
          Map.entry("trees jsonb[]", "ARRAY['{\"a\": \"}\"}'::jsonb, NULL]"),
          Map.entry("none text", "NULL"));

  private final String name = "t" + UUID.randomUUID().toString().substring(0, 8);
  private final Map<Integer, RowLayout> layouts = new HashMap<>();
  private RowLayouts layoutsNow;
  private final List<OutboxRow> streamed = new ArrayList<>();

  private void insert(Connection database) throws Exception {
    List<String> columns = List.copyOf(COLUMNS.keySet());
    TestPostgres.execute(
        database,
        "CREATE TABLE %s (id bigint, %s, PRIMARY KEY (id) INCLUDE (none))"
            .formatted(name, String.join(", ", columns)),
        "CREATE PUBLICATION %s FOR TABLE %s".formatted(name, name),
        "SELECT pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(name),
        "INSERT INTO %s SELECT i, %s FROM generate_series(1, %d) i"
            .formatted(name, String.join(", ", columns.stream().map(COLUMNS::get).toList()), ROWS));
  }

  private static List<JsonNode> asPostgresSays(Connection database, String table) throws Exception {
    List<JsonNode> rows = new ArrayList<>();
    try (Statement statement = database.createStatement()) {
      statement.execute(ReplicationConnection.SET_TEXT_FORMATS);
      try (ResultSet result =
          statement.executeQuery("SELECT row_to_json(t) FROM " + table + " t ORDER BY id")) {
        while (result.next()) {
          // The same moment: in UTC, Postgres writes an offset.
          rows.add(JSON.readTree(result.getString(1).replace("+00:00\"", "Z\"")));
        }
      }
    }
    return rows;
  }

  @Test
  void valuesAreThoseOfPostgresItself() throws Exception {
    try (TestPostgres postgres = TestPostgres.start();
        Connection database = postgres.connect()) {
      insert(database);
      Map<String, String> keys = postgres.keys(name);
      keys.put("outbox.table", "");
      keys.put("streams.counter.enabled", "true");
      keys.put("streams.counter.key", "");
      keys.put("streams.counter.from", "public." + name);
      keys.put("batch.calibration-file", "");
      Settings settings = Settings.ofKeys(keys);
      OutboxConfig config =
          OutboxConfig.from(settings, GatewayConfig.from(settings).streams()).orElseThrow();
      List<OutboxRow> read = new ArrayList<>();
      try (ReplicationConnection connection = ReplicationConnection.open(config)) {
        PublishedTables tables = new PublishedTables(config, connection);
        layoutsNow = new RowLayouts(config, connection.serverLog(), tables.known());
        readSnapshot(config, connection, read);
        readStream(connection);
      }
      List<JsonNode> expected = asPostgresSays(database, "ONLY " + name);
      assertThat(expected).hasSize(ROWS);
      assertThat(read).hasSize(ROWS);
      for (int i = 0; i < ROWS; i++) {
        OutboxRow row = streamed.get(i);
        assertThat(event(row)).isEqualTo(expected.get(i));
        assertThat(row.id).asString(UTF_8).isEqualTo(expected.get(i).get("id").asText());
        assertThat(read.get(i).payload).as("of the snapshot").isEqualTo(row.payload);
        assertThat(read.get(i).id).isEqualTo(row.id);
        assertThat(read.get(i).origin).isEqualTo(row.origin);
      }
    }
  }

  private void readSnapshot(
      OutboxConfig config, ReplicationConnection connection, List<OutboxRow> read)
      throws Exception {
    try (Connection exporting = ReplicationConnection.openForQueries(config);
        Connection reading = connection.openBeside(config)) {
      exporting.setAutoCommit(false);
      String snapshot = TestPostgres.first(exporting, "SELECT pg_export_snapshot()");
      TableSnapshot.read(config, layoutsNow, reading, snapshot, read::add);
    }
  }

  private void readStream(ReplicationConnection connection) throws Exception {
    connection.start(name, name, 0);
    PgOutputDecoder decoder = new PgOutputDecoder(new Events());
    while (streamed.size() < ROWS) {
      byte[] message = connection.read();
      if (message[0] == 'w') {
        decoder.decode(message, DATA_HEADER_BYTES, message.length - DATA_HEADER_BYTES);
      }
    }
  }

  private static JsonNode event(OutboxRow row) throws IOException {
    return JSON.readTree(new String(row.payload, row.offset, row.length, UTF_8));
  }

  /** Makes an event of each row. */
  private final class Events implements PgOutputDecoder.Changes {
    @Override
    public void begin(long commitMillis) {}

    @Override
    public void relation(Relation relation) throws IOException {
      layouts.put(relation.id(), layoutsNow.of(relation));
    }

    @Override
    public void insert(Relation relation, Tuple tuple) throws IOException {
      streamed.add(layouts.get(relation.id()).row(tuple, 1));
    }

    @Override
    public void update(Relation relation) {}

    @Override
    public void commit(long endLsn) {}
  }
}
