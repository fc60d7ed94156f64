package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.idempotency.KeyHasher;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.OpenKey;
import com.reactive.platform.gateway.idempotency.RequestHasher;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.microbatch.Completion;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.telemetry.LatencyStage;
import com.reactive.platform.gateway.telemetry.StageTimestamps;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.gateway.telemetry.Traced;
import java.nio.charset.StandardCharsets;

/**
 * Receives the outcome of one event, once. The batcher keeps this very object, so nothing is
 * allocated between the front end and the sink.
 *
 * <p>Belongs to the thread of its {@link Ingress}, except for the three methods of {@link
 * Completion}: the sink calls one of them, on a thread of its own. They note the outcome, count it
 * in the ledger and call {@link #onOutcome}. Whoever hands the object to another thread there must
 * publish it safely.
 *
 * <p>The front end counts the request in the ledger: {@link Ledger#received} first, then {@link
 * Ledger#accepted} or {@link Ledger#refused}, by what {@link Ingress#take} returns.
 */
public abstract class IngestCallback implements Completion, OpenKey.Repeat, Traced {
  private Ledger ledger;
  private Trace trace;
  private byte[] eventId;

  /** Null unless stages are measured. */
  private final StageTimestamps timestamps;

  /** Counts the event until it has an outcome; null before it is submitted. */
  private InFlightLimiter limiter;

  /** The limiter's, of the sender. */
  private int senderBucket;

  /** Time of the submit, if that event is timed; else 0. */
  private long timedSinceNanos;

  /** The event of the flight; null before it is submitted. */
  private IngestRequest request;

  /** Of a first request, told its outcome; of a repeat that waits, what tells it; or null. */
  private OpenKey key;

  /** Of an event with a key: the hash of what it is made of; else 0. */
  private long fingerprint;

  /**
   * Of an event without a key whose client heard no outcome in time: the key that it is told to
   * use. Belongs to the thread of the Ingress, as does the next.
   */
  private OpenKey lateKey;

  private boolean held;
  private boolean landed;
  private boolean replayed;

  /** The event is in the topic of its stream's hot keys, or goes there. */
  private boolean isHot;

  /** Nobody knows in which of two topics the event is, or goes to. */
  private boolean isTopicUnknown;

  /** The sink goes on asking for the outcome. */
  private boolean settles;

  private Outcome outcome;

  /**
   * Why an event was not taken in the end: it was held, or its body goes to the quarantine. Null
   * for all others.
   */
  private Problem refusal;

  private int partition;
  private long offset;
  private Throwable failure;

  /**
   * @param timestamps null unless stages are measured
   */
  protected IngestCallback(Ledger ledger, StageTimestamps timestamps) {
    this.ledger = ledger;
    this.timestamps = timestamps;
  }

  /**
   * The outcome is known. Called once, on a thread of the sink; must not block and not throw.
   *
   * @return true if the front end will call {@link #endFlight} on the thread of the Ingress, which
   *     is cheaper; false if the event ends here
   */
  protected abstract boolean onOutcome();

  public final Ledger ledger() {
    return ledger;
  }

