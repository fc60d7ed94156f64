package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.hotkey.SpreadKeys;
import com.reactive.platform.gateway.idempotency.KeyClaim;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.OpenKey;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.schema.AvroOutput;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.telemetry.LatencyStage;
import com.reactive.platform.reader.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final EventIds eventIds = new EventIds();
  private final AvroOutput frame = new AvroOutput();

  /** Created with a stream's first event. */
  private final Map<StreamRuntime, StreamState> streams = new HashMap<>();

  /** Of the event that was written last. */
  private StreamState latest;

  private final QuarantineWriter quarantine;
  private final KeyedRequest keyed = new KeyedRequest();

  /** The event that is taken has claimed its key: {@link #keyed} is it. */
  private boolean claimed;

  private final HeldRequests held;
  private boolean draining;

  /**
   * @param stripes of this thread, by pipeline
   * @param maxWaitMillis admits no more events than get their outcome within this; 0: no bound
   * @param thread runs tasks on this thread
   */
  public Ingress(StripedBatcher.Writer[] stripes, int maxWaitMillis, Executor thread) {
    this.held = new HeldRequests(this::take, thread);
    this.stripes = stripes.clone();
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
    for (StreamState stream : streams.values()) {
      stream.tick(nowNanos);
    }
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

  /** By pipeline; any thread. */
  public List<InFlightLimiter.Load> load() {
    return Arrays.stream(limiters).map(InFlightLimiter::load).toList();
  }

  /** Drops what was kept for all other streams: they were replaced. */
  public void retainStreams(Set<StreamRuntime> current) {
    streams.keySet().retainAll(current);
    latest = null;
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
    boolean remembered =
        request.idempotencyKey() != null
            && request.stream().window() != null
            && request.isRemembered();
    return remembered
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
    KeyClaim claim = keyed.claim(window, key);
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
      claim = keyed.claim(window, key);
    }
    return switch (claim.kind()) {
      case FIRST -> takeClaimed(claim.key(), request, callback, body, offset, length);
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
    claimed = true;
    try {
      Problem problem = takeFirst(request, callback, body, offset, length);
      accepted = problem == null && callback.refusal() == null;
      return problem;
    } finally {
      claimed = false;
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
    Problem problem = write(request, callback, true, body, offset, length);
    if (problem != null) {
      RefusedBody refused = new RefusedBody(request.contentType(), body, offset, length);
      return refuse(problem, request, callback, refused);
    }
    // Before the submit, in which the next event may come.
    latest.countKey(request);
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
        yield null;
      }
      case FULL -> Problem.of(Rejection.OVERLOADED, "nothing was written; try again shortly");
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
    frame.begin();
    return write(request, callback, false, body, offset, length);
  }

  /**
   * Writes the frame of the event behind what was begun.
   *
   * @param mayGoToHotTopic false if it cannot go to another topic than the stream's own
   */
  private Problem write(
      IngestRequest request,
      IngestCallback callback,
      boolean mayGoToHotTopic,
      byte[] body,
      int offset,
      int length) {
    StreamRuntime stream = request.stream();
    byte[] key = request.idempotencyKey();
    EventMetadata metadata =
        new EventMetadata(
            request.requestId(),
            key == null ? eventIds.next() : key,
            System.currentTimeMillis(),
            request.traceparent(),
            request.tracestate(),
            request.sender(),
            request.pathFields(),
            request.schemaVersion());
    callback.endStage(LatencyStage.IDS);
    latest = state(stream);
    Transcoder transcoder = latest.use(request.format());
    try {
      List<EventFrame.Attribute> attributes = stream.attributes(request.attributes());
      int start =
          writeFrame(
              stream.index(), request, metadata, attributes, transcoder, body, offset, length);
      callback.endStage(LatencyStage.TRANSCODE);
      byte[] recordKey = request.recordKey();
      byte[] keyBytes = recordKey == null ? transcoder.keyBytes() : recordKey;
      int keyLength = recordKey == null ? transcoder.keyLength() : recordKey.length;
      Problem tooLarge = tooLarge(stream, frame.length() - start, keyLength);
      if (tooLarge != null) {
        return tooLarge;
      }
      if (isSpread(request, mayGoToHotTopic, keyBytes, keyLength)) {
        // Headers stand before the datum, and the key is known only behind it: once more.
        frame.truncate(0);
        List<EventFrame.Attribute> named =
            withHotKey(attributes, new String(keyBytes, 0, keyLength, StandardCharsets.UTF_8));
        HotTopic topic = stream.hotTopic();
        int index = topic == null ? stream.index() : topic.index();
        writeFrame(index, request, metadata, named, transcoder, body, offset, length);
        if (topic == null) {
          keyLength = 0;
        } else {
          callback.goesToHotTopic();
        }
      }
      EventFrame.end(frame, keyLength == 0 ? null : keyBytes, keyLength);
    } catch (InvalidEventException e) {
      return Problem.of(e, request.dataPointer());
    }
    callback.accept(metadata.eventId());
    callback.endStage(LatencyStage.FRAME);
    return null;
  }

  /**
   * Writes all of the frame but its key.
   *
   * @param index stands for the topic
   * @return where the datum begins
   */
  private int writeFrame(
      int index,
      IngestRequest request,
      EventMetadata metadata,
      List<EventFrame.Attribute> attributes,
      Transcoder transcoder,
      byte[] body,
      int offset,
      int length)
      throws InvalidEventException {
    StreamRuntime stream = request.stream();
    EventFrame.begin(
        frame,
        index,
        metadata.requestId(),
        metadata.eventId(),
        metadata.traceparent(),
        metadata.tracestate(),
        attributes);
    if (request.idempotencyKey() != null) {
      if (!claimed) {
        keyed.read(request, body, offset, length);
      }
      EventFrame.idempotency(frame, keyed.caller(), keyed.fingerprint());
    }
    frame.write(stream.framePrefix());
    int start = frame.length();
    transcoder.transcode(body, offset, length, metadata, frame);
    if (stream.keepsBodies()) {
      transcoder.checkSkipped(body, offset, length);
      // The datum has shown that the body is an event, and what its key is.
      frame.truncate(start);
      frame.write(body, offset, length);
    }
    return start;
  }

  private static boolean isSpread(
      IngestRequest request, boolean mayGoToHotTopic, byte[] key, int length) {
    SpreadKeys spread = request.stream().spreadKeys();
    if (spread == null || request.needsOrder()) {
      return false;
    }
    HotTopic topic = request.stream().hotTopic();
    // Where that cannot be had, a hot key is like any other.
    boolean hasPlace = topic == null || (mayGoToHotTopic && topic.accepting());
    return hasPlace && spread.takes(key, length);
  }

  private static List<EventFrame.Attribute> withHotKey(
      List<EventFrame.Attribute> attributes, String key) {
    List<EventFrame.Attribute> named = new ArrayList<>(attributes);
    named.add(new EventFrame.Attribute(EventHeaders.HOT_KEY, key));
    return named;
  }

  /** The last event that was encoded. */
  public EventBuffer frame() {
    return frame;
  }

  /** Rejects events that defaults made too large for a record. */
  private static Problem tooLarge(StreamRuntime stream, int valueBytes, int keyBytes) {
    int limit = stream.stream().maxBodyBytes();
    if (valueBytes > limit + EventFrame.MAX_FILLED_BYTES) {
      return Problem.of(
          Rejection.BODY_TOO_LARGE,
          "as a record's value the event has more than " + limit + " bytes");
    }
    return keyBytes <= EventFrame.MAX_KEY_BYTES
        ? null
        : Problem.of(
            Rejection.SCHEMA_MISMATCH,
            "the key field has more than " + EventFrame.MAX_KEY_BYTES + " bytes");
  }

  private StreamState state(StreamRuntime stream) {
    StreamState state = streams.get(stream);
    if (state == null) {
      state = new StreamState(stream);
      streams.put(stream, state);
    }
    return state;
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
