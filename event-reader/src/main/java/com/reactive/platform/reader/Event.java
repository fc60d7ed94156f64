package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.TopicPartition;

/**
 * An event and its record. One object is used for many events: valid only until the handler
 * returns. Names of headers are those of {@link EventHeaders}.
 */
public final class Event<T> {
  TopicPartition partition;
  long offset;
  long timestampMillis;
  int index;
  BytesView key;
  HeadersView headers;
  T value;

  /** Of an entry of a packed record: its place in the buffer; else null. */
  byte[] packedId;

  int packedIdOffset;
  int packedIdLength;

  Event() {}

  public TopicPartition partition() {
    return partition;
  }

  public long offset() {
    return offset;
  }

  /** Its number among the events of a packed record; 0 for the only one. */
  public int index() {
    return index;
  }

  /** The producer's, or the time of the append if the topic says so. */
  public long timestampMillis() {
    return timestampMillis;
  }

  /** The record's key, a copy; null if it has none. */
  public byte[] key() {
    return key.toArray();
  }

  /** As the decoder made it; of the next event, too, if that reuses objects. */
  public T value() {
    return value;
  }

  /** The event's id; null if the record has none: then the gateway did not write it. */
  public String eventId() {
    return packedId == null
        ? header(EventHeaders.EVENT_ID)
        : new String(packedId, packedIdOffset, packedIdLength, StandardCharsets.US_ASCII);
  }

  public String requestId() {
    return header(EventHeaders.REQUEST_ID);
  }

  /** W3C trace context of the span that wrote the record; null for none. */
  public String traceparent() {
    return header(EventHeaders.TRACEPARENT);
  }

  /** The last header of this name as text; null if there is none, or no value. */
  public String header(String name) {
    byte[] bytes = headerBytes(name);
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** The last header of this name, a copy; null if there is none, or no value. */
  public byte[] headerBytes(String name) {
    BytesView found = headers.last(name.getBytes(StandardCharsets.UTF_8));
    return found == null ? null : found.toArray();
  }
}
