package com.reactive.platform.outbox;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells the server how far we are: at once if it asks, else at most once a second, and only now and
 * then if nothing has changed. Belongs to the reader's thread.
 */
final class Feedback {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The server ends the connection if it hears nothing for {@link
   * ReplicationConnection#SERVER_TIMEOUT_MILLIS}; while we wait for room, its question is not read.
   */
  private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final ReplicationConnection connection;
  private final LongSupplier kept;
  private long readLsn;
  private long sentLsn;
  private long sentNanos = System.nanoTime();
  private boolean asked;

  /**
   * @param kept up to where all is kept
   */
  Feedback(ReplicationConnection connection, LongSupplier kept) {
    this.connection = connection;
    this.kept = kept;
  }

  /** A message was read. */
  void read(ReceivedMessage message) {
    readLsn = Math.max(readLsn, message.lsn());
    asked |= message.wantsReply();
  }

  void sendIfDue() throws SQLException {
    long waited = System.nanoTime() - sentNanos;
    boolean changed = waited >= INTERVAL_NANOS && kept.getAsLong() != sentLsn;
    if (asked || changed || waited >= CALM_NANOS) {
      send();
    }
  }

  void send() throws SQLException {
    sentLsn = kept.getAsLong();
    connection.sendStatus(Math.max(readLsn, sentLsn), sentLsn);
    sentNanos = System.nanoTime();
    asked = false;
  }
}
