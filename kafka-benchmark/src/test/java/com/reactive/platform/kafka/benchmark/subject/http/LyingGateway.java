package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import com.reactive.platform.kafka.benchmark.subject.CounterRecordReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/** Answers as the gateway does and writes to a real Kafka, but for one thing. */
final class LyingGateway implements Target {
  /** What is not as it should be. */
  enum Lie {
    NONE(""),
    INVENTED_OFFSET("named another place than that of their record"),
    ANOTHERS_PARTITION("named another place than that of their record"),
    /** All that it says becomes true, 20 ms later. */
    EARLY_ANSWER("more was acknowledged than the log had"),
    /** Answers at once, for places that it knows beforehand. */
    REVERSED_BATCHES("stand behind one that was sent after they were acknowledged"),
    WRONG_PARTITION("are not where their key belongs"),
    ONE_EVENT_ID("event-id: "),
    OTHER_ID_ANSWERED("named another event id than the header of their record"),
    OTHER_ID_IN_VALUE("the header is not that of the value"),
    OLD_TIMESTAMP("have a timestamp outside of the run");

    /** In the reason of a run that found it. */
    final String reason;

    Lie(String reason) {
      this.reason = reason;
    }
  }

  private static final int PARTITIONS = 3;
  private static final int BATCH = 8;
  private static final long LATE_MILLIS = 20;
  private static final int ID_CHARS = 32;

  private final Lie lie;
  private final BenchKafka kafka;
  private final String topic;
  private final KafkaProducer<byte[], byte[]> producer;
  private final ScriptedServer server;
  private final UnexpectedResponses unexpectedResponses = new UnexpectedResponses();
  private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor();
  private final EventIds ids = new EventIds();
  private final String oneId = text(ids.next());
  private final byte[] framePrefix =
      Framing.SINGLE_OBJECT.prefix(StreamsConfig.counterSchema(), -1);
  private final Transcoder transcoder;
  private final long[] nextOffset = new long[PARTITIONS];
  private final List<List<ProducerRecord<byte[], byte[]>>> batches = new ArrayList<>();

  LyingGateway(Lie lie, BenchKafka kafka) throws IOException, InterruptedException {
    this.lie = lie;
    this.kafka = kafka;
    this.topic = "lies-" + lie.name().toLowerCase(Locale.ROOT);
    kafka.createTopic(topic, PARTITIONS);
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "acks", "all", "linger.ms", "0"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    try {
      this.transcoder =
          TranscoderPlan.compile(
                  StreamsConfig.counterSchema(),
                  JsonForm.PLAIN,
                  List.of("customerId", "sessionId"),
                  List.of())
              .newTranscoder();
    } catch (SchemaException e) {
      throw new AssertionError(e);
    }
    for (int i = 0; i < PARTITIONS; i++) {
      batches.add(new ArrayList<>());
    }
    this.server = new ScriptedServer((number, body, out) -> answer(body, out));
  }

  private boolean answer(String body, OutputStream out) throws IOException {
    String id;
    ProducerRecord<byte[], byte[]> record;
    long offset = -1;
    synchronized (this) {
      id = lie == Lie.ONE_EVENT_ID ? oneId : text(ids.next());
      record = record(body, id);
      if (lie == Lie.EARLY_ANSWER) {
        offset = nextOffset[record.partition()]++;
        late.schedule(() -> producer.send(record), LATE_MILLIS, TimeUnit.MILLISECONDS);
      } else if (lie == Lie.REVERSED_BATCHES) {
        offset = batch(record);
      }
    }
    int partition = record.partition();
    if (offset < 0) {
      RecordMetadata stored = send(record);
      offset = stored.offset() + (lie == Lie.INVENTED_OFFSET ? 1_000_000 : 0);
      partition = stored.partition();
    }
    int told = lie == Lie.ANOTHERS_PARTITION ? (partition + 1) % PARTITIONS : partition;
    String idTold = lie == Lie.OTHER_ID_ANSWERED ? "0".repeat(ID_CHARS) : id;
    ScriptedServer.write(
        out,
        ScriptedServer.response(
            201,
            "{\"requestId\":\"%s\",\"eventId\":\"%s\",\"topic\":\"%s\",\"partition\":%d,\"offset\":%d}"
                .formatted(id, idTold, topic, told, offset)));
    return true;
  }

  /** The offset that it will have: batches are full but for the last ones. */
  private long batch(ProducerRecord<byte[], byte[]> record) {
    List<ProducerRecord<byte[], byte[]>> batch = batches.get(record.partition());
    batch.add(record);
    long offset = nextOffset[record.partition()] + BATCH - batch.size();
    if (batch.size() == BATCH) {
      nextOffset[record.partition()] += BATCH;
      sendReversed(batch);
    }
    return offset;
  }

  private void sendReversed(List<ProducerRecord<byte[], byte[]>> batch) {
    Collections.reverse(batch);
    batch.forEach(producer::send);
    batch.clear();
  }

  private RecordMetadata send(ProducerRecord<byte[], byte[]> record) throws IOException {
    try {
      return producer.send(record).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException(e);
    }
  }

  private ProducerRecord<byte[], byte[]> record(String body, String id) {
    byte[] json = body.getBytes(StandardCharsets.US_ASCII);
    byte[] header = id.getBytes(StandardCharsets.US_ASCII);
    byte[] inValue = lie == Lie.OTHER_ID_IN_VALUE ? ids.next() : header;
    EventMetadata envelope =
        new EventMetadata(ids.next(), inValue, System.currentTimeMillis(), null, null, Map.of());
    try {
      transcoder.transcode(json, 0, json.length, envelope);
    } catch (InvalidEventException e) {
      throw new AssertionError(e);
    }
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.writeBytes(framePrefix);
    value.write(transcoder.buffer(), 0, transcoder.length());
    byte[] key = transcoder.key();
    int right = Utils.toPositive(Utils.murmur2(key)) % PARTITIONS;
    int partition = lie == Lie.WRONG_PARTITION ? (right + 1) % PARTITIONS : right;
    // Not as old as that the broker may delete it, as it would a record of 1970.
    Long millis =
        lie == Lie.OLD_TIMESTAMP ? System.currentTimeMillis() - TimeUnit.HOURS.toMillis(12) : null;
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, partition, millis, key, value.toByteArray());
    record.headers().add("event-id", header);
    return record;
  }

  private static String text(byte[] id) {
    return new String(id, StandardCharsets.US_ASCII);
  }

  @Override
  public TargetSession openSession(SessionContext context) throws IOException {
    HttpEndpoint endpoint = HttpEndpoint.counter(server.address(), 201);
    return new HttpSession(endpoint, context, unexpectedResponses);
  }

  @Override
  public void drain(Duration timeout) throws InterruptedException {
    synchronized (this) {
      batches.forEach(this::sendReversed);
    }
    late.shutdown();
    late.awaitTermination(1, TimeUnit.MINUTES);
    producer.flush();
  }

  @Override
  public Optional<Destination> destination() {
    return Optional.of(
        new Destination(
            List.of(topic),
            "all",
            new CounterRecordReader(false),
            true,
            HttpGuarantees.of(true, true)));
  }

  @Override
  public String name() {
    return lie.name();
  }

  @Override
  public Map<String, String> settings() {
    return Map.of();
  }

  @Override
  public List<String> problems() {
    return unexpectedResponses.sentences();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    late.shutdownNow();
    producer.close(Duration.ofSeconds(5));
    kafka.deleteTopic(topic);
  }
}
