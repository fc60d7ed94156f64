package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.cloudevents.CloudEvent;
import com.reactive.platform.gateway.cloudevents.CloudEventHeaders;
import com.reactive.platform.gateway.cloudevents.CloudEventReader;
import com.reactive.platform.gateway.cloudevents.ContentMode;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.http.LatencyBreakdown.Stage;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.stream.EventMetadata;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * From the bytes of a body to an event in this loop's stripe: ids, JSON to Avro, submit. Never
 * blocks. One per event loop; not thread-safe.
 */
public final class Ingress {
  private final StripedBatcher.Writer[] stripes;
  private final InFlightLimiter[] inFlight;
  private final EventIds eventIds = new EventIds();
  private final CloudEventReader cloudEvents = new CloudEventReader();
  private final EventFrame.Writer frame = new EventFrame.Writer();

  /** Made when a stream's first event comes. */
  private final Map<StreamRuntime, Transcoder> transcoders = new HashMap<>();

  private final int answerTimeoutMillis;

  /**
   * @param stripes this loop's, by lane
   * @param answerTimeoutMillis how long an answer waits for the outcome if nobody says otherwise
   * @param maxWaitMillis no more is let in than gets its outcome within this; 0: no bound
   */
  public Ingress(StripedBatcher.Writer[] stripes, int answerTimeoutMillis, int maxWaitMillis) {
    this.stripes = stripes.clone();
    this.inFlight =
        Arrays.stream(stripes)
            .map(stripe -> new InFlightLimiter(maxWaitMillis, stripe.maxMessages()))
            .toArray(InFlightLimiter[]::new);
    this.answerTimeoutMillis = answerTimeoutMillis;
  }

  /**
   * Whether there is room for an event of about this length, and it would get its outcome in time;
   * if not, it counts as refused.
   */
  boolean admits(StreamRuntime stream, int bytes) {
    return inFlight[stream.lane()].admits() && stripes[stream.lane()].admits(bytes);
  }

  /** Looks how fast outcomes come; to be called some ten times a second. */
  void look(long nowNanos) {
    for (InFlightLimiter lane : inFlight) {
      lane.look(nowNanos);
    }
  }

  /** By lane; any thread. */
  List<InFlightLimiter.Seen> seen() {
    return Arrays.stream(inFlight).map(InFlightLimiter::seen).toList();
  }

  /** Drops what it holds for other streams than these: they were replaced. */
  void keepOnly(Set<StreamRuntime> current) {
    transcoders.keySet().retainAll(current);
  }

  /**
   * Takes one event in, if it is one and there is room. Of a diagnostic route it is only framed, or
   * handed to the Kafka client here.
   *
   * @return null if the event was accepted, and then the exchange will be completed; else why not,
   *     and then it will not
   */
  public Problem take(
      Exchange exchange,
      HttpHeaders headers,
      Routes.Match match,
      byte[] body,
      int offset,
      int length) {
    exchange.end(Stage.READ);
    byte[] eventId = RequestValidator.idempotencyKey(headers);
    if (eventId != null && eventId.length == 0) {
      return Problem.of(
          Problem.Type.INVALID_HEADER,
          "Idempotency-Key must be 1 to 128 letters, digits or any of . _ : ~ + / = -");
    }
    StreamRuntime stream = match.stream();
    byte[] requestId = exchange.requestId();
    EventMetadata envelope =
        new EventMetadata(
            requestId,
            eventId == null ? eventIds.next() : eventId,
            System.currentTimeMillis(),
            exchange.traceparent(),
            exchange.tracestate(),
            match.pathFields());
    exchange.end(Stage.IDS);
    Transcoder transcoder = transcoder(stream);
    List<EventFrame.Attribute> attributes = List.of();
    CloudEvent cloudEvent = null;
    try {
      ContentMode mode =
          stream.stream().cloudEvents() ? RequestValidator.contentMode(headers) : ContentMode.NONE;
      if (mode == ContentMode.NONE) {
        transcoder.transcode(body, offset, length, envelope);
      } else {
        cloudEvent = cloudEvents.read(mode, headers, body, offset, length);
        attributes = CloudEventHeaders.of(cloudEvent);
        transcoder.transcode(cloudEvent.data(), cloudEvent.offset(), cloudEvent.length(), envelope);
      }
    } catch (InvalidEventException e) {
      return problemOf(e, cloudEvent);
    }
    exchange.end(Stage.TRANSCODE);
    Problem tooLarge = tooLarge(stream, transcoder);
    if (tooLarge != null) {
      return tooLarge;
    }
    exchange.answerAs(Preferences.of(headers), stream.stream().respondAsync(), answerTimeoutMillis);
    exchange.accepted(stream, requestId, envelope.eventId());
    write(stream, transcoder, envelope, attributes);
    exchange.end(Stage.FRAME);
    if (match.reach() == DiagnosticDepth.FRAME) {
      return null;
    }
    if (match.reach() == DiagnosticDepth.PRODUCER) {
      boolean taken = match.direct().send(stream.stream(), frame.buffer(), 0, frame.length());
      return problemOf(taken ? SubmitResult.ACCEPTED : SubmitResult.FULL);
    }
    InFlightLimiter lane = inFlight[stream.lane()];
    exchange.leavesTo(lane);
    SubmitResult result =
        stripes[stream.lane()].submit(frame.buffer(), 0, frame.length(), exchange);
    exchange.end(Stage.STRIPE);
    if (result == SubmitResult.ACCEPTED) {
      lane.accepted();
    }
    return problemOf(result);
  }

