package com.reactive.platform.kafka.benchmark.target;

import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Decodes records as any consumer of the gateway's would. A message is whole if its body, written
 * once more, has the same session, customer, action and value, if the record's key is that
 * customer, and if the body has the size and the payload of its run.
 */
final class CounterRecordReader implements RecordReader {
  private final BinaryMessageDecoder<GenericRecord> decoder =
      new BinaryMessageDecoder<>(GenericData.get(), StreamsConfig.counterSchema());
  private final PostedBodies posted = new PostedBodies();

  @Override
  public void read(ConsumerRecord<byte[], byte[]> record, MessageFormat expected, Found found) {
    PostedBodies.Id id;
    try {
      GenericRecord event = decoder.decode(record.value(), null);
      String session = event.get("sessionId").toString();
      byte[] customer = event.get("customerId").toString().getBytes(StandardCharsets.US_ASCII);
      id = PostedBodies.Id.of(session);
      int bytes = CounterMessages.MIN_BYTES - CounterMessages.KEY_DIGITS + customer.length;
      byte[] body = posted.of(id, bytes);
      if (!id.fits(bytes, expected)
          || !CounterMessages.ACTION.equals(event.get("action").toString())
          || !Integer.valueOf(CounterMessages.VALUE).equals(event.get("value"))
          || !isThere(
              session.getBytes(StandardCharsets.US_ASCII), body, CounterMessages.SESSION_FROM)
          || !isThere(customer, body, CounterMessages.CUSTOMER_FROM)
          || !Arrays.equals(customer, record.key())) {
        found.damaged();
        return;
      }
    } catch (IOException | RuntimeException notOurs) {
      found.damaged();
      return;
    }
    found.message(id.runTag(), id.lane(), id.sequence());
  }

  private static boolean isThere(byte[] field, byte[] body, int offset) {
    return Arrays.equals(field, 0, field.length, body, offset, offset + field.length);
  }
}
