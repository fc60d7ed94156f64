package com.reactive.platform.kafka.wire.fetch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.connection.ByteBufAccessor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsTopicResponse;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageSizeAccumulator;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** A fetch core, a clock, and brokers that answer as the test says. Two brokers, 1 and 2. */
final class ScriptedFetch implements FetchIo, FetchListener {
  static final String TOPIC = "events";
  static final Uuid ID = new Uuid(1, 2);
  static final TopicPartition P0 = new TopicPartition(TOPIC, 0);
  static final TopicPartition P1 = new TopicPartition(TOPIC, 1);
  static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  /** A request as a broker reads it. */
  record Sent(int broker, short version, ApiMessage body) {
    FetchRequestData fetch() {
      return (FetchRequestData) body;
    }

    ListOffsetsRequestData offsets() {
      return (ListOffsetsRequestData) body;
    }
  }

  final List<String> heard = new ArrayList<>();
  final List<Integer> connecting = new ArrayList<>();
  final List<Integer> disconnecting = new ArrayList<>();
  final List<String> refreshed = new ArrayList<>();
  final FetchCore core;
  Consumer<Long> onRecord = offset -> {};

  /** What is wanted of partition 0 begins there. */
  long wantedFrom;

  private final Map<Integer, Queue<Sent>> sent = new HashMap<>();
  private final Map<Integer, Queue<Sent>> owed = new HashMap<>();
  private long viewVersion;
  private long now = -5 * MILLI;
  private long wakeNanos = Long.MAX_VALUE;

  ScriptedFetch(FetchOptions options) {
    FetchSettings settings =
        new FetchSettings("test", 1_000 * MILLI, 10 * MILLI, 40 * MILLI, options);
    core = new FetchCore(settings, this, this, new UnpooledByteBufAllocator(false), () -> now);
  }

  /** Leaders of the topic's partitions, in their order; each with this epoch. */
  void leaders(Uuid id, int epoch, int... leaders) {
    List<ClusterView.Partition> partitions = new ArrayList<>();
    for (int leader : leaders) {
      partitions.add(new ClusterView.Partition(leader, epoch));
    }
    core.onClusterView(
        new ClusterView(
            ++viewVersion,
            Map.of(1, new BrokerAddress(1, "one", 1), 2, new BrokerAddress(2, "two", 2)),
            Map.of(TOPIC, new ClusterView.Topic(TOPIC, Errors.NONE, id, partitions, 0))));
  }

  void connected(int broker, int fetchVersion) {
    core.onConnected(
        broker,
        new NodeApiVersions(
            List.of(range(ApiKeys.FETCH, fetchVersion), range(ApiKeys.LIST_OFFSETS, 8)),
            List.of()));
  }

  private static ApiVersion range(ApiKeys api, int most) {
    return new ApiVersion().setApiKey(api.id).setMinVersion((short) 0).setMaxVersion((short) most);
  }

  void disconnected(int broker) {
    owed.remove(broker);
    core.onDisconnected(broker);
  }

  /** The next request that this broker was sent; null if there is none. */
  Sent next(int broker) {
    Queue<Sent> waiting = sent.get(broker);
    return waiting == null ? null : waiting.poll();
  }

  /** Answers the oldest request of this broker. */
  void answer(int broker, ApiMessage response) {
    Sent request = owed.get(broker).remove();
    ObjectSerializationCache cache = new ObjectSerializationCache();
    response.addSize(new MessageSizeAccumulator(), cache, request.version());
    ByteBuf body = Unpooled.buffer();
    ByteBufAccessor accessor = new ByteBufAccessor(body);
    accessor.writeUnsignedVarint(0);
    response.write(accessor, cache, request.version());
    try {
      core.onResponse(broker, body);
    } finally {
      body.setZero(0, body.capacity());
      body.release();
    }
  }

  void answerRecords(int broker, PartitionData... partitions) {
    answer(
        broker,
        new FetchResponseData()
            .setResponses(
                List.of(
                    new FetchableTopicResponse()
                        .setTopic(TOPIC)
                        .setTopicId(ID)
                        .setPartitions(List.of(partitions)))));
  }

