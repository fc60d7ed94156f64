package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.MessageVisitor;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.util.Utf8;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Decodes records as any consumer of the gateway's would. A message is whole if its body, written
 * once more, has the same session, customer, action and value, if the record's key is that
 * customer, and if the body has the size and the payload of its run.
 */
public final class CounterRecordReader implements RecordReader {
  private static final byte[] NO_NOTE = {};

  private final boolean noted;
  private final BinaryMessageDecoder<GenericRecord> decoder;
  private final PostedBodies posted;
  private GenericRecord event;

  /**
   * Creates one.
   *
   * @param noted true if the records are of {@linkplain NotedEvent noted events}
   */
  public CounterRecordReader(boolean noted) {
    this.noted = noted;
    this.posted = new PostedBodies(noted);
    this.decoder =
        new BinaryMessageDecoder<>(
            GenericData.get(), noted ? NotedEvent.schema() : StreamsConfig.counterSchema());
  }

  @Override
  public void read(
      ConsumerRecord<byte[], byte[]> record, MessageFormat expected, MessageVisitor found) {
    PostedBodies.Id id;
    byte[] eventId;
    try {
      event = decoder.decode(record.value(), event);
      String session = event.get("sessionId").toString();
      byte[] customer = ascii(event, "customerId");
      byte[] note = noted ? ascii(event, NotedEvent.FIELD) : NO_NOTE;
      eventId = ascii(event, "eventId");
      id = PostedBodies.Id.of(session);
      int bytes =
          noted
              ? CounterMessages.MIN_NOTED_BYTES + note.length
              : CounterMessages.MIN_BYTES - CounterMessages.KEY_DIGITS + customer.length;
      byte[] body = posted.of(id, bytes);
      if (!id.fits(bytes, expected)
          || (noted && customer.length != CounterMessages.KEY_DIGITS)
          || !CounterMessages.ACTION.equals(event.get("action").toString())
          || !Integer.valueOf(CounterMessages.VALUE).equals(event.get("value"))
          || !isThere(
              session.getBytes(StandardCharsets.US_ASCII), body, CounterMessages.SESSION_FROM)
          || !isThere(customer, body, CounterMessages.CUSTOMER_FROM)
          || !isThere(note, body, CounterMessages.NOTE_FROM)
          || !Arrays.equals(customer, record.key())) {
        found.damaged();
        return;
      }
    } catch (IOException | RuntimeException notOurs) {
      found.damaged();
      return;
    }
    found.message(id.runTag(), id.worker(), id.sequence());
    Header header = record.headers().lastHeader("event-id");
    if (header == null || !Arrays.equals(header.value(), eventId)) {
      found.wrong("event-id: of %,d records the header is not that of the value");
    }
  }

  /** The field's bytes, a copy. */
  private static byte[] ascii(GenericRecord event, String field) {
    Utf8 text = (Utf8) event.get(field);
    return Arrays.copyOf(text.getBytes(), text.getByteLength());
  }

  private static boolean isThere(byte[] field, byte[] body, int offset) {
    return Arrays.equals(field, 0, field.length, body, offset, offset + field.length);
  }
}
