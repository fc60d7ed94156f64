package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.requests.RequestHeader;

/** A core whose surroundings do exactly what a test says: topic "t", brokers 0 to 2. */
final class ScriptedCore implements ProduceIo, RecordOutcomes {
  static final Uuid TOPIC_ID = new Uuid(7, 7);
  static final ProduceSettings SETTINGS = settings(5, Compression.NONE);

  /** A request as the broker reads it. */
  record Request(int broker, RequestHeader header, ProduceRequestData data) {
    MutableRecordBatch batch() {
      return batch(0);
    }

    MutableRecordBatch batch(int part) {
      var parts = data.topicData().iterator().next().partitionData();
      return ((MemoryRecords) parts.get(part).records()).batches().iterator().next();
    }

    int sequence() {
      return batch().baseSequence();
    }

    int partition() {
      return data.topicData().iterator().next().partitionData().get(0).index();
    }

    List<Integer> partitions() {
      return data.topicData().iterator().next().partitionData().stream()
          .map(ProduceRequestData.PartitionProduceData::index)
          .toList();
    }

    ByteBuffer bytes() {
      ByteBuffer bytes = ByteBuffer.allocate(batch().sizeInBytes());
      batch().writeTo(bytes);
      return bytes.flip();
    }
  }

  final ScarceAllocator allocator = new ScarceAllocator();
  final List<Request> requests = new ArrayList<>();
  final List<String> answerTimes = new ArrayList<>();
  final List<String> committed = new ArrayList<>();
  final List<String> outcomes = new ArrayList<>();
  final List<String> settlements = new ArrayList<>();
  final List<Integer> connects = new ArrayList<>();
  final List<Integer> disconnects = new ArrayList<>();
  final List<String> refreshes = new ArrayList<>();
  final ProduceCore core;
  final TopicHandle topic;
  int idsRequested;
  int version = 12;
  private long now = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(3);
  private Uuid topicId = TOPIC_ID;
  private long views;
  private int appended;

  ScriptedCore() {
    this(SETTINGS);
  }

  /** Without producer id and metadata. */
  ScriptedCore(ProduceSettings settings) {
    core = new ProduceCore(settings, this, allocator, () -> now, new Observer());
    core.start();
    topic = core.topic("t");
  }

  private final class Observer implements ProduceObserver {
    @Override
    public LongConsumer answerTimes(int brokerId) {
      return nanos -> answerTimes.add(brokerId + " " + nanos);
    }

    @Override
    public void committed(String topic, int partition, long firstOffset, int records) {
      committed.add(topic + "-" + partition + " " + firstOffset + " +" + records);
    }
  }

  static ProduceSettings settings(int maxInFlight, Compression compression) {
    return new ProduceSettings(
        "client",
        compression,
        16_000,
        64_000,
        200_000,
        maxInFlight,
        1_000,
        TimeUnit.SECONDS.toNanos(10),
        TimeUnit.SECONDS.toNanos(30),
        TimeUnit.MILLISECONDS.toNanos(100),
        TimeUnit.SECONDS.toNanos(1));
  }

  /** Requests may take longer than records have. */
  static ProduceSettings patient() {
    ProduceSettings s = SETTINGS;
    return new ProduceSettings(
        s.clientId(),
        Compression.NONE,
        s.batchBytes(),
        s.maxRequestBytes(),
        s.bufferBytes(),
        5,
        s.ackTimeoutMillis(),
        4 * s.deliveryTimeoutNanos(),
        s.deliveryTimeoutNanos(),
        s.retryBackoffNanos(),
        s.retryBackoffMaxNanos());
  }

  /** Settles for five minutes what is unknown; else as {@link #ready}. */
  static ScriptedCore settling() {
    return new ScriptedCore(SETTINGS.settling(TimeUnit.MINUTES.toNanos(5))).start();
  }

  /** With producer id 5, epoch 0; partitions 0 and 1 on broker 0, whose connection is up. */
  static ScriptedCore ready() {
    return new ScriptedCore().start();
  }

  ScriptedCore start() {
    core.onProducerId(new ProducerIdentity(5, (short) 0));
    view(0, 0);
    up(0);
    return this;
  }

  /** The same for a topic that was deleted and made anew. */
  void recreate(int... leaders) {
    topicId = Uuid.randomUuid();
    view(leaders);
  }

  /** The leaders of the partitions, each in a new epoch. */
  void view(int... leaders) {
    int epoch = (int) ++views;
    core.onClusterView(
        new ClusterView(
            epoch,
            Map.of(0, node(0), 1, node(1), 2, node(2)),
            Map.of(
                "t",
                new ClusterView.Topic(
                    "t",
                    Errors.NONE,
                    topicId,
                    IntStream.of(leaders)
                        .mapToObj(leader -> new ClusterView.Partition(leader, epoch))
                        .toList(),
                    0))));
  }

