package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.idempotency.KeyClaim;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.OpenKey;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.schema.AvroOutput;
import com.reactive.platform.gateway.telemetry.LatencyStage;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Takes events from a front end: validates the body, and writes it, mostly as Avro, framed with its
 * metadata, straight into a stripe. Knows neither HTTP nor Kafka.
 *
 * <p>Never blocks. One per thread of a front end (an event loop, mostly); not thread-safe.
 */
public final class Ingress {
  /** Different waits: clients that were rejected together should not come back together. */
  private static final Problem[] NO_ROOM = overloaded("nothing was written; try again shortly");

  private static final Problem[] OVER_SHARE =
      overloaded(
          "this sender has more events waiting than its share; nothing was written; try again"
              + " shortly");

  /** Some seconds. */
  private static final int RESTLESS_TICKS = 20;

  /** Mostly enough for all that a frame adds to a body; a frame that needs more is copied once. */
  private static final int ROOM_BYTES = 1_024;

  private static final Problem KEY_REUSED =
      Problem.of(
          Rejection.IDEMPOTENCY_KEY_REUSED,
          "an event with this key and other content was here before; nothing was written");

  private static final Problem REBUILDING =
      Problem.of(
          Rejection.IDEMPOTENCY_WINDOW_UNAVAILABLE,
          "keys of before the start are being read from Kafka; nothing was written; try again");

  private static final Problem SHUTTING_DOWN =
      Problem.of(Rejection.SHUTTING_DOWN, "nothing was written; try again");

  private static final Problem TOO_MANY_REPEATS =
      Problem.of(
          Rejection.OVERLOADED, "too many repeats of this key are waiting; try again shortly");

  private final StripedBatcher.Writer[] stripes;
  private final InFlightLimiter[] limiters;
  private final AvroOutput frame = new AvroOutput();
  private final KeyedRequest keyed = new KeyedRequest();
  private final FrameWriter writer = new FrameWriter(frame, keyed);
  private final QuarantineWriter quarantine;
  private final HeldRequests held;
  private final BufferDemand demand;
  private boolean draining;

  /** An event found no room since {@link #fill} was asked last. */
  private boolean overflowed;

  /** So many updates of the limits until {@link #restNanos} may be more than 0 again. */
  private int restlessTicks;

  /**
   * @param stripes of this thread, by pipeline
   * @param maxWaitMillis admits no more events than get their outcome within this; 0: no bound
   * @param thread runs tasks on this thread
   */
  public Ingress(StripedBatcher.Writer[] stripes, int maxWaitMillis, Executor thread) {
    this.held = new HeldRequests(this::take, thread);
    this.stripes = stripes.clone();
    this.demand =
        new BufferDemand(
            Arrays.stream(stripes).mapToInt(StripedBatcher.Writer::capacityBytes).min().orElse(0),
            maxWaitMillis);
    this.quarantine = new QuarantineWriter(this.stripes);
    this.limiters =
        Arrays.stream(stripes)
            .map(stripe -> new InFlightLimiter(maxWaitMillis, stripe.maxMessages()))
            .toArray(InFlightLimiter[]::new);
  }

  /**
   * Checks whether an event of about this length would be taken now: cheaper than to read and
   * transcode it first. Not required before {@link #take}.
   *
   * @param senderHash {@link IngestRequest#senderHash} of the event
   * @return null if so, which is no promise; else the reason, counted as refused
   */
  public Problem checkCapacity(StreamRuntime stream, int senderHash, int bytes) {
    if (draining) {
      return SHUTTING_DOWN;
    }
    if (!stream.accepting()) {
      return Problem.of(Rejection.KAFKA_UNAVAILABLE, "nothing was written; try again later");
    }
    int pipeline = stream.pipeline();
    InFlightLimiter limiter = limiters[pipeline];
    if (!limiter.admits() || !stripes[pipeline].admits(bytes)) {
      overflowed = true;
      return any(NO_ROOM);
    }
    return limiter.isWithinShare(senderHash) ? null : any(OVER_SHARE);
  }

  /** From now on {@link #checkCapacity} rejects all events. */
  public void drain() {
    draining = true;
    held.refuseAll(SHUTTING_DOWN);
  }

