package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * Virtual time, and connections between one core and the simulated brokers: they delay, break
 * before a request or after it, and fall silent. What was on the way when a connection broke may
 * still arrive.
 */
final class SimulatedNetwork implements ProduceIo {
  private record Request(int correlationId, short version, ProduceRequestData data) {}

  private final SplittableRandom random;
  private final SimulatedCluster cluster;
  private final ProduceSettings settings;
  private final VirtualTime time;
  private final SendRules rules = new SendRules();
  private final Map<Integer, SimulatedConnection> connections = new HashMap<>();
  private final boolean[] down = new boolean[SimulatedCluster.BROKERS];
  private final long[] mutedUntil = new long[SimulatedCluster.BROKERS];
  private long answersLostUntil;
  private long wakeUps;
  private int onTheWay;
  private boolean metadataRequested;
  long nextProducerId;
  ProduceCore core;

  SimulatedNetwork(
      SplittableRandom random,
      SimulatedCluster cluster,
      ProduceSettings settings,
      VirtualTime time) {
    this.time = time;
    this.random = random;
    this.cluster = cluster;
    this.settings = settings;
    Arrays.fill(mutedUntil, time.now());
    answersLostUntil = time.now();
  }

  private long delay() {
    return random.nextInt(8) == 0 ? random.nextInt(60) : random.nextInt(4);
  }

  /** Runs all that happens in this time. */
  void run(long millis) {
    time.run(millis, this::checkBudget);
  }

  private void checkBudget() {
    long headersOfParts = 2L * RecordBatch.OVERHEAD * core.stats().splits();
    check(core.bufferedBytes() <= settings.bufferBytes() + headersOfParts, "budget exceeded");
    check(core.stats().settlingBytes() <= settings.settlingBytes(), "too much is settled");
    check(core.stats().settlingRecords() == 0 || !core.isIdle(), "idle while it settles");
  }

  /** True if no request is on its way to a broker. */
  boolean isQuiet() {
    return onTheWay == 0;
  }

