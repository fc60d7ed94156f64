package com.reactive.platform.outbox;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The settings of an outbox.
 *
 * @param url a JDBC URL, with the driver's options for TLS and several hosts
 * @param password empty: what the server or a file of the user's says
 * @param table of the outbox, with its schema, unquoted; empty: there is none, only plain tables
 * @param streams of what stands in the stream column, where that is not the stream's name
 * @param snapshot what becomes of the rows that are there before the slot
 * @param snapshotOrder the column by which those of the outbox are ordered; empty: as they lie
 * @param plainTables those whose rows are events themselves
 * @param maxEvents the most rows that are read and not kept in Kafka yet
 * @param maxBytes their most bytes
 * @param maxSlotLagBytes the most that the database should have to keep
 */
public record OutboxConfig(
    String url,
    String user,
    Optional<String> password,
    String slot,
    String publication,
    String table,
    OutboxColumns columns,
    Map<String, String> streams,
    InvalidRows onInvalid,
    Snapshot snapshot,
    String snapshotOrder,
    List<CapturedTable> plainTables,
    int maxEvents,
    int maxBytes,
    long maxSlotLagBytes) {

  /** What becomes of a row that is no event. */
  public enum InvalidRows {
    STOP,
    SKIP_AND_LOG
  }

  /** What becomes of the rows that are there before the slot. */
  public enum Snapshot {
    INITIAL,
    NONE
  }

  /** As metrics, threads and the caller of its events are called. */
  static final String SOURCE = "outbox";

  private static final String JDBC = "jdbc:";
  private static final Pattern URL = Pattern.compile("(jdbc:)?postgresql://\\S+");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern TABLE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\.[A-Za-z_][A-Za-z0-9_]*");

  /** A temporary slot has a longer name. */
  private static final Pattern SLOT = Pattern.compile("[a-z0-9_]{1,40}");

  public OutboxConfig {
    plainTables = List.copyOf(plainTables);
  }

  /**
   * Reads them.
   *
   * @param streams those of the gateway
   * @return empty if no outbox is configured
   */
  public static Optional<OutboxConfig> from(Settings settings, List<StreamDefinition> streams) {
    String url =
        settings.text(
            "outbox.url",
            "",
            "database whose outbox table becomes events: postgresql://HOST:5432/DATABASE, with"
                + " pgjdbc's options such as ?sslmode=verify-full; empty: none");
    OutboxConfig config =
        new OutboxConfig(
            url.startsWith(JDBC) ? url : JDBC + url,
            settings.text("outbox.user", "", "role with REPLICATION, and SELECT on the table"),
            settings.secret("outbox.password", "password of that role"),
            name(settings, "outbox.slot", "reactive_outbox", SLOT, "name of the replication slot"),
            name(settings, "outbox.publication", "reactive_outbox", NAME, "publication to read"),
            table(settings),
            OutboxColumns.from(settings, NAME),
            settings.passThrough(
                "outbox.streams",
                "stream of this value of the stream column, where it is not the stream's name"),
            settings.choice(
                "outbox.on-invalid",
                InvalidRows.STOP,
                "what becomes of a row that no stream accepts: stop there, and try it again every"
                    + " 10 s; or log it as an error, count it, and go on"),
            settings.choice(
                "outbox.snapshot",
                Snapshot.INITIAL,
                "initial: if there is no slot, publish the rows that are there, and create it;"
                    + " none: wait until somebody creates it"),
            optional(
                settings,
                "outbox.snapshot-order",
                "column by which rows of the snapshot are ordered; empty: as they lie in the"
                    + " table"),
            CapturedTable.from(settings, streams, TABLE),
            settings.integer(
                "outbox.max-in-flight-events",
                10_000,
                1,
                1_000_000,
                "most rows that are read and not in Kafka yet"),
            settings.integer(
                "outbox.max-in-flight-bytes",
                16 << 20,
                1 << 16,
                Integer.MAX_VALUE,
                "their most bytes; then reading waits"),
            (long)
                    settings.integer(
                        "outbox.max-slot-lag-mebibytes",
                        1_024,
                        1,
                        Integer.MAX_VALUE,
                        "an alarm if the database keeps more for the slot; nothing is dropped")
                << 20);
    if (url.isEmpty()) {
      if (settings.isAnySet(SOURCE)) {
        settings.reject("outbox.url", "is missing, and other keys of outbox are set");
      }
      config.plainTables.forEach(
          plain ->
              settings.reject(
                  "outbox.url", "is missing, and streams." + plain.stream() + ".from is set"));
      return Optional.empty();
    }
    config.check(settings);
    return Optional.of(config);
  }

  private static String name(
      Settings settings, String key, String usual, Pattern allowed, String doc) {
    String name = settings.text(key, usual, doc);
    if (!allowed.matcher(name).matches()) {
      settings.reject(key, "must match " + allowed + ", not '" + name + "'");
    }
    return name;
  }

  private static String table(Settings settings) {
    String key = "outbox.table";
    String doc = "SCHEMA.TABLE of the outbox; empty: none, only the tables of streams";
    String table = settings.text(key, "public.outbox", doc);
    if (!table.isEmpty() && !TABLE.matcher(table).matches()) {
      settings.reject(key, "must match " + TABLE + ", not '" + table + "'");
    }
    return table;
  }

  private static String optional(Settings settings, String key, String doc) {
    String name = settings.text(key, "", doc);
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      settings.reject(key, "must match " + NAME + ", not '" + name + "'");
    }
    return name;
  }

  private void check(Settings settings) {
    if (!URL.matcher(url).matches()) {
      settings.reject("outbox.url", "must be postgresql://HOST:PORT/DATABASE");
    }
    if (url.matches(".*[?&](password|user)=.*|jdbc:postgresql://[^/?]*@.*")) {
      settings.reject("outbox.url", "must not contain the login; use outbox.user and its password");
    }
    if (user.isEmpty()) {
      settings.reject("outbox.user", "is missing");
    }
    if (tables().isEmpty()) {
      settings.reject("outbox.table", "is empty, and no stream is from a table");
    }
    plainTables.stream()
        .filter(plain -> plain.table().equals(table))
        .forEach(
            plain ->
                settings.reject(
                    "streams." + plain.stream() + ".from", table + " is the outbox itself"));
  }

  /** What is in force, without the address and the login. */
  Map<String, String> inForce() {
    Map<String, String> inForce = new TreeMap<>();
    inForce.put("outbox.slot", slot);
    inForce.put("outbox.publication", publication);
    inForce.put("outbox.table", table);
    plainTables.forEach(plain -> inForce.put("streams." + plain.stream() + ".from", plain.table()));
    inForce.put("outbox.on-invalid", lowerCase(onInvalid));
    inForce.put("outbox.snapshot", lowerCase(snapshot));
    inForce.put("outbox.max-in-flight-events", Integer.toString(maxEvents));
    inForce.put("outbox.max-in-flight-bytes", Integer.toString(maxBytes));
    inForce.put("outbox.max-slot-lag-mebibytes", Long.toString(maxSlotLagBytes >> 20));
    return inForce;
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All tables whose rows become events now. */
  List<String> tables() {
    List<String> all = new ArrayList<>();
    if (!table.isEmpty()) {
      all.add(table);
    }
    plainTables.stream().filter(CapturedTable::enabled).forEach(plain -> all.add(plain.table()));
    return all;
  }

  /** A table with its schema, for SQL. */
  static String quoted(String table) {
    return "\"" + table.replace(".", "\".\"") + "\"";
  }

  /** Its OID, in SQL; an error if there is no such table. */
  static String regclass(String table) {
    return "'" + quoted(table) + "'::regclass";
  }
}
