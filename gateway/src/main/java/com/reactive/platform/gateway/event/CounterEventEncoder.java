package com.reactive.platform.gateway.event;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.Utf8;

/**
 * Writes a {@link CounterEvent} in Avro's single-object encoding: {@code C3 01}, the schema's
 * CRC-64-AVRO fingerprint (little-endian), the binary datum.
 *
 * <p>One instance per event loop; not thread-safe.
 *
 * @see <a href="https://avro.apache.org/docs/1.12.0/specification/#single-object-encoding">Avro
 *     specification, single-object encoding</a>
 */
public final class CounterEventEncoder {
  /** The schema of every event; the file ships with the gateway. */
  public static final Schema SCHEMA = loadSchema();

  private static final Schema ACTION = SCHEMA.getField("action").schema();

  private static final byte[] HEADER =
      ByteBuffer.allocate(10)
          .order(ByteOrder.LITTLE_ENDIAN)
          .put((byte) 0xC3)
          .put((byte) 0x01)
          .putLong(SchemaNormalization.parsingFingerprint64(SCHEMA))
          .array();

  private BinaryEncoder encoder;

  /** Appends the encoded event to the stream, which must not throw: it is memory. */
  public void encode(CounterEvent event, OutputStream out) {
    try {
      out.write(HEADER);
      encoder = EncoderFactory.get().directBinaryEncoder(out, encoder);
      writeFields(event);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
  }

  /** In the order of the schema's fields. */
  private void writeFields(CounterEvent event) throws IOException {
    CounterRequest request = event.request();
    encoder.writeString(new Utf8(event.requestId()));
    encoder.writeString(request.customerId());
    encoder.writeString(new Utf8(event.eventId()));
    encoder.writeString(request.sessionId());
    encoder.writeEnum(ACTION.getEnumOrdinal(request.action().text()));
    encoder.writeInt(request.value());
    encoder.writeLong(event.timestampMillis());
    writeOptional(event.traceparent());
    writeOptional(event.tracestate());
    // timing: the record branch of the union; gatewayPublishedAt is not known yet.
    encoder.writeIndex(1);
    encoder.writeLong(event.timestampMillis());
    encoder.writeIndex(0);
  }

  private void writeOptional(String text) throws IOException {
    if (text == null) {
      encoder.writeIndex(0);
    } else {
      encoder.writeIndex(1);
      encoder.writeString(text);
    }
  }

  private static Schema loadSchema() {
    try (InputStream in =
        CounterEventEncoder.class.getResourceAsStream("/avro/counter-event.avsc")) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
