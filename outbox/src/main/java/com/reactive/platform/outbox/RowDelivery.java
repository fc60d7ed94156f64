package com.reactive.platform.outbox;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.ingest.CompletionQueue;
import com.reactive.platform.gateway.ingest.IdempotencyKey;
import com.reactive.platform.gateway.ingest.IngestRequest;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.source.SourceContext;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.RecordFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has rows kept in Kafka, in commit order per key, and tells up to where all of them are. Belongs
 * to the event loop, but for what says otherwise.
 *
 * <pre>
 *   offered ──> waits for the row before it with the same key ──> ready ──> in flight ──> kept
 *                                                                   ^           │
 *                                                  after a second   └───────────┘ not written, unknown
 * </pre>
 *
 * <p>One row of a key is in flight at a time: then no failure, and no deadline that some rows meet
 * and others miss, can change their order. Rows without a key have none.
 *
 * <p>A row that no stream accepts holds up all that are behind it, unless such rows are to be
 * skipped. It is tried again now and then, since the stream may be mended by a reload.
 */
final class RowDelivery {
  private static final Logger log = LoggerFactory.getLogger(RowDelivery.class);

  /** So many rows are taken over, or passed on, before the loop looks at its sockets again. */
  private static final int PER_TURN = 512;

  private static final long RETRY_MILLIS = 1_000;
  private static final long INVALID_RETRY_MILLIS = 10_000;

  private final SourceContext context;
  private final boolean skipsInvalid;
  private final InFlightBudget budget;
  private final CompletionQueue<RowFlight> landings;
  private final EventIds requestIds = new EventIds();

  /** What the loop has not taken over yet, in commit order; any thread. */
  private final Queue<List<OutboxRow>> offered = new ConcurrentLinkedQueue<>();

  /** True while a task is about to take them over; any thread. */
  private final AtomicBoolean turnScheduled = new AtomicBoolean();

  private final RowOrder order = new RowOrder();

  private boolean retryDue;
  private boolean invalidRetryDue;
  private boolean pumpDue;

  /** The row that holds up all others, and why; empty if there is none. */
  private String invalid = "";

  private long confirmedLsn;
  private long finished;
  private long events;
  private long transactions;
  private long retries;
  private long skipped;

  /** As of the last change; any thread. */
  private volatile Progress progress = new Progress(0, 0, 0, 0, 0, 0, 0, "");

  /** Set by {@link #stop}. */
  private volatile boolean stopped;

  /**
   * What has become of the rows.
   *
   * @param confirmedLsn up to this position all rows are kept; 0 if nothing is known yet
   * @param finished rows and ends of all that were offered
   * @param oldestMillis when the oldest transaction that is not kept was committed; 0 if all are
   * @param events rows that are kept
   * @param invalid the row that holds up all others, and why; empty if there is none
   */
  record Progress(
      long confirmedLsn,
      long finished,
      long oldestMillis,
      long events,
      long transactions,
      long retries,
      long skipped,
      String invalid) {}

  RowDelivery(SourceContext context, boolean skipsInvalid, InFlightBudget budget) {
    this.context = context;
    this.skipsInvalid = skipsInvalid;
    this.budget = budget;
    this.landings = new CompletionQueue<>(context.loop(), this::land);
  }

  /**
   * Takes rows over, which follow those before. Any one thread. One task on the loop is enough for
   * all that is offered until it runs.
   */
  void offer(List<OutboxRow> rows) {
    offered.add(rows);
    scheduleTurn();
  }

  private void scheduleTurn() {
    if (turnScheduled.compareAndSet(false, true)) {
      context.loop().execute(this::takeOver);
    }
  }

  private void takeOver() {
    // First: what is offered from now on has a task of its own.
    turnScheduled.set(false);
    int taken = 0;
    List<OutboxRow> rows = offered.poll();
    while (rows != null) {
      rows.forEach(this::accept);
      taken += rows.size();
      rows = taken < PER_TURN ? offered.poll() : null;
    }
    if (!offered.isEmpty()) {
      scheduleTurn();
    }
    pump();
  }

  private void accept(OutboxRow row) {
    if (!row.isEnd()) {
      order.addRow(row);
    } else if (!order.addEnd(row)) {
      transactions++;
      finished++;
    }
  }

  /** Passes on what can be passed on now. */
  private void pump() {
    int passed = 0;
    OutboxRow next = order.next();
    while (!stopped && invalid.isEmpty() && next != null && take(next)) {
      order.passedOn();
      passed++;
      if (passed == PER_TURN) {
        pumpLater();
        break;
      }
      next = order.next();
    }
    advance();
  }

  /** After what the loop has to do for others. */
  private void pumpLater() {
    if (!pumpDue) {
      pumpDue = true;
      context
          .loop()
          .execute(
              () -> {
                pumpDue = false;
                pump();
              });
    }
  }

  /** Returns false if the row must wait. An error of ours says nothing of the row. */
  private boolean take(OutboxRow row) {
    try {
      StreamRuntime stream = context.streams().apply(row.stream);
      if (row.plain != null && (stream == null || !row.plain.fits(stream.stream()))) {
        // No fault of the row, which therefore is not skipped.
        return stopAt(
            row,
            "the stream is switched off, or its key has changed since the start; restart the"
                + " gateway");
      }
      String fault = fault(row, stream);
      if (fault != null) {
        return refuse(row, fault);
      }
      if (context.ingress().checkCapacity(stream, IngestRequest.NO_SENDER, row.length) != null) {
        retryLater();
        return false;
      }
      return submit(row, stream);
    } catch (RuntimeException e) {
      log.error("The {} failed", row, e);
      return stopAt(row, Rejection.INTERNAL_ERROR.slug() + ": " + e);
    }
  }

