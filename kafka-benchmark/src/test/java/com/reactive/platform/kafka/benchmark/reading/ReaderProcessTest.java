package com.reactive.platform.kafka.benchmark.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A reader that has not seen every id once is found out. */
@EnabledOnOs(OS.LINUX)
class ReaderProcessTest {
  private static final TopicLayout TOPIC = TopicLayout.of(6, "lz4", 2);

  private final IdSum ids = new IdSum();

  ReaderProcessTest() {
    ids.add(5);
    ids.add(-7);
  }

  private ReadingPass read(String answer) throws Exception {
    String script = "while read line; do echo '" + answer + "'; done";
    try (ReaderProcess reader =
        ReaderProcess.start(ReaderKind.FRANZ_GO, List.of("sh", "-c", script))) {
      reader.read(TOPIC, ids);
      return reader.read(TOPIC, ids);
    }
  }

  @Test
  void allIdsAreThere() throws Exception {
    ReadingPass pass = read("records=2 sum=-2 nanos=500000000 allocated-bytes=30");

    assertThat(pass.perSecond()).isEqualTo(4);
    assertThat(pass.allocatedBytes()).isEqualTo(15);
    assertThat(pass.residentMegabytes()).isPositive();
  }

  @Test
  void memoryThatIsNotKnownIsNone() throws Exception {
    assertThat(read("records=2 sum=-2 nanos=5 allocated-bytes=-1").allocatedBytes()).isNaN();
  }

  @Test
  void aMissingRecordIsAnError() {
    assertThatThrownBy(() -> read("records=1 sum=-2 nanos=5"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("franz-go, 6 partitions, lz4: 1 records of 2");
  }

  @Test
  void anotherIdIsAnError() {
    assertThatThrownBy(() -> read("records=2 sum=-3 nanos=5"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not those that were written");
  }

  @Test
  void whatItSaysAtItsEndIsShown() {
    assertThatThrownBy(
            () -> {
              List<String> command = List.of("sh", "-c", "echo no way >&2");
              try (ReaderProcess reader = ReaderProcess.start(ReaderKind.LIBRDKAFKA, command)) {
                reader.read(TOPIC, ids);
              }
            })
        .isInstanceOf(IOException.class);
  }
}
