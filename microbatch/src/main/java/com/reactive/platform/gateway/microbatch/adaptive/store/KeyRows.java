package com.reactive.platform.gateway.microbatch.adaptive.store;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys that a file knows: the table {@code learning_key}. */
final class KeyRows {
  /** One of them. {@code edits} counts the changes by others than a process that learns. */
  record Row(long id, String environment, String deliveryMode, long edits) {}

  static final int MAX_KEYS = 64;

  private KeyRows() {}

  /** Those used last first. Reads only. */
  static List<Row> all(Connection connection) throws SQLException {
    List<Row> keys = new ArrayList<>();
    String sql =
        "SELECT id, environment, delivery_mode, edits FROM learning_key"
            + " ORDER BY used_at_ms DESC, id DESC";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        keys.add(new Row(row.getLong(1), row.getString(2), row.getString(3), row.getLong(4)));
      }
    }
    return keys;
  }

  /** Null if there is none yet. */
  static Row find(Connection connection, String environment, String deliveryMode)
      throws SQLException {
    String sql =
        "SELECT id, environment, delivery_mode, edits FROM learning_key"
            + " WHERE environment = ? AND delivery_mode = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      Sql.bind(select, environment, deliveryMode);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? new Row(row.getLong(1), row.getString(2), row.getString(3), row.getLong(4))
            : null;
      }
    }
  }

  /** Makes the key if it is missing, and drops those that were used least lately. */
  static long use(Connection connection, String environment, String deliveryMode, long atMillis)
      throws SQLException {
    String sql =
        "INSERT INTO learning_key (environment, delivery_mode, used_at_ms) VALUES (?, ?, ?)"
            + " ON CONFLICT DO UPDATE SET used_at_ms = excluded.used_at_ms RETURNING id";
    long id;
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      Sql.bind(insert, environment, deliveryMode, atMillis);
      try (ResultSet row = insert.executeQuery()) {
        id = row.getLong(1);
      }
    }
    Sql.update(
        connection,
        "DELETE FROM learning_key WHERE id <> ? AND id NOT IN"
            + " (SELECT id FROM learning_key ORDER BY used_at_ms DESC LIMIT ?)",
        id,
        MAX_KEYS);
    return id;
  }

  /** Tells processes that learn under this key to read it again. */
  static void edited(Connection connection, long keyId) throws SQLException {
    Sql.update(connection, "UPDATE learning_key SET edits = edits + 1 WHERE id = ?", keyId);
  }

  /** Those whose learning the key takes over, see {@link CalibrationKey#takesOver}. */
  static List<Row> predecessors(Connection connection, CalibrationKey key) throws SQLException {
    return all(connection).stream()
        .filter(row -> row.deliveryMode().equals(key.deliveryMode()))
        .filter(row -> key.takesOver(row.environment()))
        .toList();
  }

  /** Moves all of a key to another one; of a level that both know, more observations win. */
  static void moveTo(Connection connection, Row from, long keyId, long atMillis)
      throws SQLException {
    Map<PressureLevel, Learned> known = LearnedRows.of(connection, keyId);
    for (Map.Entry<PressureLevel, Learned> entry :
        LearnedRows.of(connection, from.id()).entrySet()) {
      if (entry.getValue().outweighs(known.get(entry.getKey()))) {
        LearnedRows.put(connection, keyId, entry.getKey(), entry.getValue(), atMillis);
      }
    }
    Sql.update(connection, "UPDATE observation SET key_id = ? WHERE key_id = ?", keyId, from.id());
    Sql.update(connection, "DELETE FROM learning_key WHERE id = ?", from.id());
  }
}
