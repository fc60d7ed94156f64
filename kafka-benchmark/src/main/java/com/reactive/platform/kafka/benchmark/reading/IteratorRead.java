package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.reader.EventHeaders;
import com.reactive.platform.reader.TopicReader;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The native reader's iterator, which makes the objects of Kafka's client. */
final class IteratorRead implements TopicRead {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TopicReader reader;
  private final TopicLayout topic;

  IteratorRead(Map<String, Object> settings, TopicLayout topic) throws IOException {
    reader = new TopicReader(settings, PATIENCE);
    this.topic = topic;
  }

  @Override
  public void readAll(long records, IdSum ids) throws IOException, InterruptedException {
    Iterator<ConsumerRecord<byte[], byte[]>> all =
        reader.records(topic.begins(), reader.ends(topic.all()));
    while (all.hasNext()) {
      ids.add(all.next().headers().lastHeader(EventHeaders.EVENT_ID).value());
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
