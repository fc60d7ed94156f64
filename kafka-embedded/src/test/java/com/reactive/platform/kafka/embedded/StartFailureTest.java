package com.reactive.platform.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartFailureTest {

  private static final Path LOG = Path.of("/data/node-1.log");
  private static final Path DATA = Path.of("/data");
  private static final long ROOMY = 1L << 40;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.io.IOException: No space left on device | the disk that holds /data is full",
        "java.io.IOException: Another broker holds the lock on /data/node-1.lock | data folder /data is in use by another"
            + " broker",
        "java.nio.file.AccessDeniedException: /data/node-1 | cannot write to data folder /data",
        "Terminating due to java.lang.OutOfMemoryError: Java heap space | it died: its heap is too small or the machine"
            + " is out of memory",
        "ConfigException: Invalid value x for configuration y | Kafka refused its configuration: Invalid value x for"
            + " configuration y",
        "something else | it died",
      })
  void logIsReadForTheCause(String logged, String sentence) {
    assertThat(StartFailure.explain("it died", LOG, DATA, logged, ROOMY))
        .hasMessage(sentence + "\nlast lines of /data/node-1.log:\n  " + logged);
  }

  @Test
  void takenPortIsNamed() {
    String logged =
        "org.apache.kafka.common.KafkaException: Socket server failed to bind to 127.0.0.1:9092: Address already in use.";

    assertThat(StartFailure.explain("it died", LOG, DATA, logged, ROOMY))
        .isInstanceOfSatisfying(PortTakenException.class, e -> assertThat(e.port()).isEqualTo(9092))
        .hasMessage("port 9092 is already in use");
  }

  @Test
  void fullDiskMayHaveSilencedTheLog() {
    assertThat(StartFailure.explain("it died", LOG, DATA, "", 0))
        .hasMessage("the disk that holds /data is full (it logged nothing to /data/node-1.log)");
  }

  @Test
  void onlyTheLastLinesAreShown() {
    String logged =
        IntStream.range(0, 100).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));

    assertThat(StartFailure.explain("it died", LOG, DATA, logged, ROOMY).getMessage().split("\n"))
        .hasSize(17)
        .contains("  line 85", "  line 99")
        .doesNotContain("  line 84");
  }

  @Test
  void tailStartsWhereThisStartBegan(@TempDir Path folder) throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "before|after");

    assertThat(StartFailure.tail(log, "before|".length())).isEqualTo("after");
    assertThat(StartFailure.tail(log, 1_000)).as("rolled meanwhile").isEqualTo("before|after");
    assertThat(StartFailure.tail(folder.resolve("none"), 0)).isEmpty();
    Files.writeString(log, "x".repeat(200_000));
    assertThat(StartFailure.tail(log, 0)).hasSize(64 << 10);
  }
}
