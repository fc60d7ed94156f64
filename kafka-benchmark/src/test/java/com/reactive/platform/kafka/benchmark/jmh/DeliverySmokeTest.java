package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** One invocation of the benchmarks, and subjects that do wrong. */
class DeliverySmokeTest {
  private final WriterTimes times = new WriterTimes();

  @Test
  void stripedBatcherDeliversToTheReader() {
    for (String entry : List.of("handle", "any")) {
      DeliveredBenchmark benchmark = new DeliveredBenchmark();
      benchmark.writers = 2;
      benchmark.entry = entry;
      benchmark.start();
      try {
        benchmark.messages(times);
      } finally {
        benchmark.stop();
      }
    }
    assertThat(times.bothNanos).isPositive();
  }

  @Test
  void bulkIsDelivered() {
    BulkBenchmark benchmark = new BulkBenchmark();
    benchmark.start();
    try {
      benchmark.messages(times);
    } finally {
      benchmark.stop();
    }
    assertThat(times.bothNanos).isPositive();
  }

  @Test
  void submitAloneEmptiesTheStripeBetweenInvocations() {
    for (String entry : List.of("handle", "any")) {
      SubmitAloneBenchmark benchmark = new SubmitAloneBenchmark();
      benchmark.entry = entry;
      benchmark.start();
      try {
        for (int i = 0; i < 5; i++) {
          benchmark.closeGate();
          benchmark.submits();
          benchmark.openGate();
        }
      } finally {
        benchmark.stop();
      }
    }
  }

  @Test
  void queuesKeepTheOrder() {
    for (String queue : List.of("FastRingBuffer", "FastRingBuffer-drain", "SpscArrayQueue-drain")) {
      RingBenchmark benchmark = new RingBenchmark();
      benchmark.queue = queue;
      benchmark.start();
      try {
        benchmark.items();
      } finally {
        benchmark.stop();
      }
    }
  }

  @Test
  void theCollectorDelivers() {
    CollectorBenchmark benchmark = new CollectorBenchmark();
    benchmark.start();
    try {
      benchmark.messages(times);
    } finally {
      benchmark.stop();
    }
    assertThat(times.bothNanos).isPositive();
  }

  @Test
  void everyBatcherDelivers() {
    for (String batcher :
        List.of("AdaptiveBatcher", "SimpleBatcher", "ExponentialBatcher", "NaiveBatcher")) {
      BatcherBenchmark benchmark = new BatcherBenchmark();
      benchmark.batcher = batcher;
      benchmark.start();
      try {
        benchmark.messages(times);
      } finally {
        benchmark.stop();
      }
    }
    assertThat(times.bothNanos).isPositive();
  }

  @Test
  void aSubjectThatDeliversTwiceIsCaught() {
    assertWrong(
        (reader, message) -> {
          reader.read(message, 0, message.length);
          reader.read(message, 0, message.length);
        },
        "repeated");
  }

  @Test
  void aSubjectThatDamagesIsCaught() {
    assertWrong(
        (reader, message) -> {
          byte[] damaged = message.clone();
          damaged[20]++;
          reader.read(damaged, 0, damaged.length);
        },
        "corrupt");
  }

  private interface Fault {
    void deliver(MessageReader reader, byte[] message);
  }

  private void assertWrong(Fault fault, String found) {
    MessageReader reader = new MessageReader(1);
    Predicate<byte[]> subject =
        message -> {
          fault.deliver(reader, message);
          reader.publish();
          return true;
        };
    try (DeliveryCheck delivery =
        new DeliveryCheck(reader, List.of(new StampedFeed(0, subject)), 1)) {
      assertThatThrownBy(() -> delivery.run(100, times))
          .isInstanceOf(WrongDeliveryException.class)
          .hasMessageContaining(found);
    }
  }
}
