package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.hotkey.SpreadKeys;
import com.reactive.platform.gateway.schema.AvroOutput;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.telemetry.LatencyStage;
import com.reactive.platform.reader.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes events as frames: ids and headers, the datum, and the record key behind it. One per {@link
 * Ingress}.
 */
final class FrameWriter {
  private final AvroOutput frame;
  private final KeyedRequest keyed;
  private final EventIds eventIds = new EventIds();

  /** Created with a stream's first event. */
  private final Map<StreamRuntime, StreamState> streams = new HashMap<>();

  /** Of the event that was written last. */
  private StreamState latest;

  /**
   * @param frame where events are written
   * @param keyed the request whose event is written next, if it was read
   */
  FrameWriter(AvroOutput frame, KeyedRequest keyed) {
    this.frame = frame;
    this.keyed = keyed;
  }

  /** Drops what was kept for all other streams. */
  void retainStreams(Set<StreamRuntime> current) {
    streams.keySet().retainAll(current);
    latest = null;
  }

  /** To be called some ten times a second. */
  void tick(long nowNanos) {
    for (StreamState stream : streams.values()) {
      stream.tick(nowNanos);
    }
  }

  /** Counts the record key of the event that was written last. */
  void countKey(IngestRequest request) {
    latest.countKey(request);
  }

  /**
   * Writes the frame of an event behind what was begun.
   *
   * @param mayGoToHotTopic false if it cannot go to another topic than the stream's own
   * @return null if it is an event, else why it is none
   */
  Problem write(
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
      if (!keyed.isRead()) {
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
}
