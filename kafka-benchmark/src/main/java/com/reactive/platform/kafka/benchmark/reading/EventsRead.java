package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.reader.AvroDecoder;
import com.reactive.platform.reader.EventReader;
import com.reactive.platform.reader.EventReaderBuilder;
import java.time.Duration;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** The reader of events, which decodes to one object that is used again. */
final class EventsRead implements TopicRead {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final EventReader<GenericRecord> reader;

  EventsRead(Map<String, Object> settings, TopicLayout topic) {
    reader =
        new EventReaderBuilder(settings)
            .partitions(topic.begins())
            .open(AvroDecoder.singleObject(StreamsConfig.counterSchema()).reusing());
  }

  @Override
  public void readAll(long records, IdSum ids) throws InterruptedException {
    while (ids.count() < records) {
      reader.poll(POLL, event -> ids.add(((Utf8) event.value().get("eventId")).getBytes()));
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
