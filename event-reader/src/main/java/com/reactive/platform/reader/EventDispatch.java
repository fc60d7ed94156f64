package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Makes events of a partition's records, leaves out repeats, and hands the others over. */
final class EventDispatch<T> {
  private static final byte[] EVENT_ID = ascii(EventHeaders.EVENT_ID);
  private static final byte[] IDEMPOTENCY = ascii(EventHeaders.IDEMPOTENCY);
  private static final byte[] CONTENT_TYPE = ascii(EventHeaders.CONTENT_TYPE);
  private static final byte[] PACKED = ascii(EventHeaders.PACKED);

  private final ValueDecoder<T> decoder;
  private final UndecodableHandler undecodable;
  private final EventIdentity identity = new EventIdentity();
  private final PackedValue packed = new PackedValue();
  private final Event<T> event = new Event<>();
  private long caller;
  private byte[] bytes = new byte[1 << 10];
  private byte[] id = new byte[64];
  long records;
  long events;
  long repeats;
  long failures;

  EventDispatch(ValueDecoder<T> decoder, UndecodableHandler undecodable) {
    this.decoder = decoder;
    this.undecodable = undecodable;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Deals with a record, whole.
   *
   * @param handler null for a record that is only remembered
   * @throws RuntimeException of the handler; events of a packed record before that one are
   *     remembered, if any are
   */
  void record(
      OwnedPartition partition,
      long offset,
      long timestampMillis,
      BytesView key,
      BytesView value,
      HeadersView headers,
      EventHandler<T> handler) {
    records++;
    event.partition = partition.id;
    event.offset = offset;
    event.timestampMillis = timestampMillis;
    event.key = key;
    event.headers = headers;
    event.index = 0;
    event.packedId = null;
    boolean isPacked = isPacked(value, headers);
    if (!value.isNull() && (isPacked || handler != null)) {
      copy(value);
    }
    if (isPacked) {
      entries(partition, value.length(), handler);
    } else {
      boolean known = partition.window != null && identify(headers);
      event(partition, known, 0, value.isNull() ? -1 : value.length(), handler);
    }
  }

  private static boolean isPacked(BytesView value, HeadersView headers) {
    BytesView type = value.isNull() ? null : headers.last(CONTENT_TYPE);
    return type != null && type.contains(PACKED);
  }

  private void copy(BytesView value) {
    if (bytes.length < value.length()) {
      bytes = new byte[2 * value.length()];
    }
    value.copyTo(0, bytes, 0, value.length());
  }

  /** Takes the record's id; false if it has none. */
  private boolean identify(HeadersView headers) {
    BytesView found = headers.last(EVENT_ID);
    if (found == null || found.isNull()) {
      return false;
    }
    int length = found.length();
    if (id.length < length) {
      id = new byte[2 * length];
    }
    found.copyTo(0, id, 0, length);
    BytesView chosen = headers.last(IDEMPOTENCY);
    boolean tells = chosen != null && chosen.length() == 2 * Long.BYTES;
    caller = tells ? chosen.longAt(0) : RepeatWindow.ANY_CALLER;
    identity.of(id, 0, length);
    return true;
  }

  private void entries(OwnedPartition partition, int length, EventHandler<T> handler) {
    try {
      packed.open(bytes, length);
      while (packed.next()) {
        event.packedId = bytes;
        event.packedIdOffset = packed.idOffset();
        event.packedIdLength = packed.idLength();
        boolean known = partition.window != null && identifyEntry();
        event(partition, known, packed.valueOffset(), packed.valueLength(), handler);
        event.index++;
      }
    } catch (IOException torn) {
      event.packedId = null;
      if (handler != null) {
        refuse(Arrays.copyOf(bytes, length), torn);
      }
    }
  }

  /** Takes the entry's id; false if a client chose it, as an entry does not say which client. */
  private boolean identifyEntry() {
    if (!EventIdentity.looksMade(bytes, packed.idOffset(), packed.idLength())) {
      return false;
    }
    caller = RepeatWindow.ANY_CALLER;
    identity.of(bytes, packed.idOffset(), packed.idLength());
    return true;
  }

  /**
   * @param known whether {@link #identity} and {@link #caller} are those of the event
   * @param length -1 for a record without a value
   */
  private void event(
      OwnedPartition partition, boolean known, int offset, int length, EventHandler<T> handler) {
    if (handler != null) {
      if (known && partition.window.contains(identity.high(), identity.low(), caller)) {
        repeats++;
        return;
      }
      handOver(offset, length, handler);
    }
    if (known) {
      partition.window.add(identity.high(), identity.low(), caller);
    }
  }

  private void handOver(int offset, int length, EventHandler<T> handler) {
    try {
      event.value = length < 0 ? null : decoder.decode(bytes, offset, length);
    } catch (IOException e) {
      event.value = null;
      refuse(Arrays.copyOfRange(bytes, offset, offset + length), e);
      return;
    }
    handler.onEvent(event);
    events++;
  }

  private void refuse(byte[] value, IOException cause) {
    failures++;
    undecodable.onUndecodable(event, value, cause);
  }
}
