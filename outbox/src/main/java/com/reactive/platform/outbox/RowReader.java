package com.reactive.platform.outbox;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes rows of what the server sends, and hands them over with the end of their transaction, or
 * earlier if they are many. Waits while too many are under way. Belongs to the reader's thread.
 */
final class RowReader implements PgOutputDecoder.Changes {
  private static final Logger log = LoggerFactory.getLogger(RowReader.class);

  /** So many rows are handed over together. */
  private static final int MAX_ROWS = 256;

  private static final long WAIT_MILLIS = 1_000;
  private static final int DATA_HEADER_BYTES = 25;
  private static final int KEEPALIVE_REPLY = 17;

  private final OutboxConfig config;
  private final RowDelivery delivery;
  private final InFlightBudget budget;
  private final BooleanSupplier stopped;
  private final Map<Integer, RowLayout> layouts = new HashMap<>();
  private final StringBuilder ignored = new StringBuilder();
  private PgOutputDecoder decoder;
  private Feedback feedback;
  private List<OutboxRow> rows = new ArrayList<>(MAX_ROWS);
  private boolean inTransaction;
  private long commitMillis;
  private long offered;
  private long idleLsn;

  /** What the delivery said last of a server whose positions mean nothing any more; 0 for none. */
  private long foreignLsn;

  /** That of the positions that are known; null if none is. */
  private ServerLog server;

  /** Null before there was a connection. */
  private RowLayouts known;

  /**
   * @param stopped true if no more is to be read
   */
  RowReader(
      OutboxConfig config, RowDelivery delivery, InFlightBudget budget, BooleanSupplier stopped) {
    this.config = config;
    this.delivery = delivery;
    this.budget = budget;
    this.stopped = stopped;
  }

  /** The connection is gone: a transaction whose end was not read will come again. */
  void forget() {
    feedback = null;
    inTransaction = false;
    budget.release(rows.size(), rows.stream().mapToLong(row -> row.bytes).sum());
    rows.clear();
  }

  /** A new connection: the server describes all tables anew. */
  void begin(Feedback connected) {
    feedback = connected;
    decoder = new PgOutputDecoder(this);
    layouts.clear();
  }

  /**
   * There is a connection to a server with this log, and nothing is under way. If the server is
   * another one, or has lost what it had, positions so far are not those of its log, and confirming
   * one would skip what it commits.
   *
   * @param tables those that are configured, as the database has them now
   */
  void connected(ServerLog now, KnownTables tables) {
    if (!now.continues(server, confirmedLsn())) {
      forgetPositions();
    }
    server = now;
    known = new RowLayouts(config, now, tables);
  }

  /** Those of the database that it is connected to. */
  RowLayouts layouts() {
    return known;
  }

  private void forgetPositions() {
    idleLsn = 0;
    foreignLsn = delivery.progress().confirmedLsn();
  }

  /** The server has this position of the slot; nothing is under way. It never moves back. */
  void slotIsAt(long lsn) {
    idleLsn = Math.max(idleLsn, lsn);
  }

  boolean isStopped() {
    return stopped.getAsBoolean();
  }

  /** Takes one message; may wait. */
  ReceivedMessage accept(byte[] message) throws IOException {
    if (message.length >= DATA_HEADER_BYTES && message[0] == 'w') {
      decoder.decode(message, DATA_HEADER_BYTES, message.length - DATA_HEADER_BYTES);
      return new ReceivedMessage(int64(message, 1), false);
    }
    if (message.length > KEEPALIVE_REPLY && message[0] == 'k') {
      long lsn = int64(message, 1);
      if (!inTransaction && delivery.progress().finished() == offered) {
        // All of ours is kept: others' changes are not held back because of us.
        idleLsn = Math.max(idleLsn, lsn);
      }
      return new ReceivedMessage(lsn, message[KEEPALIVE_REPLY] != 0);
    }
    throw new MalformedChangeException("message of unknown kind " + message[0]);
  }

  private static long int64(byte[] in, int at) {
    long value = 0;
    for (int i = at; i < at + Long.BYTES; i++) {
      value = (value << Byte.SIZE) | (in[i] & 0xFF);
    }
    return value;
  }

  @Override
  public void begin(long millis) {
    inTransaction = true;
    commitMillis = millis;
  }

  @Override
  public void relation(Relation relation) throws IOException {
    RowLayout layout = known.of(relation);
    if (layout == null) {
      layouts.remove(relation.id());
    } else {
      layouts.put(relation.id(), layout);
    }
  }

  @Override
  public void insert(Relation relation, Tuple tuple) throws IOException {
    RowLayout layout = layouts.get(relation.id());
    if (layout == null) {
      ignore("rows of " + relation.qualifiedName() + ", which become no events");
    } else {
      add(layout.row(tuple, commitMillis));
    }
  }

  @Override
  public void update(Relation relation) {
    if (layouts.containsKey(relation.id())) {
      ignore("updates of " + relation.qualifiedName() + ": only inserted rows become events");
    }
  }

  private void ignore(String what) {
    if (ignored.indexOf(what) < 0) {
      ignored.append(what).append('\n');
      log.warn("The publication {} has {}; they are ignored", config.publication(), what);
    }
  }

  @Override
  public void commit(long endLsn) {
    if (stopped.getAsBoolean()) {
      // Rows may have been dropped. They come again.
      return;
    }
    inTransaction = false;
    if (!rows.isEmpty()) {
      rows.get(rows.size() - 1).endLsn = endLsn;
      offer();
    } else if (delivery.progress().finished() == offered) {
      idleLsn = Math.max(idleLsn, endLsn);
    } else {
      rows.add(OutboxRow.endOf(endLsn));
      offer();
    }
  }

  /**
   * Adds a row of the snapshot or of a transaction; waits while there is no room for it. When
   * stopped, drops it.
   */
  void add(OutboxRow row) throws IOException {
    if (rows.size() == MAX_ROWS) {
      handOver();
    }
    if (budget.tryAcquire(row.bytes) || awaitRoom(row)) {
      rows.add(row);
    }
  }

  /** Returns false when stopped. Who waits for room must not hold what would make it. */
  private boolean awaitRoom(OutboxRow row) throws IOException {
    handOver();
    try {
      while (!stopped.getAsBoolean()) {
        if (budget.acquire(row.bytes, WAIT_MILLIS)) {
          return true;
        }
        if (feedback != null) {
          feedback.sendIfDue();
        }
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Passes on what was added, though more may belong to it: if the connection is lost before the
   * end of a transaction, or of the snapshot, all of it comes again.
   */
  void handOver() {
    for (OutboxRow row : rows) {
      row.mayComeAgain = true;
    }
    offer();
  }

  private void offer() {
    if (!rows.isEmpty()) {
      offered += rows.size();
      delivery.offer(rows);
      rows = new ArrayList<>(rows.size() < MAX_ROWS ? 4 : MAX_ROWS);
    }
  }

  /** Waits until all that was handed over is kept. Returns false if some was not all this time. */
  boolean awaitKept(long waitMillis) throws InterruptedException {
    return budget.awaitEmpty(waitMillis) && delivery.progress().finished() == offered;
  }

  /** Up to this position all is kept; 0 if no position is known, which the server ignores. */
  long confirmedLsn() {
    long delivered = delivery.progress().confirmedLsn();
    return Math.max(delivered == foreignLsn ? 0 : delivered, idleLsn);
  }
}