  static BrokerAddress node(int id) {
    return new BrokerAddress(id, "host" + id, 9092);
  }

  void up(int broker) {
    core.onConnected(broker, version);
  }

  void lost(int broker) {
    core.onDisconnected(broker, new IOException("reset"));
  }

  void loseAndReconnect() {
    lost(0);
    passes(100);
    up(0);
  }

  void assertSameBatch(int first, int again) {
    if (!requests.get(again).bytes().equals(requests.get(first).bytes())) {
      throw new AssertionError("request " + again + " is not request " + first + " again");
    }
  }

  void passes(long millis) {
    passesUnnoticed(millis);
    core.onTimer();
  }

  /** The timer comes late. */
  void passesUnnoticed(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  AppendResult append(int partition, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    ProduceRecord record = new ProduceRecord().begin(1_000).value(bytes, 0, bytes.length);
    AppendResult result = core.append(topic, partition, record, this, appended);
    appended += result == AppendResult.APPENDED ? 1 : 0;
    return result;
  }

  /** Appends records and flushes. */
  void send(int partition, String... values) {
    for (String value : values) {
      append(partition, value);
    }
    core.flush();
  }

  /** Brings the leader to know the producer, so that batches may follow each other unanswered. */
  void acquaint() {
    send(0, "first");
    answer(0, Errors.NONE);
    outcomes.clear();
    requests.clear();
  }

  Request last() {
    return requests.get(requests.size() - 1);
  }

  void answer(int request, Errors error) {
    answer(request, part -> part.setErrorCode(error.code()).setBaseOffset(offset(request)));
  }

  private long offset(int request) {
    return 100L + requests.get(request).sequence();
  }

  /** Answers with the same for each partition of the request. */
  void answer(int number, Consumer<PartitionProduceResponse> how) {
    Request request = requests.get(number);
    ProduceResponseData response = new ProduceResponseData();
    for (var asked : request.data.topicData()) {
      TopicProduceResponse answers =
          new TopicProduceResponse().setName(asked.name()).setTopicId(asked.topicId());
      for (var part : asked.partitionData()) {
        PartitionProduceResponse answer = new PartitionProduceResponse().setIndex(part.index());
        how.accept(answer);
        answers.partitionResponses().add(answer);
      }
      response.responses().add(answers);
    }
    answer(request, response);
  }

  void answer(Request request, ProduceResponseData response) {
    short responseVersion = request.header.apiVersion();
    ByteBuffer body = MessageUtil.toByteBufferAccessor(response, responseVersion).buffer();
    core.onResponse(
        request.broker,
        request.header.correlationId(),
        Unpooled.wrappedBuffer(
            Unpooled.wrappedBuffer(new byte[] {0}), Unpooled.wrappedBuffer(body)));
  }

  long heldBytes() {
    return allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
  }

  @Override
  public void connect(BrokerAddress broker) {
    connects.add(broker.id());
  }

  @Override
  public void send(int brokerId, int correlationId, ByteBuf request) {
    ByteBuffer bytes = ByteBuffer.allocate(request.readableBytes());
    request.readBytes(bytes).release();
    bytes.flip();
    if (bytes.getInt() != bytes.remaining()) {
      throw new AssertionError("length");
    }
    RequestHeader header = RequestHeader.parse(bytes);
    requests.add(
        new Request(
            brokerId,
            header,
            new ProduceRequestData(new ByteBufferAccessor(bytes), header.apiVersion())));
  }

  @Override
  public void disconnect(int brokerId) {
    disconnects.add(brokerId);
  }

  @Override
  public void refreshMetadata(String name) {
    refreshes.add(name);
  }

  @Override
  public void requestProducerId() {
    idsRequested++;
  }

  @Override
  public void wakeAt(long nanos) {}

  @Override
  public void acked(int index, int partition, long offset) {
    outcomes.add(index + " acked " + offset);
  }

  @Override
  public void notWritten(int index, Exception reason) {
    outcomes.add(index + " notWritten " + reason.getClass().getSimpleName());
  }

  @Override
  public void unknown(int index, Exception reason) {
    outcomes.add(index + " unknown " + reason.getClass().getSimpleName());
  }

  @Override
  public void settledWritten(int index, int partition, long offset) {
    settlements.add(index + " written " + offset);
  }

  @Override
  public void settledNotWritten(int index, Exception reason) {
    settlements.add(index + " notWritten " + reason.getClass().getSimpleName());
  }

  @Override
  public void unsettled(int index, Exception reason) {
    settlements.add(index + " unsettled " + reason.getClass().getSimpleName());
  }
}