  private boolean submit(OutboxRow row, StreamRuntime stream) {
    RowFlight flight = new RowFlight(row, stream, requestIds.next(), context.ledger(), landings);
    context.ledger().received();
    Problem problem;
    try {
      problem = context.ingress().take(flight, flight, row.payload, row.offset, row.length);
    } catch (RuntimeException e) {
      context.ledger().refused(Rejection.INTERNAL_ERROR.outcome());
      throw e;
    }
    if (problem == null) {
      context.ledger().accepted();
      row.anyway = flight.isReplayed() && flight.outcome() == Outcome.UNKNOWN;
      return true;
    }
    Outcome outcome = problem.type().outcome();
    context.ledger().refused(outcome);
    if (outcome.category() == Outcome.Category.SHED) {
      retryLater();
      return false;
    }
    boolean toQuarantine =
        stream.quarantine() != null
            && problem.type().isOfContent()
            && row.length <= stream.stream().maxBodyBytes();
    return toQuarantine ? stopAt(row, notTaken(problem)) : refuse(row, reason(problem));
  }

  private static String reason(Problem problem) {
    return problem.type().slug() + ": " + text(problem);
  }

  private static String notTaken(Problem problem) {
    return reason(problem) + "; the quarantine of its stream does not take it";
  }

  private static String text(Problem problem) {
    return problem.pointer() == null
        ? problem.detail()
        : problem.pointer() + " " + problem.detail();
  }

  /** The reason why the row can be no event, as far as its columns tell; null if there is none. */
  private static String fault(OutboxRow row, StreamRuntime stream) {
    if (stream == null) {
      return "there is no such stream";
    }
    if (stream.stream().acks() != Acks.ALL || stream.stream().spool()) {
      return "the stream must have acks: all and no spool";
    }
    if (stream.stream().format() == RecordFormat.PACKED) {
      return "packed records have no key, so rows would have no order; the stream must have"
          + " format: event";
    }
    if (row.payload == null) {
      return "its payload is NULL";
    }
    if (!IdempotencyKey.isKey(row.id)) {
      return "its id " + IdempotencyKey.RULE;
    }
    return null;
  }

  /** Returns false if the row stays where it is. */
  private boolean refuse(OutboxRow row, String why) {
    if (!skipsInvalid) {
      return stopAt(row, why);
    }
    log.error("Skipped {}: {}", row, why);
    skipped++;
    order.kept(row);
    return true;
  }

  /** Returns false: the row stays where it is, and so do all behind it. */
  private boolean stopAt(OutboxRow row, String why) {
    String text = row + ": " + why;
    if (!progress.invalid.equals(text)) {
      log.error("Stopped at {}; it is tried again every 10 s", text);
    }
    invalid = text;
    if (!invalidRetryDue) {
      invalidRetryDue = true;
      context.loop().schedule(this::retryInvalid, INVALID_RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
    return false;
  }

  private void retryInvalid() {
    invalidRetryDue = false;
    invalid = "";
    pump();
  }

  private void retryLater() {
    if (!retryDue && !stopped) {
      retryDue = true;
      context.loop().schedule(this::retry, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void retry() {
    retryDue = false;
    pump();
  }

  private void land(RowFlight oldest) {
    RowFlight flight = oldest;
    while (flight != null) {
      RowFlight younger = flight.takeNext();
      flight.endFlight();
      land(flight.row, flight);
      flight = younger;
    }
    pump();
  }

  private void land(OutboxRow row, RowFlight flight) {
    if (flight.isKept()) {
      events++;
      order.kept(row);
    } else if (flight.isQuarantined()) {
      log.warn("Quarantined {}: {}", row, text(flight.problem()));
      order.kept(row);
    } else if (flight.isRefused()) {
      order.again(row);
      stopAt(row, notTaken(flight.problem()));
    } else if (flight.failure() instanceof RefusedEventException) {
      if (!refuse(row, "Kafka refuses it: " + flight.failure().getMessage())) {
        order.again(row);
      }
    } else {
      retries++;
      context.loop().schedule(() -> again(row), RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Before all others: it is the oldest of its key. */
  private void again(OutboxRow row) {
    order.again(row);
    pump();
  }

  /** Confirms up to the oldest row that is not kept. */
  private void advance() {
    int rows = 0;
    long bytes = 0;
    OutboxRow oldest = order.oldest();
    while (oldest != null && oldest.kept) {
      order.removeOldest();
      if (oldest.endLsn != 0) {
        confirmedLsn = oldest.endLsn;
        transactions++;
      }
      if (oldest.isEnd()) {
        finished++;
      } else {
        rows++;
        bytes += oldest.bytes;
      }
      oldest = order.oldest();
    }
    finished += rows;
    progress =
        new Progress(
            confirmedLsn,
            finished,
            oldest == null ? 0 : oldest.commitMillis,
            events,
            transactions,
            retries,
            skipped,
            invalid);
    if (rows > 0) {
      budget.release(rows, bytes);
    }
  }

  /** Passes on no more rows; outcomes still count. Any thread. */
  void stop() {
    stopped = true;
  }

  /** Waits until the outcomes that are known are counted. Any thread but the loop's. */
  void awaitLanded(long waitMillis) throws InterruptedException {
    try {
      context.loop().submit(this::advance).get(waitMillis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      log.warn("Outbox: the last outcomes are not known, and not confirmed: {}", e.toString());
    }
  }

  /** Any thread. */
  Progress progress() {
    return progress;
  }
}
