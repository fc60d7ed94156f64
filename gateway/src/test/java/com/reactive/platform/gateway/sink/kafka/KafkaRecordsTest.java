package com.reactive.platform.gateway.sink.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.EventFrame;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** The partition of an event with a client's key. */
class KafkaRecordsTest {
  private static final int PARTITIONS = 5;
  private static final byte[] IDEMPOTENCY = new byte[EventFrame.IDEMPOTENCY_BYTES];

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(
          new Cluster(
              "c",
              List.of(),
              IntStream.range(0, PARTITIONS)
                  .mapToObj(i -> new PartitionInfo("t", i, Node.noNode(), new Node[0], new Node[0]))
                  .toList(),
              Set.of(),
              Set.of()),
          true,
          null,
          new ByteArraySerializer(),
          new ByteArraySerializer());

  private ProducerRecord<byte[], byte[]> placed(byte[] key, String eventId, byte[] idempotency) {
    EventFrame.Parts event =
        new EventFrame.Parts(
            0,
            new byte[32],
            key,
            eventId.getBytes(US_ASCII),
            idempotency,
            null,
            null,
            List.of(),
            new byte[1]);
    return KafkaRecords.placed(KafkaRecords.of("t", event, null), producer);
  }

  @Test
  void withoutAKeyFieldItIsThatOfTheEventId() {
    Set<Integer> used = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      String id = "order-" + i;
      ProducerRecord<byte[], byte[]> record = placed(null, id, IDEMPOTENCY);
      int expected = Utils.toPositive(Utils.murmur2(id.getBytes(US_ASCII))) % PARTITIONS;
      assertThat(record.partition()).isEqualTo(expected);
      assertThat(record.key()).isNull();
      assertThat(record.headers().lastHeader("idempotency").value()).isEqualTo(IDEMPOTENCY);
      used.add(expected);
    }
    assertThat(used).hasSize(PARTITIONS);
  }

  @Test
  void otherwiseTheProducerChooses() {
    assertThat(placed(new byte[] {1}, "order", IDEMPOTENCY).partition()).isNull();
    assertThat(placed(null, "order", null).partition()).isNull();
  }
}
