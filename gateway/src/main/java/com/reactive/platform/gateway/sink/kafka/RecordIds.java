package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.LoggedEvent;
import com.reactive.platform.gateway.sink.RecordMapper;
import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** Reads the headers that say which event a record is of. No object is made for a record. */
final class RecordIds implements BiConsumer<BytesView, BytesView> {
  private static final byte[] EVENT_ID = ascii(RecordMapper.EVENT_ID);
  private static final byte[] IDEMPOTENCY = ascii(RecordMapper.IDEMPOTENCY);

  private final LoggedEvent event = new LoggedEvent();
  private boolean found;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * The event of a record.
   *
   * @return used again for the next; null if the record has no event id
   */
  LoggedEvent read(int partition, long offset, long timestampMillis, HeadersView headers) {
    event.partition = partition;
    event.offset = offset;
    event.timestampMillis = timestampMillis;
    event.isKeyed = false;
    found = false;
    headers.forEach(this);
    return found ? event : null;
  }

  /** A header. Of two with one name the last counts, as for consumers. */
  @Override
  public void accept(BytesView name, BytesView value) {
    if (name.contains(EVENT_ID)) {
      found = !value.isNull();
      event.idLength = value.length();
      if (event.id.length < value.length()) {
        event.id = new byte[2 * value.length()];
      }
      value.copyTo(0, event.id, 0, value.length());
    } else if (name.contains(IDEMPOTENCY) && value.length() == 2 * Long.BYTES) {
      event.isKeyed = true;
      event.caller = value.longAt(0);
      event.request = value.longAt(Long.BYTES);
    }
  }
}