  /** Replaces the ledger, for requests that are no events. */
  public final void ledger(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public final Trace trace() {
    return trace;
  }

  /** Null unless the request is sampled. */
  protected final void trace(Trace trace) {
    this.trace = trace;
  }

  /** ASCII that needs no escaping in JSON; null until the event is accepted. */
  public final byte[] eventId() {
    return eventId;
  }

  /**
   * ACKED, SPOOLED, NOT_WRITTEN or UNKNOWN; null before {@link #onOutcome}, like the next three.
   */
  public final Outcome outcome() {
    return outcome;
  }

  /** Valid if the outcome is ACKED, as is the offset. */
  public final int partition() {
    return partition;
  }

  public final long offset() {
    return offset;
  }

  /**
   * The topic that the event is in, or goes to. Not to be changed.
   *
   * @param stream that of the event
   * @return null if that is not known: of a repeat that does not wait for the outcome of the first
   */
  protected final byte[] topicAscii(StreamRuntime stream) {
    if (isTopicUnknown) {
      return null;
    }
    return stream.topicAscii(isHot);
  }

  /** The reason why the event was not acked; null if it was. */
  public final Throwable failure() {
    return failure;
  }

  /** The problem to report; null if the event is in Kafka or in the spool. */
  public final Problem problem() {
    if (refusal != null) {
      return refusal;
    }
    return switch (outcome) {
      case ACKED, SPOOLED -> null;
      case NOT_WRITTEN ->
          failure instanceof RefusedEventException
              ? Problem.of(Rejection.REFUSED, failure.getMessage())
              : Problem.of(Rejection.NOT_WRITTEN, failureName());
      default -> Problem.unknown(failureName());
    };
  }

  /** The name of the exception, which holds no secret. */
  private String failureName() {
    return failure == null ? "" : failure.getClass().getSimpleName();
  }

  public final StageTimestamps timestamps() {
    return timestamps;
  }

  /** Ends a stage, if stages are measured. */
  public final void endStage(LatencyStage stage) {
    if (timestamps != null) {
      timestamps.end(stage);
    }
  }

  /** The event is valid; its id is known from now on. */
  final void accept(byte[] eventId) {
    this.eventId = eventId;
    if (trace != null) {
      trace.submitted();
    }
  }

  /** The event goes to the topic of its stream's hot keys. */
  final void goesToHotTopic() {
    isHot = true;
  }

  /** False if the front end responds on acceptance, whatever becomes of the event. */
  protected boolean awaitsOutcome() {
    return true;
  }

  /**
   * The event cannot be taken at once. Asked once, before it is held.
   *
   * @return false if the front end must respond on acceptance all the same: then it is refused
   */
  protected boolean waitsForAcceptance() {
    return awaitsOutcome();
  }

  /** The event is the first of this key. */
  final void claims(OpenKey key) {
    this.key = key;
  }

  /** The event has a key, and this is the hash of what it is made of. */
  final void isMadeOf(long fingerprint) {
    this.fingerprint = fingerprint;
  }

  /** The event is that of an earlier request, whose outcome is known. */
  final void replay(byte[] eventId, long stored) {
    repeats(eventId);
    if (stored == StoredOutcome.UNKNOWN) {
      unknown(null);
    } else {
      written(stored);
    }
  }

  /** The event is that of an earlier request that is under way, whose outcome is not waited for. */
  final void replayUnderWay(byte[] eventId, StreamRuntime stream) {
    isTopicUnknown = stream.hotTopic() != null;
    replay(eventId, StoredOutcome.ACCEPTED);
  }

  /** Of a repeat: the event is there. */
  @Override
  public final void written(long stored) {
    isHot = StoredOutcome.isHot(stored);
    if (StoredOutcome.isPlaced(stored)) {
      acked(StoredOutcome.partition(stored), StoredOutcome.offset(stored));
    } else {
      acked(-1, -1);
    }
  }

  /**
   * The event is that of an earlier request, whose outcome this one waits for.
   *
   * @return false if it need not, or may not
   */
  final boolean await(byte[] eventId, OpenKey earlier) {
    repeats(eventId);
    key = earlier;
    ledger.waits();
    boolean waits = earlier.await(this);
    if (!waits) {
      ledger.waited();
      key = null;
      replayed = false;
    }
    return waits;
  }

  /** The event has to wait until it can be taken, or is {@linkplain #refuse refused}. */
  final void hold(byte[] eventId) {
    this.eventId = eventId;
    held = true;
    ledger.waits();
  }

  /** The event waits no longer. */
  final void release() {
    held = false;
    ledger.waited();
  }

  /** True while nobody knows whether the event can be taken. */
  protected final boolean isHeld() {
    return held;
  }

  /** The event is not taken after all: it ends as if it had been refused at once. Any thread. */
  final void refuse(Problem why) {
    key = null;
    refusal = why;
    outcome = Outcome.NOT_WRITTEN;
    ledger.completed(why.type().outcome());
    onOutcome();
  }

  /** The event is refused, and its response waits until its body is in the quarantine. */
  final void quarantines(Problem why, byte[] id) {
    eventId = id;
    refusal = why;
    waitsForQuarantine();
  }

  /** There was no room for it after all: the event is refused at once. */
  final void isNotQuarantined() {
    eventId = null;
    refusal = null;
  }

  /** The response waits, whatever the client prefers. */
  protected void waitsForQuarantine() {}

  /** Why the event is refused, although it was taken; null if it is not. */
  protected final Problem refusal() {
    return refusal;
  }

  /** What to report if the outcome is not known in time. */
  public final Problem problemWhenLate() {
    return refusal == null ? Problem.unknown("") : refusal;
  }

  private void repeats(byte[] eventId) {
    replayed = true;
    accept(eventId);
  }

  /** True if the event is that of an earlier request with the same key. */
  public final boolean isReplayed() {
    return replayed;
  }

  /**
   * The front end needs the outcome no longer: it has responded, or the client is gone. On the
   * thread of the Ingress, once.
   */
  public final void abandon() {
    if (replayed) {
      stopWaiting();
    } else if (!landed && key == null && request != null && awaitsOutcome()) {
      lateKey = newKey();
    }
  }

  private void stopWaiting() {
    if (outcome == null && key != null && key.stopWaiting(this)) {
      ledger.waited();
      ledger.completed(Outcome.UNKNOWN);
    }
  }

  /**
   * The event is about to be submitted.
   *
   * @param bucket the limiter's, of the sender
   */
  final void beginFlight(IngestRequest event, InFlightLimiter limiter, int bucket) {
    this.request = event;
    this.limiter = limiter;
    this.senderBucket = bucket;
    timedSinceNanos = limiter.begin();
  }

  /** The event was not submitted after all. */
  final void cancelFlight() {
    this.request = null;
    this.limiter = null; // It did not count the event, which may yet end, if it was held.
    timedSinceNanos = 0;
  }

  /**
   * The event is no longer in flight. On the thread of the Ingress, once; see {@link #onOutcome}.
   */
  public final void endFlight() {
    landed = true;
    if (lateKey != null && outcome != Outcome.UNKNOWN) {
      tell(lateKey, failure);
    }
    if (limiter != null) {
      limiter.end(senderBucket, isKept());
    }
  }

  /** True if the event is in Kafka or in the spool: both are progress. */
  private boolean isKept() {
    return outcome == Outcome.ACKED || outcome == Outcome.SPOOLED;
  }

  @Override
  public final void acked(int partition, long offset) {
    this.partition = partition;
    this.offset = offset;
    complete(partition < 0 ? Outcome.SPOOLED : Outcome.ACKED, null);
  }

  @Override
  public final void notWritten(Throwable reason) {
    complete(Outcome.NOT_WRITTEN, reason);
  }

  @Override
  public final void unknown(Throwable reason) {
    openKey();
    complete(Outcome.UNKNOWN, reason);
  }

  /** The outcome is unknown: if the key is open already, this is the one that hears of it. */
  private void openKey() {
    if (key == null && request != null) {
      key = newKey();
    }
  }

  /** The key by which the event is sent again; null if none is remembered. */
  private OpenKey newKey() {
    KeyWindow window = request.stream().window();
    if (window == null) {
      return null;
    }
    KeyHasher hasher = window.newHasher();
    long caller = RequestHasher.callerOf(request.stream().stream().name(), request.caller());
    return window.open(hasher.key(caller, eventId), fingerprint);
  }

  @Override
  public final Settlement settlement() {
    openKey();
    StreamRuntime stream = request.stream();
    String id = new String(eventId, StandardCharsets.US_ASCII);
    Settlement settlement =
        stream.unsettled().add(stream.stream(), stream.search(), request.caller(), id, isHot, key);
    settles = settlement != null;
    return settlement;
  }

  /** Tells the key of a first request; of a repeat, that the waiting is over. */
  private void completeKey(Throwable reason) {
    if (replayed) {
      ledger.waited();
    } else {
      tell(key, reason);
    }
  }

  private void tell(OpenKey opened, Throwable reason) {
    switch (outcome) {
      case NOT_WRITTEN -> opened.notWritten(reason);
      case UNKNOWN -> {
        if (settles) {
          opened.unknown(reason);
        } else {
          opened.unsettled(reason);
        }
      }
      default -> opened.written(StoredOutcome.of(partition, offset, isHot));
    }
  }

  private void complete(Outcome outcome, Throwable reason) {
    this.outcome = outcome;
    this.failure = reason;
    endStage(LatencyStage.KAFKA);
    if (key != null) {
      completeKey(reason);
    }
    ledger.completed(replayed && isKept() ? Outcome.REPLAYED : outcome);
    if (timedSinceNanos != 0 && isKept()) {
      limiter.timed(System.nanoTime() - timedSinceNanos);
    }
    if (trace != null) {
      trace.published(partition, offset, reason);
    }
    if (!onOutcome() && limiter != null) {
      limiter.endOnAnyThread(senderBucket, isKept());
    }
  }
}