  /** Defaults can make much of little: what is framed must fit a record all the same. */
  private static Problem tooLarge(StreamRuntime stream, Transcoder transcoder) {
    int limit = stream.stream().maxBodyBytes();
    if (transcoder.length() > limit + EventFrame.MAX_FILLED_BYTES) {
      return Problem.of(
          Problem.Type.BODY_TOO_LARGE, "as Avro the event has more than " + limit + " bytes");
    }
    byte[] key = transcoder.key();
    if (key != null && key.length > EventFrame.MAX_KEY_BYTES) {
      return Problem.of(
          Problem.Type.SCHEMA_MISMATCH,
          "the key field has more than " + EventFrame.MAX_KEY_BYTES + " bytes");
    }
    return null;
  }

  private void write(
      StreamRuntime stream,
      Transcoder transcoder,
      EventMetadata envelope,
      List<EventFrame.Attribute> attributes) {
    frame.begin(
        stream.index(),
        transcoder.key(),
        envelope.requestId(),
        envelope.eventId(),
        envelope.traceparent(),
        envelope.tracestate(),
        attributes);
    frame.write(stream.framePrefix(), 0, stream.framePrefix().length);
    frame.write(transcoder.buffer(), 0, transcoder.length());
  }

  private Transcoder transcoder(StreamRuntime stream) {
    Transcoder transcoder = transcoders.get(stream);
    if (transcoder == null) {
      transcoder = stream.newTranscoder();
      transcoders.put(stream, transcoder);
    }
    return transcoder;
  }

  /** The answer; if a CloudEvent could be read, it is its data that is at fault. */
  private static Problem problemOf(InvalidEventException e, CloudEvent cloudEvent) {
    String within = cloudEvent == null ? "" : cloudEvent.dataPointer();
    return switch (e.kind()) {
      case UNREADABLE -> Problem.of(Problem.Type.MALFORMED_JSON, e.getMessage());
      case HEADER -> Problem.of(Problem.Type.INVALID_HEADER, e.getMessage());
      case SCHEMA ->
          new Problem(
              Problem.Type.SCHEMA_MISMATCH,
              e.getMessage(),
              e.pointer() == null ? null : within + e.pointer());
    };
  }

  private static Problem problemOf(SubmitResult result) {
    return switch (result) {
      case ACCEPTED -> null;
      case FULL -> Problem.of(Problem.Type.OVERLOADED, "nothing was written; try again shortly");
      case CLOSED -> Problem.of(Problem.Type.SHUTTING_DOWN, "nothing was written; try again");
    };
  }
}
