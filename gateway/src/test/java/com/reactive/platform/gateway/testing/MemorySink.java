package com.reactive.platform.gateway.testing;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.sink.OrderedSender;
import com.reactive.platform.gateway.sink.RecordMapper;
import com.reactive.platform.gateway.sink.SinkConnection;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.SinkTraffic;
import com.reactive.platform.gateway.sink.SpoolableSink;
import com.reactive.platform.gateway.sink.TopicStatus;
import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;

/** A destination of events in memory: topics exist as soon as a stream names them. */
public final class MemorySink implements SinkConnection {
  /** A record as a consumer would get it. */
  public record Stored(String topic, String key, byte[] value, Map<String, String> headers) {}

  private final List<Stored> stored = new CopyOnWriteArrayList<>();
  private volatile Set<String> topics = Set.of();
  private volatile boolean away;
  private volatile boolean refusing;

  /** The records, in the order of their coming. */
  public List<Stored> stored() {
    return List.copyOf(stored);
  }

  /** Whether nothing can be sent from now on. */
  public void away(boolean isAway) {
    away = isAway;
  }

  /** Whether events are refused for what they are from now on. */
  public void refusing(boolean isRefusing) {
    refusing = isRefusing;
  }

  private int store(String topic, EventFrame.Parts event, byte[] traceparent) {
    Map<String, String> headers = new LinkedHashMap<>();
    RecordMapper.writeHeaders(
        event,
        traceparent,
        new RecordMapper.Headers() {
          @Override
          public void addContentType() {
            headers.put(RecordMapper.CONTENT_TYPE, RecordMapper.AVRO);
          }

          @Override
          public void add(String name, byte[] value) {
            headers.put(name, new String(value, StandardCharsets.UTF_8));
          }
        });
    String key = event.key() == null ? null : new String(event.key(), StandardCharsets.UTF_8);
    stored.add(new Stored(topic, key, event.value(), headers));
    return stored.size() - 1;
  }

  @Override
  public SpoolableSink create(
      DeliveryProfile profile, IntFunction<String> topicOf, BatchMetrics metrics) {
    return createSpoolable(profile, topicOf, metrics);
  }

  @Override
  public SpoolableSink createSpoolable(
      DeliveryProfile profile, IntFunction<String> topicOf, BatchMetrics metrics) {
    return new SpoolableSink() {
      @Override
      public void send(Batch batch) {
        metrics.sending(batch);
        for (int i = 0; i < batch.size(); i++) {
          EventFrame.Parts event = RecordMapper.read(batch, i);
          String topic = topicOf.apply(event.stream());
          if (refusing) {
            batch.notWritten(i, new RefusedEventException(new Exception("for the test")));
          } else {
            byte[] traced = RecordMapper.startPublishing(batch, i, topic);
            batch.acked(i, 0, store(topic, event, traced == null ? event.traceparent() : traced));
          }
        }
      }

      @Override
      public boolean isAway() {
        return away;
      }

      @Override
      public long openEvents() {
        return 0;
      }
    };
  }

  @Override
  public OrderedSender openOrdered(long windowBytes) {
    return new OrderedSender() {
      @Override
      public boolean send(String topic, EventFrame.Parts event, Outcome outcome) {
        if (away) {
          return false;
        }
        store(topic, event, event.traceparent());
        outcome.completed(null);
        return true;
      }

      @Override
      public void flush() {}

      @Override
      public void close(Duration timeout) {}
    };
  }

  @Override
  public boolean sendUnheard(StreamDefinition stream, byte[] frame, int offset, int length) {
    EventFrame.Parts event = EventFrame.read(frame, offset, length);
    store(stream.topic(), event, event.traceparent());
    return true;
  }

  @Override
  public TopicStatus watch(String topic) {
    return new Topic(topic);
  }

  @Override
  public void watchOnly(List<StreamDefinition> streams) {
    Set<String> named = new TreeSet<>();
    streams.forEach(stream -> named.add(stream.topic()));
    topics = named;
  }

  private final class Topic extends FakeTopic {
    Topic(String name) {
      super(name);
    }

    @Override
    public SinkState state() {
      return MemorySink.this.state();
    }

    @Override
    public String detail() {
      return MemorySink.this.detail();
    }

    @Override
    public boolean accepting() {
      return !away;
    }
  }

  @Override
  public SinkState state() {
    return away ? SinkState.UNREACHABLE : SinkState.READY;
  }

  @Override
  public String detail() {
    return away ? "away" : "";
  }

  @Override
  public boolean accepting() {
    return !away;
  }

  @Override
  public boolean isAway(String topic) {
    return away;
  }

  @Override
  public List<TopicStatus> topics() {
    return topics.stream().map(name -> (TopicStatus) new Topic(name)).toList();
  }

  @Override
  public SinkTraffic traffic() {
    return new SinkTraffic(stored.size(), stored.size(), 0);
  }

  @Override
  public void start() {}

  @Override
  public void close() {}
}