  /**
   * Brings all brokers back, and breaks the silent connections that owe no answer. The core must
   * give up the others.
   */
  void heal() {
    Arrays.fill(down, false);
    for (SimulatedConnection connection : connections.values()) {
      if (connection.silent && connection.unanswered == 0) {
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
    SimulatedConnection connection = connections.get(id);
    if (connection != null) {
      onTheWay -= connection.requests.size();
      connection.requests.clear();
      connection.silent = true;
      lose(connection);
    }
    time.in(millis, () -> down[id] = false);
  }

  /** A fault of ours: the core takes a connection for lost that is not. */
  void pretendLoss(int broker) {
    if (connections.remove(broker) != null) {
      core.onDisconnected(broker, new IOException("not really"));
    }
  }

  /** For this time, no broker's answers arrive. */
  void loseAnswers(long millis) {
    answersLostUntil = time.now() + millis * VirtualTime.MILLI;
  }

  @Override
  public void connect(BrokerAddress broker) {
    int id = broker.id();
    check(!connections.containsKey(id), "connected twice");
    int version = 9 + random.nextInt(5);
    SimulatedConnection connection = new SimulatedConnection(id, version);
    connection.arrivesAt = time.now();
    connections.put(id, connection);
    boolean refused = down[id] || cluster.fails();
    time.in(
        delay(),
        () -> {
          if (refused || connection.closed) {
            lose(connection);
          } else if (!connection.lost) {
            core.onConnected(id, connection.maxVersion);
          }
        });
  }

  @Override
  public void disconnect(int brokerId) {
    SimulatedConnection connection = connections.get(brokerId);
    connection.closed = true;
    lose(connection);
  }

  /** The core hears of it later; what it sent may still arrive. */
  private void lose(SimulatedConnection connection) {
    if (connection.lost) {
      return;
    }
    connection.lost = true;
    time.in(
        delay(),
        () -> {
          connections.remove(connection.broker);
          rules.lost(connection);
          mutedUntil[connection.broker] = time.now();
          core.onDisconnected(connection.broker, new IOException("lost"));
        });
  }

  @Override
  public void send(int brokerId, int correlationId, ByteBuf request) {
    SimulatedConnection connection = connections.get(brokerId);
    check(connection != null && !connection.closed, "sent to nobody");
    check(mutedUntil[brokerId] - time.now() <= 0, "sent to a broker that asked for a pause");
    check(++connection.unanswered <= settings.maxInFlightPerBroker(), "too many in flight");
    check(request.readableBytes() <= settings.maxRequestBytes(), "request too large");
    ByteBuffer bytes = ByteBuffer.allocate(request.readableBytes());
    request.readBytes(bytes).release();
    bytes.flip();
    check(bytes.getInt() == bytes.remaining(), "length of the frame");
    RequestHeader header = RequestHeader.parse(bytes);
    short version = header.apiVersion();
    check(version <= connection.maxVersion, "version");
    var data = new ProduceRequestData(new ByteBufferAccessor(bytes), version);
    rules.sent(connection, correlationId, data);
    Request parsed = new Request(correlationId, version, data);
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
    connection.arrivesAt = Math.max(connection.arrivesAt, time.now() + delay() * VirtualTime.MILLI);
    onTheWay++;
    time.at(connection.arrivesAt, () -> arrive(connection, parsed));
  }

  /** Breaks now, or falls silent, so that the core must give it up. */
  private void breakSomehow(SimulatedConnection connection) {
    if (random.nextBoolean()) {
      lose(connection);
    } else {
      connection.silent = true;
    }
  }

  private void arrive(SimulatedConnection connection, Request request) {
    if (down[connection.broker]) {
      onTheWay--;
      return;
    }
    connection.requests.add(() -> process(connection, request));
    next(connection);
  }

  /** A broker works on one request of a connection at a time. */
  private void next(SimulatedConnection connection) {
    if (!connection.busy && !connection.requests.isEmpty()) {
      connection.busy = true;
      connection.requests.poll().run();
      onTheWay--;
    }
  }

  private void process(SimulatedConnection connection, Request request) {
    ProduceResponseData response = cluster.process(connection.broker, request.data);
    int throttle = cluster.fails() ? 1 + random.nextInt(100) : 0;
    ByteBuf body =
        SimulatedConnection.encode(response.setThrottleTimeMs(throttle), request.version);
    time.in(
        delay(),
        () -> {
          connection.busy = false;
          next(connection);
        });
    long sentAt = time.now() + delay() * VirtualTime.MILLI;
    connection.arrivesAt = Math.max(connection.arrivesAt, sentAt);
    time.at(connection.arrivesAt, () -> answer(connection, request.correlationId, body, throttle));
  }

  private boolean answersAreLost() {
    return !cluster.healed && answersLostUntil - time.now() > 0;
  }

  private void answer(
      SimulatedConnection connection, int correlationId, ByteBuf body, int throttle) {
    if (connection.silent || connections.get(connection.broker) != connection) {
      return;
    }
    if (cluster.fails() || answersAreLost()) {
      breakSomehow(connection);
      connection.silent = true;
      return;
    }
    connection.unanswered--;
    rules.answered(connection, correlationId);
    if (throttle > 0 && !connection.closed) {
      long until = time.now() + throttle * VirtualTime.MILLI;
      mutedUntil[connection.broker] = Math.max(mutedUntil[connection.broker], until);
    }
    core.onResponse(connection.broker, correlationId, body);
  }

  @Override
  public void refreshMetadata(String topic) {
    if (!metadataRequested) {
      metadataRequested = true;
      time.in(
          5 + delay(),
          () -> {
            metadataRequested = false;
            ClusterView view = cluster.view();
            time.in(delay(), () -> core.onClusterView(view));
          });
    }
  }

  @Override
  public void requestProducerId() {
    boolean fails = cluster.fails();
    int age = random.nextInt(4) == 0 ? Short.MAX_VALUE - random.nextInt(2) : 0;
    time.in(
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
    time.at(
        nanos,
        () -> {
          if (number == wakeUps) {
            core.onTimer();
          }
        });
  }
}
