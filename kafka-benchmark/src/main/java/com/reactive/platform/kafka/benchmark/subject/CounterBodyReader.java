package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.MessageVisitor;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Finds messages in records whose value is the body that was posted. A message is whole if it is,
 * byte by byte, what its session says that was posted, and if it has the size and the payload of
 * its run.
 */
public final class CounterBodyReader implements RecordReader {
  private final PostedBodies posted = new PostedBodies(false);

  @Override
  public void read(
      ConsumerRecord<byte[], byte[]> record, MessageFormat expected, MessageVisitor found) {
    byte[] value = record.value();
    PostedBodies.Id id;
    try {
      id =
          PostedBodies.Id.of(
              new String(
                  value,
                  CounterMessages.SESSION_FROM,
                  CounterMessages.SESSION_BYTES,
                  StandardCharsets.ISO_8859_1));
      byte[] body = posted.of(id, value.length);
      if (!id.fits(value.length, expected)
          || !Arrays.equals(value, 0, value.length, body, 0, value.length)) {
        found.damaged();
        return;
      }
    } catch (RuntimeException notOurs) {
      found.damaged();
      return;
    }
    found.message(id.runTag(), id.worker(), id.sequence());
  }
}
