package com.reactive.platform.kafka.embedded.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KafkaExtension.class)
class KafkaExtensionIT {

  private static TestKafka first;

  @Test
  void recordsOfAllPartitionsAreReadInOrder(TestKafka kafka) {
    sameAsFirst(kafka);
    String topic = kafka.createTopic(3);

    Records.produce(kafka.bootstrapServers(), topic, 0, 300);

    assertThat(Records.values(kafka.readAll(topic)))
        .containsExactlyInAnyOrderElementsOf(Records.expected(300));
    assertThat(kafka.readAll(topic))
        .extracting(record -> record.partition())
        .isSorted()
        .contains(0, 1, 2);
  }

  @Test
  void topicsAreUniqueAndEmpty(TestKafka kafka) {
    sameAsFirst(kafka);
    String topic = kafka.createTopic(2);

    assertThat(kafka.createTopic(2)).isNotEqualTo(topic);
    assertThat(kafka.readAll(topic)).isEmpty();
  }

  /** Whichever test runs second: it has the Kafka of the first. */
  private static void sameAsFirst(TestKafka kafka) {
    first = first == null ? kafka : first;
    assertThat(kafka).isSameAs(first);
  }
}
