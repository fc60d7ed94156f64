package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.BrokerNode;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * Virtual time, and connections between one core and the simulated brokers: they delay, break
 * before a request or after it, and fall silent. What was on the way when a connection broke may
 * still arrive.
 */
final class SimulatedNetwork implements ProduceIo {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private record Task(long at, long order, Runnable action) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  /** A connection, from both sides. */
  private static final class Connection {
    final int broker;
    final int maxVersion;
    final ArrayDeque<Runnable> requests = new ArrayDeque<>();
    boolean busy;
    boolean lost;
    boolean silent;
    boolean closed;
    long arrivesAt;
    int unanswered;

    Connection(int broker, int maxVersion) {
      this.broker = broker;
      this.maxVersion = maxVersion;
    }
  }

  private final SplittableRandom random;
  private final SimulatedCluster cluster;
  private final ProduceSettings settings;
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private final Map<Integer, Connection> connections = new HashMap<>();
  private final boolean[] down = new boolean[SimulatedCluster.BROKERS];
  private final long[] mutedUntil = new long[SimulatedCluster.BROKERS];
  private long order;
  private long end;
  private long wakeUps;
  private long nextProducerId;
  private int onTheWay;
  private boolean metadataRequested;
  long now = -5_000 * MILLI;
  ProduceCore core;

  SimulatedNetwork(SplittableRandom random, SimulatedCluster cluster, ProduceSettings settings) {
    this.random = random;
    this.cluster = cluster;
    this.settings = settings;
    Arrays.fill(mutedUntil, now);
  }

  void in(long millis, Runnable action) {
    tasks.add(new Task(now + millis * MILLI, order++, action));
  }

  private long delay() {
    return random.nextInt(8) == 0 ? random.nextInt(60) : random.nextInt(4);
  }

  /** Runs all that happens in this time. */
  void run(long millis) {
    end = now + millis * MILLI;
    while (!tasks.isEmpty() && tasks.peek().at - end <= 0) {
      Task task = tasks.poll();
      now = task.at;
      task.action.run();
      long headersOfParts = 2L * RecordBatch.OVERHEAD * core.stats().splits();
      check(core.bufferedBytes() <= settings.bufferBytes() + headersOfParts, "budget exceeded");
    }
    now = end;
  }

  /** Lets time pass in which nothing happens: all that is planned comes later. */
  void skip(long millis) {
    long nanos = millis * MILLI;
    List<Task> all = new ArrayList<>(tasks);
    tasks.clear();
    all.forEach(task -> tasks.add(new Task(task.at + nanos, task.order, task.action)));
    now += nanos;
    end += nanos;
  }

  /** True if no request is on its way to a broker. */
  boolean isQuiet() {
    return onTheWay == 0;
  }

  /** Breaks the connections that have fallen silent. */
  void heal() {
    for (Connection connection : connections.values()) {
      if (connection.silent) {
        lose(connection);
      }
    }
  }

  static void check(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }

  void restartBroker(int id, long millis) {
    if (down[id]) {
      return;
    }
    down[id] = true;
    Connection connection = connections.get(id);
    if (connection != null) {
      onTheWay -= connection.requests.size();
      connection.requests.clear();
      connection.silent = true;
      lose(connection);
    }
    in(millis, () -> down[id] = false);
  }

  @Override
  public void connect(BrokerNode broker) {
    int id = broker.id();
    check(!connections.containsKey(id), "connected twice");
    int version = 9 + random.nextInt(5);
    Connection connection = new Connection(id, version);
    connection.arrivesAt = now;
    connections.put(id, connection);
    boolean refused = down[id] || cluster.fails();
    in(
        delay(),
        () -> {
          if (refused || connection.closed) {
            lose(connection);
          } else {
            core.onConnected(id, connection.maxVersion);
          }
        });
  }

  @Override
  public void disconnect(int brokerId) {
    Connection connection = connections.get(brokerId);
    connection.closed = true;
    lose(connection);
  }

  /** The core hears of it later; what it sent may still arrive. */
  private void lose(Connection connection) {
    if (connection.lost) {
      return;
    }
    connection.lost = true;
    in(
        delay(),
        () -> {
          connections.remove(connection.broker);
          mutedUntil[connection.broker] = now;
          core.onDisconnected(connection.broker, new IOException("lost"));
        });
  }