  void answerOffset(int broker, TopicPartition partition, long offset, Errors error) {
    answer(
        broker,
        new ListOffsetsResponseData()
            .setTopics(
                List.of(
                    new ListOffsetsTopicResponse()
                        .setName(partition.topic())
                        .setPartitions(
                            List.of(
                                new ListOffsetsPartitionResponse()
                                    .setPartitionIndex(partition.partition())
                                    .setErrorCode(error.code())
                                    .setOffset(offset))))));
  }

  /** A partition of an answer with one record of each value. */
  static PartitionData records(int partition, long offset, int epoch, String... values) {
    SimpleRecord[] records = new SimpleRecord[values.length];
    for (int i = 0; i < values.length; i++) {
      records[i] = new SimpleRecord(RandomBatches.utf8(values[i]));
    }
    return new PartitionData()
        .setPartitionIndex(partition)
        .setHighWatermark(100)
        .setLastStableOffset(90)
        .setRecords(
            values.length == 0
                ? MemoryRecords.EMPTY
                : MemoryRecords.withRecords(offset, Compression.NONE, epoch, records));
  }

  static PartitionData error(int partition, Errors error) {
    return records(partition, 0, 0).setErrorCode(error.code());
  }

  /** Lets time pass and the timer ring. */
  void pass(long millis) {
    long end = now + millis * MILLI;
    while (wakeNanos - end <= 0 && wakeNanos != Long.MAX_VALUE) {
      now = Math.max(now, wakeNanos);
      wakeNanos = Long.MAX_VALUE;
      core.onTimer();
      if (wakeNanos <= now) {
        break;
      }
    }
    now = end;
  }

  @Override
  public void connect(BrokerAddress broker) {
    connecting.add(broker.id());
  }

  @Override
  public void send(int brokerId, int correlationId, ByteBuf request) {
    ByteBufAccessor accessor = new ByteBufAccessor(request);
    accessor.readInt();
    ApiKeys api = ApiKeys.forId(request.getShort(request.readerIndex()));
    short version = request.getShort(request.readerIndex() + Short.BYTES);
    new RequestHeaderData(accessor, api.requestHeaderVersion(version));
    ApiMessage body =
        api == ApiKeys.FETCH
            ? new FetchRequestData(accessor, version)
            : new ListOffsetsRequestData(accessor, version);
    request.release();
    Sent read = new Sent(brokerId, version, body);
    sent.computeIfAbsent(brokerId, id -> new ArrayDeque<>()).add(read);
    owed.computeIfAbsent(brokerId, id -> new ArrayDeque<>()).add(read);
  }

  @Override
  public void disconnect(int brokerId) {
    disconnecting.add(brokerId);
  }

  @Override
  public void refreshMetadata(String topic) {
    refreshed.add(topic);
  }

  @Override
  public void wakeAt(long nanos) {
    wakeNanos = nanos;
  }

  @Override
  public void onRecord(
      TopicPartition partition,
      long offset,
      long timestampMillis,
      BytesView key,
      BytesView value,
      HeadersView headers) {
    heard.add(partition.partition() + "/" + offset + "=" + new String(value.toArray(), US_ASCII));
    onRecord.accept(offset);
  }

  @Override
  public long wantsFrom(TopicPartition partition, long nextOffset) {
    return partition.equals(P0) ? Math.max(nextOffset, wantedFrom) : nextOffset;
  }

  @Override
  public void advanced(TopicPartition partition, long nextOffset, long endOffset) {
    heard.add(partition.partition() + ">" + nextOffset + " of " + endOffset);
  }

  @Override
  public void completed(TopicPartition partition) {
    heard.add(partition.partition() + " completed");
  }

  @Override
  public void skipped(TopicPartition partition, long from, long to) {
    heard.add(partition.partition() + " skipped " + from + "-" + to);
  }

  @Override
  public void truncated(TopicPartition partition, long from, long to) {
    heard.add(partition.partition() + " truncated " + from + "-" + to);
  }

  @Override
  public void failed(TopicPartition partition, Exception cause) {
    heard.add(partition.partition() + " failed: " + cause.getClass().getSimpleName());
  }
}
