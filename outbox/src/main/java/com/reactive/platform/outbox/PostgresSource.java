package com.reactive.platform.outbox;

import com.reactive.platform.gateway.source.EventSource;
import com.reactive.platform.gateway.source.SourceContext;
import com.reactive.platform.gateway.telemetry.SourceStats;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the outbox of a Postgres database by logical replication, on a thread of its own that waits
 * on the socket, and connects again after any failure. What comes is confirmed to Postgres when
 * Kafka has it and all before it.
 *
 * <pre>
 *   connecting ──> snapshot (no slot yet) ──> streaming ──> connecting (connection lost)
 *        └───────> stand-by (another gateway has the slot) ──┘
 * </pre>
 */
final class PostgresSource implements EventSource {
  private static final Logger log = LoggerFactory.getLogger(PostgresSource.class);

  /** Between two tries to connect, or to get the slot. */
  private static final long RETRY_MILLIS = 2_000;

  /** Longer than the server is silent. */
  private static final long CLOSE_MILLIS = 10_000;

  /** By SQLSTATE: another connection has the slot. */
  private static final String OBJECT_IN_USE = "55006";

  /** Where the source stands. */
  private enum State {
    CONNECTING,
    SNAPSHOT,
    STAND_BY,
    STREAMING,
    CLOSED
  }

  private final OutboxConfig config;
  private final InFlightBudget budget;
  private final RowDelivery delivery;
  private final SlotMonitor monitor;
  private final ReaderRest rest;
  private final Thread reader;
  private final Object wakeUp = new Object();

  private volatile boolean stopped;

  /** Guarded by {@link #wakeUp}. */
  private boolean closing;

  private volatile State state = State.CONNECTING;

  /** Since then it does not stream, if it does not: rows may wait that nobody knows of. */
  private volatile long awayMillis = System.currentTimeMillis();

  private volatile String detail = "";
  private volatile long confirmedLsn;
  private volatile ReplicationConnection current;

  PostgresSource(OutboxConfig config, SourceContext context) {
    this.config = config;
    budget = new InFlightBudget(config.maxEvents(), config.maxBytes());
    boolean skips = config.onInvalid() == OutboxConfig.InvalidRows.SKIP_AND_LOG;
    delivery = new RowDelivery(context, skips, budget);
    monitor = new SlotMonitor(config, this::settledLsn);
    rest = new ReaderRest(context.restNanos());
    reader = new Thread(this::run, OutboxConfig.SOURCE);
    reader.setDaemon(true);
  }

  @Override
  public void start() {
    monitor.start();
    reader.start();
  }