  @Override
  public void send(int brokerId, int correlationId, ByteBuf request) {
    Connection connection = connections.get(brokerId);
    check(connection != null && !connection.closed, "sent to nobody");
    check(mutedUntil[brokerId] - now <= 0, "sent to a broker that asked for a pause");
    check(++connection.unanswered <= settings.maxInFlightPerBroker(), "too many in flight");
    check(request.readableBytes() <= settings.maxRequestBytes(), "request too large");
    ByteBuffer bytes = ByteBuffer.allocate(request.readableBytes());
    request.readBytes(bytes).release();
    bytes.flip();
    check(bytes.getInt() == bytes.remaining(), "length of the frame");
    if (connection.lost && random.nextBoolean()) {
      return;
    }
    if (cluster.fails()) {
      breakSomehow(connection);
      if (random.nextBoolean()) {
        connection.silent = true;
        return;
      }
    }
    connection.arrivesAt = Math.max(connection.arrivesAt, now + delay() * MILLI);
    onTheWay++;
    tasks.add(new Task(connection.arrivesAt, order++, () -> arrive(connection, bytes)));
  }

  /** Breaks now, or falls silent, so that the core must give it up. */
  private void breakSomehow(Connection connection) {
    if (random.nextBoolean()) {
      lose(connection);
    } else {
      connection.silent = true;
    }
  }

  private void arrive(Connection connection, ByteBuffer bytes) {
    if (down[connection.broker]) {
      onTheWay--;
      return;
    }
    connection.requests.add(() -> process(connection, bytes));
    next(connection);
  }

  /** A broker works on one request of a connection at a time. */
  private void next(Connection connection) {
    if (!connection.busy && !connection.requests.isEmpty()) {
      connection.busy = true;
      connection.requests.poll().run();
      onTheWay--;
    }
  }

  private void process(Connection connection, ByteBuffer bytes) {
    RequestHeader header = RequestHeader.parse(bytes);
    short version = header.apiVersion();
    check(version <= connection.maxVersion, "version");
    ProduceRequestData request = new ProduceRequestData(new ByteBufferAccessor(bytes), version);
    ProduceResponseData response = cluster.process(connection.broker, request);
    int throttle = cluster.fails() ? 1 + random.nextInt(100) : 0;
    ByteBuf body = encode(response.setThrottleTimeMs(throttle), version);
    in(
        delay(),
        () -> {
          connection.busy = false;
          next(connection);
        });
    long sentAt = now + delay() * MILLI;
    connection.arrivesAt = Math.max(connection.arrivesAt, sentAt);
    tasks.add(
        new Task(
            connection.arrivesAt,
            order++,
            () -> answer(connection, header.correlationId(), body, throttle)));
  }

  private static ByteBuf encode(ProduceResponseData response, short version) {
    if (version < 10) {
      response.nodeEndpoints().clear();
      response
          .responses()
          .forEach(
              topic ->
                  topic.partitionResponses().forEach(part -> part.setCurrentLeader(NO_LEADER)));
    }
    return Unpooled.wrappedBuffer(
        new byte[] {0}, toArray(MessageUtil.toByteBufferAccessor(response, version).buffer()));
  }

  private static final ProduceResponseData.LeaderIdAndEpoch NO_LEADER =
      new ProduceResponseData.LeaderIdAndEpoch();

  private static byte[] toArray(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private void answer(Connection connection, int correlationId, ByteBuf body, int throttle) {
    if (connection.silent || connections.get(connection.broker) != connection) {
      return;
    }
    if (cluster.fails()) {
      breakSomehow(connection);
      connection.silent = true;
      return;
    }
    connection.unanswered--;
    if (throttle > 0 && !connection.closed) {
      mutedUntil[connection.broker] = now + throttle * MILLI;
    }
    core.onResponse(connection.broker, correlationId, body);
  }

  @Override
  public void refreshMetadata(String topic) {
    if (!metadataRequested) {
      metadataRequested = true;
      in(
          5 + delay(),
          () -> {
            metadataRequested = false;
            ClusterView view = cluster.view();
            in(delay(), () -> core.onClusterView(view));
          });
    }
  }

  @Override
  public void requestProducerId() {
    boolean fails = cluster.fails();
    int age = random.nextInt(4) == 0 ? Short.MAX_VALUE - random.nextInt(2) : 0;
    in(
        delay(),
        () -> {
          if (fails) {
            core.onProducerIdFailed(new IOException("no id"));
          } else {
            core.onProducerId(new ProducerIdentity(nextProducerId++, (short) age));
          }
        });
  }

  @Override
  public void wakeAt(long nanos) {
    long number = ++wakeUps;
    tasks.add(
        new Task(
            Math.max(nanos, now),
            order++,
            () -> {
              if (number == wakeUps) {
                core.onTimer();
              }
            }));
  }
}
