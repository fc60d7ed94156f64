package com.reactive.platform.reader;

import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Says what is to be read, and how, then opens a reader. The properties are those of a Kafka
 * consumer and mean the same: {@code group.id}, {@code group.protocol}, {@code auto.offset.reset},
 * {@code enable.auto.commit}, {@code isolation.level}, {@code fetch.max.bytes}, security and so on.
 */
public final class EventReaderBuilder {
  private final Map<String, Object> properties;
  private List<String> topics = List.of();
  private Map<TopicPartition, Long> partitions = Map.of();
  private int repeatEvents;
  private OffsetStore store;
  private UndecodableHandler undecodable =
      (event, value, cause) -> {
        throw new UncheckedIOException(
            event.partition() + ", offset " + event.offset() + ": " + cause.getMessage(), cause);
      };

  public EventReaderBuilder(Map<String, ?> properties) {
    this.properties = new HashMap<>(properties);
  }

  /** Reads these topics as a member of the group {@code group.id}. */
  public EventReaderBuilder topics(String... names) {
    topics = List.of(names);
    return this;
  }

  /** Reads these partitions from these offsets on, without a group; nothing is committed. */
  public EventReaderBuilder partitions(Map<TopicPartition, Long> offsets) {
    partitions = Map.copyOf(offsets);
    return this;
  }

  /**
   * Leaves out an event whose id was among the last so many of its partition. When a partition
   * becomes ours, as many records before the first are read again to know their ids. Each takes
   * some 36 bytes of memory. Of packed records only ids that look like the gateway's are compared:
   * the others do not say which client chose them.
   */
  public EventReaderBuilder dropRepeats(int eventsOfPartition) {
    repeatEvents = eventsOfPartition;
    return this;
  }

  /** Begins where this store says; nothing is committed unless it is asked for. */
  public EventReaderBuilder offsets(OffsetStore offsets) {
    store = offsets;
    return this;
  }

  /** Decides about events that cannot be decoded; else they come out of the poll as an error. */
  public EventReaderBuilder undecodable(UndecodableHandler handler) {
    undecodable = handler;
    return this;
  }

  /**
   * Opens the reader; does not wait for Kafka. The caller closes it.
   *
   * @param decoder for this reader alone
   * @throws ConfigException if a property is wrong, or a group is missing
   * @throws org.apache.kafka.common.KafkaException if keys cannot be read
   */
  public <T> EventReader<T> open(ValueDecoder<T> decoder) {
    Map<String, Object> own = new HashMap<>(properties);
    own.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    own.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    ConsumerConfig config = new ConsumerConfig(own);
    if (!topics.isEmpty() && config.getString(ConsumerConfig.GROUP_ID_CONFIG) == null) {
      throw new ConfigException(ConsumerConfig.GROUP_ID_CONFIG + " is missing");
    }
    boolean commits = store == null && !topics.isEmpty();
    return new EventReader<>(
        new ReaderSettings(
            own,
            topics,
            partitions,
            repeatEvents,
            store,
            undecodable,
            commits ? ReaderSettings.commitNanos(config) : 0),
        decoder);
  }
}
