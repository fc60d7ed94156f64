package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.MessageVisitor;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import com.reactive.platform.reader.AvroDecoder;
import com.reactive.platform.reader.EventHeaders;
import java.io.IOException;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Decodes records as any consumer of the gateway's would. A message is whole if its body, written
 * once more, has the same session, customer, action and value, if the record's key is that
 * customer, and if the body has the size and the payload of its run.
 */
public final class CounterRecordReader implements RecordReader {
  private static final Utf8 NO_NOTE = new Utf8();

  private final boolean noted;
  private final AvroDecoder<GenericRecord> decoder;
  private final PostedBodies posted;

  // Places in the schema: names would be looked up for each record.
  private final int session;
  private final int customer;
  private final int action;
  private final int value;
  private final int eventId;
  private final int note;

  /**
   * Creates one.
   *
   * @param noted true if the records are of {@linkplain NotedEvent noted events}
   */
  public CounterRecordReader(boolean noted) {
    this.noted = noted;
    posted = new PostedBodies(noted);
    Schema schema = noted ? NotedEvent.schema() : StreamsConfig.counterSchema();
    decoder = AvroDecoder.singleObject(schema).reusing();
    session = schema.getField("sessionId").pos();
    customer = schema.getField("customerId").pos();
    action = schema.getField("action").pos();
    value = schema.getField("value").pos();
    eventId = schema.getField("eventId").pos();
    note = noted ? schema.getField(NotedEvent.FIELD).pos() : -1;
  }

  @Override
  public void read(
      ConsumerRecord<byte[], byte[]> record, MessageFormat expected, MessageVisitor found) {
    GenericRecord event;
    PostedBodies.Id id;
    try {
      event = decoder.decode(record.value(), 0, record.value().length);
      id = PostedBodies.Id.of(event.get(session).toString());
      if (!isWhole(event, id, record.key(), expected)) {
        found.damaged();
        return;
      }
    } catch (IOException | RuntimeException notOurs) {
      found.damaged();
      return;
    }
    found.message(id.runTag(), id.worker(), id.sequence());
    Header header = record.headers().lastHeader(EventHeaders.EVENT_ID);
    if (header == null || !isThere((Utf8) event.get(eventId), header.value())) {
      found.wrong("event-id: of %,d records the header is not that of the value");
    }
  }

  private boolean isWhole(
      GenericRecord event, PostedBodies.Id id, byte[] key, MessageFormat expected) {
    Utf8 customers = (Utf8) event.get(customer);
    Utf8 notes = noted ? (Utf8) event.get(note) : NO_NOTE;
    int bytes =
        noted
            ? CounterMessages.MIN_NOTED_BYTES + notes.getByteLength()
            : CounterMessages.MIN_BYTES - CounterMessages.KEY_DIGITS + customers.getByteLength();
    byte[] body = posted.of(id, bytes);
    return id.fits(bytes, expected)
        && (!noted || customers.getByteLength() == CounterMessages.KEY_DIGITS)
        && CounterMessages.ACTION.equals(event.get(action).toString())
        && Integer.valueOf(CounterMessages.VALUE).equals(event.get(value))
        && isThere((Utf8) event.get(session), body, CounterMessages.SESSION_FROM)
        && isThere(customers, body, CounterMessages.CUSTOMER_FROM)
        && isThere(notes, body, CounterMessages.NOTE_FROM)
        && isThere(customers, key);
  }

  private static boolean isThere(Utf8 field, byte[] bytes) {
    return bytes != null && bytes.length == field.getByteLength() && isThere(field, bytes, 0);
  }

  private static boolean isThere(Utf8 field, byte[] bytes, int offset) {
    int length = field.getByteLength();
    return Arrays.equals(field.getBytes(), 0, length, bytes, offset, offset + length);
  }
}
