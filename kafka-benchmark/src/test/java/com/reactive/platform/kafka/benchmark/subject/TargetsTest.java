package com.reactive.platform.kafka.benchmark.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {
  private final Targets targets = Targets.inProcess();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "producer",
        "bulk",
        "mega",
        "striped",
        "striped-bulk",
        "adaptive",
        "simple",
        "exponential",
        "naive",
        "collector"
      })
  void everyKindIsFineWithoutOptionsAndWithProducerSettings(String kind) {
    assertThatCode(() -> targets.check(spec(kind, Map.of()))).doesNotThrowAnyException();
    assertThatCode(() -> targets.check(spec(kind, Map.of("acks", "1", "linger.ms", "3"))))
        .doesNotThrowAnyException();
    assertThat(targets.needsKafka(spec(kind, Map.of()))).isTrue();
  }

  /** Kind, key, value, words of the refusal. */
  @ParameterizedTest
  @CsvSource({
    "producer, acks, 2, acks is wrong",
    "producer, linger.ms, soon, linger.ms is wrong",
    "producer, lingerms, 5, lingerms is no option of kind producer",
    "producer, linger.msec, 5, linger.msec is not a setting of the Kafka producer",
    "producer, bootstrap.servers, x:1, bootstrap.servers is set by the benchmark",
    "producer, transactional.id, t, transactional.id is set by the benchmark",
    "producer, delivery.timeout.ms, 10, delivery.timeout.ms must be at least",
    "producer, partitions, 0, partitions must be a whole number from 1 to 1000",
    "producer, flush-bytes, 10, allowed are messages-per-send",
    "bulk, messages-per-send, 0, messages-per-send must be a whole number from 1 to 1000000",
    "striped, format, avro, 'format must be one of packed, event'",
    "striped, submit, both, 'submit must be one of thread, handle'",
    "striped, stripes, 65, stripes must be a whole number from 1 to 64",
    "striped, max-latency-ms, 5, max-latency-ms is no option of kind striped",
    "adaptive, flush-interval-ms, 5, flush-interval-ms is no option of kind adaptive",
    "adaptive, max-latency-ms, 40000, max-latency-ms must be a number from 0.001 to 30000",
    "adaptive, explore, maybe, 'explore must be one of true, false'",
    "simple, flush-interval-ms, NaN, flush-interval-ms must be a number from 0.001 to 30000",
    "simple, max-bytes, 1000, max-bytes must be a whole number from 2097152",
    "exponential, min-bucket-bytes, 2000000, min-bucket-bytes must be a whole number from 1 to"
        + " 1048576",
    "naive, stripes, 2, 'allowed are max-in-flight, format, partitions, and the settings of the"
        + " Kafka'",
    "collector, flush-bytes, 5, flush-messages",
  })
  void whatIsWrongIsRefusedInOneSentence(String kind, String key, String value, String words) {
    assertThatThrownBy(() -> targets.check(spec(kind, Map.of(key, value))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("target mine: ")
        .hasMessageContaining(key)
        .hasMessageContaining(words);
  }

  @Test
  void settingsThatDoNotGoTogetherAreRefused() {
    assertThatThrownBy(
            () ->
                targets.check(spec("producer", Map.of("acks", "1", "enable.idempotence", "true"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("target mine: ")
        .hasMessageContaining("acks");
  }

  @Test
  void anUnknownKindIsRefusedWithAllThatThereAre() {
    assertThatThrownBy(() -> targets.check(spec("stripe", Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target mine: kind must be one of producer, bulk, mega, striped")
        .hasMessageEndingWith("not 'stripe'");
  }

  @Test
  void oneMoreKindIsOneLine() throws Exception {
    Targets more = targets.with(List.of(new Targets.Kind("none", false, options -> kafka -> null)));
    assertThat(more.kinds()).contains("producer", "none");
    assertThat(more.needsKafka(spec("none", Map.of()))).isFalse();
    assertThat(more.open(spec("none", Map.of()), null)).isNull();
  }

  private static TargetSpec spec(String kind, Map<String, String> options) {
    return new TargetSpec("mine", kind, options);
  }
}
