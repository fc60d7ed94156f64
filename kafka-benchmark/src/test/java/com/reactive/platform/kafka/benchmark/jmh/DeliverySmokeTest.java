package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One invocation of the benchmarks, and subjects that do wrong. */
class DeliverySmokeTest {
  private final WriterTimes times = new WriterTimes();

  @ParameterizedTest
  @CsvSource({
    "StripedBatcher, 2",
    "StripedBatcher-handle, 2",
    "StripedBatcher-bulk, 1",
    "MicrobatchCollector, 1",
    "AdaptiveBatcher, 1",
    "SimpleBatcher, 1",
    "ExponentialBatcher, 1",
    "NaiveBatcher, 1"
  })
  void everySubjectDeliversToTheReader(String subject, int writers) {
    DeliveredBenchmark benchmark = new DeliveredBenchmark();
    benchmark.subject = subject;
    benchmark.writers = writers;
    benchmark.start();
    try {
      benchmark.messages(times);
    } finally {
      benchmark.stop();
    }
    assertThat(times.bothNanos).isPositive();
  }

  @Test
  void submitAloneEmptiesTheStripeBetweenInvocations() throws Exception {
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
        new DeliveryCheck(reader, List.of(Feed.stamped(0, subject)), 1, () -> {})) {
      assertThatThrownBy(() -> delivery.run(100, times))
          .isInstanceOf(WrongDeliveryException.class)
          .hasMessageContaining(found);
    }
  }
}
