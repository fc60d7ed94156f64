package com.reactive.platform.kafka.benchmark.target;

import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
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
  private static final int MAX_LANES_KEPT = 1_024;

  private record RunLane(MessageFormat format, int lane) {}

  private final BinaryMessageDecoder<GenericRecord> decoder =
      new BinaryMessageDecoder<>(GenericData.get(), StreamsConfig.counterSchema());
  private final Map<RunLane, CounterMessages> lanes = new HashMap<>();
  private final byte[] body = new byte[CounterMessages.MAX_BYTES];

  @Override
  public void read(ConsumerRecord<byte[], byte[]> record, MessageFormat expected, Found found) {
    long tag;
    int lane;
    long sequence;
    try {
      GenericRecord event = decoder.decode(record.value(), null);
      String session = event.get("sessionId").toString();
      byte[] customer = event.get("customerId").toString().getBytes(StandardCharsets.US_ASCII);
      tag = number(session, CounterMessages.TAG_AT, CounterMessages.TAG_DIGITS);
      lane = (int) number(session, CounterMessages.LANE_AT, CounterMessages.LANE_DIGITS);
      sequence = number(session, CounterMessages.SEQUENCE_AT, CounterMessages.SEQUENCE_DIGITS);
      int bytes = CounterMessages.MIN_BYTES - CounterMessages.KEY_DIGITS + customer.length;
      MessageFormat format = new MessageFormat(tag, bytes, payload(session));
      boolean ours = tag == expected.runTag();
      lane(format, lane).write(body, 0, sequence);
      if ((ours && !format.equals(expected))
          || !CounterMessages.ACTION.equals(event.get("action").toString())
          || !Integer.valueOf(CounterMessages.VALUE).equals(event.get("value"))
          || !isThere(session.getBytes(StandardCharsets.US_ASCII), CounterMessages.SESSION_FROM)
          || !isThere(customer, CounterMessages.CUSTOMER_FROM)
          || !Arrays.equals(customer, record.key())) {
        found.damaged();
        return;
      }
    } catch (IOException | RuntimeException notOurs) {
      found.damaged();
      return;
    }
    found.message(tag, lane, sequence);
  }

  private CounterMessages lane(MessageFormat format, int lane) {
    if (lanes.size() > MAX_LANES_KEPT) {
      lanes.clear(); // lanes of no run that we know; memory is bounded all the same
    }
    return lanes.computeIfAbsent(
        new RunLane(format, lane), key -> new CounterMessages(key.format(), key.lane()));
  }

  private boolean isThere(byte[] field, int offset) {
    return Arrays.equals(field, 0, field.length, body, offset, offset + field.length);
  }

  private static Payload payload(String session) {
    char letter = session.charAt(CounterMessages.KIND_AT);
    return letter == CounterMessages.letter(Payload.RANDOM) ? Payload.RANDOM : Payload.CONSTANT;
  }

  private static long number(String session, int offset, int digits) {
    return Long.parseUnsignedLong(session, offset, offset + digits, 16);
  }
}
