package com.reactive.platform.kafka.benchmark.outbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ExpectedRowsTest {
  private final ExpectedRows rows = new ExpectedRows(255, 3, "id");

  private void came(String header, String id, long millis) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(header, id.getBytes(US_ASCII));
    rows.accept(
        new ConsumerRecord<>(
            "topic",
            0,
            0,
            millis,
            TimestampType.LOG_APPEND_TIME,
            0,
            0,
            null,
            new byte[0],
            headers,
            Optional.empty()));
  }

  private void came(String lastDigits, long millis) {
    came("id", "00000000-0000-4000-8000-000000000" + lastDigits, millis);
  }

  @Test
  void eachOnceIsWhatIsWanted() throws Exception {
    came("101", 7);
    came("0ff", 5);
    came("100", 6);
    assertThat(rows.require()).containsExactly(5, 6, 7);
  }

  @Test
  void allElseIsRefused() {
    came("0ff", 5);
    came("0ff", 6);
    came("102", 7);
    came("0fe", 7);
    came("id", "none", 7);
    came("another", "00000000-0000-4000-8000-000000000100", 7);
    assertThatThrownBy(rows::require)
        .isInstanceOf(IOException.class)
        .hasMessage("of 3 rows 2 are not in Kafka, 1 are there again, and 4 do not belong there");
  }
}
