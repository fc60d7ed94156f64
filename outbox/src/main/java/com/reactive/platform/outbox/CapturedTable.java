package com.reactive.platform.outbox;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A plain table, each inserted row of which is an event of one stream.
 *
 * @param table with its schema, unquoted
 * @param enabled false if the stream is switched off: then the source stops at a row of the table
 * @param keyFields of the stream: the first that is there and not empty is the record key
 * @param fields of these columns; empty: the column is left out; others have the column's name
 */
record CapturedTable(
    String table,
    String stream,
    boolean enabled,
    List<String> keyFields,
    Map<String, String> fields) {
  CapturedTable {
    keyFields = List.copyOf(keyFields);
    fields = Map.copyOf(fields);
  }

  /**
   * Reads those of all streams, also of those that are switched off, whose keys are known then.
   *
   * @param allowed names of tables
   */
  static List<CapturedTable> from(
      Settings settings, List<StreamDefinition> streams, Pattern allowed) {
    Map<String, StreamDefinition> enabled = new HashMap<>();
    streams.forEach(stream -> enabled.put(stream.name(), stream));
    Set<String> names = new TreeSet<>(settings.names("streams"));
    names.addAll(enabled.keySet());
    Set<String> seen = new HashSet<>();
    List<CapturedTable> tables = new ArrayList<>();
    for (String name : names) {
      read(settings, name, Optional.ofNullable(enabled.get(name))).ifPresent(tables::add);
    }
    for (CapturedTable table : tables) {
      String key = "streams." + table.stream + ".from";
      if (!allowed.matcher(table.table).matches()) {
        settings.reject(key, "must be SCHEMA.TABLE, not '" + table.table + "'");
      } else if (!seen.add(table.table)) {
        settings.reject(key, table.table + " is the table of another stream already");
      }
    }
    return tables;
  }

  private static Optional<CapturedTable> read(
      Settings settings, String name, Optional<StreamDefinition> stream) {
    String key = "streams." + name + ".from";
    String table =
        settings.text(
            key,
            "",
            "SCHEMA.TABLE of the database of outbox.url, whose inserted rows become events");
    Map<String, String> fields =
        settings.passThrough(
            key + "-columns",
            "field of this column of that table, where it does not have the column's name;"
                + " empty: the column is left out");
    if (table.isEmpty()) {
      if (!fields.isEmpty()) {
        settings.reject(key, "is missing, and its columns are set");
      }
      return Optional.empty();
    }
    stream.ifPresent(found -> check(settings, key, found));
    if (stream.isEmpty() && !settings.isSet("streams." + name + ".enabled")) {
      settings.reject(key, "the stream is not enabled");
    }
    List<String> keyFields = stream.map(StreamDefinition::key).orElse(List.of());
    return Optional.of(
        new CapturedTable(table, name, stream.isPresent(), keyFields, byColumn(fields)));
  }

  /** From the environment they come with dots for underscores, and are over those of the file. */
  private static Map<String, String> byColumn(Map<String, String> fields) {
    Map<String, String> columns = new HashMap<>();
    for (boolean dotted : new boolean[] {false, true}) {
      fields.forEach(
          (column, field) -> {
            if (column.contains(".") == dotted) {
              columns.put(column.replace('.', '_'), field);
            }
          });
    }
    return columns;
  }

  private static void check(Settings settings, String key, StreamDefinition stream) {
    if (stream.acks() != Acks.ALL || stream.spool()) {
      settings.reject(key, "the stream must have acks: all and no spool");
    }
    if (stream.format() == RecordFormat.PACKED) {
      settings.reject(key, "the stream must have format: event");
    }
    if (stream.json() != JsonForm.PLAIN) {
      settings.reject(key, "the stream must have json: plain");
    }
    if (stream.key().stream().anyMatch(field -> field.contains("."))) {
      settings.reject(key, "the stream's key must be a column, not a field of one");
    }
  }

  /** True if rows are read as the stream wants them now. */
  boolean fits(StreamDefinition now) {
    return enabled && keyFields.equals(now.key()) && now.json() == JsonForm.PLAIN;
  }

  /** The field of a column; empty if it is left out. */
  String field(String column) {
    return fields.getOrDefault(column, column);
  }
}