  private void run() {
    RowReader rows = new RowReader(config, delivery, budget, () -> stopped);
    try {
      while (!stopped) {
        connect(rows);
        pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Error e) {
      detail = e.toString();
      log.error("The outbox is not read any more", e);
    }
    state = State.CLOSED;
  }

  private void connect(RowReader rows) throws InterruptedException {
    if (state == State.STREAMING) {
      awayMillis = System.currentTimeMillis();
    }
    state = State.CONNECTING;
    rows.forget();
    try (ReplicationConnection connection = ReplicationConnection.open(config)) {
      current = connection;
      if (awaitKept(rows)) {
        PublishedTables tables = new PublishedTables(config, connection);
        rows.connected(connection.serverLog(), tables.known());
        if (hasSlot(connection, rows) && getSlot(connection, rows)) {
          stream(connection, rows);
        }
      }
    } catch (SQLException | IOException e) {
      failed(e);
    } catch (RuntimeException e) {
      // A fault of ours, or of the driver; the next connection may do without it.
      if (!e.toString().equals(detail)) {
        log.error("The outbox reader failed; trying again every {} s", RETRY_MILLIS / 1_000, e);
      }
      detail = e.toString();
    } finally {
      current = null;
    }
  }

  private void failed(Exception e) {
    if (stopped) {
      return;
    }
    String reason = String.valueOf(e.getMessage());
    if (!reason.equals(detail)) {
      log.warn("Outbox: {}; trying again every {} s", reason, RETRY_MILLIS / 1_000);
    }
    detail = reason;
  }

  /** Returns false when stopped. What is under way would come a second time. */
  private boolean awaitKept(RowReader rows) throws InterruptedException {
    while (!stopped && !rows.awaitKept(RETRY_MILLIS)) {
      detail = "waiting for Kafka to have what was read before";
    }
    return !stopped;
  }

  /** Returns true if there is a slot, after making one if that is wanted. */
  private boolean hasSlot(ReplicationConnection connection, RowReader rows)
      throws SQLException, IOException, InterruptedException {
    SlotSetup setup = new SlotSetup(config, connection);
    if (setup.exists()) {
      return true;
    }
    if (config.snapshot() == OutboxConfig.Snapshot.NONE) {
      throw new OutboxTableException("there is no replication slot " + config.slot());
    }
    if (!setup.tryLock()) {
      standBy("another gateway makes the slot");
      return false;
    }
    state = State.SNAPSHOT;
    detail = "";
    return setup.create(rows);
  }

  /** Returns false when stopped. */
  private boolean getSlot(ReplicationConnection connection, RowReader rows)
      throws SQLException, InterruptedException {
    while (!stopped) {
      try {
        // Another gateway may have moved it on.
        rows.slotIsAt(connection.slotLsn(config.slot()));
        connection.start(config.slot(), config.publication(), confirmed(rows));
        return true;
      } catch (SQLException e) {
        if (!OBJECT_IN_USE.equals(e.getSQLState())) {
          throw e;
        }
        standBy(e.getMessage());
        pause();
      }
    }
    return false;
  }

  private void standBy(String reason) {
    if (!reason.equals(detail)) {
      log.info("Outbox: standing by: {}", reason);
    }
    state = State.STAND_BY;
    detail = reason;
  }

  private void stream(ReplicationConnection connection, RowReader rows)
      throws SQLException, IOException, InterruptedException {
    log.info("Outbox: streaming from slot {} after {}", config.slot(), Lsn.text(confirmedLsn));
    state = State.STREAMING;
    detail = "";
    Feedback feedback = new Feedback(connection, () -> confirmed(rows));
    rows.begin(feedback);
    while (!stopped) {
      long beforeNanos = System.nanoTime();
      byte[] message = connection.read();
      long readNanos = System.nanoTime() - beforeNanos;
      feedback.read(rows.accept(message));
      feedback.sendIfDue();
      rest.afterRead(readNanos);
    }
    awaitOutcomes();
    feedback.send();
    connection.endStream();
  }

  /** What is under way gets its outcome until {@link #close} is called. */
  private void awaitOutcomes() throws InterruptedException {
    synchronized (wakeUp) {
      while (!closing) {
        wakeUp.wait();
      }
    }
  }

  private long confirmed(RowReader rows) {
    confirmedLsn = rows.confirmedLsn();
    return confirmedLsn;
  }

  /**
   * While nothing is under way, what was confirmed last is what the server had at its last
   * keepalive.
   */
  private long settledLsn() {
    return state == State.STREAMING && budget.held().rows() == 0
        ? confirmedLsn
        : SlotMonitor.UNSETTLED;
  }

  /** Waits a moment, or until it is stopped. */
  private void pause() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS);
    synchronized (wakeUp) {
      long left = RETRY_MILLIS;
      while (!stopped && left > 0) {
        wakeUp.wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      }
    }
  }

  @Override
  public void stop() {
    stopped = true;
    delivery.stop();
    synchronized (wakeUp) {
      wakeUp.notifyAll();
    }
  }

  @Override
  public void close() {
    stop();
    monitor.close();
    try {
      delivery.awaitLanded(CLOSE_MILLIS);
      synchronized (wakeUp) {
        closing = true;
        wakeUp.notifyAll();
      }
      reader.join(CLOSE_MILLIS);
      ReplicationConnection left = current;
      if (reader.isAlive() && left != null) {
        left.abort();
        reader.interrupt();
        reader.join(CLOSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public SourceStats stats() {
    RowDelivery.Progress progress = delivery.progress();
    InFlightBudget.Held held = budget.held();
    long now = System.currentTimeMillis();
    long known = progress.oldestMillis() == 0 ? now : progress.oldestMillis();
    long oldest = state == State.CONNECTING ? Math.min(known, awayMillis) : known;
    boolean invalid = !progress.invalid().isEmpty();
    return new SourceStats(
        invalid ? "stopped" : state.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        invalid ? progress.invalid() : detail,
        !invalid && state == State.STREAMING,
        monitor.lagBytes(),
        Math.max(0, now - oldest),
        monitor.lagBytes() > config.maxSlotLagBytes(),
        progress.events(),
        progress.transactions(),
        progress.retries(),
        progress.skipped(),
        held.rows(),
        held.bytes(),
        confirmedLsn,
        Lsn.text(confirmedLsn));
  }
}