  /** Adapts the in-flight limits to the rate of outcomes; to be called some ten times a second. */
  public void updateLimits(long nowNanos) {
    held.expire(REBUILDING, nowNanos);
    for (InFlightLimiter limiter : limiters) {
      limiter.update(nowNanos);
    }
    writer.tick(nowNanos);
    demand.update(nowNanos);
    restlessTicks = Math.max(0, restlessTicks - 1);
  }

  /** True if no event came between the last two updates of the limits, and none is in flight. */
  public boolean isQuiet() {
    for (InFlightLimiter limiter : limiters) {
      if (!limiter.isQuiet()) {
        return false;
      }
    }
    return true;
  }

  /**
   * How much of its buffers it uses, or would use while Kafka stands still: 1 for all.
   *
   * @param clients those who send one event after another
   */
  public double fill(int clients) {
    double most = overflowed ? 1 : demand.fill(Math.max(clients, inFlight()), restlessTicks > 0);
    overflowed = false;
    for (StripedBatcher.Writer stripe : stripes) {
      most = Math.max(most, stripe.fill());
    }
    return most;
  }

  private long inFlight() {
    long sum = 0;
    for (InFlightLimiter limiter : limiters) {
      sum += limiter.load().inFlight();
    }
    return sum;
  }

  /** True if requests wait here until they can be taken. */
  public boolean holdsRequests() {
    return !held.isEmpty();
  }

  /** What was taken so far, by pipeline, to be asked for with {@link #isCompleted}. */
  public long[] submitted() {
    long[] submitted = new long[stripes.length];
    for (int i = 0; i < stripes.length; i++) {
      submitted[i] = stripes[i].submitted();
    }
    return submitted;
  }

  /** True if all that was {@link #submitted} by then has its outcome. */
  public boolean isCompleted(long[] submitted) {
    for (int i = 0; i < stripes.length; i++) {
      if (!stripes[i].isCompleted(submitted[i])) {
        return false;
      }
    }
    return true;
  }

  /**
   * Time for which this thread may rest, see {@link StripedBatcher.Writer#restNanos}; 0 for not at
   * all. While events come whose response does not wait for their outcome there is no rest: such a
   * response would wait for nothing else.
   */
  public long restNanos() {
    if (restlessTicks > 0) {
      return 0;
    }
    long nanos = 0;
    for (StripedBatcher.Writer stripe : stripes) {
      nanos = Math.max(nanos, stripe.restNanos());
    }
    for (int i = 0; i < stripes.length && nanos > 0; i++) {
      nanos = Math.min(nanos, stripes[i].maxRestNanos());
    }
    return nanos;
  }

  /** By pipeline; any thread. */
  public List<InFlightLimiter.Load> load() {
    return Arrays.stream(limiters).map(InFlightLimiter::load).toList();
  }

  /** Drops what was kept for all other streams: they were replaced. */
  public void retainStreams(Set<StreamRuntime> current) {
    writer.retainStreams(current);
  }

  /**
   * Takes one event.
   *
   * @param body the event in the format of the request; may be used again when this returns
   * @return null if the event was accepted: then the callback gets its outcome, perhaps before this
   *     returns; else the reason, and then the callback is not called
   */
  public Problem take(
      IngestRequest request, IngestCallback callback, byte[] body, int offset, int length) {
    keyed.forget();
    boolean isKeyed =
        request.idempotencyKey() != null
            && request.stream().window() != null
            && request.keyUse() != KeyUse.IGNORE;
    return isKeyed
        ? takeKeyed(request, callback, body, offset, length)
        : takeFirst(request, callback, body, offset, length);
  }

