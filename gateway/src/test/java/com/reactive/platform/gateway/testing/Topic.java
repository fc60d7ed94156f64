package com.reactive.platform.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What Kafka holds, read back and decoded by Avro's own decoder, by event id. */
public final class Topic {
  /** One record of the topic. */
  public record Entry(ConsumerRecord<byte[], byte[]> raw, GenericRecord event) {
    public String header(String name) {
      return new String(raw.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    public String key() {
      return new String(raw.key(), StandardCharsets.UTF_8);
    }
  }

  private final Map<String, List<Entry>> byEventId = new HashMap<>();

  private Topic() {}

  public static Topic read(TestKafka kafka, String name) throws IOException {
    Topic topic = new Topic();
    BinaryMessageDecoder<GenericRecord> decoder =
        new BinaryMessageDecoder<>(GenericData.get(), StreamsConfig.counterSchema());
    for (ConsumerRecord<byte[], byte[]> record : kafka.readAll(name)) {
      Entry entry = new Entry(record, decoder.decode(record.value()));
      assertThat(entry.header("event-id")).isEqualTo(entry.event().get("eventId").toString());
      topic.byEventId.computeIfAbsent(entry.header("event-id"), id -> new ArrayList<>()).add(entry);
    }
    return topic;
  }

  /** The records of this event: one, if all is well. */
  public List<Entry> records(String eventId) {
    return byEventId.getOrDefault(eventId, List.of());
  }

  /** How many different events there are. */
  public int size() {
    return byEventId.size();
  }

  /**
   * Holds the answers against Kafka: 201 means exactly once, at the place that the answer named;
   * 504 and no answer mean at most once; everything else means not at all.
   */
  public void assertAgreesWith(List<Poster.Posted> posts) {
    for (Poster.Posted post : posts) {
      List<Entry> records = records(post.idempotencyKey());
      if (post.status() == 201) {
        assertThat(records).as("records of %s", post).hasSize(1);
        ConsumerRecord<byte[], byte[]> record = records.get(0).raw();
        assertThat(post.response().field("eventId")).isEqualTo(post.idempotencyKey());
        assertThat(record.partition() + "@" + record.offset())
            .as("place of %s", post)
            .isEqualTo(post.response().field("partition") + "@" + post.response().field("offset"));
      } else if (post.status() == 504 || post.status() == 0) {
        assertThat(records).as("records of %s", post).hasSizeLessThanOrEqualTo(1);
      } else {
        assertThat(records).as("records of %s", post).isEmpty();
      }
    }
  }
}
