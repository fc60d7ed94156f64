package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The caller's thread, while no broker answers. */
@Timeout(300)
class PolledReaderTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final Duration LONG = Duration.ofHours(1);

  private final PolledReader reader =
      PolledReader.open(
          WireConfig.of(Map.of("bootstrap.servers", "127.0.0.1:1")).withoutTopicCreation(),
          FetchOptions.COMMITTED,
          new Nothing());

  private static final class Nothing implements FetchListener {
    @Override
    public void onRecord(
        TopicPartition partition,
        long offset,
        long timestampMillis,
        BytesView key,
        BytesView value,
        HeadersView headers) {
      throw new IllegalStateException("there is no broker");
    }

    @Override
    public void failed(TopicPartition partition, Exception cause) {
      throw new IllegalStateException(cause);
    }
  }

  @AfterEach
  void close() {
    reader.close();
  }

  @Test
  void eachWakeUpEndsAPoll() throws Exception {
    reader.fetch(PARTITION, 0, Long.MAX_VALUE);
    for (int i = 0; i < 20; i++) {
      reader.wakeup();
    }
    for (int i = 0; i < 20; i++) {
      assertThat(reader.poll(LONG)).isTrue();
    }
  }

  @Test
  void anInterruptedPollLosesNothing() throws Exception {
    reader.wakeup();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> reader.poll(LONG)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(reader.poll(LONG)).isTrue();
  }

  @Test
  void aPartitionIsReadOnceAtATime() {
    reader.fetch(PARTITION, 0, 10);
    assertThatThrownBy(() -> reader.fetch(PARTITION, 5, 10))
        .isInstanceOf(IllegalStateException.class);
    reader.stop(PARTITION);
    assertThatCode(() -> reader.fetch(PARTITION, 5, 10)).doesNotThrowAnyException();
  }

  @Test
  void closingFailsWhatIsAsked() {
    CompletableFuture<Map<TopicPartition, Long>> offsets =
        reader.offsets(Set.of(PARTITION), ListOffsetsRequest.LATEST_TIMESTAMP);
    assertThat(offsets).isNotDone();
    reader.close();
    assertThat(offsets).isCompletedExceptionally();
  }

  @Test
  void itMayBeClosedTwice() {
    reader.close();
    assertThatCode(reader::close).doesNotThrowAnyException();
  }
}