  /** Takes an event with a key, unless another request with this key was here before. */
  private Problem takeKeyed(
      IngestRequest request, IngestCallback callback, byte[] body, int offset, int length) {
    KeyWindow window = request.stream().window();
    if (window.isRebuilding()) {
      boolean waits = !draining && held.add(window, request, callback, body, offset, length);
      return waits ? null : REBUILDING;
    }
    byte[] key = request.idempotencyKey();
    keyed.read(request, body, offset, length);
    KeyClaim claim = keyed.claim(window, request);
    while (claim.kind() == KeyClaim.Kind.UNDER_WAY) {
      if (!callback.awaitsOutcome()) {
        callback.replayUnderWay(key, request.stream());
        return null;
      }
      if (callback.await(key, claim.key())) {
        return null;
      }
      if (!claim.key().isClosed()) {
        return TOO_MANY_REPEATS;
      }
      claim = keyed.claim(window, request);
    }
    return switch (claim.kind()) {
      case FIRST ->
          claim.key() == null
              ? takeFirst(request, callback, body, offset, length)
              : takeClaimed(claim.key(), request, callback, body, offset, length);
      case DONE -> {
        callback.replay(key, claim.outcome());
        yield null;
      }
      default -> KEY_REUSED;
    };
  }

  private Problem takeClaimed(
      OpenKey key,
      IngestRequest request,
      IngestCallback callback,
      byte[] body,
      int offset,
      int length) {
    boolean accepted = false;
    callback.claims(key);
    try {
      Problem problem = takeFirst(request, callback, body, offset, length);
      accepted = problem == null && callback.refusal() == null;
      return problem;
    } finally {
      if (!accepted) {
        key.notWritten(null);
      }
    }
  }

  /** Takes an event that is no repeat. */
  private Problem takeFirst(
      IngestRequest request, IngestCallback callback, byte[] body, int offset, int length) {
    int pipeline = request.stream().pipeline();
    StripedBatcher.Writer stripe = stripes[pipeline];
    int room = length + ROOM_BYTES;
    int claimed = stripe.claim(room);
    if (claimed < 0) {
      frame.begin();
    } else {
      frame.begin(stripe.buffer(), claimed, room);
    }
    Problem problem = writer.write(request, callback, true, body, offset, length);
    if (problem != null) {
      RefusedBody refused = new RefusedBody(request.contentType(), body, offset, length);
      return refuse(problem, request, callback, refused);
    }
    // Before the submit, in which the next event may come.
    writer.countKey(request);
    if (keyed.isRead()) {
      callback.isMadeOf(keyed.fingerprint());
    }
    InFlightLimiter limiter = limiters[pipeline];
    int bucket = limiter.bucket(request.senderHash());
    callback.beginFlight(request, limiter, bucket);
    SubmitResult result =
        frame.isOwn()
            ? stripe.submit(frame.array(), 0, frame.length(), callback)
            : stripe.commit(frame.length(), callback);
    callback.endStage(LatencyStage.STRIPE);
    if (result != SubmitResult.ACCEPTED) {
      callback.cancelFlight();
    }
    return switch (result) {
      case ACCEPTED -> {
        limiter.accepted(bucket);
        demand.taken(frame.length());
        restlessTicks = callback.awaitsOutcome() ? restlessTicks : RESTLESS_TICKS;
        yield null;
      }
      case FULL -> {
        overflowed = true;
        yield Problem.of(Rejection.OVERLOADED, "nothing was written; try again shortly");
      }
      case CLOSED -> SHUTTING_DOWN;
    };
  }

  /**
   * Refuses a body, which goes to the quarantine of its stream if that has one and the body is at
   * fault.
   *
   * @return null if the callback gets the problem when that is done; else the problem
   */
  public Problem refuse(
      Problem problem, IngestRequest request, IngestCallback callback, RefusedBody body) {
    return quarantine.keep(problem, request, callback, body) ? null : problem;
  }

  /**
   * Takes an event without submitting it, for diagnostics: its frame is in {@link #frame} then, and
   * the callback is never called.
   *
   * @return null if it is an event, else why it is none
   */
  public Problem encode(
      IngestRequest request, IngestCallback callback, byte[] body, int offset, int length) {
    keyed.forget();
    frame.begin();
    return writer.write(request, callback, false, body, offset, length);
  }

  /** The last event that was encoded. */
  public EventBuffer frame() {
    return frame;
  }

  private static Problem[] overloaded(String detail) {
    return Stream.of("1", "2", "3")
        .map(retrySeconds -> Problem.withHeader(Rejection.OVERLOADED, detail, retrySeconds))
        .toArray(Problem[]::new);
  }

  private static Problem any(Problem[] problems) {
    return problems[ThreadLocalRandom.current().nextInt(problems.length)];
  }
}
