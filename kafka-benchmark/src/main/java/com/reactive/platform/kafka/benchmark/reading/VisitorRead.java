package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.kafka.wire.PolledReader;
import com.reactive.platform.kafka.wire.WireConfig;
import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import com.reactive.platform.reader.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The native reader, whose visitor sees records where they lie. */
final class VisitorRead implements TopicRead {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final byte[] EVENT_ID = EventHeaders.EVENT_ID.getBytes(StandardCharsets.US_ASCII);

  private final Visitor visitor = new Visitor();
  private final PolledReader reader;

  VisitorRead(Map<String, Object> settings, TopicLayout topic) {
    reader =
        PolledReader.open(
            WireConfig.of(settings).withoutTopicCreation(), FetchOptions.COMMITTED, visitor);
    topic.all().forEach(partition -> reader.fetch(partition, 0, Long.MAX_VALUE));
  }

  @Override
  public void readAll(long records, IdSum ids) throws InterruptedException {
    visitor.ids = ids;
    while (ids.count() < records) {
      reader.poll(POLL);
    }
  }

  @Override
  public void close() {
    reader.close();
  }

  private static final class Visitor implements FetchListener {
    private IdSum ids;

    @Override
    public void onRecord(
        TopicPartition partition,
        long offset,
        long timestampMillis,
        BytesView key,
        BytesView value,
        HeadersView headers) {
      ids.add(headers.last(EVENT_ID).longAt(IdSum.FROM));
    }

    @Override
    public void failed(TopicPartition partition, Exception cause) {
      throw new IllegalStateException(partition + " cannot be read", cause);
    }
  }
}
