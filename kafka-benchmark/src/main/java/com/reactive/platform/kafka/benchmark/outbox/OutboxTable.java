package com.reactive.platform.kafka.benchmark.outbox;

import com.reactive.platform.outbox.LocalPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/**
 * An outbox table with its publication and its replication slot, for one run of one relay; all
 * three have its name. Rows are numbered from 0, and their ids tell their numbers. For one thread,
 * but for {@link #inserts}.
 */
final class OutboxTable implements AutoCloseable {
  private static final String INSERT =
      "INSERT INTO %s (id, aggregatetype, aggregateid, type, payload)";

  /** Of row i. */
  private static final String VALUES =
      """
      ('00000000-0000-4000-8000-' || lpad(to_hex(%1$s), 12, '0'))::uuid, 'counter', 'account-' || %1$s %% %2$d,\
       'Counted', jsonb_build_object('sessionId', 'account-' || %1$s %% %2$d, 'action', 'increment', 'value', 1)\
      """;

  private static final int HEX_DIGITS = 12;
  private static final int HEX = 16;
  private static final long LOOK_MILLIS = 50;
  private static final long TIMEOUT_SECONDS = 60;

  private final LocalPostgres database;
  private final String name;
  private final int keys;
  private final Connection connection;

  /** Makes all three. */
  OutboxTable(LocalPostgres database, String name, int keys) throws SQLException {
    this.database = database;
    this.name = name;
    this.keys = keys;
    connection = connect();
    run(
        "CREATE TABLE "
            + name
            + " (id uuid PRIMARY KEY, aggregatetype text NOT NULL, aggregateid text NOT NULL,"
            + " type text, payload jsonb NOT NULL)");
    run("CREATE PUBLICATION " + name + " FOR TABLE " + name + " WITH (publish = 'insert')");
    run("SELECT pg_create_logical_replication_slot('" + name + "', 'pgoutput')");
    run(
        """
        CREATE PROCEDURE fill_%s(next bigint, behind bigint, each bigint) LANGUAGE plpgsql AS $$
        BEGIN
          WHILE next < behind LOOP
            %s SELECT %s FROM generate_series(next, least(next + each, behind) - 1) AS i;
            COMMIT;
            next := next + each;
          END LOOP;
        END $$\
        """
            .formatted(name, INSERT.formatted(name), VALUES.formatted("i", keys)));
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:" + database.url(), LocalPostgres.USER, LocalPostgres.PASSWORD);
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  String name() {
    return name;
  }

  /** The number of the row with this id; negative if it is none of ours. */
  static long number(String id) {
    try {
      return Long.parseLong(id.substring(id.length() - HEX_DIGITS), HEX);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return -1;
    }
  }

  /**
   * Inserts rows.
   *
   * @param each so many are a transaction
   */
  void fill(long first, long rows, long each) throws SQLException {
    run("SET synchronous_commit = off");
    run("CALL fill_%s(%d, %d, %d)".formatted(name, first, first + rows, each));
    run("SET synchronous_commit = on");
    // Its commit has all before it written: what is not, no relay is sent.
    run("SELECT txid_current()");
  }

  /** Inserts single rows; for a thread of its own, which closes it. */
  final class Inserts implements AutoCloseable {
    private final Connection own = connect();
    private final PreparedStatement statement =
        own.prepareStatement(
            INSERT.formatted(name)
                + " SELECT "
                + VALUES.formatted("i", keys)
                + " FROM (SELECT ?::bigint AS i) AS one");

    Inserts() throws SQLException {}

    /** Returns when the row is committed. */
    void insert(long number) throws SQLException {
      statement.setLong(1, number);
      statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
      own.close();
    }
  }

  Inserts inserts() throws SQLException {
    return new Inserts();
  }

  /** Waits until somebody reads the slot. */
  void awaitReader() throws SQLException, InterruptedException {
    awaitActive(true, "nobody reads the slot ");
  }

  private void awaitActive(boolean active, String otherwise)
      throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (isActive() != active) {
      if (System.nanoTime() > deadline) {
        throw new SQLException(otherwise + name);
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  private boolean isActive() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet slot =
            statement.executeQuery(
                "SELECT active FROM pg_replication_slots WHERE slot_name = '" + name + "'")) {
      return slot.next() && slot.getBoolean(1);
    }
  }

  private void awaitUnread() throws SQLException {
    try {
      awaitActive(false, "somebody still reads the slot ");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", e);
    }
  }

  /** Drops all three, when nobody reads the slot any more. */
  @Override
  public void close() throws SQLException {
    try (connection) {
      awaitUnread();
      run("SELECT pg_drop_replication_slot('" + name + "')");
      run("DROP PUBLICATION " + name);
      run("DROP PROCEDURE fill_" + name);
      run("DROP TABLE " + name);
    }
  }
}
