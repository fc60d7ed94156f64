package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.cli.ExecutablePath;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RivalKindsTest {
  private final Targets targets = Targets.inProcess().with(RivalKinds.kinds("/nowhere"));

  /** Kind, key, value, words of the refusal. */
  @ParameterizedTest
  @CsvSource({
    "rival-fasthttp, async, yes, 'async must be one of true, false'",
    "rival-fasthttp, linger-ms, -2, linger-ms must be a whole number from -1 to 60000",
    "rival-nethttp, partitions, 0, partitions must be a whole number from 1 to 1000",
    "rival-nethttp, heap-mb, 64, 'allowed are partitions, async, linger-ms'",
    "rival-fasthttp, linger.ms, 0, linger.ms is no option of kind rival-fasthttp",
    "rival-producer, linger.ms, soon, linger.ms is wrong",
    "rival-producer, linger.msec, 0, linger.msec is not a setting of the Kafka producer",
    "rival-producer, linger-ms, 0, linger-ms is no option of kind rival-producer",
    "rival-producer, bootstrap.servers, x:1, bootstrap.servers is set by the benchmark",
    "rival-otelcol, async, true, 'allowed are partitions, linger-ms'",
    "rival-spring, linger-ms, 0, linger-ms is no option of kind rival-spring",
    "rival-grpc-java, async, true, 'allowed are partitions, streams-per-connection, heap-mb'",
    "rival-connect-go, streams-per-connection, 65, must be a whole number from 1 to 64",
    "rival-producer, heap-mb, 1, heap-mb must be a whole number from 64",
  })
  void whatIsWrongIsRefusedInOneSentence(String kind, String key, String value, String words) {
    assertThatThrownBy(() -> targets.check(spec(kind, Map.of(key, value))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("target mine: ")
        .hasMessageContaining(words);
  }

  @Test
  void whetherThereIsAGoMattersToThoseInGoOnlyAndOnlyWhenTheyAreOpened() throws Exception {
    for (String kind : new String[] {"rival-fasthttp", "rival-nethttp", "rival-producer"}) {
      TargetSpec spec = spec(kind, Map.of("async", "true"));
      assertThatCode(() -> targets.check(spec)).doesNotThrowAnyException();
      assertThat(targets.needsKafka(spec)).isTrue();
    }
    assertThat(targets.whyNot(spec("rival-fasthttp", Map.of()), line -> {}))
        .hasValueSatisfying(why -> assertThat(why).contains("no Go on the PATH"));
    assertThat(targets.whyNot(spec("rival-producer", Map.of()), line -> {})).isEmpty();
    assertThat(ExecutablePath.find("go", "/nowhere")).isEmpty();
  }

  private static TargetSpec spec(String kind, Map<String, String> options) {
    return new TargetSpec("mine", kind, options);
  }
}
