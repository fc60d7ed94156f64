package com.reactive.platform.outbox;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.copy.CopyDual;

/**
 * A connection that speaks Postgres's replication protocol. For one thread, but for {@link #abort}.
 */
final class ReplicationConnection implements AutoCloseable {
  /** Nothing was heard for so long: the server is gone, or cannot be reached. */
  private static final int SILENCE_MILLIS = 30_000;

  /**
   * After half of this without feedback the server sends a keepalive. The driver can only wait for
   * a message, not for a time, so this is what has the last rows of a burst confirmed. A shorter
   * one may be set.
   */
  static final int SERVER_TIMEOUT_MILLIS = 15_000;

  /**
   * How values are written as text, by a statement: options would be replaced by those of the URL,
   * or of a role.
   */
  static final String SET_TEXT_FORMATS =
      "SELECT set_config('bytea_output', 'hex', false), set_config('datestyle', 'ISO', false),"
          + " set_config('timezone', 'UTC', false), set_config('intervalstyle', 'iso_8601', false),"
          + " set_config('extra_float_digits', '1', false)";

  private static final int END_MILLIS = 1_000;
  private static final int CONNECT_SECONDS = 10;

  /** From Postgres's epoch, 2000-01-01, to 1970. */
  private static final long EPOCH_MILLIS = 946_684_800_000L;

  private static final int STATUS_BYTES = 34;

  private final Connection connection;
  private CopyDual copy;
  private volatile Connection beside;

  private ReplicationConnection(Connection connection) {
    this.connection = connection;
  }

  /** Connects; blocks for some seconds at most. */
  static ReplicationConnection open(OutboxConfig config) throws SQLException {
    Properties properties = login(config);
    PGProperty.REPLICATION.set(properties, "database");
    PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "12");
    Connection connection = DriverManager.getConnection(config.url(), properties);
    connection.setNetworkTimeout(Runnable::run, SILENCE_MILLIS);
    ReplicationConnection opened = new ReplicationConnection(connection);
    opened.configure();
    return opened;
  }

  private void configure() throws SQLException {
    try {
      queryRow(SET_TEXT_FORMATS);
      queryRow(
          "SELECT set_config('wal_sender_timeout', '%d', false) FROM pg_settings WHERE name ="
                  .formatted(SERVER_TIMEOUT_MILLIS)
              + " 'wal_sender_timeout' AND setting::int NOT BETWEEN 1 AND "
              + SERVER_TIMEOUT_MILLIS);
    } catch (SQLException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** An ordinary connection to the same database, which sends all values as text. */
  static Connection openForQueries(OutboxConfig config) throws SQLException {
    Properties properties = login(config);
    PGProperty.BINARY_TRANSFER.set(properties, false);
    Connection connection = DriverManager.getConnection(config.url(), properties);
    connection.setNetworkTimeout(Runnable::run, SILENCE_MILLIS);
    return connection;
  }

  /**
   * Runs a query whose first row may take any time, as it does where many rows are sorted. The
   * others come within the usual time, or the connection fails.
   */
  static ResultSet queryWithoutLimit(Statement statement, String sql) throws SQLException {
    Connection connection = statement.getConnection();
    connection.setNetworkTimeout(Runnable::run, 0);
    ResultSet rows = statement.executeQuery(sql);
    connection.setNetworkTimeout(Runnable::run, SILENCE_MILLIS);
    return rows;
  }

  private static Properties login(OutboxConfig config) {
    Properties properties = new Properties();
    PGProperty.USER.set(properties, config.user());
    config.password().ifPresent(secret -> PGProperty.PASSWORD.set(properties, secret));
    PGProperty.APPLICATION_NAME.set(properties, "reactive-outbox");
    PGProperty.CONNECT_TIMEOUT.set(properties, CONNECT_SECONDS);
    PGProperty.TCP_KEEP_ALIVE.set(properties, true);
    return properties;
  }

  /** Runs a query and returns the columns of its first row; null if there is none. */
  String[] queryRow(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      if (!rows.next()) {
        return null;
      }
      String[] row = new String[rows.getMetaData().getColumnCount()];
      for (int i = 0; i < row.length; i++) {
        row[i] = rows.getString(i + 1);
      }
      return row;
    }
  }

  /** The log that the server has now. */
  ServerLog serverLog() throws SQLException {
    String[] system = queryRow("IDENTIFY_SYSTEM");
    return new ServerLog(system[0], system[1], Lsn.of(system[2]), system[3]);
  }

  /** The position that the slot has confirmed; 0 if there is none. */
  long slotLsn(String slot) throws SQLException {
    String[] row =
        queryRow(
            "SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = '"
                + slot
                + "'");
    return row == null || row[0] == null ? 0 : Lsn.of(row[0]);
  }

  /** An ordinary connection beside this one, which ends with it. */
  Connection openBeside(OutboxConfig config) throws SQLException {
    beside = openForQueries(config);
    return beside;
  }

  /** The next query may last as long as other transactions do: until {@link #start}. */
  void waitWithoutLimit() throws SQLException {
    connection.setNetworkTimeout(Runnable::run, 0);
  }

  /** True if a silent server is left, after some time. */
  boolean waitsWithLimit() throws SQLException {
    return connection.getNetworkTimeout() > 0;
  }

  /**
   * Begins to stream what was committed after this position, or after what the slot has confirmed,
   * if that is later.
   *
   * @throws SQLException also if another connection has the slot
   */
  void start(String slot, String publication, long afterLsn) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, SILENCE_MILLIS);
    copy =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyDual(
                "START_REPLICATION SLOT \""
                    + slot
                    + "\" LOGICAL "
                    + Lsn.text(afterLsn)
                    + " (proto_version '1', publication_names '\""
                    + publication
                    + "\"')");
  }

  /**
   * Waits for the next message of the stream, which is the caller's. When nothing happens, there is
   * a keepalive every few seconds.
   *
   * @throws SQLException also when the stream ends
   */
  byte[] read() throws SQLException {
    byte[] message = copy.readFromCopy();
    if (message == null) {
      throw new SQLException("the server has ended the stream");
    }
    return message;
  }

  /** Tells the server what was read, and what is kept and need not be sent again. */
  void sendStatus(long readLsn, long keptLsn) throws SQLException {
    long nowMicros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis() - EPOCH_MILLIS);
    byte[] status =
        ByteBuffer.allocate(STATUS_BYTES)
            .put((byte) 'r')
            .putLong(readLsn)
            .putLong(keptLsn)
            .putLong(keptLsn)
            .putLong(nowMicros)
            .put((byte) 0)
            .array();
    copy.writeToCopy(status, 0, status.length);
    copy.flushCopy();
  }

  /**
   * Ends the stream in order: a socket that is closed with data unread takes back what was sent
   * last. Does without it if that takes longer than a moment.
   */
  void endStream() {
    try {
      connection.setNetworkTimeout(Runnable::run, END_MILLIS);
      copy.endCopy();
    } catch (SQLException e) {
      // Then some rows may come again.
    }
  }

  /** Any thread: whoever waits for the server gets an error. */
  void abort() {
    abort(connection);
    Connection other = beside;
    if (other != null) {
      abort(other);
    }
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // It is gone, then.
    }
  }

  @Override
  public void close() {
    abort();
  }
}
