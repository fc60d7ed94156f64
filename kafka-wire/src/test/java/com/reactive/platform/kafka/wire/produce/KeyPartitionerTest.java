package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;

class KeyPartitionerTest {
  @Test
  void agreesWithKafkasClients() {
    Random random = new Random(17);
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = new byte[3 + random.nextInt(40)];
      random.nextBytes(bytes);
      int offset = random.nextInt(3);
      int length = random.nextInt(bytes.length - offset + 1);
      int partitions = 1 + random.nextInt(50);
      byte[] key = Arrays.copyOfRange(bytes, offset, offset + length);
      assertThat(KeyPartitioner.partition(bytes, offset, length, partitions))
          .isEqualTo(BuiltInPartitioner.partitionForKey(key, partitions));
    }
  }
}
